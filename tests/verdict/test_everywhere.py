"""A log that pbem rejects is rejected first, in the same words, by whatever reads it; and the exit code is that of verify."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from desk.table import Player, Said, pbem

from .conftest import Rejected

Words = tuple[str, ...]

EVERYWHERE: dict[str, Words] = {
    "verify": ("verify", "{file}"),
    "open": ("open", "{file}"),
    "replay": ("replay", "{file}"),
    "replay, up to an entry": ("replay", "{file}", "--to", "1"),
    "report": ("replay", "{file}", "--report", "out.md"),
    "page": ("replay", "{file}", "--html", "out.html"),
    "audit": ("audit", "{file}"),
}
"""What prints sentences on standard output."""
ASIDE: dict[str, Words] = {
    "map as SVG": ("map", "{file}", "-o", "out.svg"),
    "map, up to an entry": ("map", "{file}", "--at", "1", "-o", "out.svg"),
    "spectate": ("spectate", "{file}", "--delay", "0", "--out", "watch.pbem"),
    "dispute": ("dispute", "{file}", "--at", "{entry}", "--out", "capsule.pbem"),
    "replay as JSON": ("replay", "{file}", "--json"),
    "audit as JSON": ("audit", "{file}", "--json"),
}
"""What writes data: there the sentence is on standard error."""


def run(log: Rejected, words: Words) -> Said:
    return pbem("--home", log.home.path, *(word.format(file=log.file, entry=log.entry) for word in words))


def sentence(log: Rejected) -> str:
    """What verify says of it."""
    first = run(log, EVERYWHERE["verify"]).out.splitlines()[0]
    return first.removeprefix(f"{log.file}: ")


def test_the_sentence_names_entry_turn_file_author_and_cause(rejected: Rejected) -> None:
    said = sentence(rejected)
    assert said.startswith(rejected.said)
    assert said.endswith("What comes before it holds.")


@pytest.mark.parametrize("name", EVERYWHERE)
def test_it_is_said_first_and_the_command_leaves_with_the_code_of_verify(rejected: Rejected, name: str) -> None:
    said = run(rejected, EVERYWHERE[name])
    assert (3, sentence(rejected)) == (said.code, said.out.splitlines()[0].removeprefix(f"{rejected.file}: "))
    assert "goes on" not in said.sentences


@pytest.mark.parametrize("name", ASIDE)
def test_where_data_is_written_it_is_said_first_on_standard_error(rejected: Rejected, name: str) -> None:
    if name == "dispute" and "truncated" in rejected.said:
        pytest.skip("nothing can be cut out of a turn file that is not there")
    said = run(rejected, ASIDE[name])
    assert 3 == said.code, said
    if "JSON" in name:
        first = json.loads(said.out.splitlines()[0])
        assert ("rejected", sentence(rejected)) == (first["verdict"], first["said"])
    if name != "audit as JSON":
        assert sentence(rejected) == said.err.splitlines()[0].removeprefix(f"{rejected.file}: ")
