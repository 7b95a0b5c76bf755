"""Positions and facts of case files (``schemas/case.md``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import attrs

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError
from pbem.port.game import Choice, Demand
from pbem_rules.june44 import fog, hands, setup, supply, victory
from pbem_rules.june44.model import ALLIED, ALLIED_MOVE, GERMAN, State
from pbem_rules.june44.printed import Data
from pbem_rules.june44.writing import WRITING
from pbem_rules.kernel.board import Board
from pbem_rules.shared.demands import owes
from pbem_rules.shared.writing import every_field

EMPTY = "empty"
_PLAIN = (
    "turn",
    "phase",
    "weather",
    "rolled",
    "fixed_weather",
    "naval",
    "supply",
    "air",
    "fighters",
    "deck",
    "combats",
    "rolls",
)
_LISTS = (
    "lost",
    "gone",
    "replacements",
    "forts_lost",
    "penalties",
    "mulberries",
    "air_drawn",
    "naval_plans",
    "undrawn",
    "discards",
    "removed",
    "played",
    "done",
    "attacked",
)
_TABLES = ("units", "options", "owners", "due", "defences", "hands", "effects", "missions")


def place(data: Data, scenario: str, position: Mapping[str, Json]) -> State:
    """Turn 2 of Allied movement in clear weather on an empty map, or a scenario's first state, and what is said.

    ``units``: id to a hex or to a table with ``at`` and its markers. ``owners``: hex to side; ``due``: unit to
    ``[turn, place]``; ``defences``: beach hex to strength (-1: hidden); ``hands``: side to slots; ``effects``: name to the
    last turn; ``missions``: hex to result. Raises DataError.
    """
    unknown = sorted(set(position) - {*_PLAIN, *_LISTS, *_TABLES})
    if unknown:
        raise DataError("case", f"a position of June '44 has unknown {unknown}.")
    options = cast("dict[str, Json]", position.get("options", {}))
    state = setup.start(data, data_scenario(data, scenario), options)
    if scenario == EMPTY:
        state = attrs.evolve(
            state,
            turn=2,
            phase=ALLIED_MOVE,
            weather="clear",
            board=Board.of(()),
            due=(),
            defences=(),
            naval=0,
        )
    fields = cast("dict[str, Json]", WRITING.dump(state))
    fields |= {name: position[name] for name in (*_PLAIN, *_LISTS) if name in position}
    _units(data, fields, position.get("units", {}))
    _tables(data, fields, state, position)
    return WRITING.read(fields)


def data_scenario(data: Data, scenario: str) -> str:
    """The scenario on which a case is played: the first for an empty map."""
    return next(iter(data.scenarios)) if scenario == EMPTY else scenario


def _units(data: Data, fields: dict[str, Json], wanted: Json) -> None:
    if not isinstance(wanted, dict):
        raise DataError("case", "units must be a table.")
    board = dict(cast("dict[str, Json]", fields.get("board", {})))
    for name, entry in wanted.items():
        if name not in data.units:
            raise DataError("case", f"there is no unit {name!r}.")
        given = {"at": entry} if isinstance(entry, str) else dict(cast("dict[str, Json]", entry))
        where = str(given.pop("at", ""))
        hexes = data.ground.terrain
        if where and where not in hexes and not where.startswith(("sea:", "entry:")):
            raise DataError("case", f"{name}: there is no place {where!r}.")
        board.pop(name, None)
        if where:
            board[name] = {"where": where, **given}
    fields["board"] = cast("Json", board)


def _tables(data: Data, fields: dict[str, Json], state: State, position: Mapping[str, Json]) -> None:
    def table(name: str) -> dict[str, Json]:
        return cast("dict[str, Json]", position[name])

    if "owners" in position:
        fields["owners"] = [[k, v] for k, v in sorted({**dict(state.owners), **table("owners")}.items())]
    if "due" in position:
        rows = {unit: cast("list[Json]", row) for unit, row in table("due").items()}
        fields["due"] = [
            {"unit": unit, "turn": row[0], "place": row[1], "delayed": len(row) > 2}
            for unit, row in rows.items()
        ]
    if "defences" in position:
        order = {where: n for n, where in enumerate(setup.beaches(data), start=1)}
        fields["defences"] = [
            {"hex": where, "n": order[where], "strength": None if strength == -1 else strength}
            for where, strength in sorted(table("defences").items())
        ]
    if "hands" in position:
        fields["hands"] = [
            [{"slot": slot, "turn": 1} for slot in cast("list[int]", table("hands").get(side, []))]
            for side in ("allied", "german")
        ]
    if "effects" in position:
        fields["effects"] = [[name, turn] for name, turn in table("effects").items()]
    if "missions" in position:
        fields["missions"] = [{"hex": where, "result": result} for where, result in table("missions").items()]


def _seen(data: Data, state: State) -> dict[str, Json]:
    """``seen.SIDE.PLACE``: the units in a place that a side may look at (6.5), and ``?`` for each one beneath."""
    found: dict[str, Json] = {}
    for where in state.board.places():
        for side in (ALLIED, GERMAN):
            stack = fog.stack(data, state, where, side)
            found[f"seen.{side}.{where}"] = [*(unit.id for unit in stack.units), *("?" * stack.beneath)]
    return found


# --- facts ----------------------------------------------------------------------------------------------------------------


def facts(data: Data, state: State, demands: tuple[Demand, ...]) -> dict[str, Json]:
    """Every plain field and list of the state, ``unit.ID.FIELD``, ``owner.HEX``, ``score``, ``over``, ``owes``, ``seen``."""
    found: dict[str, Json] = {name: getattr(state, name) for name in _PLAIN}
    found |= {name: list(getattr(state, name)) for name in _LISTS}
    found["replacements.allied"], found["replacements.german"] = state.replacements
    found["score"] = victory.points(data, state)
    found["score.terms"] = [f"{term.text} {term.value:+d}" for term in victory.terms(data, state)]
    result = victory.result(data, state)
    found["result"] = result.level if result else ""
    found["over"] = not demands
    found["owes"] = owes(demands)
    found["kinds"] = list(demands[0].kinds) if demands and isinstance(demands[0], Choice) else []
    found |= {f"owner.{where}": side for where, side in state.owners}
    found |= {
        f"defence.{each.hex}": -1 if each.strength is None else each.strength for each in state.defences
    }
    found |= {f"hand.{side}": len(hands.hand(state, side)) for side in ("allied", "german")}
    found |= {f"effect.{name}": turn for name, turn in state.effects}
    found |= {f"mission.{each.hex}": each.result for each in state.missions}
    found |= {f"due.{each.unit}": each.turn for each in state.due}
    for unit in state.board:
        found |= {f"unit.{unit.id}.{key}": value for key, value in every_field(unit).items()}
        found[f"unit.{unit.id}.supplied"] = supply.supplied(data, state, unit)
    found |= _seen(data, state)
    for name in (*state.lost, *state.gone):
        found[f"unit.{name}.where"] = "eliminated"
    if state.combat is not None:
        found |= {"combat.stage": state.combat.stage, "combat.attackers": list(state.combat.attackers)}
    return found
