"""Plans in a session: which one speaks, when it has been handed back, when it is used up, and what it drafts for."""

from __future__ import annotations

from functools import cache

import pytest
from attrs import evolve

from pbem.bytes.errors import UsageError
from pbem.games import registry
from pbem.home.acting import turn
from pbem.home.play import plans
from pbem.home.play.plans import Plan, Plans
from pbem.home.play.standing_orders import usual
from pbem.protocol.session import Session
from tests.tools.count_sittings import sit_down

pytestmark = pytest.mark.wider


@cache
def waiting() -> tuple[Session, Plan, str]:
    """The first activation of the landings whose player has a plan for it: the session before its first order."""
    seats, made = sit_down("june6", "landings", 1), dict[str, Plans]()
    found: list[tuple[Plan, str]] = []

    def starts(plan: Plan, at: str) -> str:
        found.append((plan, at))
        return "soon"

    for _ in range(60):
        mover = next(seat for seat, session in seats.items() if session.mine)
        session, sheet = seats[mover], usual(seats[mover].game, seats[mover].position.game, seats[mover].side)
        assert sheet is not None
        while (done := turn.write(session, sheet.tables, made.get(mover, ()), starts)).reason:
            if done.waits:
                return done.session, *found[-1]
            ahead = done.session
            session = ahead.order(
                ahead.game.rules.advise(ahead.position.game, ahead.side, ahead.vault.secrets, 1)
            )
        known = plans.planning(done.session.game).plan_markers(
            done.session.position.game, done.session.side, done.session.secrets
        )
        made[mover] = plans.drafted(done.session, [each for each in known if ":" not in each])
        seats[mover], bundle = done.session.sealed()
        other = "B" if mover == "A" else "A"
        seats[other] = seats[other].receive(bundle)
    raise AssertionError("no plan was ever due")


def test_the_plan_for_what_goes_on_speaks_and_no_other_does() -> None:
    session, plan, at = waiting()
    found = plans.answer(session, (plan,))
    assert (plan, at, True) == (found.plan, found.at, found.begins)
    assert found.order is not None
    other = evolve(plan, tables={**plan.tables, "when": "reduced:82"})
    assert plans.Found() == plans.answer(session, (other,))


def test_a_plan_made_before_a_take_back_is_handed_back() -> None:
    session, plan, _ = waiting()
    for change in ({"backs": 1}, {"rulings": 1}, {"rules": "0" * 64}, {"data": "0" * 64}):
        table = evolve(session.position.table, **change)
        since = evolve(session, position=evolve(session.position, table=table))
        found = plans.answer(since, (plan,))
        assert found.order is None
        assert "taken back" in str(found.reason)
        assert plans.answer(since, (plans.renewed(since, plan),)).order is not None


def test_a_plan_that_was_handed_back_is_not_followed_until_its_author_has_looked() -> None:
    session, plan, _ = waiting()
    spoilt = evolve(plan, tables={**plan.tables, "orders": ["move 505/82 E0101"], "otherwise": "ask"})
    done = turn.write(session, None, (spoilt,))
    assert f"the plan for {plan.when} waits" in str(done.reason)
    assert done.plans[0].handed
    again = turn.write(done.session, None, done.plans)
    assert again.answered == 0
    assert f"the plan for {plan.when} waits" in str(again.reason)
    looked = plans.renewed(session, evolve(plan, handed="so it was"))
    assert turn.write(session, None, (looked,)).answered > 0


def test_a_plan_is_good_for_one_activation() -> None:
    session, plan, at = waiting()
    done = turn.write(session, None, (plan,))
    assert at == done.plans[0].began
    assert done.plans == plans.unused(done.session, done.plans)  # not signed yet: it may be taken back
    begun = evolve(done.plans[0], began="1/99")
    signed = evolve(done.session, base=evolve(done.session.position))
    assert () == plans.unused(signed, (evolve(begun, since=0),))
    assert plans.Found() == plans.answer(session, (begun,))


def test_a_game_without_plans_says_so() -> None:
    game = registry.load("june44")
    assert plans.taking(game) is None
    with pytest.raises(UsageError, match="no activation can be planned"):
        plans.planning(game)


def test_every_draft_of_the_adviser_is_without_slips_and_is_the_same_each_time() -> None:
    session, _, _ = waiting()
    rules, state = plans.planning(session.game), session.position.game
    for side in session.game.rules.sides:
        for marker in rules.plan_markers(state, side, session.secrets):
            draft = rules.plan_template(state, side, marker)
            assert marker == draft["when"]
            assert () == tuple(rules.plan_check(state, side, draft))
            assert () == tuple(rules.plan_doubts(state, state, side, draft)), marker
            assert draft == rules.plan_template(state, side, marker)


def test_which_markers_would_wake_one() -> None:
    session, plan, _ = waiting()
    none, one = plans.outlook(session, ()), plans.outlook(session, (plan,))
    assert none is not None
    assert one is not None
    assert (0, len(none.awake) - 1) == (none.planned, len(one.awake))
    assert plan.when not in one.awake
    handed = plans.outlook(session, (evolve(plan, handed="for a reason"),))
    assert handed == none
    every = plans.outlook(session, plans.drafted(session))
    assert every is not None
    assert () == every.awake
