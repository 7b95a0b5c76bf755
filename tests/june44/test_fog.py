"""What a player sees of the stacks of the other side: on the map, and in the layers over it (6.5)."""

from __future__ import annotations

from typing import cast

import pytest
from attrs import evolve

from pbem.games import registry
from pbem.port import insight
from pbem.port.scene import Counter
from pbem_rules.june44.game import June44
from pbem_rules.june44.model import ALLIED, GERMAN, OVER, State

STACKS = {"1": "2013", "2": "2013", "352": "2313", "353": "2313", "30 Mob": "2313", "716": "2315"}


@pytest.fixture(scope="module")
def rules() -> June44:
    return cast("June44", registry.load("june44").rules)


@pytest.fixture(scope="module")
def state(rules: June44) -> State:
    return rules.place("empty", {"units": dict(STACKS)})


def counters(rules: June44, state: State, viewer: str | None) -> dict[str, tuple[Counter, ...]]:
    """What lies in each place of the map as a viewer sees it."""
    return {pile.cell: pile.counters for pile in rules.scene(state, viewer).piles}


def names(rules: June44, state: State, viewer: str | None, where: str) -> list[str]:
    return [each.name for each in counters(rules, state, viewer)[where]]


def test_a_unit_beneath_another_is_drawn_without_anything_that_tells_it(rules: June44, state: State) -> None:
    top, *beneath = counters(rules, state, ALLIED)["2313"]
    assert "352" == top.name
    assert ["2313 ?1", "2313 ?2"] == [each.name for each in beneath]
    assert {(GERMAN, "", "", "?", "", 1, 1)} == {
        (c.side, c.symbol, c.size, c.values, c.band, c.steps, c.full_steps) for c in beneath
    }
    assert all("353" not in each.title and "30 Mob" not in each.title for each in beneath)


def test_each_sees_their_own_stacks_and_somebody_without_a_side_what_both_see(
    rules: June44, state: State
) -> None:
    assert ["352", "353", "30 Mob"] == names(rules, state, GERMAN, "2313")
    assert ["1", "2013 ?1"] == names(rules, state, GERMAN, "2013")
    assert ["1", "2"] == names(rules, state, ALLIED, "2013")
    assert ["352", "2313 ?1", "2313 ?2"] == names(rules, state, None, "2313")
    assert ["1", "2013 ?1"] == names(rules, state, None, "2013")


def test_after_the_game_every_counter_is_seen(rules: June44, state: State) -> None:
    over = evolve(state, phase=OVER)
    assert ["352", "353", "30 Mob"] == names(rules, over, ALLIED, "2313")


@pytest.mark.parametrize("name", ["zoc", "supply"])
def test_no_layer_tells_what_a_stack_is_made_of(rules: June44, state: State, name: str) -> None:
    """Germans cut off (no edge is theirs to reach) and their zones: a lone unit is named, a stack is counted."""
    cut = rules.place("empty", {"units": {**STACKS, "7 Arm": "2312", "11 Arm": "2412", "49 Br": "2414"}})
    drawn = insight.layer(rules, cut, GERMAN, name)
    assert drawn is not None
    said = " ".join(tint.why for tint in drawn.tints)
    assert not {"352", "353", "Mob"} & set(said.replace(",", " ").split())
    if name == "zoc":
        assert "the 3 units in 2313" in said
        assert "716" in said
