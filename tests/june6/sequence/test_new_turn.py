"""What a new turn gives back: markers, boxes, engineers, refits (3.8, 17.12, 18.12, 20.13, 21.33)."""

from __future__ import annotations

from attrs import evolve

from pbem_rules.june6.model import END, State
from pbem_rules.june6.rules import turns
from tests.june6.build_movement import done
from tests.june6.player.playing import rules


def at_the_end() -> State:
    return evolve(rules().setup("landings", {}), turn=2, phase=END, weather="clear")


def next_turn(state: State) -> State:
    return done(rules().data.of("landings"), state, turns.next_turn).state


def test_the_interdiction_boxes_are_empty_again() -> None:
    after = next_turn(evolve(at_the_end(), air_interdiction=(("AB", 2), ("supply", 2)), naval_interdiction=2))
    assert ((), 0) == (after.air_interdiction, after.naval_interdiction)


def test_every_headquarters_has_its_bridge_action_again() -> None:
    assert () == next_turn(evolve(at_the_end(), bridging=("HQ/1",))).bridging


def test_one_unit_of_each_nation_may_be_restored_again() -> None:
    assert () == next_turn(evolve(at_the_end(), refits=("us", "german"))).refits


def test_artillery_that_has_fired_is_ready_again() -> None:
    before = at_the_end()
    fired = evolve(before.board["HQ/352"], fired=True, pinned=True, scattered=True)
    before = evolve(before, board=before.board.put(fired))
    after = next_turn(before).board["HQ/352"]
    assert (False, False, False) == (after.fired, after.pinned, after.scattered)
