"""Questions that are answered without a list of orders are answered as the list would."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import cast

from pbem.games import registry
from pbem.replay.verify import read
from pbem_rules.darkdecember.game import DarkDecember
from pbem_rules.darkdecember.model import State
from pbem_rules.darkdecember.printed.data import ALLIED, GERMAN
from pbem_rules.darkdecember.rules import zones
from pbem_rules.darkdecember.rules.combat.attack import attacks, possible
from pbem_rules.darkdecember.rules.movement.move import MOVE, anybody_moves
from pbem_rules.darkdecember.rules.view import View
from tests.darkdecember.random_play import Game
from tests.lists import tried_with

_LOG = Path(__file__).parents[2] / "examples" / "darkdecember" / "campaign.pbem"


@cache
def _views() -> tuple[View, ...]:
    """Every fifth position of the recorded game, as each side sees it."""
    return tuple(_read())


def _read() -> Iterator[View]:
    last = read(_LOG.read_bytes()).position
    rules = cast("DarkDecember", last.rules)
    for place, each in enumerate(reversed(last.past)):
        for side in (ALLIED, GERMAN) if place % 5 == 0 else ():
            yield rules.view(cast("State", each.game), side)


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
            found = {unit.where: view.units_of(side, unit.where) for unit in view.units(side)}
            assert found == view.stacks(side)


@tried_with("options", [{}, {"armour-zones": "yes"}])
def test_zones_are_those_of_each_unit_by_itself(options: dict[str, str]) -> None:
    rules = cast("DarkDecember", registry.load("darkdecember").rules)
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
