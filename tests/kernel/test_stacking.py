"""Stacking limits and modifiers: each reason is listed, and the list adds up."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pbem_rules.kernel.modifiers import Modifier, capped, total
from pbem_rules.kernel.stacking import Limit, overstacked, stacked

COMBAT = Limit[str](paragraph="9.12", what="combat units", most=2, counts=lambda piece: piece != "flak")
ALL = Limit[str](paragraph="9.13", what="units", most=3, counts=lambda _: 1)
stacks = st.lists(st.sampled_from(["inf", "flak"]), max_size=6)
modifiers = st.lists(
    st.builds(Modifier, paragraph=st.just("12.5"), reason=st.just("a reason"), value=st.integers(-4, 4)),
    max_size=6,
)


@given(stacks)
def test_a_stack_breaks_exactly_the_limits_it_exceeds(stack: list[str]) -> None:
    broken = [violation.paragraph for violation in overstacked("E1940", stack, (COMBAT, ALL))]
    expected = ["9.12"] * (stack.count("inf") > 2) + ["9.13"] * (len(stack) > 3)
    assert expected == broken


@given(stacks)
def test_taking_a_piece_away_breaks_no_limit(stack: list[str]) -> None:
    fewer = {violation.paragraph for violation in overstacked("E1940", stack[1:], (COMBAT, ALL))}
    assert fewer <= {violation.paragraph for violation in overstacked("E1940", stack, (COMBAT, ALL))}


def test_a_broken_limit_says_what_where_and_how_many() -> None:
    (violation,) = overstacked("E1940", ["inf"] * 3, (COMBAT, ALL))
    assert violation.message == "3 combat units in E1940, at most 2 may stack"
    assert violation.subject == "E1940"
    assert stacked(["inf", "flak"], COMBAT) == 1


@given(modifiers, st.integers(-5, 0), st.integers(0, 5))
def test_a_capped_list_adds_up_to_the_cap_and_keeps_every_reason(
    listed: list[Modifier], low: int, high: int
) -> None:
    kept = capped(listed, low=low, high=high, paragraph="12.55")
    assert min(max(total(listed), low), high) == total(kept)
    assert tuple(listed) == kept[: len(listed)]
    assert (len(listed) + (total(listed) not in range(low, high + 1))) == len(kept)


def test_the_cap_is_a_reason_of_its_own() -> None:
    listed = (Modifier(paragraph="12.53", reason="cohesion 7 against 2", value=5),)
    cap = Modifier(paragraph="12.53", reason="+5 counts as +3", value=-2)
    assert (*listed, cap) == capped(listed, low=-3, high=3, paragraph="12.53")
