"""Standing orders of Dark December: what a sheet answers, and what it hands back."""

from __future__ import annotations

import random
import tomllib
from collections import Counter

import pytest

from pbem.bytes.canon import Json
from pbem.port.game import Answered, Choice, Secrets
from pbem_rules.darkdecember.model import State
from tests.darkdecember.random_play import Game
from tests.darkdecember.test_combat import GAME, MOST, crowd
from tests.lists import tried_with

FULL: dict[str, Json] = {
    "lower": {"policy": "never"},
    "losses": {"rule": "weakest"},
    "retreat": {"rule": "cheapest", "stand": "never", "toward": ["2020"]},
    "counterattack": {"rule": "weakest"},
    "advance": {"policy": "all"},
    "fuel": {"first": [*GAME.data.charts.fuel.formations, *GAME.data.charts.fuel.independent]},
    "commanders": {"policy": "nearest"},
}


def answered(state: State, sheet: dict[str, Json]) -> Answered:
    demand = GAME.demands(state)[0]
    return GAME.standing_answer(state, demand.side, sheet, Secrets(), demand)


def duel() -> State:
    """A German regiment attacks two hexes: the levels of the defence are asked for."""
    units = {"117/30": "1101", "39/26VG": "1102", "164/62VG": "1601", "8/4": "1501"}
    state = GAME.place("empty", {"half": "german", "phase": "combat", "units": dict(units)})
    return GAME.apply(state, "german", GAME.actions.parse("attack 1101 39/26VG")).state


def test_the_template_is_toml_that_says_nothing_until_it_is_filled_in() -> None:
    text = GAME.standing_template(duel(), "german")
    assert tomllib.loads(text) == {}
    filled = tomllib.loads("\n".join(line.removeprefix("# ") for line in text.splitlines()[1:]))
    assert set(FULL) < set(filled)
    assert not GAME.standing_check(duel(), "german", filled)


@pytest.mark.parametrize("stand", ["never", "always"])
def test_a_full_sheet_answers_everything_of_a_combat_and_only_what_is_legal(stand: str) -> None:
    """Crowds on little ground, attacked at random: all that follows an attack is answered by the sheets of both sides."""
    sheet, seen = FULL | {"retreat": {"rule": "cheapest", "stand": stand}}, Counter[str]()
    for seed in range(25):
        game = Game.at(GAME, crowd(random.Random(seed)), seed)
        for _ in range(MOST):
            due = game.now.due
            if game.state.phase != "combat" or due is None:
                break
            if isinstance(due, Choice) and not {"attack", "all-out"} & {*due.kinds}:
                found = answered(game.state, sheet)
                assert found.action is not None, (due, found.reason)
                seen[GAME.actions.kind(found.action)] += 1
                game.now = game.now.given(found.action, game.chance)
            elif not game.step():
                break
    assert min(seen[kind] for kind in ("lower", "lose", "respond", "advance", "counter")) >= 3


@pytest.mark.parametrize(
    ("sheet", "reason"),
    [
        ({}, "the sheet has no [lower]"),
        (FULL | {"hand_back": {"turn": 1}}, "turn"),
        (FULL | {"hand_back": {"hexes": ["1101"]}}, "there is a combat about 1101"),
        (FULL | {"hand_back": {"units": ["117/30"]}}, "117/30 is in the combat"),
        ({"lower": {"policy": "sometimes"}}, "slips"),
    ],
)
def test_what_the_sheet_does_not_say_goes_to_the_person(sheet: dict[str, Json], reason: str) -> None:
    found = answered(duel(), sheet)
    assert found.action is None
    assert reason in found.reason


@tried_with(
    ("sheet", "path"),
    [
        ({"moves": {}}, ("moves",)),
        ({"losses": {"rule": "bravest"}}, ("losses", "rule")),
        ({"losses": {"first": ["1/1"]}}, ("losses", "first", 0)),
        ({"retreat": {"toward": ["9999"]}}, ("retreat", "toward", 0)),
        ({"hand_back": {"turn": 100}}, ("hand_back", "turn")),
        ({"fuel": ["2Pz"]}, ("fuel",)),
    ],
)
def test_every_slip_is_named_with_its_place(sheet: dict[str, Json], path: tuple[str | int, ...]) -> None:
    (slip,) = GAME.standing_check(duel(), "allied", sheet)
    assert path == slip.path
    assert slip.message
