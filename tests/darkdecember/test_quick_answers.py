"""Questions answered without a list of orders, and orders in advance, in Dark December."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

from pbem.games import registry
from pbem.port.game import Choice
from pbem.port.standing import Answered, Line
from pbem.replay.verify import read
from pbem_rules.darkdecember.model import State
from pbem_rules.darkdecember.printed.data import ALLIED, GERMAN
from pbem_rules.darkdecember.rules import zones
from pbem_rules.darkdecember.rules.combat.attack import attacks, possible
from pbem_rules.darkdecember.rules.movement.leaving import LEAVE, leaves
from pbem_rules.darkdecember.rules.movement.move import MOVE, anybody_moves, movers
from pbem_rules.darkdecember.rules.view import View
from tests.darkdecember.random_play import Game
from tests.darkdecember.test_combat import GAME, MOST, crowd
from tests.lists import tried_with
from tests.standing.test_lines import answer

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
