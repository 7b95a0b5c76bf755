"""Positions and facts of case files (``schemas/case.md``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import attrs

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError
from pbem.bytes.values import evolve
from pbem.port.game import Choice, Demand, Roll
from pbem_rules.pegasus import opening, victory, writing
from pbem_rules.pegasus.model import BRITISH, DEAD, GERMAN, ITEMS, OFF, State, Unit
from pbem_rules.pegasus.printed import Data

_PLAIN = (
    "turn",
    "phase",
    "plan",
    "squads_left",
    "decoys_left",
    "charges",
    "attempted",
    "alarm",
    "pillbox_hit",
    "pegasus",
    "british_force",
    "german_force",
    "platoons_left",
    "tanks_left",
    "tanks_killed",
    "anti_tank_shots",
    "schmidt_taken",
    "optional",
    "handful",
)
_LISTS = (
    "chits",
    "cleared",
    "held",
    "guns",
    "rubble",
    "ready",
    "wrecks",
    "car_wrecks",
    "engaged",
    "hit",
    "guns_used",
    "ends_done",
    "tanks_coming",
)
_KINDS = (
    ("Squad", "squad"),
    ("German", "german"),
    ("Tank", "tank"),
    ("Para", "para"),
    ("Gammon", "gammon"),
    ("PIAT", "piat"),
)


def place(data: Data, scenario: str, position: Mapping[str, Json]) -> State:
    """Turn 2 of the British move on an empty map, and what the position says. Raises DataError."""
    real = "beginner" if scenario == "empty" else scenario
    if real not in data.scenarios:
        raise DataError("no-scenario", f"Pegasus Bridge has no scenario {scenario!r}.")
    state = opening.first_state(data, real, handful=0, optional=False)
    state = evolve(state, turn=2, phase="british move", plan="F", chits=())
    unknown = sorted(set(position) - {*_PLAIN, *_LISTS, "units", "entered"})
    if unknown:
        raise DataError("case", f"a position has unknown {unknown}.")
    changes: dict[str, object] = {name: position[name] for name in _PLAIN if name in position}
    changes |= {name: tuple(cast("list[str]", position[name])) for name in _LISTS if name in position}
    changes["units"] = _units(data, state, position.get("units", {}))
    entered = cast("dict[str, str]", position.get("entered", {}))
    changes["entered"] = tuple(sorted(entered.items()))
    made = writing.load(writing.dump(attrs.evolve(state, **changes)))  # type: ignore[arg-type]  # the fields are held against their types by load
    return evolve(made, held=_held(data, made)) if "held" not in position else made


def _units(data: Data, state: State, wanted: Json) -> dict[str, Unit]:
    if not isinstance(wanted, dict):
        raise DataError("case", "units must be a table.")
    units = dict(state.units)
    for name, entry in wanted.items():
        fields = {"at": entry} if isinstance(entry, str) else dict(cast("dict[str, Json]", entry))
        where = str(fields.pop("at", OFF))
        if where not in (OFF, DEAD) and not where.startswith("queue:") and where not in data.terrain.areas:
            raise DataError("case", f"{name}: there is no area {where!r}.")
        before = units.get(name)
        kind = before.kind if before else next((kind for start, kind in _KINDS if name.startswith(start)), "")
        if not kind:
            raise DataError("case", f"there is no unit {name!r}.")
        strength: Json = before.strength if before else data.forces.kinds[kind].strength
        bearer: Json = before.bearer if before else ""
        shots: Json = data.tables.piat_shots if kind == "piat" else 0
        units[name] = writing.unit(
            name,
            {
                "kind": kind,
                "where": where,
                "strength": strength,
                "bearer": bearer,
                "shots": shots,
                "since": 1,
                **fields,
            },
        )
    for name, unit in units.items():
        if unit.kind in ITEMS and unit.bearer in units:
            units[name] = evolve(unit, where=units[unit.bearer].where)
    return dict(sorted(units.items()))


def _held(data: Data, state: State) -> tuple[str, ...]:
    sides: dict[str, set[str]] = {}
    for unit in state.units.values():
        if unit.where in data.terrain.areas and (
            unit.strength or data.forces.kinds[unit.kind].side == GERMAN
        ):
            sides.setdefault(unit.where, set()).add(data.forces.kinds[unit.kind].side)
    return tuple(sorted(where for where, found in sides.items() if found == {BRITISH}))


def facts(data: Data, state: State, demands: tuple[Demand, ...]) -> dict[str, Json]:
    """Every plain field and list of the state, ``unit.ID.FIELD``, ``score``, ``over`` and ``owes``."""
    found: dict[str, Json] = {name: getattr(state, name) for name in (*_PLAIN, "over")}
    found |= {name: list(getattr(state, name)) for name in _LISTS}
    found["score"] = sum(term.value for term in victory.score(data, state))
    found["score.terms"] = [f"{term.text} {term.value:+d}" for term in victory.score(data, state)]
    result = victory.result(data, state)
    found["result"] = result.level if result else ""
    for name, unit in state.units.items():
        for each in attrs.fields(Unit):
            found[f"unit.{name}.{each.name}"] = getattr(unit, each.name)
    first = demands[0] if demands else None
    if isinstance(first, Roll):
        found["owes"] = f"{first.side}: roll {first.why}"
    elif isinstance(first, Choice):
        found["owes"] = f"{first.side}: {first.why}"
    else:
        found["owes"] = ""
    return found
