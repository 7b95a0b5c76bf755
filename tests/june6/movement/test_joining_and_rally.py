"""Corps units that join a division for the turn, and rally from Disorder."""

from __future__ import annotations

from attrs import evolve

from pbem_rules.june6.model import Activation, State, Unit
from pbem_rules.june6.rules.movement.move import Assign
from pbem_rules.june6.rules.movement.rallying import Rally
from tests.june6.build_movement import activated, moving, state
from tests.june6.movement.test_moves import CLEAR, broken, go
from tests.lists import tried_with


def refused(position: State, order: Assign | Rally) -> tuple[str, ...]:
    side = CLEAR.unit(order.unit).side
    return tuple(v.paragraph for v in moving(CLEAR).check(position, side, order))


def frame_of(position: State) -> Activation:
    frame = position.frames[-1]
    assert isinstance(frame, Activation)
    return frame


def test_a_corps_unit_near_the_headquarters_joins_and_then_moves_with_the_division() -> None:
    position = activated(CLEAR, state({"HQ/1": "0501", "741/V": "0505", "914/352": "0506"}), "1")
    assert ("7.3",) == broken(CLEAR, position, go("741/V", "0605"))
    joined = moving(CLEAR).apply(position, "allied", Assign(unit="741/V")).state
    assert "1" == joined.board["741/V"].assigned
    assert (("741/V",), ("741/V",)) == (frame_of(joined).starters, frame_of(joined).in_zone)
    assert () == broken(CLEAR, joined, go("741/V", "0605"))
    assert ("6.13",) == refused(joined, Assign(unit="741/V"))


@tried_with(
    ("unit", "changed"),
    [
        ("741/V", Unit(id="741/V", where="0506")),
        ("741/V", Unit(id="741/V", where="0503", moved=True)),
        ("HQ/V", Unit(id="HQ/V", where="0503")),
        ("70/VII", Unit(id="70/VII", where="0503")),
        ("9/2", Unit(id="9/2", where="0503")),
        ("741/V", Unit(id="741/V", where="box:Omaha")),
    ],
)
def test_distance_movement_rank_and_corps_decide_who_may_join(unit: str, changed: Unit) -> None:
    position = activated(CLEAR, state({"HQ/1": "0501"}, changed), "1")
    assert ("6.13",) == refused(position, Assign(unit=unit, formation="1"))


def test_only_an_active_division_is_joined_and_before_its_combats() -> None:
    placed = {"HQ/1": "0501", "HQ/2": "0501", "741/V": "0502"}
    position = activated(CLEAR, state(placed), "1")
    assert () == refused(position, Assign(unit="741/V", formation="1"))
    assert ("6.13",) == refused(position, Assign(unit="741/V", formation="2"))
    assert ("6.13",) == refused(activated(CLEAR, state(placed), "1", stage="combat"), Assign(unit="741/V"))
    assert ("6.13",) == refused(activated(CLEAR, state(placed), "V"), Assign(unit="741/V"))


def test_a_unit_without_its_corps_headquarters_is_fully_efficient_again_in_a_division() -> None:
    waiting = Unit(id="741/V", where="0502", efficiency=False)
    orphan = activated(CLEAR, state({"HQ/1": "0501"}, waiting), "1")
    cared_for = activated(CLEAR, state({"HQ/1": "0501", "HQ/V": "0908"}, waiting), "1")
    efficient = [
        moving(CLEAR).apply(each, "allied", Assign(unit="741/V")).state.board["741/V"].efficiency
        for each in (orphan, cared_for)
    ]
    assert [True, False] == efficient


def test_rally_takes_away_one_level_and_is_all_the_unit_does() -> None:
    position = activated(CLEAR, state({"HQ/1": "0101"}, Unit(id="16/1", where="0503", disorder=2)), "1")
    once = moving(CLEAR).apply(position, "allied", Rally(unit="16/1")).state
    assert 1 == once.board["16/1"].disorder
    assert ("21.22",) == refused(once, Rally(unit="16/1"))
    assert ("21.22",) == broken(CLEAR, once, go("16/1", "0504"))
    moved = moving(CLEAR).apply(position, "allied", go("16/1", "0504")).state
    assert ("21.22",) == refused(moved, Rally(unit="16/1"))
    fought = evolve(position, frames=(evolve(frame_of(position), attacked=("16/1",)),))
    assert ("21.22",) == refused(fought, Rally(unit="16/1"))


@tried_with(
    ("unit", "beside", "formation", "paragraphs"),
    [
        (Unit(id="16/1", where="0503"), Unit(id="HQ/1", where="0101"), "1", ("21.21",)),
        (
            Unit(id="16/1", where="0503", disorder=1, isolated=True),
            Unit(id="HQ/1", where="0101"),
            "1",
            ("21.23",),
        ),
        (
            Unit(id="16/1", where="0503", disorder=1),
            Unit(id="HQ/1", where="0101", isolated=True),
            "1",
            ("21.23",),
        ),
        (Unit(id="SP 01", where="0503", disorder=1), Unit(id="HQ/1", where="0101"), "loose", ("21.24",)),
        (Unit(id="16/1", where="0503", disorder=1, pinned=True), Unit(id="HQ/1", where="0101"), "1", ()),
        (Unit(id="16/1", where="0503", disorder=1), Unit(id="HQ/2", where="0101"), "2", ("7.4",)),
    ],
)
def test_who_rallies(unit: Unit, beside: Unit, formation: str, paragraphs: tuple[str, ...]) -> None:
    assert paragraphs == refused(
        activated(CLEAR, state({}, unit, beside), formation, full=False), Rally(unit=unit.id)
    )


def test_a_unit_at_reduced_efficiency_waits_for_its_phase() -> None:
    waiting = Unit(id="16/1", where="0503", disorder=1, efficiency=False)
    full, reduced = (activated(CLEAR, state({}, waiting), "1", full=full) for full in (True, False))
    assert ("3.63",) == refused(full, Rally(unit="16/1"))
    assert () == refused(reduced, Rally(unit="16/1"))


def test_a_unit_without_the_marker_does_not_act_in_the_reduced_phase() -> None:
    reduced = activated(CLEAR, state({}, Unit(id="16/1", where="0503", disorder=1)), "1", full=False)
    acted = evolve(reduced, board=reduced.board.put(evolve(reduced.board["16/1"], efficiency=True)))
    assert () == refused(reduced, Rally(unit="16/1"))
    assert ("7.26",) == refused(acted, Rally(unit="16/1"))
    assert ("7.26",) == broken(CLEAR, acted, go("16/1", "0504"))
