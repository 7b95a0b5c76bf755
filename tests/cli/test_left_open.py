"""Whoever ends a phase of movement is told which units could still have moved in it."""

from __future__ import annotations

import re
from pathlib import Path

from home.table import Said, Two, pbem


def test_a_unit_that_has_moved_is_not_among_those_that_have_not(tmp_path: Path) -> None:
    def ann(*words: str) -> Said:
        return pbem("--home", tmp_path / "ann", *words)

    assert ann("practice", "pegasus", "--name", "Ann").code == 0
    orders = re.findall(r"pbem do (move (\w+) .+)", ann("orders", "--all").out)
    line, unit = orders[0]
    named = re.compile(r"Not moved: .*\b" + unit + r"\b")
    said = ann("do", "--dry-run", "done").err
    assert named.search(said)
    left = re.search(r"Not moved: (.+) and (\d+) more\.\n.*pbem undo", said)
    assert left is not None, said
    assert len({each[1] for each in orders}) == int(left[2]) + len(left[1].split(", "))
    assert ann("do", line).code == 0
    assert f"move {unit}" in ann("orders", "--all").out
    said = ann("do", "--dry-run", "done").err
    assert "Not moved" in said
    assert not named.search(said)


def test_nothing_is_said_where_no_unit_could_move(table: Two) -> None:
    ann, _ = table
    assert "Not moved" not in ann("do", "pick bold,calm").err


def test_what_the_computer_has_answered_is_not_said_to_be_undone(tmp_path: Path) -> None:
    """June 6: the end of an activation draws the next marker at once. Pegasus Bridge: the draft is still open."""
    lines = {"june6": "buy first=1; done; done", "pegasus": "done"}
    undone = {}
    for game, typed in lines.items():
        home = tmp_path / game
        assert pbem("--home", home, "practice", game, "--name", "Ann").code == 0
        said = pbem("--home", home, "play", given=f"{typed}\nundo\nquit\n").sentences
        assert "Not moved: " in said
        undone[game] = "To move them after all: undo." in said
        assert undone[game] is ("order taken back" in said)
    assert undone == {"june6": False, "pegasus": True}
