"""Each condition that hands the lines of an activation back, on both of its sides; and the turn that the example shows."""

import pytest

from pbem.bytes.canon import Json
from pbem.bytes.values import evolve
from pbem_rules.june6.model import Combat, Task
from tests.june6.build import rules
from tests.lists import tried_with
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


def _at(where: str, **marks: Json) -> dict[str, Json]:
    return {"at": where, **marks}


FREE = attack(below="1:9")
MORE: dict[str, Json] = {"u916_352": "E0645"}
NEW = (evolve(MOVES, ask={"enemy": 0}), *with_all(attack(), ask={"below": "1:9", "enemy": 0})[1:2])
RALLY = (evolve(MOVES, do=("rally 325/82", "done")),)
ONE: dict[str, Json] = {"u325_82": _at("E1145", reduced=True)}
TWO: dict[str, Json] = {**ONE, "uHQ_82": _at("E0945", reduced=True)}
DIS_1, DIS_2 = ({"u508_82": _at("E0745", disorder=n)} for n in (1, 2))
CASES: dict[str, tuple[dict[str, Json], dict[str, Json], tuple[object, ...], str]] = {
    "an order that is not allowed": ({}, {}, (evolve(MOVES, do=("move 507/82 E2040",)),), "not allowed"),
    "an enemy as near as the player's own number": (
        {},
        {"u915_352": "E0742"},
        (evolve(MOVES, ask={"enemy": 3}), ATTACK, END),
        "915/352",
    ),
    "no number asks never": ({}, {"u915_352": "E0744"}, with_all(ask={"enemy": 0}), MOVE),
    "a unit that the target did not hold": ({}, MORE, NEW, "916/352 has come to E0645"),
    "the target as it was": (MORE, MORE, FREE, MOVE),
    "fewer in the target": (MORE, {}, FREE, MOVE),
    "a target that was left": ({}, {"stage": "combat", "u914_352": ""}, PLAN, "done"),
    "odds as said": ({}, {}, attack(below="1:1"), MOVE),
    "odds below those said": ({}, {}, attack(below="10:1"), "is at"),
    "better odds": ({}, {}, FREE, MOVE),
    "less disorder": (DIS_2, DIS_1, FREE, MOVE),
    "more disorder": (DIS_1, DIS_2, FREE, "was hurt"),
    "a unit that is to rally in disorder": ({}, {"u325_82": _at("E1145", disorder=1)}, RALLY, "rally 325/82"),
    "a unit that is to rally recovered": ({}, {}, RALLY, "done"),
    "a named unit displaced": ({}, {"u508_82": "E0845"}, PLAN, "508/82 stands in E0845 now"),
    "a named unit gone": ({}, {"u508_82": ""}, PLAN, "508/82 is gone"),
    "another unit displaced": ({}, {"u325_82": "E1146"}, PLAN, MOVE),
    "as many steps as it may cost": ({}, ONE, PLAN, MOVE),
    "more steps than it may cost": ({}, TWO, PLAN, "cost 2 steps"),
    "so many as the lines allow": (
        {},
        TWO,
        tuple(evolve(each, ask={**each.ask, "losses": 2}) for each in PLAN),
        MOVE,
    ),
    "an enemy where it stood": ({"u915_352": "E0741"}, {"u915_352": "E0741"}, PLAN, MOVE),
    "an enemy as near as three hexes": ({"u915_352": "E0740"}, {"u915_352": "E0742"}, PLAN, MOVE),
    "an enemy as near as two": ({"u915_352": "E0740"}, {"u915_352": "E0743"}, PLAN, "915/352"),
    "an enemy two hexes off as before": ({"u915_352": "E0743"}, {"u915_352": "E0743"}, PLAN, MOVE),
    "an enemy who comes next to it": ({"u915_352": "E0743"}, {"u915_352": "E0744"}, PLAN, "915/352"),
    "an enemy who goes away": ({"u915_352": "E0743"}, {"u915_352": "E0740"}, PLAN, MOVE),
}


@tried_with("name", CASES)
def test_what_has_changed_asks_or_does_not(name: str) -> None:
    was, is_, plan, wanted = CASES[name]
    assert wanted in said(before(**was), now(**is_), plan)


@pytest.mark.parametrize("mark", ["reduced", "pinned", "scattered", "isolated", "disorder"])
def test_a_named_unit_that_was_hurt_asks_and_one_that_recovered_does_not(mark: str) -> None:
    hurt: dict[str, Json] = {"at": "E0745", mark: 1 if mark == "disorder" else True}
    plan = attack(below="1:9")
    assert "508/82 was hurt" in said(before(), now(u508_82=hurt), plan)
    assert MOVE in said(before(u508_82=hurt), now(), plan)


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
