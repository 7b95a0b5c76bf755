"""Dark December: combats under every law, forecasts held against dice, answers without lists, orders in advance."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from attrs import evolve

from pbem.bytes.canon import Json
from pbem.games import registry
from pbem.port.game import Choice, Rolled
from pbem.port.standing import Answered, Line
from pbem.replay.verify import read
from pbem_rules.darkdecember.model import State
from pbem_rules.darkdecember.printed.data import ALLIED, GERMAN
from pbem_rules.darkdecember.rules import zones
from pbem_rules.darkdecember.rules.combat.attack import Attack, attacks, possible
from pbem_rules.darkdecember.rules.combat.counterattack import Counter as Strike
from pbem_rules.darkdecember.rules.combat.lowering import Lower
from pbem_rules.darkdecember.rules.movement.leaving import LEAVE, leaves
from pbem_rules.darkdecember.rules.movement.move import MOVE, anybody_moves, movers
from pbem_rules.darkdecember.rules.view import View
from tests.darkdecember.random_play import Game
from tests.lists import tried_with
from tests.standing.test_lines import answer

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


def _on(state: State, *orders: Attack | Lower | Strike | tuple[int, ...]) -> State:
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
        pytest.param((ATTACK, Lower(), (5, 6)), Strike(hexes=("1121",)), (), id="counterattack"),
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


_LOG = Path(__file__).parents[2] / "examples" / "darkdecember" / "campaign.pbem"


@cache
def _views() -> tuple[View, ...]:
    """Every fifth position of the recorded game, as each side sees it."""
    return tuple(_read())


def _read() -> Iterator[View]:
    last = read(_LOG.read_bytes()).position
    rules = last.rules
    for place, each in enumerate(reversed(last.past)):
        for side in (ALLIED, GERMAN) if place % 5 == 0 else ():
            yield rules.view(each.game, side)


def test_whether_anybody_moves() -> None:
    listed = [next(MOVE.listed(view), None) is not None for view in _views()]
    assert {True, False} == set(listed)
    assert listed == [anybody_moves(view) for view in _views()]


def test_whether_anybody_can_attack() -> None:
    listed = [next(attacks(view), None) is not None for view in _views()]
    assert {True, False} == set(listed)
    assert listed == [possible(view) for view in _views()]


def test_the_units_of_a_side_by_hex() -> None:
    for view in _views():
        for side in (ALLIED, GERMAN):
            found: dict[str, tuple[str, ...]] = {}
            for unit in view.units(side):
                found[unit.where] = (*found.get(unit.where, ()), unit.id)
            assert found == {where: view.units_of(side, where) for where in view.held(side)}


def test_who_is_not_near_an_edge_cannot_leave() -> None:
    views = [view for view in _views() if view.side == GERMAN][::60]
    alone = [[order for unit in movers(view) for order in leaves(view, unit.id)] for view in views]
    assert any(alone)
    assert alone == [[*LEAVE.listed(view)] for view in views]


@tried_with("options", [{}, {"armour-zones": "yes"}])
def test_zones_are_those_of_each_unit_by_itself(options: dict[str, str]) -> None:
    rules = registry.load("darkdecember").rules
    game = Game.start(rules, "turning-point", "zones", options)
    for _ in range(30):
        view = rules.view(game.state)
        for side in (ALLIED, GERMAN):
            alone = {
                to
                for unit in view.units(side)
                if zones.exerts(unit)
                for to in rules.data.ground.grid.adjacent[unit.where]
                if not zones.stopped(view, unit, to)
            }
            assert zones.zone(view, side) == alone
        game.step()


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
