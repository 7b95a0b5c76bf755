"""Combats on random ground under every law, and forecasts held against the dice."""

import random
from itertools import product

import pytest

from pbem.bytes.canon import Json
from pbem.games import registry
from pbem.port.game import Rolled
from pbem_rules.darkdecember.model import State
from pbem_rules.darkdecember.rules.combat.attack import Attack
from pbem_rules.darkdecember.rules.combat.counterattack import Counter
from pbem_rules.darkdecember.rules.combat.lowering import Lower
from tests.darkdecember.random_play import Game
from tests.lists import tried_with

GAME = registry.load("darkdecember").rules
FACES = tuple(product(range(1, 7), repeat=2))
MOST = 200
"""So many actions no combat phase on so little ground has."""


def crowd(source: random.Random) -> State:
    """A combat phase with units of both sides on a few hexes somewhere, some of them in want of supply or reduced."""
    data = GAME.data
    near = data.ground.grid.within(source.choice(data.ground.grid.hexes), 3)
    holders: dict[str, str] = {}
    units: dict[str, Json] = {}
    able = sorted(name for name, each in data.units.items() if each.nation in ("us", "german"))
    for name in source.sample(able, 14):
        where, kind = source.choice(near), data.units[name]
        if holders.setdefault(where, kind.side) != kind.side or str(units).count(f"'{where}'") == 3:
            continue
        reduced = kind.back is not None and source.random() < 0.3
        supply = source.choice(["", "", "", "out", "isolated"])
        units[name] = {"at": where, "reduced": reduced, "supply": supply}
    for leader in data.leaders.values():
        places = sorted(where for where, side in holders.items() if side == leader.side)
        if places:
            units[leader.id] = source.choice(places)
    position: dict[str, Json] = {
        "phase": "combat",
        "half": source.choice(["allied", "german"]),
        "turn": source.choice(data.turns[:40]),
        "options": {"leaders": source.choice(["yes", "no"])},
        "units": units,
    }
    return GAME.place("empty", position)


@tried_with("seed", range(40))
def test_the_combats_of_a_crowd_break_no_law(seed: int) -> None:
    source = random.Random(seed)
    game = Game.at(GAME, crowd(source), seed)
    half = game.state.half
    for _ in range(MOST):
        if game.state.phase != "combat" or game.state.half != half or not game.step():
            break
        if not game.state.displaced:  # else a commander stands among enemies until his side has answered
            game.laws()
        game.dear_laws()
    else:
        pytest.fail("the combats do not end")


def _pair() -> State:
    """Two regiments and an enemy in woods, and two more so that the phase goes on."""
    units = {"117/30": "1121", "16/1": "1121", "39/26VG": "1122", "8/4": "1501", "164/62VG": "1601"}
    return GAME.place("empty", {"phase": "combat", "half": "allied", "units": dict(units)})


def _on(state: State, *orders: Attack | Lower | Counter | tuple[int, ...]) -> State:
    """The state after orders of whoever owes them, and rolls."""
    for each in orders:
        due = GAME.demands(state)[0]
        if isinstance(each, tuple):
            state = GAME.apply(state, due.side, Rolled(why=due.why, faces=each)).state
        else:
            assert not GAME.check(state, due.side, each)
            state = GAME.apply(state, due.side, each).state
    return state


ATTACK = Attack(target="1122", units=("117/30", "16/1"))


@pytest.mark.parametrize(
    ("before", "order", "after"),
    [
        pytest.param((), ATTACK, (Lower(),), id="attack"),
        pytest.param((ATTACK,), Lower(lowered=("1122:1",)), (), id="lowered"),
        pytest.param((ATTACK, Lower(), (5, 6)), Counter(hexes=("1121",)), (), id="counterattack"),
    ],
)
def test_every_roll_brings_what_the_forecast_says(before, order, after):
    state = _on(_pair(), *before)
    due = GAME.demands(state)[0]
    told = GAME.forecast(state, due.side, order)
    (branch,) = told.branches
    foretold = {faces: chance for chance in branch.chances for faces in chance.faces}
    assert sorted(foretold) == sorted(FACES)
    assert branch.of == sum(chance.ways for chance in branch.chances) == len(FACES)
    rolling = _on(state, order, *after)
    for faces in FACES:
        rolled = _on(rolling, faces)
        assert GAME.facts(rolled)["combat.result"] == foretold[faces].code
        battle = rolled.battle
        struck = any(each.effect for each in battle.levels if each.side != battle.side)
        assert struck == ("retreat" in foretold[faces].signs)
