"""Each condition that hands a plan back, on both of its sides."""

from __future__ import annotations

import pytest

from pbem.bytes.canon import Json
from pbem.bytes.values import evolve
from pbem.port.game import Secrets
from pbem_rules.june6.model import Combat, Task
from tests.june6.build import rules

from .board import ATTACK, PLAN, before, now, said, told

MOVE = "move 507/82 E0848"


def _with(**more: Json) -> dict[str, Json]:
    return {**PLAN, **more}


def _attack(**more: Json) -> dict[str, Json]:
    return _with(attacks=[{**ATTACK, **more}])


def test_a_plan_that_still_stands_is_given_order_by_order() -> None:
    game, then, state = rules(), before(), now()
    given = []
    for _ in range(4):
        found = told(then, state)
        assert found.action is not None, found.reason
        given.append(game.actions.typed(found.action))
        state = game.apply(state, "allied", found.action).state
    assert [MOVE, "fight", "attack E0645 505/82 508/82", "mode probe"] == given


def test_an_order_that_is_not_allowed_hands_back_and_says_how_many_still_are() -> None:
    found = told(before(), now(), _with(orders=["move 507/82 E2040"]))
    assert "not allowed" in str(found.reason)
    assert 0 == found.legal
    found = told(before(), now(), _with(orders=["move 507/82 E2040", "move 325/82 E1046"]))
    assert 1 == found.legal


@pytest.mark.parametrize(
    ("was", "is_", "asks"),
    [
        ("E0741", "E0741", False),  # it stands where it stood
        ("E0740", "E0742", False),  # it has come as near as three hexes
        ("E0740", "E0743", True),  # two
        ("E0743", "E0743", False),  # two, as before
        ("E0743", "E0744", True),  # next to
        ("E0743", "E0740", False),  # it went away
    ],
)
def test_an_enemy_who_comes_within_two_hexes_of_the_formation_asks(was: str, is_: str, asks: bool) -> None:
    assert asks == ("915/352" in said(before(u915_352=was), now(u915_352=is_)))


def test_how_near_is_the_players_own_number_and_none_asks_never() -> None:
    enemy = now(u915_352="E0742")
    assert "915/352" in said(before(), enemy, _with(ask={"enemy": 3}))
    assert MOVE in said(before(), now(u915_352="E0744"), _with(ask={"enemy": 0}))


def test_a_target_with_a_unit_that_it_did_not_hold_asks_and_one_with_fewer_does_not() -> None:
    plan = _attack(odds="1:9")
    both: dict[str, Json] = {"u916_352": "E0645"}
    assert "916/352 has come to E0645" in said(before(), now(**both), {**plan, "ask": {"enemy": 0}})
    assert MOVE in said(before(**both), now(**both), plan)
    assert MOVE in said(before(**both), now(), plan)


def test_odds_below_those_said_ask_and_better_ones_do_not() -> None:
    assert MOVE in said(before(), now(), _attack(odds="1:1"))
    assert "is at" in said(before(), now(), _attack(odds="10:1"))
    assert MOVE in said(before(), now(), _attack(odds="1:9"))


@pytest.mark.parametrize("mark", ["reduced", "pinned", "scattered", "isolated", "disorder"])
def test_a_named_unit_that_was_hurt_asks_and_one_that_recovered_does_not(mark: str) -> None:
    hurt: dict[str, Json] = {"at": "E0745", mark: 1 if mark == "disorder" else True}
    plan = _attack(odds="1:9")
    assert "508/82 was hurt" in said(before(), now(u508_82=hurt), plan)
    assert MOVE in said(before(u508_82=hurt), now(), plan)


def test_a_unit_that_is_to_rally_may_be_in_disorder() -> None:
    plan = _with(orders=["rally 325/82"], attacks=[])
    assert "rally 325/82" == said(before(), now(u325_82={"at": "E1145", "disorder": 1}), plan)
    assert "done" == said(before(), now(), plan)


def test_a_named_unit_that_was_displaced_or_is_gone_asks() -> None:
    assert "508/82 stands in E0845 now" in said(before(), now(u508_82="E0845"))
    assert "508/82 is gone" in said(before(), now(u508_82=""))
    assert MOVE in said(before(), now(u325_82="E1146"))


def test_more_steps_than_it_may_cost_ask() -> None:
    one: dict[str, Json] = {"at": "E1145", "reduced": True}
    two: dict[str, Json] = {"at": "E0945", "reduced": True}
    units = {"u325_82": one, "uHQ_82": two}
    lost = told(before(), now(**units))
    assert MOVE in said(before(), now(u325_82=one))
    assert MOVE in said(before(), now(**units), _with(ask={"losses": 2}))
    assert "cost 2 steps" in str(lost.reason)


@pytest.mark.parametrize(("retreat", "reason"), [(True, "retreat"), (False, "")])
def test_a_retreat_asks_unless_the_plan_says_otherwise(retreat: bool, reason: str) -> None:
    state = now("combat")
    combat = Combat(
        n=1,
        side="allied",
        target="E0645",
        attackers=("505/82", "508/82"),
        defenders=("914/352",),
        stage="after",
        tasks=(Task(kind="retreat", side="allied", units=("505/82",)),),
    )
    state = evolve(state, frames=(*state.frames, combat))
    found = said(before(), state, _with(ask={"retreat": retreat}))
    assert reason in found
    assert bool(reason) == bool(found)


# --- what happens instead ---------------------------------------------------------------------------------------------


def test_skip_leaves_out_what_is_illegal_or_doubtful_and_goes_on() -> None:
    plan = _with(orders=["move 507/82 E2040", "move 325/82 E1046", "fight"], otherwise="skip")
    assert "move 325/82" in said(before(), now(), plan)
    plan = {**_attack(odds="10:1"), "otherwise": "skip"}
    assert "done" == said(before(), now("combat"), plan)
    assert "attack" in said(before(), now("combat"), {**_attack(odds="1:9"), "otherwise": "skip"})


def test_hold_rallies_and_ends() -> None:
    near: dict[str, Json] = {"u915_352": "E0743"}
    plan = _with(otherwise="hold")
    assert MOVE in said(before(), now(), plan)
    assert "rally 325/82" == said(before(), now(**near, u325_82={"at": "E1145", "disorder": 1}), plan)
    assert "done" == said(before(), now(**near), plan)


def test_a_target_that_was_left_is_moot() -> None:
    assert "done" == said(before(), now("combat", u914_352=""))


def test_a_mode_that_is_mixed_is_the_other_one_a_third_of_the_time_and_never_without_the_home() -> None:
    game, state, plan = rules(), now("combat"), _attack(mix="2:1")
    found = told(before(), state, plan)
    assert found.action is not None
    state = game.apply(state, "allied", found.action).state
    assert "only your own home" in said(before(), state, plan)
    modes = [said(before(), state, plan, bytes([n])) for n in range(30)]
    assert 20 == modes.count("mode probe")
    assert 10 == modes.count("mode assault")


def test_the_other_sides_demand_is_not_its_affair() -> None:
    state = now()
    demand = evolve(rules().demands(state)[0], side="german")
    found = rules().plan_answer(before(), state, "german", PLAN, Secrets(), demand)
    assert (None, "") == (found.action, found.reason)
