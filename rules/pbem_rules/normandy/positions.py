"""Positions and facts of case files (``schemas/case.md``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

import attrs

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError
from pbem.port.game import Demand
from pbem_rules.normandy.model import State, Track
from pbem_rules.normandy.printed import Data
from pbem_rules.normandy.rules import setup, supply, victory
from pbem_rules.normandy.rules.combat import parts as combat
from pbem_rules.normandy.rules.june6.places import BOX, DROP, FLEET, assault, beach_of
from pbem_rules.normandy.rules.view import View, battalion
from pbem_rules.normandy.writing import WRITING
from pbem_rules.shared import positions

_EMPTY, _REAL = "empty", "campaign"
_TRACKS = ("us", "cw", "german", "cotentin")


def place(data: Data, scenario: str, position: Mapping[str, Json]) -> State:
    """On "empty" Allied movement of 10 June AM without units, 20 points, everybody in supply; else the scenario.

    What the position says is laid over it. Raises DataError.
    """
    options = cast("Mapping[str, Json]", position.get("options", {}))
    if scenario != _EMPTY and scenario not in data.scenarios:
        raise DataError("no-scenario", f"The Battle for Normandy has no scenario {scenario!r}.")
    first = setup.first(data, _REAL if scenario == _EMPTY else scenario, options)
    if scenario == _EMPTY:
        first = State(
            scenario=_REAL,
            options=first.options,
            day="06-10",
            part=1,
            phase="allied-move",
            supply="given",
            points=20,
        )
    return positions.place(
        WRITING,
        first,
        {name: value for name, value in position.items() if name != "options"},
        unit=lambda name: known(data, name),
        where=lambda each: _place(data, each),
    )


def known(data: Data, name: str) -> bool:
    """Whether there is such a unit: a counter, or a company of one that breaks up."""
    whole = battalion(name)
    return name in data.units or (whole != name and whole in data.units and bool(data.type_of(whole).company))


def _place(data: Data, where: str) -> bool:
    """Whether there is such a place: a hex, or one of 6 June."""
    if where in data.ground.grid:
        return True
    lies = assault(where)
    if lies is not None:
        return beach_of(data, lies.hex) is not None
    if where.startswith(DROP):
        return where.removeprefix(DROP) in data.ground.grid
    return any(
        where.removeprefix(kind) in data.land.beaches for kind in (BOX, FLEET) if where.startswith(kind)
    )


def facts(view: View, demands: tuple[Demand, ...]) -> dict[str, Json]:
    """Besides what every game has to tell: units lost and taken off, supply, tracks, and tables by key."""
    state = view.state
    found = positions.facts(state, demands, victory.result(view))
    found |= {f"unit.{name}.where": "removed" for name in state.removed}
    found |= {f"unit.{name}.where": "eliminated" for name in state.gone}
    found |= {
        f"unit.{unit.id}.supplied": supply.supplied(view, unit.id)
        for unit in view.board
        if view.on_map(unit.id)
    }
    return found | dict(_tables(state)) | dict(combat.facts(view))


def _tables(state: State) -> Iterator[tuple[str, Json]]:
    """The tables of the state, key by key."""
    for name in _TRACKS:
        for key, value in attrs.asdict(state.tracks.get(name, Track())).items():
            yield f"tracks.{name}.{key}", value
    for name, points in state.kept.items():
        yield f"kept.{name}.infantry", points.infantry
        yield f"kept.{name}.armour", points.armour
    for table in ("away", "interdiction", "mulberries", "trucks", "withdrawal"):
        for key, value in getattr(state, table).items():
            yield f"{table}.{key}", value
    for key, units in state.assigned.items():
        yield f"assigned.{key}", list(units)
