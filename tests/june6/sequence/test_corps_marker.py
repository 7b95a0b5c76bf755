"""A Corps Activation is sealed like any marker and proved when its slot is opened (7.51 to 7.54)."""

from __future__ import annotations

import pytest
from attrs import evolve

from pbem.port.game import Shown
from pbem_rules.june6.model import ALLIED, GERMAN, State, View
from pbem_rules.june6.rules.markers.cup import barred, cup_of
from tests.june6.build import data, position, rolled, rules
from tests.lists import tried_with

HQS = {
    "HQ/V": "E2820", "HQ/1": "E2920", "HQ/29": "E2821", "HQ/LXXXIV": "E0344", "HQ/21 Pz": "E0344",
    "HQ/711": "E1048",
}  # fmt: skip


def opening(turn: int, side: str, *dice: int, spent: bool = False) -> State:
    """``side`` has sealed two markers; slot 1 is to be opened."""
    before = evolve(position(dict(HQS)), turn=turn, german_corps_activation=spent)
    state = rolled(before, f"weather/{turn}", *dice)
    cup = evolve(cup_of(state, side), side=side, points=max(12, cup_of(state, side).points))
    cup = evolve(cup, barred=barred(View(data=data(), state=state), side))
    cup = evolve(cup, sealed=True, due=1, left=(2,))
    state = evolve(state, phase="full-efficiency")
    return evolve(state, allied_cup=cup) if side == ALLIED else evolve(state, german_cup=cup)


def proof(state: State, side: str, n: int, value: str) -> list[str]:
    action = Shown(side=side, at=f"cup/{state.turn}/{side}", n=n, value=value)
    return [found.paragraph for found in rules().check(state, side, action)]


def test_an_honest_corps_activation_passes_when_it_is_opened() -> None:
    assert [] == proof(opening(5, ALLIED, 0, 9, 9), ALLIED, 1, "corps-activation/V")
    assert [] == proof(opening(5, GERMAN, 9, 0, 9), GERMAN, 1, "corps-activation/LXXXIV:21 Pz,711")


@tried_with(
    ("expected", "turn", "marker"),
    [
        ("7.51", 4, "corps-activation/V"),
        ("7.52", 5, "corps-activation/LXXXIV"),
        ("7.52", 5, "corps-activation/1"),
        ("5.17", 5, "corps-activation/VII"),
        ("7.53", 5, "corps-activation/V:1"),
    ],
)
def test_an_allied_one_that_could_not_have_been_bought_is_refused(
    expected: str, turn: int, marker: str
) -> None:
    assert [expected] == proof(opening(turn, ALLIED, 0, 9, 9), ALLIED, 1, marker)


@pytest.mark.parametrize(
    ("expected", "marker"),
    [
        ("7.54", "corps-activation/LXXXIV:21 Pz,21 Pz"),
        ("7.54", "corps-activation/LXXXIV:1"),
        ("7.54", "corps-activation/LXXXIV:"),
        ("5.17", "corps-activation/LXXXIV:352"),
    ],
)
def test_a_german_one_that_could_not_have_been_bought_is_refused(expected: str, marker: str) -> None:
    assert [expected] == proof(opening(5, GERMAN, 9, 0, 9), GERMAN, 1, marker)


def test_a_third_marker_of_a_division_that_took_part_is_refused() -> None:
    """One of its two markers is used up, so one may be in the cup and no more."""
    state = opening(5, ALLIED, 0, 9, 9)
    shown = ((1, "corps-activation/V"), (2, "1"))
    once = evolve(state, allied_cup=evolve(state.allied_cup, due=2, left=(3,), shown=shown[:1]))
    twice = evolve(state, allied_cup=evolve(state.allied_cup, due=3, left=(4,), shown=shown))
    assert [] == proof(once, ALLIED, 2, "1")
    assert ["5.14"] == proof(twice, ALLIED, 3, "1")
