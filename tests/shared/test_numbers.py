"""No number of a chart lies in the code, where no data pack can correct it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.games import registry
from tests.shared.numbers import FOLDER, found, listed, write

GAMES = ("darkdecember", "june44", "june6", "normandy", "pegasus")
_REASON = re.compile(r"(ours|[A-Z]?\d+(?:\.\d+)*[a-z]?)(?:, [A-Z]?\d+(?:\.\d+)*[a-z]?)*: \S.*")


@pytest.mark.parametrize("game", GAMES)
def test_every_number_in_the_code_is_one_that_a_paragraph_prints_or_is_ours(game: str) -> None:
    """What fails here belongs into the data; if it does not: python -m tests.shared.numbers GAME, and a reason."""
    in_code, reasons = found(FOLDER / game), listed(FOLDER / game)
    assert {where: set(entry) for where, entry in reasons.items()} == in_code


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_names_a_paragraph_of_the_game_or_says_what_the_number_is(game: str) -> None:
    known = {each.number for each in registry.paragraphs(game)}
    for where, entry in listed(FOLDER / game).items():
        for number, reason in entry.items():
            assert _REASON.fullmatch(reason), f"{where}: {number} has the reason {reason!r}"
            cited = [each for each in reason.partition(": ")[0].split(", ") if each != "ours"]
            unknown = [each for each in cited if each[0] != "N" and each not in known]
            assert [] == unknown, f"{where}: {number}"


def test_a_number_is_found_in_functions_classes_and_modules(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(
        'A = 7\nclass C:\n    def f(self, n=3):\n        return n * 2.5 - 1 + len("9")\n'
    )
    assert {"m": {"7"}, "m.C.f": {"3", "2.5"}} == found(tmp_path)


def test_a_list_written_anew_keeps_its_reasons(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text("A = 7\nB = 8\n")
    (tmp_path / "numbers.toml").write_text('[m]\n7 = "1.1: printed"\n9 = "gone"\n')
    write(tmp_path)
    assert {"m": {"7": "1.1: printed", "8": ""}} == listed(tmp_path)
