"""What a unit suffers, step by step (13.1, 13.2)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pbem_rules.june6.model import State
from pbem_rules.june6.rules.combat.losses import EFFECTS, costs_step, suffer
from tests.june6.build import CLEAR, at, done, fighting
from tests.lists import tried_with

MARKS = st.tuples(st.booleans(), st.integers(0, 2))


def state(reduced: bool, disorder: int, name: str = "16/1") -> State:
    return fighting(CLEAR, ("1",), at(name, "0504", reduced=reduced, disorder=disorder), at("18/1", "0404"))


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
