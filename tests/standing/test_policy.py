"""What standing orders answer in June 6: legal orders, only to what their owner decides, and when they hand back."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest
from attrs import AttrsInstance, evolve

from pbem.bytes.canon import Json
from pbem.port.game import Choice, Conceal, Demand, Secrets
from pbem_rules.june6.game import June6
from pbem_rules.june6.model import Combat, State, View
from pbem_rules.june6.rules.combat.defence import Defend
from pbem_rules.june6.rules.combat.retreat import Retreat, zone_hexes
from pbem_rules.june6.rules.combat.suffer import Suffer
from pbem_rules.june6.rules.lookup import ratings
from pbem_rules.june6.rules.markers.logistics import Buy
from pbem_rules.june6.standing import answers as standing
from pbem_rules.june6.standing.form import steps_lost
from tests.june6.build import rules
from tests.lists import tried_with
from tests.standing.sheets import FULL, Answers, play

pytestmark = pytest.mark.wider

ORDERS = June6.parts.actions

TABLES = {"modes", "losses", "retreat", "counterattack", "rout", "release", "initiative", "purchase"}


@cache
def game(seed: int = 1, modes: str = "sealed") -> Answers:
    """One game for all who only look."""
    return play(seed, options={} if modes == "sealed" else {"modes": modes})


def found(kind: type[AttrsInstance], side: str = "") -> tuple[State, Demand, AttrsInstance]:
    """A position of the game in which an order of this kind was the answer."""
    for _, state, owed, order in game().given:
        if isinstance(order, kind) and side in ("", owed.side):
            return state, owed, order
    raise AssertionError(f"no {kind.__name__} was answered")


def answer(state: State, owed: Demand, sheet: Mapping[str, Json]) -> AttrsInstance | str:
    """What a sheet answers, or why not."""
    answered = rules().standing_answer(state, owed.side, sheet, Secrets(), owed)
    return answered.action if answered.action is not None else answered.reason


# --- laws -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "modes"), [(1, "sealed"), (5, "drawn")])
def test_a_whole_game_gets_legal_answers_of_the_kinds_asked_for_from_every_table(
    seed: int, modes: str
) -> None:
    """That each is legal ``play`` itself sees to."""
    played = game(seed, modes)
    assert played.state is not None
    for table, _, owed, order in played.given:
        kinds = owed.kinds if isinstance(owed, Choice) else (owed.kind,) if isinstance(owed, Conceal) else ()
        assert ORDERS.kind(order) in kinds
        assert owed.side in ("allied", "german")
        assert table in TABLES | {"storm"}
    assert set(played.tables()) >= TABLES - {"rout"}


def test_what_a_sheet_answers_is_never_asked_of_a_person_again() -> None:
    left = {standing.topic(state, owed) for state, owed, _ in game().left}
    assert left <= {"", "activation"}


def test_the_same_position_gets_the_same_answer() -> None:
    for _, state, owed, order in game().given:
        again = rules().load(rules().dump(state))
        assert order == answer(again, owed, FULL[owed.side])


def test_nobody_answers_for_the_other_side() -> None:
    for _, state, owed, _ in game().given:
        other = "german" if owed.side == "allied" else "allied"
        assert rules().standing_answer(state, other, FULL[other], Secrets(), owed).action is None


# --- handing back -----------------------------------------------------------------------------------------------------


def breaks_of(state: State, owed: Demand) -> tuple[tuple[dict[str, Json], dict[str, Json]], ...]:
    """Conditions that hold in a position, each with one of its kind that does not."""
    combat = state.frames[-1]
    assert isinstance(combat, Combat)
    lost = steps_lost(rules().view(state, owed.side))
    free = next(
        name for name in sorted(rules().data.units) if name not in combat.defenders and _own(name, owed)
    )
    theirs = next(u.where for u in state.board if not _own(u.id, owed) and ":" not in u.where)
    ours = next(u.where for u in state.board if _own(u.id, owed) and ":" not in u.where)
    return (
        ({"units": [combat.defenders[0]]}, {"units": [free]}),
        ({"odds": "1:99"}, {"odds": "99:1"}),
        ({"hexes": [theirs]}, {"hexes": [ours]}),
        ({"losses": max(0, lost - 1)}, {"losses": lost}),
        ({"turn": state.turn}, {"turn": state.turn + 1}),
    )


def _own(name: str, owed: Demand) -> bool:
    return rules().data.unit(name).side == owed.side


def late() -> tuple[State, Demand, AttrsInstance]:
    """An attack on a side that has lost something."""
    for _, state, owed, order in game().given:
        if isinstance(order, Defend) and steps_lost(rules().view(state, owed.side)):
            return state, owed, order
    raise AssertionError("nobody had lost anything")


@tried_with("n", range(5))
@tried_with("own", [False, True], ids=["for all", "for the modes"])
def test_a_condition_hands_the_answer_back_when_it_holds_and_not_before(n: int, own: bool) -> None:
    state, owed, order = late()
    holds, not_yet = breaks_of(state, owed)[n]
    for condition, handed_back in ((holds, True), (not_yet, False)):
        sheet = dict(FULL[owed.side])
        if own:
            sheet["modes"] = {"default": "stand", "hand_back": condition}
        else:
            sheet["hand_back"] = condition
        said = answer(state, owed, sheet)
        assert handed_back == isinstance(said, str), (condition, said)
        assert handed_back or said == order


# --- each table -------------------------------------------------------------------------------------------------------


def test_a_units_mode_goes_before_its_hex_and_that_before_the_default() -> None:
    state, owed, _ = found(Defend)
    combat = state.frames[-1]
    assert isinstance(combat, Combat)
    unit, where = sorted(combat.defenders)[-1], combat.target
    for modes, expected in (
        ({"default": "retreat"}, "retreat"),
        ({"default": "retreat", "hexes": {where: "stand"}}, "stand"),
        ({"hexes": {where: "stand"}, "units": {unit: "retreat"}}, "retreat"),
    ):
        said = answer(state, owed, {"modes": modes})
        assert isinstance(said, Defend)
        assert said.mode == expected
    assert "left to you" in str(answer(state, owed, {"modes": {"default": "stand", "units": {unit: "ask"}}}))
    assert "left to you" in str(answer(state, owed, {"modes": {"hexes": {"E2040": "stand"}}}))


def test_markers_are_used_up_to_the_limit_and_what_is_kept_is_kept() -> None:
    free = {"modes": {"default": "stand"}, "support": {"air": 2, "naval": 2, "keep_air": 0, "keep_naval": 0}}
    uses = 0
    for _, then, owed, order in (each for seed in (1, 2, 3) for each in game(seed).given):
        if not isinstance(order, Defend) or owed.side != "allied":
            continue
        state = evolve(then, air=3, naval=3)  # markers left, whatever the game had used
        used = answer(state, owed, free)
        kept = {"air": 2, "naval": 2, "keep_air": state.air, "keep_naval": state.naval}
        said = answer(state, owed, {"modes": {"default": "stand"}, "support": kept})
        assert isinstance(used, Defend)
        assert isinstance(said, Defend)
        assert (0, 0) == (said.air, said.naval)
        uses += used.air + used.naval > 0
    assert uses


def test_losses_fall_on_the_first_named_and_spare_the_last_named() -> None:
    state, owed, order = next(
        each[1:] for each in game().given if each[0] == "losses" and isinstance(each[3], Suffer)
    )
    units = [unit.unit for unit in rules().options(state, owed.side) if isinstance(unit, Suffer)]
    assert len(units) > 1
    for unit in units:
        assert Suffer(unit=unit) in (
            answer(state, owed, {"losses": {"first": [unit], "last": [u for u in units if u != unit]}}),
            answer(state, owed, {"losses": {"last": [unit], "first": [u for u in units if u != unit]}}),
        )
    assert "no rule" in str(answer(state, owed, {"losses": {"first": []}}))
    cs = {unit: ratings(rules().data, state.board[unit]).cs for unit in units}
    assert isinstance(order, Suffer)
    assert cs[order.unit] in (min(cs.values()), max(cs.values()))


def test_no_legal_retreat_enters_fewer_zones_than_the_safest() -> None:
    seen = 0
    for _, state, owed, order in game().given:
        if isinstance(order, Retreat) and order.path:
            seen += 1
            own = zone_hexes(
                View(data=rules().data, state=state), [state.board[name] for name in order.units], order.path
            )
            for way in rules().options(state, owed.side):
                if isinstance(way, Retreat) and way.path:
                    units = [state.board[name] for name in way.units]
                    assert len(own) <= len(zone_hexes(View(data=rules().data, state=state), units, way.path))
    assert seen


def test_markers_are_bought_in_their_order_as_far_as_points_go() -> None:
    bought = [order for *_, order in game().given if isinstance(order, Buy) and order.markers]
    assert bought
    for order in bought:
        wanted = [*FULL["allied"]["purchase"]["markers"], *FULL["german"]["purchase"]["markers"]]  # type: ignore[index]
        assert set(order.markers) <= set(wanted)
