"""Luck is measured against what each roll could have brought."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.audit.luck import luck
from pbem.cli import main
from pbem.desk import looking
from pbem.desk.looking import Film
from pbem_rules.june6.game import June6

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
LANDINGS = EXAMPLES / "landings" / "campaign.pbem"


@cache
def film() -> Film:
    return looking.film(LANDINGS)


def test_what_one_side_wins_by_luck_the_other_loses() -> None:
    allied, german = (luck(film().game.rules, side, film().trail) for side in ("allied", "german"))
    assert allied is not None
    assert german is not None
    assert allied.rolls == german.rolls > 40
    assert allied.total == pytest.approx(-german.total)
    assert 1 == pytest.approx(allied.share + german.share)


def test_a_roll_that_came_best_of_all_is_never_bad_luck() -> None:
    rules = film().game.rules
    assert isinstance(rules, June6)
    found = [
        (weighed, outcome)
        for happened in film().trail
        for outcome in happened.outcomes
        if (weighed := rules.weigh(outcome)) is not None
    ]
    assert {"combat", "bombarded"} == {outcome.kind for _, outcome in found}
    assert all(10 == len(weighed.worths) for weighed, _ in found)
    assert all(weighed.came == outcome.faces[0] for weighed, outcome in found)
    combats = [weighed for weighed, outcome in found if outcome.kind == "combat"]
    rising = sum(weighed.worths[-1] >= weighed.worths[0] for weighed in combats)
    assert rising == len(combats)


def test_a_game_that_weighs_nothing_has_no_luck() -> None:
    assert luck(object(), "allied", film().trail) is None


def test_the_audit_of_a_recorded_game_is_read_from_its_file_alone(tmp_path: Path) -> None:
    found = CliRunner().invoke(main, ["--home", str(tmp_path / "none"), "audit", str(LANDINGS)])
    assert 0 == found.exit_code
    assert "138 commitments, 138 opened and true, 0 never opened." in found.output
    assert "Nothing odd." in found.output
    assert "Luck of allied" in found.output


def test_an_audit_of_a_bent_log_says_so_and_exits_with_3(tmp_path: Path) -> None:
    data = bytearray(LANDINGS.read_bytes())
    data[len(data) // 2] ^= 1
    bent = tmp_path / "bent.pbem"
    bent.write_bytes(bytes(data))
    found = CliRunner().invoke(main, ["audit", str(bent)])
    assert 3 == found.exit_code
