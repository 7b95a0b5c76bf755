"""The tiny game with a fault of every sort in it: how far red steps, past 100, says which one comes to light."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, repeat
from typing import NoReturn

from attrs import AttrsInstance, evolve

from pbem.bytes.errors import DataError, Violation
from pbem.games import registry
from pbem.port.game import Choice, Demand, Outcome, Result, Rolled, Step, Table
from tests.protocol.tiny import INFO, Go, State, Tiny

Checked = Callable[[], object]
Applied = Callable[[State], object]


def _raise(error: BaseException) -> NoReturn:
    raise error


def _without_end() -> Iterator[Violation]:
    return (Violation(paragraph="1.1", message=str(number)) for number in count())


def _deep() -> int:
    return _deep() + 1


def _go(state: State, **changed: object) -> State:
    return evolve(state, **{"stage": "mode", **changed})


def _step(state: State, **changed: object) -> object:
    return Step(state=_go(state, **changed))


_TOLD = Outcome(kind="moved", text="Red steps on.")

CHECKED: Mapping[str, Checked] = {
    "KeyError": lambda: {}["nobody"],
    "DataError": lambda: _raise(DataError("no-unit", "there is none.")),
    "AssertionError": lambda: _raise(AssertionError("never")),
    "RuntimeError": lambda: _raise(RuntimeError("x" * 100_000)),
    "TypeError": lambda: None,
    "something that is not a violation": lambda: ["no"],
}
"""What ``check`` does, by what is said of it."""

APPLIED: Mapping[str, Applied] = {
    "ValueError": lambda _: _raise(ValueError("no")),
    "AttributeError": lambda _: None,
    "more than 10000 outcomes": lambda state: Step(state=_go(state), outcomes=repeat(_TOLD)),
    "something that is not an outcome": lambda state: Step(state=_go(state), outcomes=("x",)),
    "ZeroDivisionError": lambda state: _step(state, stage="broken"),
    "demands that nobody can answer": lambda state: _step(state, stage="strange"),
}
"""What ``apply`` does, or what comes of it."""

UNWRITABLE: Mapping[str, Applied] = {
    "a float": lambda state: _step(state, place=0.5),
    "a huge number": lambda state: _step(state, place=2**60),
    "half a character": lambda state: _step(state, log=("\ud800",)),
    "a state without end": lambda state: _step(state, log=("x" * 5_000_000,)),
}
"""What ``apply`` makes of the state that cannot be written."""

MACHINE: Mapping[str, Checked] = {"RecursionError": _deep, "MemoryError": lambda: _raise(MemoryError())}
"""What hangs on the machine."""

ENDLESS, FAULTY_DICE, NO_RESULT = 150, 151, 152
_CHECKED = (*CHECKED.values(), *MACHINE.values())
_APPLIED = (*APPLIED.values(), *UNWRITABLE.values())


def number(name: str) -> int:
    """How far red has to step for a fault."""
    every = (*CHECKED, *MACHINE, *APPLIED, *UNWRITABLE)
    return 101 + every.index(name)


class Faulty(Tiny):
    """It steps as far as anybody likes, and falls over in its own way."""

    def check(self, state: State, side: str, action: AttrsInstance | Table) -> Sequence[Violation]:
        match action:
            case Go(to=to) if to == ENDLESS:
                return _without_end()
            case Go(to=to) if to > 100:
                place = to - 101
                return _CHECKED[place]() if place < len(_CHECKED) else ()
        return super().check(state, side, action)

    def apply(self, state: State, side: str, action: AttrsInstance | Table) -> Step[State]:
        match action:
            case Go(to=to) if to in (FAULTY_DICE, NO_RESULT):
                return Step(state=_go(state, place=to))
            case Go(to=to) if to > 100:
                return _APPLIED[to - 101 - len(_CHECKED)](state)
            case Rolled() if state.place == FAULTY_DICE:
                raise IndexError("no such row")
        return super().apply(state, side, action)

    def demands(self, state: State) -> tuple[Demand, ...]:
        if state.stage == "broken":
            raise ZeroDivisionError
        if state.stage == "strange":
            return (Choice(side="green", kinds=("go",), why="step"),)
        found = super().demands(state)
        return tuple(evolve(each, paragraph="1") if isinstance(each, Choice) else each for each in found)

    def result(self, state: State) -> Result | None:
        if state.place == NO_RESULT:
            raise LookupError
        return super().result(state)


GAME = registry.Game(info=INFO, rules=Faulty(), data_digest="cd" * 32, tables={})
