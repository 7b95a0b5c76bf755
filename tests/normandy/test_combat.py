"""The Battle for Normandy beyond its cases: combats, forecasts, sealed flak, hostile orders, and orders in advance (N93)."""

import pytest

from pbem.bytes.canon import Json
from pbem.port.game import Conceal, Sealed, Shown
from pbem.port.standing import Answered, Line
from pbem_rules.normandy.model import GERMAN, State
from pbem_rules.normandy.rules.air.shares import Flak
from tests.lists import tried_with
from tests.normandy.play import GAME, broken, due, given, kinds, place, rolled
from tests.standing.test_lines import answer

FRONT = {
    "I/115/29": "C3746", "II/115/29": "C3746", "110 FA/29": "C3743", "I/916/352": "C3747",
    "II/916/352": "C3747",
}  # fmt: skip
ATTACK = 'attack C3747 I/115/29,II/115/29 guns="110 FA/29"'


@tried_with("face", range(1, 11))
def test_a_forecast_says_what_the_die_brings(face: int) -> None:
    state = place("allied-combat", FRONT)
    order = GAME.actions.parse(ATTACK)
    found = GAME.forecast(state, "allied", order)
    (branch,) = found.branches
    assert sum(chance.ways for chance in branch.chances) == branch.of == 10
    said = next(chance.text for chance in branch.chances if (face,) in chance.faces)
    _, outcomes = rolled(given(state, ATTACK, "fight"), face)
    combat = next(each for each in outcomes if each.kind == "combat")
    assert combat.reasons == branch.reasons
    assert f": {said}." in combat.text


def test_what_is_called_off_costs_nothing_and_nobody() -> None:
    state = place("allied-combat", FRONT, air=5)
    named = given(state, f"{ATTACK} air=2")
    assert (named.points, named.air) == (18, 3)
    assert list(broken(named, "attack C3747 I/115/29")) == ["11.1", "11.1"]
    again = given(named, "call-off C3747")
    assert (again.points, again.air, again.board) == (state.points, state.air, state.board)
    assert "call-off" not in kinds(again)
    assert not list(broken(again, ATTACK))


def test_all_dice_of_a_phase_are_one_roll_read_in_the_order_of_naming() -> None:
    """N148: an attack whose defenders go back, a defence of nought that needs no die, and fire at a third hex."""
    units = FRONT | {"I/175/29": "C2129", "HQ/LXXXIV": "C2128", "III/115/29": "C3739", "I/914/352": "C3738"}
    named = ("attack C3747 I/115/29,II/115/29", "attack C2128 I/175/29", 'fire C3738 "110 FA/29" III/115/29')
    state = given(place("allied-combat", units), *named, "fight")
    roll = due(state)
    assert (roll.why, len(roll.dice)) == ("combat/1", 2)
    state, outcomes = rolled(state, 9, 1)
    assert [each.kind for each in outcomes if each.kind in ("combat", "fire")] == ["combat"]
    assert "HQ/LXXXIV" in state.board
    state = given(state, "retreat I/916/352 C3748,C3749 others=II/916/352", "done", "done")
    assert "HQ/LXXXIV" not in state.board
    assert state.board["I/914/352"].lost == 1
    assert state.phase == "allied-mech"


def test_flak_is_sealed_before_the_shares_are_known_and_opened_after() -> None:
    state = place("flak", {"I/916/352": "C3747"}, flak=8, air=40)
    demand = due(state)
    assert isinstance(demand, Conceal)
    assert demand.side == GERMAN
    at, values = GAME.conceal(state, Flak(c=3))
    state = GAME.apply(state, GERMAN, Sealed(side=GERMAN, at=at, count=len(values))).state
    assert kinds(state) == ("share",)
    state = given(state, "share c=12 recon=0")
    shown = Shown(side=GERMAN, at=at, n=1, value=values[0])
    assert not GAME.check(state, GERMAN, shown)
    state = GAME.apply(state, GERMAN, shown).state
    assert state.interdiction == {"C": 18}
    assert state.phase == "allied-move"


@tried_with("value", [[9, 0, 0, 0, 0], [-1, 0, 0, 0, 0], [1, 1], "many", {"c": 3}, [True, 0, 0, 0, 0]])
def test_what_was_sealed_is_held_against_the_points(value: Json) -> None:
    state = place("flak", {"I/916/352": "C3747"}, flak=8, air=40)
    at, _ = GAME.conceal(state, Flak())
    state = GAME.apply(state, GERMAN, Sealed(side=GERMAN, at=at, count=1)).state
    state = given(state, "share")
    assert [
        each.paragraph for each in GAME.check(state, GERMAN, Shown(side=GERMAN, at=at, n=1, value=value))
    ] == ["10.4"]


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
