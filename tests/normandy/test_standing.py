"""Standing orders of The Battle for Normandy: what a sheet answers, and what it hands back (N93)."""

from __future__ import annotations

import tomllib

import pytest

from pbem.bytes.canon import Json
from pbem.port.game import Answered, Secrets
from pbem_rules.normandy.model import ALLIED, GERMAN, State
from tests.lists import tried_with
from tests.normandy.play import GAME, due, given, place, rolled
from tests.normandy.test_combat import ATTACK, FRONT

SHEET: dict[str, Json] = {
    "support": {"guns": 1},
    "losses": {"rule": "weakest", "first": ["II/916/352"]},
    "retreat": {"rule": "safest", "stand": "never", "toward": ["C3749"]},
    "flak": {"a": 2, "b": 20},
}


def answered(state: State, sheet: dict[str, Json]) -> Answered:
    demand = due(state)
    return GAME.standing_answer(state, demand.side, sheet, Secrets(), demand)


def typed(state: State, sheet: dict[str, Json]) -> str:
    found = answered(state, sheet)
    assert found.action is not None, found.reason
    assert not GAME.check(state, due(state).side, found.action)
    return GAME.actions.typed(found.action)


def test_the_template_is_toml_that_says_nothing_until_it_is_filled_in() -> None:
    text = GAME.standing_template(place("allied-move", {}), ALLIED)
    assert tomllib.loads(text) == {}
    filled = tomllib.loads("\n".join(line.removeprefix("# ") for line in text.splitlines()[1:]))
    assert not GAME.standing_check(place("allied-move", {}), ALLIED, filled)


def test_support_is_given_within_its_limits_and_then_no_more() -> None:
    units = FRONT | {"I/AR 352/352": "C3751", "IV/AR 352/352": "C3752"}
    state = given(place("allied-combat", units), ATTACK, "fight")
    first = typed(state, SHEET)
    assert first == "support C3747 'IV/AR 352/352'"
    assert typed(given(state, first), SHEET) == "done"


def test_losses_and_retreats_are_answered() -> None:
    state, _ = rolled(given(place("allied-combat", FRONT), ATTACK, "fight"), 7)
    assert typed(state, SHEET) == "lose II/916/352"
    state, _ = rolled(given(place("allied-combat", FRONT), ATTACK, "fight"), 9)
    assert typed(state, SHEET) == "retreat I/916/352 C3748,C3749 others=II/916/352"


@pytest.mark.parametrize(
    ("sheet", "reason"),
    [
        ({}, "the sheet has no [support]"),
        (SHEET | {"hand_back": {"turn": 1}}, "turn"),
        (SHEET | {"hand_back": {"hexes": ["C3747"]}}, "C3747 is attacked"),
        (SHEET | {"hand_back": {"units": ["I/916/352"]}}, "I/916/352 is attacked"),
        ({"support": {"guns": "many"}}, "slips"),
    ],
)
def test_what_the_sheet_does_not_say_goes_to_the_person(sheet: dict[str, Json], reason: str) -> None:
    units = FRONT | {"I/AR 352/352": "C3751"}
    found = answered(given(place("allied-combat", units), ATTACK, "fight"), sheet)
    assert found.action is None
    assert reason in found.reason


@tried_with(
    "sheet",
    [
        {"supports": {}},
        {"support": 3},
        {"support": {"guns": -1}},
        {"losses": {"rule": "best"}},
        {"losses": {"first": ["I/1/nobody"]}},
        {"retreat": {"toward": ["Z9999"]}},
        {"flak": {"f": 1}},
    ],
)
def test_a_slip_is_told_with_its_path(sheet: dict[str, Json]) -> None:
    state = place("allied-move", {})
    (slip,) = GAME.standing_check(state, GERMAN, sheet)
    assert slip.path
    assert slip.path[0] in sheet
    assert slip.message
