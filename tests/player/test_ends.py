"""No player goes round in a circle, and the reasons of moves are true."""

import re
from collections import Counter
from typing import Protocol

import pytest
from attrs import AttrsInstance

from pbem.games import registry
from pbem.games.self_play import Hotseat
from pbem.port.game import Choice, Conceal
from pbem.port.player import think
from pbem_rules.darkdecember.game import DarkDecember
from pbem_rules.darkdecember.model import State as ArdennesState
from pbem_rules.darkdecember.player.front import Front as Ardennes
from pbem_rules.darkdecember.rules.movement.move import Move as ArdennesMove
from pbem_rules.darkdecember.rules.view import View as ArdennesView
from pbem_rules.june6.game import June6
from pbem_rules.june6.model import State as LandingsState
from pbem_rules.june6.player.assessment import Mind
from pbem_rules.june6.rules.movement.move import Move as LandingsMove
from pbem_rules.june44.game import June44
from pbem_rules.june44.model import State as SuperiorState
from pbem_rules.june44.player.front import Front as Superior
from pbem_rules.june44.rules.movement.move import Move as SuperiorMove
from pbem_rules.normandy.game import Normandy
from pbem_rules.normandy.model import State as NormansState
from pbem_rules.normandy.player.front import Front as Normans
from pbem_rules.normandy.rules.move import Move as NormansMove
from pbem_rules.normandy.rules.view import View as NormansView
from pbem_rules.pegasus.rules.orders.fire import Fire
from pbem_rules.shared.player.game import FAR, Scene
from tests.sampling import games_tried

pytestmark = pytest.mark.wider


_FIRST = {
    "june6": "landings",
    "june44": "to-22-june",
    "darkdecember": "turning-point",
    "normandy": "epsom",
    "pegasus": "expert",
}


_OFTEN = 20
"""So often the same order may be given in a phase: steps of several combats, one shot after the other."""


def _played(game: str, scenario: str, seed: int, most: int) -> int:
    """So many actions of a game; the number of them, fewer when it ended before."""
    rules = registry.load(game).rules
    table: Hotseat[object] = Hotseat.start(rules, scenario, {}, seed)
    given: Counter[str] = Counter()
    phase = None

    def decide(here: Hotseat[object], due: Choice | Conceal) -> AttrsInstance:
        order = think(rules, here.state, due.side, here.secrets(due.side), here.salt).order
        given[f"{due.side} {order}"] += 1
        return order

    for n in range(most):
        if rules.moment(table.state) != phase:
            phase = rules.moment(table.state)
            given.clear()
        if not table.step(decide):
            return n
        often = [each for each, count in given.items() if count > _OFTEN]
        assert not often, f"{game}, seed {seed}, action {n}: {often[0]} once more in {phase}"
    return most


@pytest.mark.parametrize("game", games_tried())
def test_no_order_comes_again_and_again(game: str) -> None:
    assert _played(game, _FIRST[game], 1, 300) > 50


@pytest.mark.night
@pytest.mark.parametrize("game", _FIRST)
def test_no_order_comes_again_and_again_in_a_whole_game(game: str) -> None:
    assert _played(game, _FIRST[game], 1, 20_000) < 20_000


_TAKE = re.compile(r"^To take (.+)\.$")
_SCENARIOS = {"june6": "landings", "june44": "june44", "darkdecember": "herbstnebel", "normandy": "epsom"}
_MOVES = 40
"""So many moves of each game are looked at."""


class Moves(Protocol):
    """An order to move along a way."""

    @property
    def unit(self) -> str: ...
    @property
    def path(self) -> tuple[str, ...]: ...


def _scene(game: object, state: object, side: str) -> Scene:
    match game, state:
        case DarkDecember(), ArdennesState():
            return Ardennes(view=ArdennesView(data=game.data, state=state, side=side))
        case Normandy(), NormansState():
            return Normans(view=NormansView(data=game.data, state=state, side=side))
        case June44(), SuperiorState():
            return Superior(data=game.data, state=state, side=side)
        case June6(), LandingsState():
            return Mind(data=game.data, state=state, side=side, salt=1)
        case _:
            raise AssertionError(f"{game!r} has no divisions")


def _led(known: Scene, order: Moves, named: str) -> list[tuple[int, int]]:
    """How far from each place that is named a unit stood, and how far off its move ends: a city may have two hexes.

    Who comes onto a map where ways begin at its edge stood infinitely far off.
    """
    stood = next((each.where for stack in known.mine.values() for each in stack if each.id == order.unit), "")
    end = order.path[-1]
    ways = [known.ways(place) for place in known.ways(end) if known.name(place) == named]
    return [(way.get(stood, FAR), way.get(end, FAR)) for way in ways]


@pytest.mark.parametrize("game", _SCENARIOS)
def test_a_unit_that_moves_to_take_a_place_comes_nearer_to_it(game: str) -> None:
    rules = registry.load(game).rules
    table: Hotseat[object] = Hotseat.start(rules, _SCENARIOS[game], {}, 1)
    seen = 0

    def decide(here: Hotseat[object], due: Choice | Conceal) -> AttrsInstance:
        nonlocal seen
        said = think(rules, here.state, due.side, here.secrets(due.side), here.salt)
        named = _TAKE.match(str(said.reason))
        if named and isinstance(said.order, ArdennesMove | NormansMove | SuperiorMove | LandingsMove):
            led = _led(_scene(rules, here.state, due.side), said.order, named[1])
            assert any(end == 0 or end < stood for stood, end in led), f"{said.order}: {said.reason} {led}"
            seen += 1
        return said.order

    while seen < _MOVES and table.step(decide):
        pass
    assert seen == _MOVES


@pytest.mark.parametrize("scenario", ["beginner", "advanced"])
def test_nobody_in_pegasus_bridge_fires_a_shot_that_cannot_hurt(scenario: str) -> None:
    game = registry.load("pegasus")
    table: Hotseat[object] = Hotseat.start(game.rules, scenario, {}, 2)
    shots = 0

    def decide(here: Hotseat[object], due: Choice | Conceal) -> AttrsInstance:
        nonlocal shots
        found = think(game.rules, here.state, due.side, here.secrets(due.side), here.salt)
        if isinstance(found.order, Fire):
            shots += 1
            assert "gives way 0 times" not in found.reason, found
        return found.order

    while table.actions < 150 and table.step(decide):
        pass
    assert shots
