"""The real data pack and positions of the sequence of play for tests."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from attrs import evolve

from pbem.games import registry
from pbem.port.game import Rolled, Sealed
from pbem_rules.june6.game import June6
from pbem_rules.june6.model import ALLIED, GERMAN, WEATHER, State, Unit
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules import setup
from pbem_rules.june6.rules.turns import Done
from pbem_rules.kernel.board import Board


@lru_cache(maxsize=1)
def rules() -> June6:
    return cast("June6", registry.load("june6").rules)


def data() -> Data:
    return rules().data


def landings(*, turn: int = 1) -> State:
    """The scenario's first state; on a later turn, at its roll for the weather."""
    state = setup.start(data(), "landings", {})
    return state if turn == 1 else evolve(state, turn=turn, phase=WEATHER)


def position(units: dict[str, str | Unit], *, turn: int = 2) -> State:
    """Only these units, at the roll for the weather; no arrivals."""
    placed = [Unit(id=name, where=at) if isinstance(at, str) else at for name, at in units.items()]
    return evolve(landings(turn=turn), board=Board.of(placed), arrivals=(), held=())


def rolled(state: State, why: str, *faces: int) -> State:
    action = Rolled(why=why, faces=faces)
    assert rules().check(state, ALLIED, action) == ()
    return rules().apply(state, ALLIED, action).state


def sealed(state: State, side: str, count: int) -> State:
    action = Sealed(side=side, at=f"cup/{state.turn}/{side}", count=count)
    assert rules().check(state, side, action) == ()
    return rules().apply(state, side, action).state


def ordered(state: State, side: str, order: object) -> State:
    assert rules().check(state, side, order) == ()
    return rules().apply(state, side, order).state


def cups(allied: int, german: int, *, units: dict[str, str | Unit]) -> State:
    """Turn 2, clear, Allied initiative, both cups sealed with that many markers."""
    state = rolled(position(units), "weather/2", 0, 9, 9)
    state = ordered(sealed(state, ALLIED, allied), ALLIED, Done())
    state = rolled(state, "resources/2", 9)
    return sealed(state, GERMAN, german)


def broken(found: tuple[object, ...]) -> list[str]:
    return sorted({violation.paragraph for violation in found})  # type: ignore[attr-defined]
