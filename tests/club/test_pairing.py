"""Who meets whom: laws of both systems."""

from collections import Counter
from itertools import combinations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from pbem.bytes.errors import ConflictError
from pbem.club.folder import FIRST, ROUND_ROBIN, SWISS, Season
from pbem.club.pairing import next_round, rounds_of

pytestmark = pytest.mark.wider

NAMES = [f"P{n:02}" for n in range(20)]
SIZES = st.integers(2, 12)


def season(size: int, system: str, rounds: int) -> Season:
    return Season(
        name="s", title="S", game="g", scenario="x", edition="1", rules="0" * 64, system=system,
        sides=("a", "b"), players=tuple(NAMES[:size]), rounds=rounds,
    )  # fmt: skip


def drawn(made: Season, points: dict[str, int] | None = None) -> Season:
    return evolve(made, pairings=(*made.pairings, *next_round(made, points or {})))


@given(SIZES)
def test_in_a_round_robin_everybody_meets_everybody_once_and_sides_are_shared(size: int) -> None:
    made = season(size, ROUND_ROBIN, rounds_of(NAMES[:size]))
    for _ in range(made.rounds):
        made = drawn(made)
    met = Counter(frozenset((each.first, each.second)) for each in made.pairings if each.second)
    assert met == Counter(frozenset(pair) for pair in combinations(made.players, 2))
    firsts = Counter(each.first for each in made.pairings if each.second)
    assert max(firsts[name] for name in made.players) - min(firsts[name] for name in made.players) <= 3
    byes = Counter(each.first for each in made.pairings if not each.second)
    assert set(byes.values()) <= {1}
    with pytest.raises(ConflictError, match="no further round"):
        drawn(made)


@given(SIZES, st.integers(1, 4), st.randoms(use_true_random=False))
def test_in_a_swiss_season_nobody_meets_twice_and_nobody_sits_out_twice(size, rounds, chance) -> None:
    """As long as everybody has half of the others left to meet: then there is a matching without repeats (Dirac 1952)."""
    made = season(size, SWISS, min(rounds, (size + 1) // 2))
    points: dict[str, int] = dict.fromkeys(made.players, 0)
    for number in range(1, made.rounds + 1):
        made = drawn(made, points)
        now = [each for each in made.pairings if each.round == number]
        seated = [who for each in now for who in (each.first, each.second) if who]
        assert sorted(seated) == sorted(made.players)
        for each in now:
            points[chance.choice([each.first, each.second or each.first])] += 2
        made = evolve(
            made, pairings=tuple(evolve(each, result=FIRST if each.second else "") for each in made.pairings)
        )
    met = Counter(frozenset((each.first, each.second)) for each in made.pairings)
    assert max(met.values()) == 1


def test_leaders_meet_leaders() -> None:
    made = drawn(season(4, SWISS, 3))
    made = evolve(made, pairings=tuple(evolve(each, result=FIRST) for each in made.pairings))
    winners = {each.first for each in made.pairings}
    second = next_round(made, dict.fromkeys(winners, 2))
    assert {frozenset((each.first, each.second)) for each in second} == {
        frozenset(winners), frozenset(set(made.players) - winners)
    }  # fmt: skip


def test_the_next_round_waits_for_the_results_of_this_one() -> None:
    with pytest.raises(ConflictError, match="2 games of round 1 have no result yet"):
        drawn(drawn(season(4, SWISS, 3)))
