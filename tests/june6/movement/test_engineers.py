"""Engineers on the real map: what stands, what is drawn, and what the player makes of it."""

from __future__ import annotations

from functools import cache
from typing import cast

from hypothesis import given
from hypothesis import strategies as st

from pbem.bytes.canon import Json
from pbem.bytes.values import evolve
from pbem.games import registry
from pbem_rules.june6.game import June6
from pbem_rules.june6.model import State, View
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules import turns
from pbem_rules.june6.rules.engineers import sites
from pbem_rules.june6.rules.engineers.bridges import Build, Demolish
from pbem_rules.june6.rules.ground import terrain
from pbem_rules.june6.rules.movement import move
from tests.june6.build_movement import done


@cache
def game() -> June6:
    return cast("June6", registry.load("june6").rules)


def data() -> Data:
    return game().data


def position(**keys: Json) -> State:
    return game().place("empty", keys)


@given(blown=st.sets(st.sampled_from(sorted(registry.load("june6").rules.data.ground.bridges))))
def test_roads_lose_the_links_over_blown_bridges_and_no_other(blown: set[str]) -> None:
    state = position(blown=sorted(blown))
    whole = {f"{a}/{b}" for a, b in data().ground.roads}
    assert whole - blown == {f"{a}/{b}" for a, b in terrain.roads(View(data=data(), state=state))}
    assert all(not terrain.road(View(data=data(), state=state), *side.split("/")) for side in blown)


@given(side=st.sampled_from(sorted(registry.load("june6").rules.data.ground.sides["major_river"])))
def test_a_major_river_is_bridged_by_pontoons_or_by_a_printed_bridge_that_stands(side: str) -> None:
    a, b = side.split("/")
    printed = side in data().ground.bridges
    assert printed == terrain.bridged(View(data=data(), state=position()), a, b)
    assert terrain.bridged(View(data=data(), state=position(pontoons=[side])), b, a)
    assert not terrain.bridged(View(data=data(), state=position(blown=[side])), a, b)


def test_the_bridge_actions_of_a_turn_are_gone_in_the_next() -> None:
    state = position(bridging=["HQ/3 Br"], blown=["E2241/E2340"], units={"HQ/3 Br": "E2440"})
    after = done(data(), state, turns.next_turn).state
    assert () == after.bridging
    assert ("E2241/E2340",) == after.blown


def test_engineers_are_called_on_only_for_what_cannot_be_reached_without() -> None:
    """The Orne below Caen: over Pegasus Bridge on foot, straight over the river with engineers."""
    state = position(active=["3 Br"], units={"HQ/3 Br": "E2339", "8/3 Br": "E2340", "9/3 Br": "E2040"})
    over_the_bridge = move.reach(View(data=data(), state=state), "8/3 Br")["E2241"][1]
    over_the_river = move.reach(View(data=data(), state=state), "9/3 Br")["E2041"][1]
    assert ("E2241",) == over_the_bridge
    assert ("E2041",) == over_the_river
    spent = evolve(state, bridging=("HQ/3 Br",))
    assert "E2041" not in move.reach(View(data=data(), state=spent), "9/3 Br")


def test_what_the_engineers_may_do_is_offered_and_only_then_owed() -> None:
    state = position(active=["3 Br"], units={"HQ/3 Br": "E2339", "8/3 Br": "E2340", "9/3 Br": "E2040"})
    offered = list(game().options(state, "allied"))
    assert [Demolish(frm="E2241", to="E2340")] == [each for each in offered if isinstance(each, Demolish)]
    assert Build(frm="E2240", to="E2241") in offered
    assert ("demolish", "build") == sites.kinds(View(data=data(), state=state), state.frames[-1])  # type: ignore[arg-type]
    assert () == tuple(game().options(state, "german"))


def test_a_blown_bridge_and_pontoons_are_drawn() -> None:
    state = position(blown=["E2241/E2340"], pontoons=["E1940/E2040"])
    before, after = (game().scene(each, None).ground.spots for each in (position(), state))
    assert 0 == sum(spot.style == "blown-bridge" for spot in before)
    assert ["Pegasus and Horsa bridges, blown"] == [
        spot.title for spot in after if spot.style == "blown-bridge"
    ]
    assert ["Pontoon, Orne"] == [spot.title for spot in after if spot.text == "P"]
    assert len(before) + 1 == len(after)


def test_the_german_player_blows_a_bridge_that_he_is_about_to_lose() -> None:
    units: dict[str, Json] = {
        "HQ/21 Pz": "E1839",
        "642 Ost/716": "E1938",
        "8/3 Br": "E2138",
        "9/3 Br": "E2138",
    }
    state = position(active=["21 Pz"], stage="combat", units=units)
    order = game().advise(state, "german", {}, 1)
    assert isinstance(order, Demolish)
    assert not game().check(state, "german", order)


def test_the_allied_player_repairs_a_bridge() -> None:
    units: dict[str, Json] = {"HQ/3 Br": "E2440", "8/3 Br": "E2340"}
    state = position(active=["3 Br"], blown=["E2241/E2340"], units=units)
    frame = state.frames[-1]
    state = evolve(state, frames=(evolve(frame, moved=("8/3 Br", "HQ/3 Br")),))  # type: ignore[type-var]
    order = game().advise(state, "allied", {}, 1)
    assert Build(frm="E2241", to="E2340") == order
