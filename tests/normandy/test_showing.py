"""What ``pbem rules show normandy`` tells: each value with its own label."""

from __future__ import annotations

from pbem_rules.kernel.tables import PROVENANCES
from pbem_rules.normandy.show.tables import show
from tests.lists import tried_with
from tests.normandy.shelf import DATA

SCENARIOS = list(DATA.scenarios)


def _labels(name: str) -> list[tuple[int, str]]:
    """The lines that are labels, with what they say."""
    told = show(DATA, name).splitlines()
    return [(n, line.strip("( )")) for n, line in enumerate(told) if line.startswith("  (")]


@tried_with("name", SCENARIOS)
def test_the_dates_of_a_scenario_are_published_and_its_goals_are_not(name: str) -> None:
    (first, dates), (second, goals), *others = _labels(name)
    assert 1 == first
    assert dates.startswith("published: ")
    assert "turns" not in dates
    assert goals.startswith("reconstructed: ")
    assert second == 1 + len(DATA.scenarios[name].goals) + len(DATA.scenarios[name].levels) + 1
    assert all(any(word in said for word in PROVENANCES) for _, said in others)


def test_what_a_player_told_of_hill_112_is_quoted_and_nothing_else() -> None:
    assert ["places.1.name quoted: a player's account: all four hexes of Hill 112"] == [
        said for _, said in _labels("epsom")[2:]
    ]
