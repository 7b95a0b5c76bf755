"""Worlds in which something was found once, or that show one thing: kept as scripts, since numbers mean others later."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from .mutants import MUTANTS
from .script import parse
from .world import Broken, played

SCRIPTS: dict[str, str] = tomllib.loads(Path(__file__).with_name("scripts.toml").read_text("utf-8"))


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_law_holds_where(name: str) -> None:
    played(parse(SCRIPTS[name]))


def test_a_program_that_drops_what_waits_is_found_by_a_turn_in_two_parts() -> None:
    mutant = next(each for each in MUTANTS if each.name == "keeps_no_early_turns")
    with mutant.in_force(), pytest.raises(Broken, match="what was taken in lies nowhere"):
        played(parse(SCRIPTS["one turn in two parts comes with the last part first"]))
