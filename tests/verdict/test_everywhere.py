"""A log that pbem rejects is rejected first, in the same words, by whatever reads it, with the exit code of verify."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from attrs import evolve
from home.table import Player, Said, pbem

from pbem.bytes import container
from pbem.home import identity, verdict_sentence
from pbem.home.arriving.receiving import pieces_of
from pbem.home.challenges import comparison
from pbem.home.games import open_session
from pbem.home.viewing import logs as looking
from pbem.mail.sources import Letter
from pbem.table import incoming

from .conftest import Rejected

pytestmark = pytest.mark.night

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
    "spectate": ("replay", "spectate", "{file}", "--delay", "0", "--out", "watch.pbem"),
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
def test_it_is_said_first_and_the_command_leaves_with_the_code_of_verify(
    rejected: Rejected, name: str
) -> None:
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


def test_it_stands_over_the_report_and_the_game_does_not_go_on(rejected: Rejected, tmp_path: Path) -> None:
    run(rejected, EVERYWHERE["report"])
    title, blank, first, *rest = (tmp_path / "out.md").read_text("utf-8").splitlines()
    assert (True, "") == (title.startswith("# "), blank)
    plain = first.replace("\\", "").strip("*")
    assert sentence(rejected) == plain[:1].lower() + plain[1:]
    assert not [line for line in rest if "goes on" in line]


def test_a_report_in_spanish_rejects_in_spanish(illegal: Rejected, tmp_path: Path) -> None:
    run(illegal, ("replay", "{file}", "--report", "out.md", "--lang", "es"))
    first = (tmp_path / "out.md").read_text("utf-8").splitlines()[2]
    assert first.startswith(f"**Rechazada en la entrada {illegal.entry} (envío ")
    assert first.endswith("Lo anterior es válido.**")


@pytest.mark.parametrize("more", [(), ("--at", "1"), ("--bare",), ("--lang", "es")])
def test_it_is_printed_in_the_picture(rejected: Rejected, tmp_path: Path, more: Words) -> None:
    said = run(rejected, ("map", "{file}", "-o", "out.svg", *more))
    drawn = (tmp_path / "out.svg").read_text("utf-8")
    words = " ".join(re.findall("<text[^>]*>([^<]*)</text>", drawn.partition('class="warning"')[2]))
    assert 3 == said.code
    begun = "Rechazada en la entrada" if "es" in more else "Rejected at entry"
    assert words.startswith(f"{begun} {rejected.entry} (")


def test_a_picture_of_a_log_that_holds_has_no_warning(table: tuple[Player, Player], tmp_path: Path) -> None:
    assert 0 == table[0]("map", "-o", "out.svg").code
    assert "warning" not in (tmp_path / "out.svg").read_text("utf-8")


def test_a_map_of_letters_begins_with_it(rejected: Rejected, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    said = run(rejected, ("map", "{file}", "--text"))
    top = said.out.partition("\n\n")[0].splitlines()
    assert 3 == said.code
    assert all(len(line) <= 80 for line in top)
    plain = " ".join(top)
    assert sentence(rejected) == plain[:1].lower() + plain[1:]


def test_the_page_has_it_in_its_own_words(illegal: Rejected, tmp_path: Path) -> None:
    run(illegal, EVERYWHERE["page"])
    text = (tmp_path / "out.html").read_text("utf-8")
    said = json.loads(text.split('"said":', 1)[1].split("}", 1)[0] + "}")
    plain = said["message"]
    assert ("rejected", sentence(illegal)) == (said["word"], plain[:1].lower() + plain[1:])


def test_spectators_get_the_turn_that_does_not_hold_when_all_before_it_may_be_shown(
    illegal: Rejected, tmp_path: Path
) -> None:
    run(illegal, ASIDE["replay", "spectate"])
    assert sentence(illegal) in pbem("--home", tmp_path / "nobody", "verify", "watch.pbem").out


def test_spectators_are_not_shown_what_is_too_new_but_it_is_said(illegal: Rejected) -> None:
    said = run(illegal, ("replay", "spectate", "{file}", "--delay", "9"))
    assert sentence(illegal) in said.err.splitlines()[0]
    assert (3, True) == (said.code, "No turn file is 9 turns old yet" in said.err)


def test_evidence_of_a_log_that_does_not_hold_says_so_first(illegal: Rejected) -> None:
    said = run(illegal, ("dispute", "evidence", "{file}", "{file}"))
    assert sentence(illegal) == said.err.splitlines()[0].removeprefix(f"{illegal.file}: ")


def test_a_comparison_rejects_first_and_ranks_last(
    illegal: Rejected, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = comparison.entrant("bad.pbem", looking.film(illegal.file))
    good = comparison.entrant("good.pbem", looking.film_of_game(illegal.other.folder, draft=False))
    ranked = comparison.ranked((evolve(bad, score=99), good))
    assert ["good.pbem", "bad.pbem"] == [each.file for each in ranked]
    monkeypatch.setattr(comparison, "read", lambda files, home: comparison.Field(entrants=ranked))
    said = run(illegal, ("challenge", "compare", "{file}", "{file}"))
    assert (3, f"bad.pbem: {sentence(illegal)}") == (said.code, said.out.splitlines()[0])


def test_a_referee_does_not_countersign_it_and_says_why_in_the_same_words(illegal: Rejected) -> None:
    error = verdict_sentence.RejectedError(looking.film(illegal.file).verdict, "cheat.pbem")
    assert f"cheat.pbem is {sentence(illegal)}" == str(error)


def test_rechecking_names_the_same_place_and_cause(illegal: Rejected) -> None:
    said = run(illegal, ("verify", "recheck", "{file}"))
    assert 3 == said.code
    assert (
        sentence(illegal).removesuffix(" What comes before it holds.").removeprefix("rejected at ")
        in said.out
    )


def test_an_import_of_the_turn_rejects_it_in_the_same_words(illegal: Rejected) -> None:
    said = illegal.other("import", illegal.file)
    assert 3 == said.code
    expected = sentence(illegal).removesuffix(" What comes before it holds.")
    assert expected[1:] in said.err


def test_a_table_that_looks_at_the_turn_rejects_it_first_in_the_same_words(illegal: Rejected) -> None:
    other = illegal.other
    who = identity.unlock(other.home, "")
    pieces, bad = pieces_of(Letter(data=illegal.file.read_bytes(), where="cheat.pbem"), "")
    came = incoming.look(other.home, who, other.folder.name, pieces, bad, open_session)
    notes = came.json()["notes"]
    assert isinstance(notes, list)
    first = notes[0]
    assert isinstance(first, dict)
    expected = sentence(illegal).removesuffix(" What comes before it holds.")
    assert ("refused", expected[1:]) == (first["kind"], str(first["text"])[1:])


@pytest.mark.parametrize(
    "line",
    [
        *(
            "status",
            "orders",
            "odds",
            "send",
            "import {file}",
            "do go 1",
            "setup doctor",
            "verify",
            "replay",
            "audit",
        ),
        *("map --text", "map -o out.svg", "replay spectate"),
    ],
)
def test_a_home_whose_own_game_does_not_hold_says_so_in_the_same_words(illegal: Rejected, line: str) -> None:
    stored = illegal.other.folder.path / "log.pbem"
    stored.write_bytes(container.unpack(illegal.file.read_bytes()))
    said = illegal.other(*line.format(file=illegal.file).split())
    assert (1 if line == "setup doctor" else 3) == said.code, said
    assert sentence(illegal)[1:] in " ".join(said.sentences.split())


@pytest.mark.parametrize("name", [*EVERYWHERE, *ASIDE])
def test_a_log_of_which_nothing_holds_is_rejected_in_the_same_way(
    table: tuple[Player, Player], tmp_path: Path, name: str
) -> None:
    """The very first turn file is not signed as it stands."""
    ann, ben = table
    data = ann.folder.log().replace(b'"k":"start"', b'"k":"stark"')
    file = tmp_path / "spoilt.pbem"
    file.write_bytes(container.pack(data))
    log = Rejected(file=file, home=ben, other=ann, said="", entry=0)
    first = sentence(log)
    assert first.startswith("rejected at entry 0 (turn file 1, in the name of ")
    assert first.endswith("Nothing comes before it.")
    said = run(log, {**EVERYWHERE, **ASIDE}[name])
    assert first in "\n".join((*said.out.splitlines()[:1], *said.err.splitlines()[:1])), said
    assert 3 == said.code, said
