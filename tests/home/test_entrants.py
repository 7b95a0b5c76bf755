"""The entries of a challenge side by side."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

from pbem.bytes import container
from pbem.bytes.errors import VerifyError
from pbem.home.challenges import comparison
from pbem.home.viewing import logs as looking

pytestmark = pytest.mark.wider

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
ANN, BEN = EXAMPLES / "challenge" / "ann.pbem", EXAMPLES / "challenge" / "ben.pbem"


film = cache(looking.film)


@cache
def both() -> comparison.Field:
    """The entries of both, read once."""
    return comparison.read((ANN, BEN))


def test_entrants_are_ranked_by_score_whatever_the_order_of_the_files() -> None:
    field = both()
    assert field == comparison.read((BEN, ANN))
    assert (True, ()) == (field.good, field.said)
    found = field.entrants
    scores = [each.score for each in found]
    assert sorted(scores, key=lambda score: -(score or 0)) == scores
    assert 2 == len({each.who for each in found})


def test_every_roll_of_the_same_dice_shows_the_same_faces_and_the_orders_part() -> None:
    one, other = both().entrants
    found = comparison.pair(one, other)
    assert found.rolls == found.alike > 20
    assert found.first is not None
    assert found.second is not None
    assert found.first[1] != found.second[1]


def test_a_face_that_differs_is_counted() -> None:
    one, other = both().entrants
    number, (dice, faces) = next((n, each) for n, each in other.rolls.items() if one.rolls.get(n) == each)
    bent = (*faces[:-1], faces[-1] % dice[-1][0] + 1)
    found = comparison.pair(one, evolve(other, rolls={**other.rolls, number: (dice, bent)}))
    assert found.rolls - 1 == found.alike


def test_a_game_with_dice_of_its_own_is_no_entry() -> None:
    with pytest.raises(VerifyError) as refused:
        comparison.read((ANN, EXAMPLES / "landings" / "campaign.pbem"))
    assert "no-challenge" == refused.value.code


def test_one_file_twice_and_one_game_under_two_names_are_ranked_once(tmp_path: Path) -> None:
    copy = tmp_path / "copy.pbem"
    shutil.copy(BEN, copy)
    for files in ((BEN, BEN), (BEN, copy)):
        field = comparison.read(files)
        assert (1, True) == (len(field.entrants), field.good)
        assert "is the same game as ben.pbem: ranked once." in field.said[0]
    assert ["ann.pbem", "ben.pbem"] == sorted(
        each.file for each in comparison.read((BEN, copy, ANN)).entrants
    )


def test_of_one_game_the_longer_log_is_ranked(tmp_path: Path) -> None:
    log = film(BEN).log
    short = tmp_path / "a-short.pbem"
    short.write_bytes(container.pack(evolve(log, bundles=log.bundles[:40]).encode()))
    field = comparison.read((short, BEN))
    assert (["ben.pbem"], True) == ([each.file for each in field.entrants], field.good)


def test_two_games_of_one_key_are_ranked_once_with_the_lowest_result() -> None:
    """Both logs hold; that they are one person's is made up here."""
    films = [
        (comparison.entrant(path.name, found), found.log) for path in (ANN, BEN) for found in [film(path)]
    ]
    best, worst = comparison.ranked(each for each, _ in films)
    twice = [(evolve(each, key=best.key), log) for each, log in films]
    for order in (twice, twice[::-1]):
        found, said, sound = comparison.once(order)
        assert ([worst.file], False) == ([each.file for each in found], sound)
        assert "more than once under one key" in said[0]


def test_two_versions_of_one_game_are_named_and_one_is_ranked() -> None:
    whole = film(BEN)
    entry, log = comparison.entrant("ben.pbem", whole), whole.log
    other = evolve(log, bundles=(*log.bundles[:3], *log.bundles[4:]))
    found, said, sound = comparison.once([(entry, log), (evolve(entry, file="x.pbem"), other)])
    assert (1, False) == (len(found), sound)
    assert "two versions of one game" in said[0]
