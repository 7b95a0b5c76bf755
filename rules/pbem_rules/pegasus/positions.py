"""Positions and facts of case files (``schemas/case.md``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError
from pbem.bytes.values import evolve
from pbem.port.game import Choice, Demand
from pbem_rules.pegasus.model import BRITISH, DEAD, GERMAN, ITEMS, OFF, QUEUE, State
from pbem_rules.pegasus.play import View
from pbem_rules.pegasus.printed.data import Data
from pbem_rules.pegasus.rules import landing, victory
from pbem_rules.pegasus.writing import WRITING
from pbem_rules.shared import positions

_KINDS = (
    ("Squad", "squad"),
    ("German", "german"),
    ("Tank", "tank"),
    ("Para", "para"),
    ("Gammon", "gammon"),
    ("PIAT", "piat"),
)


def place(data: Data, scenario: str, position: Mapping[str, Json]) -> State:
    """Turn 2 of the British move on an empty map, die by die, and what the position says. Raises DataError."""
    real = "beginner" if scenario == "empty" else scenario
    if real not in data.scenarios:
        raise DataError("no-scenario", f"Pegasus Bridge has no scenario {scenario!r}.")
    handful, optional = landing.read_options(cast("Mapping[str, Json]", position.get("options", {})), usual=0)
    first = landing.first_state(data, real, handful=handful, optional=optional)
    first = evolve(first, turn=2, phase="british move", plan="F", chits=())
    made = positions.place(
        WRITING,
        first,
        {name: value for name, value in position.items() if name != "options"},
        unit=lambda name: bool(_kind(first, name)),
        where=lambda each: each in (OFF, DEAD) or each.startswith(QUEUE) or each in data.terrain.areas,
        own={"entered": positions.pairs},
        fresh=lambda name: _fresh(data, first, name),
    )
    board = made.board
    carried = (each for each in board if each.kind in ITEMS and each.bearer in board)
    made = evolve(made, board=board.put(*(evolve(each, where=board[each.bearer].where) for each in carried)))
    return made if "held" in position else evolve(made, held=_held(View(data=data, state=made)))


def _kind(first: State, name: str) -> str:
    unit = first.board.get(name)
    return unit.kind if unit else next((kind for start, kind in _KINDS if name.startswith(start)), "")


def _fresh(data: Data, first: State, name: str) -> dict[str, Json]:
    """What a unit has unless the position says otherwise: it is fresh, and has stood where it is for a turn."""
    kind, before = _kind(first, name), first.board.get(name)
    return {
        "kind": kind,
        "strength": data.forces.kinds[kind].strength,
        "bearer": before.bearer if before else "",
        "shots": data.tables.piat_shots if kind == "piat" else 0,
        "since": 1,
    }


def _held(view: View) -> tuple[str, ...]:
    areas = sorted(view.data.terrain.areas)
    return tuple(each for each in areas if view.troops(each, BRITISH) and not view.at(each, GERMAN))


def facts(view: View, demands: tuple[Demand, ...]) -> dict[str, Json]:
    """Besides what every game has to tell: ``score`` and its terms; ``owes`` names the phase of a choice."""
    terms, result = victory.score(view), victory.result(view)
    found = positions.facts(view.state, demands, result)
    if demands and isinstance(demands[0], Choice):
        found["owes"] = f"{demands[0].side}: {demands[0].why}"
    found["score"] = sum(term.value for term in terms)
    found["score.terms"] = [f"{term.text} {term.value:+d}" for term in terms]
    return found
