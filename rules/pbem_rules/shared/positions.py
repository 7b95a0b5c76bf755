"""Positions and facts of case files (``schemas/case.md``), as far as every game with a board has them.

A position may give any field of the state as it is written, and ``units``: a counter's place, or a table with ``at`` and its
markers; an empty place takes it off. What a game spells otherwise for people it reads itself (``own``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar, cast

import attrs
from attrs import AttrsInstance

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError
from pbem.port.game import Choice, Demand, Result
from pbem_rules.kernel.board import Board
from pbem_rules.shared.demands import owes
from pbem_rules.shared.play import Counter
from pbem_rules.shared.writing import Writing, every_field

S = TypeVar("S", bound=AttrsInstance)
Own = Mapping[str, Callable[[Json], Json]]
_BOARD, _UNITS = "board", "units"


class OnBoard(Protocol):
    """A state with a board."""

    @property
    def board(self) -> Board[Counter]: ...


def place(
    writing: Writing[S],
    first: S,
    position: Mapping[str, Json],
    *,
    unit: Callable[[str], bool],
    where: Callable[[str], bool],
    own: Own | None = None,
    fresh: Callable[[str], Mapping[str, Json]] = lambda _: {},
) -> S:
    """``first`` with what a position says laid over it. Raises DataError.

    ``unit`` and ``where`` say whether there is such a counter or place ("": beside the map, for a game that keeps counters
    there); ``own`` reads the fields that the game spells in a way of its own, by name; ``fresh`` gives the fields that a
    counter has which the position names, unless it says otherwise.
    """
    spelled = own or {}
    names = {each.name for each in attrs.fields(type(first))} - {_BOARD}
    unknown = sorted(set(position) - names - {_UNITS})
    if unknown:
        raise DataError(
            "case", f"a position has unknown {', '.join(unknown)}; known: {', '.join(sorted(names))}."
        )
    fields = cast("dict[str, Json]", writing.dump(first))
    for name, value in position.items():
        if name != _UNITS:
            fields[name] = spelled[name](value) if name in spelled else value
    placed = _placed(fields.get(writing.board, {}), position.get(_UNITS, {}), unit, where, fresh)
    fields[writing.board] = placed
    return writing.read(fields)


def _placed(
    board: Json,
    wanted: Json,
    unit: Callable[[str], bool],
    there_is: Callable[[str], bool],
    fresh: Callable[[str], Mapping[str, Json]],
) -> dict[str, Json]:
    if not isinstance(wanted, dict) or not isinstance(board, dict):
        raise DataError("case", "units must be a table.")
    placed = dict(board)
    for name, entry in wanted.items():
        if not unit(name):
            raise DataError("case", f"there is no unit {name!r}.")
        given = {"at": entry} if isinstance(entry, str) else dict(cast("dict[str, Json]", entry))
        where = str(given.pop("at", ""))
        if where and not there_is(where):
            raise DataError("case", f"{name}: there is no place {where!r}.")
        placed.pop(name, None)
        if where or there_is(""):
            placed[name] = {**fresh(name), "where": where, **given}
    return placed


def pairs(value: Json) -> Json:
    """A table as the pairs that a state keeps of it, in the order of its keys."""
    return [[key, each] for key, each in sorted(cast("dict[str, Json]", value).items())]


def facts(state: AttrsInstance, demands: tuple[Demand, ...], result: Result | None) -> dict[str, Json]:
    """What every game has to tell: plain fields by name, ``unit.ID.FIELD``, ``owes``, ``kinds``, ``over``, ``result``."""
    found: dict[str, Json] = {}
    for each in attrs.fields(type(state)):
        value = getattr(state, each.name)
        if isinstance(value, str | int):
            found[each.name] = value
        elif isinstance(value, tuple) and all(isinstance(item, str | int) for item in value):
            found[each.name] = list(value)
    for piece in cast("OnBoard", state).board:
        found |= {f"unit.{piece.id}.{key}": value for key, value in every_field(piece).items()}
    first = demands[0] if demands else None
    found["owes"], found["kinds"] = owes(demands), list(first.kinds) if isinstance(first, Choice) else []
    found["over"], found["result"] = not demands, result.level if result is not None else ""
    found["winner"] = (result.winner or "") if result is not None else ""
    return found
