"""Positions of case files, and what a case may expect of a position (``schemas/case.md``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError
from pbem.bytes.values import evolve
from pbem.port.game import Demand
from pbem_rules.june6.model import ALLIED, FULL, GERMAN, REDUCED, Activation, Combat, State, View
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules import setup
from pbem_rules.june6.rules.ground import line_of_communication, terrain, zones_of_control
from pbem_rules.june6.rules.lookup import enemy_of, formation_of
from pbem_rules.june6.rules.markers.cup import LOOSE
from pbem_rules.june6.writing import WRITING
from pbem_rules.kernel.board import Board
from pbem_rules.shared import positions

EMPTY = "empty"
_PLAIN = (
    "turn",
    "phase",
    "weather",
    "initiative",
    "air",
    "naval",
    "kept",
    "storm_before",
    "draws",
    "combats",
    "cherbourg_lost",
    "german_corps_activation",
)
_LISTS = (
    "beaches",
    "beaches_lost",
    "destroyed",
    "lost",
    "finished",
    "blown",
    "pontoons",
    "bridging",
    "returned",
    "refits",
    "delays",
)
_KEYS = (
    *_PLAIN,
    *_LISTS,
    "units",
    "active",
    "stage",
    "efficiency",
    "held",
    "points",
    "activations",
    "returns",
    "options",
)


def place(data: Data, scenario: str, position: Mapping[str, Json]) -> State:
    """The named scenario, or an empty map on turn 2 of the longest one, with what the case names laid over it."""
    unknown = [key for key in position if key not in _KEYS]
    if unknown:
        raise DataError(
            "case", f"[position] has unknown {', '.join(unknown)}.", hint=f"Known: {', '.join(_KEYS)}."
        )
    value = cast(
        "dict[str, Json]",
        WRITING.dump(_base(data, scenario, _table(position, "options") if "options" in position else {})),
    )
    value |= {key: position[key] for key in (*_PLAIN, *_LISTS) if key in position}
    for key in ("held", "activations", "returns"):
        if key in position:
            value[key] = [[name, each] for name, each in sorted(_table(position, key).items())]
    if "points" in position:
        _points(value, _table(position, "points"))
    if "units" in position:
        _units(data, cast("dict[str, Json]", value.setdefault("board", {})), _table(position, "units"))
    state = WRITING.read(value)
    return _active(data, state, position) if "active" in position else state


def _base(data: Data, scenario: str, options: Mapping[str, Json]) -> State:
    if scenario != EMPTY:
        if scenario not in data.scenarios:
            raise DataError("case", f"there is no scenario {scenario!r}.")
        return setup.start(data, scenario, options)
    longest = max(data.scenarios.values(), key=lambda each: each.last_turn - each.first_turn)
    state = setup.start(data, longest.name, options)
    return evolve(
        state, turn=2, phase=FULL, board=Board.of(()), arrivals=(), held=(), first_played=True, delays=()
    )


def _table(position: Mapping[str, Json], key: str) -> dict[str, Json]:
    value = position[key]
    if not isinstance(value, dict):
        raise DataError("case", f"[position] {key} must be a table.")
    return value


def _texts(position: Mapping[str, Json], key: str) -> list[str]:
    value = position[key]
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise DataError("case", f"[position] {key} must be a list of words.")
    return cast("list[str]", value)


def _points(value: dict[str, Json], points: Mapping[str, Json]) -> None:
    for side, each in points.items():
        if side not in (ALLIED, GERMAN):
            raise DataError("case", f"[position] points: {side!r} is not a side.")
        cup = value.get(f"{side}_cup", {"side": side})
        value[f"{side}_cup"] = {**cast("dict[str, Json]", cup), "points": each}


def _units(data: Data, board: dict[str, Json], units: Mapping[str, Json]) -> None:
    """Units at places, with markers; a unit at ``""`` is taken off the board."""
    for name, entry in units.items():
        if name not in data.units:
            raise DataError("case", f"there is no unit {name!r}.")
        fields = dict(entry) if isinstance(entry, dict) else {"at": entry}
        where = fields.pop("at", None)
        if not isinstance(where, str) or (where and ":" not in where and where not in data.ground.grid):
            raise DataError("case", f"unit {name}: {where!r} is not a place.")
        board.pop(name, None)
        if where:
            board[name] = {"where": where, **fields}


def _active(data: Data, state: State, position: Mapping[str, Json]) -> State:
    """An activation under way, with what 12.21 and 7.4 need to know of its start worked out."""
    formations = tuple(_texts(position, "active"))
    for name in formations:
        if name not in data.formations and name != LOOSE:
            raise DataError("case", f"there is no formation {name!r}.")
    side = data.formations[formations[0]].side if formations[0] != LOOSE else GERMAN
    full = position.get("efficiency", "full") == "full"
    if not full:
        acting = (u for u in state.board if (formation_of(data, u) or LOOSE) in formations)
        state = evolve(state, board=state.board.put(*(evolve(unit, efficiency=False) for unit in acting)))
    mine = tuple(unit for unit in state.board if data.unit(unit.id).side == side and ":" not in unit.where)
    at = View(data=data, state=state)
    frame = Activation(
        side=side,
        formations=formations,
        full=full,
        stage=str(position.get("stage", "move")),
        starters=tuple(u.id for u in mine if zones_of_control.next_to_enemy(at, u.where, side)),
        in_zone=tuple(u.id for u in mine if zones_of_control.in_zone(at, u.where, enemy_of(side))),
        ashore=tuple(u.id for u in mine if terrain.on_the_bank(data, u)),
    )
    phase = state.phase if full or "phase" in position else REDUCED
    order = state.reduced_order if full else (side, enemy_of(side))
    if full:
        counts = {**dict.fromkeys(formations, 1), **dict(state.activations)}
        state = evolve(state, activations=tuple(sorted(counts.items())))
    return evolve(state, frames=(*state.frames, frame), phase=phase, reduced_order=order)


# --- facts ------------------------------------------------------------------------------------------------------------


def facts(view: View, demands: tuple[Demand, ...]) -> Mapping[str, Json]:
    """What a position may say, what is owed, points, who holds and comes back, each unit and its line of communication."""
    state = view.state
    known = {*_PLAIN, *_LISTS, "over", "owes"}
    shared = positions.facts(state, demands, None)
    found = {name: each for name, each in shared.items() if name in known or name.startswith("unit.")}
    found |= {"points.allied": state.allied_cup.points, "points.german": state.german_cup.points}
    found |= {f"held.{where}": side for where, side in state.held}
    found |= {"returns": [name for name, _ in state.returns]}
    found |= {f"returns.{name}": turn for name, turn in state.returns}
    lines = line_of_communication.traced(view, tuple(state.board))
    found |= {f"unit.{name}.line": line is not None for name, line in lines.items()}
    found |= {f"unit.{name}.where": "eliminated" for name in state.lost}
    for frame in state.frames:
        if isinstance(frame, Combat):
            found |= {"combat.stage": frame.stage, "combat.attackers": list(frame.attackers)}
    return found
