"""Orders in advance in Dark December: what lines answer, and what they hand back."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from attrs import evolve

from pbem.port.game import Choice
from pbem.port.standing import Answered, Line
from pbem_rules.darkdecember.model import State
from tests.darkdecember.random_play import Game
from tests.darkdecember.test_combat import GAME, MOST, crowd
from tests.standing.test_lines import answer

FULL = (
    Line(when="lower", choose={"by": "never"}),
    Line(when="lose", choose={"by": "weakest"}),
    Line(when="respond", choose={"by": "retreat", "toward": ["2020"]}),
    Line(when="counter", choose={"by": "weakest"}),
    Line(when="advance", choose={"by": "all"}),
    Line(when="withdraw", choose={"by": "nearest"}),
)


def answered(state: State, some: tuple[Line, ...]) -> Answered:
    return answer("darkdecember", state, GAME.demands(state)[0], some)


def duel() -> State:
    """A German regiment attacks two hexes: the levels of the defence are asked for."""
    units = {"117/30": "1101", "39/26VG": "1102", "164/62VG": "1601", "8/4": "1501"}
    state = GAME.place("empty", {"half": "german", "phase": "combat", "units": dict(units)})
    return GAME.apply(state, "german", GAME.actions.parse("attack 1101 39/26VG")).state


@pytest.mark.parametrize("by", ["retreat", "stand"])
def test_full_lines_answer_everything_of_a_combat_and_only_what_is_legal(by: str) -> None:
    """Crowds on little ground, attacked at random: all that follows an attack is answered by the lines of both sides."""
    some = tuple(evolve(each, choose={"by": by}) if each.when == "respond" else each for each in FULL)
    seen = Counter[str]()
    for seed in range(25):
        game = Game.at(GAME, crowd(random.Random(seed)), seed)
        for _ in range(MOST):
            due = game.now.due
            if game.state.phase != "combat" or due is None:
                break
            if isinstance(due, Choice) and not {"attack", "all-out"} & {*due.kinds}:
                found = answered(game.state, some)
                assert found.action is not None, (due, found.reason)
                seen[GAME.actions.kind(found.action)] += 1
                game.now = game.now.given(found.action, game.chance)
            elif not game.step():
                break
    assert min(seen[kind] for kind in ("lower", "lose", "respond", "advance", "counter")) >= 3


@pytest.mark.parametrize(
    ("some", "reason"),
    [
        ((), "no line says anything of lower"),
        ((Line(when="any", ask={"turn": 1}), *FULL), "turn"),
        ((Line(when="any", ask={"hexes": ["1101"]}), *FULL), "there is a combat about 1101"),
        ((Line(when="lower", choose={"by": "never"}, ask={"units": ["117/30"]}),), "117/30 is in the combat"),
        ((Line(when="lower", choose={"by": "sometimes"}),), "slips"),
    ],
)
def test_what_no_line_says_goes_to_the_person(some: tuple[Line, ...], reason: str) -> None:
    found = answered(duel(), some)
    assert found.action is None
    assert reason in found.reason
