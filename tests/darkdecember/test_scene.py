"""A position as a picture: every counter with what holds it, what has happened, and what the fog of war hides."""

from __future__ import annotations

import pytest

from pbem.bytes.canon import Json
from pbem.games import registry
from pbem.port.game import Rolled
from pbem.port.scene import Counter, Scene
from pbem.view.map.svg import draw
from pbem_rules.darkdecember.game import DarkDecember
from pbem_rules.darkdecember.model import State
from tests.lists import tried_with

RULES = registry.load("darkdecember").rules
assert isinstance(RULES, DarkDecember)
GAME: DarkDecember = RULES
BATTLE: dict[str, Json] = {
    "half": "allied",
    "phase": "combat",
    "units": {"117/30": "1101", "39/26VG": "1102", "77/26VG": {"at": "1105", "reduced": True}},
}


def scene(position: dict[str, Json], side: str | None = None) -> Scene:
    return GAME.scene(GAME.place("empty", position), side)


def counters(found: Scene) -> dict[str, Counter]:
    return {each.name: each for pile in found.piles for each in pile.counters}


def fought(*orders: str, faces: tuple[int, int], position: dict[str, Json] = BATTLE) -> tuple[State, Scene]:
    """A battle as far as the orders go, the dice after the second of them, and its picture."""
    state, happened = GAME.place("empty", position), []
    for n, text in enumerate(orders):
        side = GAME.demands(state)[0].side
        step = GAME.apply(state, side, GAME.actions.parse(text))
        happened += step.outcomes
        if n == 1:
            step = GAME.apply(step.state, side, Rolled(why="combat/1", faces=faces))
            happened += step.outcomes
        state = step.state
    return state, GAME.scene(state, None, recent=happened)


def test_a_counter_shows_the_side_that_is_up_its_steps_and_its_division() -> None:
    found = counters(scene(BATTLE))
    assert ("3-4-5", 2, 2) == (found["117/30"].values, found["117/30"].steps, found["117/30"].full_steps)
    assert (1, 2) == (found["77/26VG"].steps, found["77/26VG"].full_steps)
    assert found["77/26VG"].values == GAME.show("77/26VG").partition("reduced ")[2].splitlines()[0]
    assert found["39/26VG"].band == found["77/26VG"].band != found["117/30"].band


@tried_with(
    ("held", "mark"),
    [
        ({"column": True}, "COL"),
        ({"supply": "out"}, "OUT"),
        ({"supply": "isolated"}, "ISO"),
        ({"dry": True}, "DRY"),
        ({"reserve": True}, "RES"),
        ({"retreated": True}, "RET"),
    ],
)
def test_what_holds_a_unit_is_a_marker_on_it_and_said_in_words(held: dict[str, Json], mark: str) -> None:
    units = {"117/30": "1101", "39/26VG": "1102"}
    found = counters(scene({**BATTLE, "units": {**units, "1/1SS": {"at": "3201", **held}}}))["1/1SS"]
    assert mark in found.marks
    plain = counters(scene({**BATTLE, "units": {**units, "1/1SS": "3201"}}))["1/1SS"]
    assert mark not in plain.marks
    assert len(found.title) > len(plain.title)


def test_under_the_fog_of_war_the_enemy_shows_backs_until_there_is_a_battle() -> None:
    foggy: dict[str, Json] = {**BATTLE, "options": {"fog": "yes"}}
    for side, own, other in (("allied", "117/30", "39/26VG"), ("german", "39/26VG", "117/30")):
        found = scene(foggy, side)
        assert own in counters(found)
        assert other not in counters(found)
        assert other not in draw(found)
        assert ["?"] == sorted(
            {each.values for pile in found.piles for each in pile.counters if not each.name}
        )
    state = GAME.place("empty", foggy)
    attacked = GAME.apply(state, "allied", GAME.actions.parse("attack 1102 117/30")).state
    seen = counters(GAME.scene(attacked, "allied"))
    assert "39/26VG" in seen
    assert "77/26VG" not in seen


def test_an_attack_its_roll_and_the_retreat_are_drawn() -> None:
    state, found = fought(
        "attack 1102 117/30", "lower", "respond 1102 retreat paths=39/26VG:1202:1302", faces=(3, 3)
    )
    assert "1302" == state.board["39/26VG"].where
    assert ["attack", "retreat"] == sorted(arrow.style for arrow in found.arrows)
    (burst,) = [mark for mark in found.marks if mark.style == "result"]
    assert "6" == burst.text.rpartition("=")[2]


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_the_panel_says_how_far_the_german_side_is_from_victory(scenario: str) -> None:
    found = GAME.scene(GAME.setup(scenario, {}), None)
    assert any(line.startswith("German") for line in found.panel)
    assert GAME.data.turns[GAME.data.scenarios[scenario].last - 1] in found.panel[0]
    assert "Tactical advantage" in " ".join(found.panel)


def test_places_that_count_are_marked_with_what_they_are_worth() -> None:
    titles = [
        mark.title for mark in GAME.scene(GAME.setup("campaign", {}), None).marks if mark.style == "objective"
    ]
    assert "2922 Bastogne: 8 points" in titles
    assert len(titles) == len(GAME.data.scenarios["campaign"].victory.towns)  # type: ignore[union-attr]


# --- layers -----------------------------------------------------------------------------------------------------------


@tried_with("side", GAME.sides)
@tried_with("name", [name for name, _ in GAME.layers()])
def test_a_layer_of_a_whole_position_can_be_drawn(name: str, side: str) -> None:
    state = GAME.setup("turning-point", {})
    found = GAME.layer(state, side, name)
    if name == "restricted" and side == "german":
        assert found is None
        return
    assert found is not None
    assert found.tints or found.strokes or found.signs


def test_zones_of_control_lie_around_units_and_are_shared_where_both_have_them() -> None:
    state = GAME.place("empty", BATTLE)
    found = GAME.layer(state, "allied", "zoc")
    assert found is not None
    tints = {tint.cell: tint for tint in found.tints}
    assert {*GAME.data.ground.grid.adjacent["1101"]} == set(tints)
    assert "117/30" in tints["1102"].why
    assert {"full", "shared"} == {tint.strength for tint in tints.values()}


def test_levels_are_those_of_the_side_that_asks() -> None:
    """4.2a: only Germans defend in the Westwall."""
    state = GAME.place("empty", BATTLE)
    levels = {}
    for side in GAME.sides:
        found = GAME.layer(state, side, "levels")
        assert found is not None
        levels[side] = {sign.title[:4]: int(sign.text) for sign in found.signs}
        assert {tint.cell for tint in found.tints} == {at for at, level in levels[side].items() if level >= 4}
    assert set(GAME.data.ground.grid.hexes) == set(levels["allied"])
    differ = {where for where in levels["allied"] if levels["allied"][where] != levels["german"][where]}
    assert differ
    assert differ <= GAME.data.ground.westwall
