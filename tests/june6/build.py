"""The game with its printed data, the same on a small clear map, and positions on both.

The small map has nine rows of eight clear hexes, numbered 0101 up: rows run east and are counted northwards, as on the
printed map; odd rows lie half a hex further east. Its hex 0504 is the usual target.
"""

from collections.abc import Mapping
from functools import cache
from itertools import pairwise

from attrs import evolve

from pbem.games import registry
from pbem.port.game import Outcome, Requested, Rolled, Sealed, Shown, Step
from pbem_rules.june6.game import June6
from pbem_rules.june6.model import ALLIED, FULL, GERMAN, WEATHER, Activation, Play, State, Unit, View
from pbem_rules.june6.printed.data import Data, Ground
from pbem_rules.june6.rules import setup
from pbem_rules.june6.rules.combat.attack import Attack
from pbem_rules.june6.rules.combat.defence import Defend
from pbem_rules.june6.rules.ground import zones_of_control
from pbem_rules.june6.rules.lookup import enemy_of
from pbem_rules.june6.rules.turns import Done
from pbem_rules.kernel.board import Board
from pbem_rules.kernel.hexes import Grid
from pbem_rules.kernel.layout import Layout, Sheet

_LAYOUT = Layout(along="east", across="north", shifted="odd")
GRID = Grid(
    layout=_LAYOUT,
    sheets=(Sheet(),),
    hexes=frozenset(Sheet().rectangle(_LAYOUT, lines=range(1, 10), places=range(1, 9))),
)
TARGET = "0504"
AROUND = GRID.adjacent[TARGET]
"""The six hexes round the target, in direction order: neighbours in the list touch, the first and the last too."""


@cache
def rules() -> June6:
    return registry.load("june6").rules


def data() -> Data:
    return rules().data


def game(on: Data) -> June6:
    """The rules on other data."""
    return June6(data=on)


def small(terrain=None, *, primary=(), secondary=(), sides=None, bridges=(), strongpoints=()):
    """Counters and charts as printed, on the clear map with what is given on it, everything within naval range.

    Roads are chains of hexes joined by spaces.
    """
    features = {name: frozenset(pairs) for name, pairs in (sides or {}).items()}
    at: dict[str, tuple[str, ...]] = {}
    for name in sorted(features):
        for pair in sorted(features[name]):
            at[pair] = (*at.get(pair, ()), name)
    ground = Ground(
        grid=GRID,
        terrain={name: (terrain or {}).get(name, "clear") for name in GRID.hexes},
        names={},
        coast=frozenset(),
        sides=features,
        river_names={},
        bridges=dict.fromkeys(bridges, "bridge"),
        primary=_links(primary),
        secondary=_links(secondary),
        beaches={"Omaha": ("0904", "0905"), "Sword": ("0908",)},
        entries={"E": ("0101", "0102")},
        supply=("0104",),
        cherbourg=(),
        strongpoints=frozenset(strongpoints),
        reached=lambda: frozenset(GRID.hexes),
        sides_at=at,
    )
    return evolve(data(), ground=ground)


def _links(chains: tuple[str, ...]) -> frozenset[str]:
    links = (pair for chain in chains for pair in pairwise(chain.split()))
    return frozenset(f"{min(a, b)}/{max(a, b)}" for a, b in links)


CLEAR = small()


def at(name: str, where: str, **marks: object) -> Unit:
    """A unit with markers."""
    return Unit(id=name, where=where, **marks)


def activated(on, active, *units, full=True, stage="move", air=8, naval=6):
    """These units with an activation of these formations."""
    board = Board.of(units)
    state = State(scenario="", turn=5, phase=FULL, air=air, naval=naval, board=board)
    side, view = on.formations[active[0]].side, View(data=on, state=state)
    mine = [unit for unit in units if on.unit(unit.id).side == side]
    frame = Activation(
        side=side,
        formations=active,
        full=full,
        stage=stage,
        starters=tuple(u.id for u in mine if zones_of_control.next_to_enemy(view, u.where, side)),
        in_zone=tuple(u.id for u in mine if zones_of_control.in_zone(view, u.where, enemy_of(side))),
    )
    return evolve(state, frames=(frame,))


def fighting(on: Data, active: tuple[str, ...], *units: Unit, air: int = 8) -> State:
    """The same at the combats of the activation."""
    return activated(on, active, *units, stage="combat", air=air)


def do(on: Data, state: State, side: str, action: object) -> Step[State]:
    """Carry out what must be legal."""
    assert () == game(on).check(state, side, action)
    return game(on).apply(state, side, action)


def answered(on: Data, state: State, attack: Attack, answer: Defend, mode: str) -> State:
    """The state after an attack with both modes known, and only the die to come."""
    side, n = attacker(state), state.combats + 1
    for who, action in (
        (side, attack),
        (side, Sealed(side=side, at=f"mode/{n}", count=1)),
        (side, Requested(why=f"combat/{n}")),
        (enemy_of(side), answer),
        (side, Shown(side=side, at=f"mode/{n}", n=1, value=mode)),
    ):
        state = do(on, state, who, action).state
    return state


def fought(on, state, attack, mode="assault", answer=None, die=5):
    """The state after the roll of an attack, and the outcomes of the roll."""
    ready = answered(on, state, attack, answer or Defend(mode="stand"), mode)
    return do(on, ready, attacker(state), Rolled(why=f"combat/{state.combats + 1}", faces=(die,)))


def attacker(state: State) -> str:
    """Who may declare an attack: the active side, or the side of a combat's first task."""
    last = state.frames[-1]
    return last.side if isinstance(last, Activation) else last.tasks[0].side


def outcome(step: Step[State]) -> Outcome:
    """The outcome that carries the modifiers."""
    return next(each for each in step.outcomes if each.kind == "combat")


def done(on, state, rule, *args, **kwargs):
    """What a rule does to a position."""
    play = Play(data=on, state=state)
    rule(play, *args, **kwargs)
    return play.step()


def landings(*, turn: int = 1) -> State:
    """The scenario's first state; on a later turn, at its roll for the weather."""
    state = setup.start(data(), "landings", {})
    return state if turn == 1 else evolve(state, turn=turn, phase=WEATHER)


def position(units: Mapping[str, str | Unit], *, turn: int = 2) -> State:
    """Only these units, at the roll for the weather; no arrivals."""
    placed = [at(name, where) if isinstance(where, str) else where for name, where in units.items()]
    return evolve(landings(turn=turn), board=Board.of(placed), arrivals=(), held=())


def ordered(state: State, side: str, *orders: object) -> State:
    for order in orders:
        state = do(data(), state, side, order).state
    return state


def rolled(state: State, why: str, *faces: int) -> State:
    return ordered(state, ALLIED, Rolled(why=why, faces=faces))


def sealed(state: State, side: str, count: int) -> State:
    return ordered(state, side, Sealed(side=side, at=f"cup/{state.turn}/{side}", count=count))


def cups(allied: int, german: int, *, units: Mapping[str, str | Unit]) -> State:
    """Turn 2, clear, Allied initiative, both cups sealed with that many markers."""
    state = rolled(position(units), "weather/2", 0, 9, 9)
    state = rolled(ordered(sealed(state, ALLIED, allied), ALLIED, Done()), "resources/2", 9)
    return sealed(state, GERMAN, german)


def broken(found: tuple[object, ...]) -> list[str]:
    return sorted({violation.paragraph for violation in found})
