"""What a unit suffers, step by step (13.1, 13.2)."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from pbem_rules.june6.model import State
from pbem_rules.june6.rules.combat.losses import EFFECTS, costs_step, eliminate, suffer
from tests.june6.build_combat import CLEAR, at, position
from tests.june6.build_movement import done
from tests.lists import tried_with

MARKS = st.tuples(st.booleans(), st.integers(0, 2))
HARM = {"dis1": 1, "dis2": 2, "red": 3}


def state(reduced: bool, disorder: int, name: str = "16/1") -> State:
    return position(CLEAR, ("1",), at(name, "0504", reduced=reduced, disorder=disorder), at("18/1", "0404"))


def health(after: State, name: str = "16/1") -> int:
    """Three levels of Disorder on each of two faces: 6 is untouched, 0 is gone."""
    unit = after.board.get(name)
    return 0 if unit is None else (3 if unit.reduced else 6) - unit.disorder


@given(MARKS, st.sampled_from(EFFECTS))
def test_every_effect_leaves_a_unit_worse_off_or_clears_its_disorder_at_the_cost_of_a_step(
    marks: tuple[bool, int], effect: str
) -> None:
    before = state(*marks)
    after = done(CLEAR, before, suffer, "16/1", effect).state
    assert health(after) < health(before)
    stepped = costs_step(before.board["16/1"], effect)
    assert stepped == ("16/1" not in after.board or after.board["16/1"].reduced != marks[0])


@given(MARKS)
def test_a_harder_effect_never_leaves_a_unit_better_off(marks: tuple[bool, int]) -> None:
    left = [health(done(CLEAR, state(*marks), suffer, "16/1", effect).state) for effect in EFFECTS]
    assert sorted(left, reverse=True) == left


@tried_with(
    ("disorder", "effect", "reduced", "after"),
    [
        (0, "dis1", False, 1),  # 13.11
        (1, "dis1", False, 2),  # 13.13
        (2, "dis1", True, 0),  # 13.14
        (0, "dis2", False, 2),
        (1, "dis2", True, 0),
        (2, "dis2", True, 0),
        (0, "red", True, 0),  # 13.21
        (1, "red", True, 0),  # 13.15
        (2, "red", True, 0),
    ],
)
def test_the_whole_table_of_a_full_unit(disorder: int, effect: str, reduced: bool, after: int) -> None:
    unit = done(CLEAR, state(False, disorder), suffer, "16/1", effect).state.board["16/1"]
    assert (reduced, after) == (unit.reduced, unit.disorder)


def test_a_unit_of_one_step_is_eliminated_and_written_down() -> None:
    step = done(CLEAR, position(CLEAR, ("716",), at("642 Ost/716", "0504")), suffer, "642 Ost/716", "red")
    assert ("642 Ost/716",) == step.state.lost
    assert "642 Ost/716" not in step.state.board
    assert ["eliminated"] == [outcome.kind for outcome in step.outcomes]


def test_a_unit_that_is_gone_suffers_nothing_more() -> None:
    gone = done(CLEAR, state(False, 0), eliminate, "16/1").state
    assert gone == done(CLEAR, gone, suffer, "16/1", "red").state
    assert gone == done(CLEAR, gone, eliminate, "16/1").state


def test_the_units_of_a_lost_headquarters_take_reduced_efficiency_markers() -> None:
    before = position(
        CLEAR,
        ("1",),
        at("HQ/1", "0404"),
        at("16/1", "0504"),
        at("116/29", "0505"),
        at("741/V", "0506", assigned="1"),
    )
    after = done(CLEAR, before, eliminate, "HQ/1").state
    assert {"16/1": False, "116/29": True, "741/V": False} == {u.id: u.efficiency for u in after.board}


def test_an_unknown_effect_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="rout"):
        done(CLEAR, state(False, 0), suffer, "16/1", "rout")


def test_markers_other_than_disorder_stay_through_a_reduction() -> None:
    before = position(CLEAR, ("1",), at("16/1", "0504", pinned=True, isolated=True, disorder=1))
    unit = done(CLEAR, before, suffer, "16/1", "red").state.board["16/1"]
    assert evolve(before.board["16/1"], reduced=True, disorder=0) == unit
