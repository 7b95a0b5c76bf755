"""Orders in advance in The Battle for Normandy: what lines answer, and what they hand back (N93)."""

import pytest

from pbem.port.standing import Answered, Line
from pbem_rules.normandy.model import State
from tests.normandy.play import GAME, due, given, place, rolled
from tests.normandy.test_combat import ATTACK, FRONT
from tests.standing.test_lines import answer

LINES = (
    Line(when="support", choose={"guns": 1}),
    Line(when="lose", choose={"by": "weakest", "first": ["II/916/352"]}),
    Line(when="retreat", choose={"by": "safest", "toward": ["C3749"]}),
)


def answered(state: State, some: tuple[Line, ...]) -> Answered:
    return answer("normandy", state, due(state), some)


def typed(state: State, some: tuple[Line, ...]) -> str:
    found = answered(state, some)
    assert found.action is not None, found.reason
    return GAME.actions.typed(found.action)


def test_support_is_given_within_its_limits_and_then_no_more() -> None:
    units = FRONT | {"I/AR 352/352": "C3751", "IV/AR 352/352": "C3752"}
    state = given(place("allied-combat", units), ATTACK, "fight")
    first = typed(state, LINES)
    assert first == "support C3747 'IV/AR 352/352'"
    assert typed(given(state, first), LINES) == "done"


def test_losses_and_retreats_are_answered() -> None:
    state, _ = rolled(given(place("allied-combat", FRONT), ATTACK, "fight"), 7)
    assert typed(state, LINES) == "lose II/916/352"
    state, _ = rolled(given(place("allied-combat", FRONT), ATTACK, "fight"), 9)
    assert typed(state, LINES) == "retreat I/916/352 C3748,C3749 others=II/916/352"


@pytest.mark.parametrize(
    ("some", "reason"),
    [
        ((), "no line says anything of support"),
        ((Line(when="any", ask={"turn": 1}), *LINES), "turn"),
        ((Line(when="any", ask={"hexes": ["C3747"]}), *LINES), "C3747 is attacked"),
        ((Line(when="support", ask={"units": ["I/916/352"]}),), "I/916/352 is attacked"),
        ((Line(when="support", choose={"guns": "many"}),), "slips"),
    ],
)
def test_what_no_line_says_goes_to_the_person(some: tuple[Line, ...], reason: str) -> None:
    units = FRONT | {"I/AR 352/352": "C3751"}
    found = answered(given(place("allied-combat", units), ATTACK, "fight"), some)
    assert found.action is None
    assert reason in found.reason
