"""Whoever ends a phase is told which units could still have been given an order in it."""

from __future__ import annotations

import re
from pathlib import Path

from home.table import Player, Said, pbem


def test_whoever_ends_a_phase_is_told_which_units_are_left_as_they_are(tmp_path: Path) -> None:
    def ann(*words: str) -> Said:
        return pbem("--home", tmp_path / "ann", *words)

    assert ann("practice", "pegasus", "--name", "Ann").code == 0
    able = set(re.findall(r"pbem do (?:move|ready) (\w+)", ann("orders", "--all").out))
    assert len(able) > 5
    said = ann("do", "--dry-run", "done").err
    found = re.search(r"Left as they are: (.+) and (\d+) more \((.+) was possible\)\. .*pbem undo", said)
    assert found is not None, said
    assert set(found[1].split(", ")) < able
    assert (len(able) - 4, "move") == (int(found[2]), found[3].split(", ")[0])


def test_nothing_is_said_where_no_unit_could_be_ordered(table: tuple[Player, Player]) -> None:
    ann, _ = table
    assert "Left as they are" not in ann("do", "pick bold,calm").err
