"""The entries of a challenge side by side."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from pbem.desk import entrants
from pbem.errors import UsageError, VerifyError

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
ANN, BEN = EXAMPLES / "challenge" / "ann.pbem", EXAMPLES / "challenge" / "ben.pbem"


def test_entrants_are_ranked_by_score_whatever_the_order_of_the_files() -> None:
    found = entrants.read((ANN, BEN))
    assert found == entrants.read((BEN, ANN))
    scores = [each.score for each in found]
    assert sorted(scores, key=lambda score: -(score or 0)) == scores
    assert 2 == len({each.who for each in found})


def test_every_roll_of_the_same_dice_shows_the_same_faces_and_the_orders_part() -> None:
    one, other = entrants.read((ANN, BEN))
    found = entrants.pair(one, other)
    assert found.rolls == found.alike > 20
    assert found.first is not None
    assert found.second is not None
    assert found.first[1] != found.second[1]


def test_a_face_that_differs_is_counted() -> None:
    one, other = entrants.read((ANN, BEN))
    number, (dice, faces) = next((n, each) for n, each in other.rolls.items() if one.rolls.get(n) == each)
    bent = (*faces[:-1], faces[-1] % dice[-1][0] + 1)
    found = entrants.pair(one, evolve(other, rolls={**other.rolls, number: (dice, bent)}))
    assert found.rolls - 1 == found.alike


def test_orders_that_are_the_same_part_nowhere() -> None:
    one, _ = entrants.read((ANN, BEN))
    found = entrants.pair(one, one)
    assert (None, None) == (found.first, found.second)


def test_a_game_with_dice_of_its_own_is_no_entry() -> None:
    with pytest.raises(VerifyError) as refused:
        entrants.read((ANN, EXAMPLES / "landings" / "campaign.pbem"))
    assert "no-challenge" == refused.value.code


def test_one_file_is_nothing_to_compare() -> None:
    with pytest.raises(UsageError) as refused:
        entrants.read((ANN,))
    assert "one-file" == refused.value.code
