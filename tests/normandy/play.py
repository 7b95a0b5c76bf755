"""The Battle for Normandy for tests: positions, and orders given as people type them."""

from collections.abc import Iterator, Mapping

from pbem.bytes.canon import Json
from pbem.port.game import Choice, Demand, Outcome, Roll, Rolled
from pbem_rules.normandy.game import create
from pbem_rules.normandy.model import State
from tests.normandy.shelf import TABLES

GAME = create(TABLES)


def place(phase: str, units: Mapping[str, Json], **fields: Json) -> State:
    """A position as a case file has it."""
    return GAME.place("empty", {"phase": phase, "units": dict(units), **fields})


def due(state: State) -> Demand:
    """What the position waits for."""
    return GAME.demands(state)[0]


def given(state: State, *orders: str) -> State:
    """The position after these orders of whoever owes them; each must be legal."""
    for text in orders:
        side = due(state).side
        order = GAME.complete(state, side, GAME.actions.parse(text))
        assert not GAME.check(state, side, order), (text, GAME.check(state, side, order))
        state = GAME.apply(state, side, order).state
    return state


def broken(state: State, text: str) -> Iterator[str]:
    """The paragraphs that an order breaks."""
    side = due(state).side
    order = GAME.complete(state, side, GAME.actions.parse(text))
    return (each.paragraph for each in GAME.check(state, side, order))


def rolled(state: State, *faces: int) -> tuple[State, tuple[Outcome, ...]]:
    """The roll that is due, thrown."""
    roll = due(state)
    assert isinstance(roll, Roll), roll
    step = GAME.apply(state, roll.side, Rolled(why=roll.why, faces=faces))
    return step.state, step.outcomes


def kinds(state: State) -> tuple[str, ...]:
    """The kinds of orders that are due."""
    choice = due(state)
    return choice.kinds if isinstance(choice, Choice) else ()
