"""Each condition that hands the lines of an activation back, on both of its sides; and the turn that the example shows."""

import pytest

from pbem.bytes.canon import Json
from pbem.bytes.values import evolve
from pbem_rules.june6.model import Combat, Task
from tests.june6.build import rules
from tests.tools.build_few_sittings import SEED, WALK, write

from .board import ATTACK, END, MOVES, PLAN, before, now, said, told, with_all

MOVE = "move 507/82 E0848"


def attack(**ask: Json) -> tuple[object, ...]:
    return (MOVES, evolve(ATTACK, ask={**ATTACK.ask, **ask}), END)


def test_lines_that_still_stand_are_given_order_by_order() -> None:
    game, then, state = rules(), before(), now()
    given = []
    for _ in range(4):
        found = told(then, state)
        assert found.order is not None, found.reason
        given.append(game.actions.typed(found.order))
        state = game.apply(state, "allied", found.order).state
    assert [MOVE, "fight", "attack E0645 505/82 508/82", "mode probe"] == given


def test_an_order_that_is_not_allowed_hands_back() -> None:
    assert "not allowed" in said(before(), now(), (evolve(MOVES, do=("move 507/82 E2040",)),))


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
    assert "915/352" in said(before(), now(u915_352="E0742"), (evolve(MOVES, ask={"enemy": 3}), ATTACK, END))
    assert MOVE in said(before(), now(u915_352="E0744"), with_all(ask={"enemy": 0}))


def test_a_target_with_a_unit_that_it_did_not_hold_asks_and_one_with_fewer_does_not() -> None:
    both: dict[str, Json] = {"u916_352": "E0645"}
    plan = with_all(attack(), ask={"below": "1:9", "enemy": 0})
    assert "916/352 has come to E0645" in said(
        before(), now(**both), (evolve(MOVES, ask={"enemy": 0}), *plan[1:2])
    )
    assert MOVE in said(before(**both), now(**both), attack(below="1:9"))
    assert MOVE in said(before(**both), now(), attack(below="1:9"))


def test_odds_below_those_said_ask_and_better_ones_do_not() -> None:
    assert MOVE in said(before(), now(), attack(below="1:1"))
    assert "is at" in said(before(), now(), attack(below="10:1"))
    assert MOVE in said(before(), now(), attack(below="1:9"))


@pytest.mark.parametrize("mark", ["reduced", "pinned", "scattered", "isolated", "disorder"])
def test_a_named_unit_that_was_hurt_asks_and_one_that_recovered_does_not(mark: str) -> None:
    hurt: dict[str, Json] = {"at": "E0745", mark: 1 if mark == "disorder" else True}
    plan = attack(below="1:9")
    assert "508/82 was hurt" in said(before(), now(u508_82=hurt), plan)
    assert MOVE in said(before(u508_82=hurt), now(), plan)


def test_less_disorder_is_better_and_more_is_worse() -> None:
    one, two = ({"at": "E0745", "disorder": n} for n in (1, 2))
    assert MOVE in said(before(u508_82=two), now(u508_82=one), attack(below="1:9"))
    assert "was hurt" in said(before(u508_82=one), now(u508_82=two), attack(below="1:9"))


def test_a_unit_that_is_to_rally_may_be_in_disorder_and_one_that_recovered_need_not() -> None:
    plan = (evolve(MOVES, do=("rally 325/82", "done")),)
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
    assert MOVE in said(before(), now(u325_82=one))
    assert "cost 2 steps" in said(before(), now(**units))
    lenient = tuple(evolve(each, ask={**each.ask, "losses": 2}) for each in PLAN)
    assert MOVE in said(before(), now(**units), lenient)


@pytest.mark.parametrize("asks", [True, False])
def test_a_retreat_asks_unless_the_lines_say_otherwise(asks: bool) -> None:
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
    found = said(before(), state, tuple(evolve(each, ask={**each.ask, "retreat": asks}) for each in PLAN))
    assert asks == ("retreat" in found)


def test_skip_leaves_out_what_is_illegal_or_doubtful_and_goes_on() -> None:
    plan = (
        evolve(MOVES, do=("move 507/82 E2040", "move 325/82 E1046", "fight"), otherwise="skip"),
        ATTACK,
        END,
    )
    skipping = tuple(evolve(each, otherwise="skip") for each in plan)
    assert "move 325/82" in said(before(), now(), skipping)
    dear = tuple(evolve(each, otherwise="skip") for each in attack(below="10:1"))
    assert "done" == said(before(), now("combat"), dear)


def test_a_target_that_was_left_is_moot() -> None:
    assert "done" == said(before(), now("combat", u914_352=""))


def test_a_mode_that_is_mixed_is_the_other_one_a_third_of_the_time_and_never_without_the_home() -> None:
    plan = (MOVES, evolve(ATTACK, choose={"by": "mix 2:1 probe assault"}), END)
    found = told(before(), now("combat"), plan)
    assert found.order is not None
    state = rules().apply(now("combat"), "allied", found.order).state
    assert "only your own home" in said(before(), state, plan)
    modes = [said(before(), state, plan, bytes([n])) for n in range(30)]
    assert 20 == modes.count("mode probe")
    assert 10 == modes.count("mode assault")


def test_lines_that_were_handed_back_say_so_until_their_author_has_looked() -> None:
    from pbem.home.standing import answers, conditions, going_on  # noqa: PLC0415
    from pbem.home.standing.kept import Kept, Standing  # noqa: PLC0415

    from .board import looked  # noqa: PLC0415

    session = looked(now())
    seen = conditions.seen(looked(before()))
    standing = Standing(lines=tuple(Kept(line=each, seen=seen, stopped="for a reason") for each in PLAN))
    assert "for a reason" == answers.prepared(session, standing).reason
    again = going_on.with_board_of_now(session, standing, standing.lines)
    assert answers.prepared(session, again).order is not None


def test_lines_of_a_game_that_was_turned_back_are_handed_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A take-back, a ruling, a refusal, other rules: ``tests/acting/test_queue.py`` has the ways to it."""
    from pbem.home.standing import answers, conditions  # noqa: PLC0415
    from pbem.home.standing.kept import Kept  # noqa: PLC0415

    from .board import looked  # noqa: PLC0415

    session = looked(now())
    lines = tuple(Kept(line=each, seen=conditions.seen(looked(before()))) for each in PLAN)
    assert "" == answers.invalid(session, lines)
    monkeypatch.setattr(conditions, "turned", lambda *_: True)
    assert conditions.CHANGED == answers.invalid(session, lines)


@pytest.mark.night
def test_a_turn_of_june_6_needs_as_few_sittings_as_the_example_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTEST_CURRENT_TEST", SEED)
    assert (WALK / "README.md").read_text("utf-8") == write(tmp_path)
