"""Positions for the tests of combat: the printed counters and charts on a small clear map.

The map is that of the tests of movement: nine rows of eight hexes, numbered 0101 up. Its hex 0504 is the usual target.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from attrs import evolve

from pbem.port.game import Outcome, Requested, Rolled, Sealed, Shown, Step
from pbem_rules.june6.model import FULL, Activation, Combat, State, Unit, View
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.printed.reading import FILES, read
from pbem_rules.june6.rules.combat.attack import Attack
from pbem_rules.june6.rules.combat.defence import Defend
from pbem_rules.june6.rules.ground import zones_of_control
from pbem_rules.june6.rules.lookup import enemy_of
from pbem_rules.kernel.board import Board
from tests.june6.build_movement import GRID, game, ground

TARGET = "0504"
AROUND = GRID.adjacent[TARGET]
"""The six hexes round the target, in direction order: neighbours in the list touch, the first and the last too."""


@cache
def printed() -> Data:
    folder = files("pbem_rules.june6") / "data"
    return read(
        {name: tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8")) for name in FILES}
    )


def data(terrain: Mapping[str, str] | None = None, **features: object) -> Data:
    """The printed game on the small map, everything within naval range."""
    on = evolve(ground(terrain, **features), naval_range=frozenset(GRID.hexes))  # type: ignore[arg-type]
    return evolve(printed(), ground=on)


CLEAR = data()


def position(
    on: Data, active: tuple[str, ...], *units: Unit, full: bool = True, air: int = 8, naval: int = 6
) -> State:
    """These units with the formations' activation at its combats."""
    state = State(scenario="", turn=5, phase=FULL, air=air, naval=naval, board=Board.of(units))
    side = on.formations[active[0]].side
    mine = [unit for unit in units if on.unit(unit.id).side == side]
    frame = Activation(
        side=side,
        formations=active,
        full=full,
        stage="combat",
        starters=tuple(
            u.id for u in mine if zones_of_control.next_to_enemy(View(data=on, state=state), u.where, side)
        ),
        in_zone=tuple(
            u.id
            for u in mine
            if zones_of_control.in_zone(View(data=on, state=state), u.where, enemy_of(side))
        ),
    )
    return evolve(state, frames=(frame,))


def at(name: str, where: str, **marks: object) -> Unit:
    """A unit with markers."""
    return Unit(id=name, where=where, **marks)  # type: ignore[arg-type]


def do(on: Data, state: State, side: str, action: object) -> Step[State]:
    """Carry out what must be legal."""
    assert () == game(on).check(state, side, action)  # type: ignore[arg-type]
    return game(on).apply(state, side, action)  # type: ignore[arg-type]


def attacker(state: State) -> str:
    """Who may declare an attack: the active side, or the side of a combat's first task."""
    last = state.frames[-1]
    assert isinstance(last, Activation | Combat)
    return last.side if isinstance(last, Activation) else last.tasks[0].side


def fought(
    on: Data,
    state: State,
    attack: Attack,
    mode: str = "assault",
    answer: Defend | None = None,
    die: int = 5,
) -> Step[State]:
    """The state after the roll of an attack, and the outcomes of the roll."""
    side, n = attacker(state), state.combats + 1
    for who, action in (
        (side, attack),
        (side, Sealed(side=side, at=f"mode/{n}", count=1)),
        (side, Requested(why=f"combat/{n}")),
        (enemy_of(side), answer or Defend(mode="stand")),
        (side, Shown(side=side, at=f"mode/{n}", n=1, value=mode)),
    ):
        state = do(on, state, who, action).state
    return do(on, state, side, Rolled(why=f"combat/{n}", faces=(die,)))


def rolled(step: Step[State]) -> Outcome:
    """The outcome that carries the modifiers."""
    return next(outcome for outcome in step.outcomes if outcome.kind == "combat")
