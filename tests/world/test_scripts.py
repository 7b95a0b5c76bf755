"""Worlds in which something was found once, or that show one thing: kept as scripts, since numbers mean others later."""

from __future__ import annotations

import pytest

from .mutants import MUTANTS
from .script import parse
from .world import Broken, played

SCRIPTS = {
    "a machine stops behind the journal of a turn, and power is away": """
        world behind-the-journal tiny power
        A play 1 dies 60 cut
        B read 2
        B play 3
        A read 4 dies 40 cut
        A power 5
    """,
    "one turn in two parts comes with the last part first": """
        world parts tiny gaps
        A play 0
        B read 0
        B play 0
        A read 0
        A play 3
        A play 1
        B read 0
    """,
    "a full disk takes nothing of a turn, and then it is sent": """
        world full-disk tiny disk
        A play 1 full
        A play 1
        B read 2 full
        B read 2
        B play 3 denied
        B play 3 short
    """,
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_law_holds_where(name: str) -> None:
    played(parse(SCRIPTS[name]))


def test_a_program_that_drops_what_waits_is_found_by_a_turn_in_two_parts() -> None:
    mutant = next(each for each in MUTANTS if each.name == "keeps_no_early_turns")
    with mutant.in_force(), pytest.raises(Broken, match="what was taken in lies nowhere"):
        played(parse(SCRIPTS["one turn in two parts comes with the last part first"]))
