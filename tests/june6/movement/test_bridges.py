"""Bridges that are blown, pontoons, and engineers on the printed map."""

from __future__ import annotations

from pbem.bytes.canon import Json
from pbem.bytes.values import evolve
from pbem_rules.june6.model import State, View
from pbem_rules.june6.rules.movement import move
from tests.june6.build import data, rules


def position(**keys: Json) -> State:
    return rules().place("empty", keys)


def test_engineers_are_called_on_only_for_what_cannot_be_reached_without() -> None:
    """The Orne below Caen: over Pegasus Bridge on foot, straight over the river with engineers."""
    state = position(active=["3 Br"], units={"HQ/3 Br": "E2339", "8/3 Br": "E2340", "9/3 Br": "E2040"})
    view = View(data=data(), state=state)
    assert ("E2241",) == move.reach(view, "8/3 Br")["E2241"][1]
    assert ("E2041",) == move.reach(view, "9/3 Br")["E2041"][1]
    spent = evolve(state, bridging=("HQ/3 Br",))
    assert "E2041" not in move.reach(View(data=data(), state=spent), "9/3 Br")


def test_a_blown_bridge_and_pontoons_are_drawn() -> None:
    state = position(blown=["E2241/E2340"], pontoons=["E1940/E2040"])
    before, after = (rules().scene(each, None).ground.spots for each in (position(), state))
    assert {"Pegasus and Horsa bridges, blown", "Pontoon, Orne"} <= {spot.title for spot in after}
    assert 0 == sum(spot.style == "blown-bridge" for spot in before)
    assert len(before) + 1 == len(after)
