"""Positions with one good answer: the player of each game finds it (``tests/positions/GAME``, ``schemas/case.md``)."""

from __future__ import annotations

from pathlib import Path

from pbem.games.cases import parse, read, run
from tests.lists import tried_with

_FILES = sorted((Path(__file__).parents[1] / "positions").glob("*/*.toml"))


@tried_with("file", _FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_the_player_finds_the_good_answer(file: Path) -> None:
    case = read(file)
    tried = run(case)
    assert file.parent.name == case.game
    assert tried.holds, f"{tried.title}: expected {tried.expected}, found {tried.found}"


def test_another_answer_than_the_one_that_is_wanted_does_not_hold() -> None:
    file = next(file for file in _FILES if file.stem == "not-at-bad-odds")
    text = file.read_text().replace('advise = "done"', 'advise = "attack"')
    assert not run(parse(text, file.name)).holds
