"""Positions and facts of case files (``schemas/case.md``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError
from pbem.port.game import Choice, Demand
from pbem_rules.darkdecember.model import MOVE, SUPPLIED, State
from pbem_rules.darkdecember.printed.data import ALLIED, GERMAN, Data
from pbem_rules.darkdecember.rules import fog, setup, supply, victory, weather
from pbem_rules.darkdecember.rules.combat import parts as combat
from pbem_rules.darkdecember.rules.view import View
from pbem_rules.darkdecember.writing import WRITING
from pbem_rules.shared import positions

_EMPTY, _REAL, _TURN = "empty", "extended", "18 Dec AM"
_STOCK = ("allied_infantry", "allied_motorized", "german_infantry", "german_motorized")


def place(data: Data, scenario: str, position: Mapping[str, Json]) -> State:
    """On "empty" German movement of 18 December AM without units, else the scenario; and what the position says.

    Raises DataError.
    """
    options = cast("Mapping[str, Json]", position.get("options", {}))
    if scenario != _EMPTY and scenario not in data.scenarios:
        raise DataError("no-scenario", f"Dark December has no scenario {scenario!r}.")
    first = setup.first(data, _REAL if scenario == _EMPTY else scenario, options)
    if scenario == _EMPTY:
        turn = _turn(data)(_TURN)
        first = State(
            scenario=_REAL, options=first.options, turn=cast("int", turn), phase=MOVE, blown=first.blown
        )
    said: dict[str, Json] = {
        _CALLED.get(name, name): value for name, value in position.items() if name != "options"
    }
    said["open"] = "phase" in position
    return positions.place(
        WRITING,
        first,
        said,
        unit=lambda name: name in data.units or name in data.leaders,
        where=lambda each: each in data.ground.grid,
        own=_own(data),
        fresh=lambda name: _fresh(said, name),
    )


_CALLED = {"losses": "allied_losses"}


def _fresh(position: Mapping[str, Json], name: str) -> Mapping[str, Json]:
    given = cast("dict[str, Json]", position["units"])[name]
    if isinstance(given, dict) and given.get("supply") == "supplied":
        given["supply"] = SUPPLIED
    return {}


def _turn(data: Data) -> Callable[[Json], Json]:
    def read(name: Json) -> Json:
        if name not in data.turns:
            raise DataError("case", f"there is no turn {name!r}.")
        return data.turns.index(name) + 1

    return read


def _own(data: Data) -> positions.Own:
    turn = _turn(data)

    def due(value: Json) -> Json:
        found = sorted(cast("dict[str, Json]", value).items())
        return [{"unit": name, "turn": turn(when)} for name, when in found]

    def points(value: Json) -> Json:
        given = cast("dict[str, Json]", value)
        return [given.get(name, 0) for name in _STOCK]

    pairs = dict.fromkeys(("forts", "exits", "debts", "fresh"), positions.pairs)
    return {"turn": turn, "cleared": turn, "due": due, "points": points, **pairs}


def facts(view: View, demands: tuple[Demand, ...]) -> dict[str, Json]:
    """Besides what every game has to tell: units lost too, bridges, forts, who is due, weather, and the combat."""
    data, state = view.data, view.state
    names = ("", *data.turns)
    found = positions.facts(state, demands, victory.result(view))
    found |= {f"unit.{name}.where": "eliminated" for name in state.lost}
    for unit in view.board:
        if not view.is_leader(unit.id):
            known = "out" if unit.dry and not unit.supply else unit.supply
            found[f"unit.{unit.id}.supply"] = known or "supplied"
            found[f"unit.{unit.id}.hidden"] = fog.hidden(view, unit.id, view.enemy(view.side_of(unit.id)))
            found[f"unit.{unit.id}.line"] = supply.status(view, unit) or "supplied"
    found |= {"turn": names[state.turn], "last": names[data.scenarios[state.scenario].last]}
    found |= {f"points.{name}": n for name, n in zip(_STOCK, state.points, strict=True)}
    found |= {"calls.allied": state.calls[0], "calls.german": state.calls[1], "clear": weather.clear(view)}
    found |= {f"advantage.{side}": weather.advantage(view) == side for side in (ALLIED, GERMAN)}
    found |= {f"exits.{where}": n for where, n in state.exits}
    found |= {f"debts.{edge}": dict(state.debts).get(edge, 0) for edge in ("north", "west", "south")}
    found |= {f"due.{each.unit}": names[each.turn] for each in state.due}
    found |= {f"bridge.{a}/{b}": _bridge(view, a, b) for a, b in data.ground.rivers}
    found |= {f"fort.{where}": dict(state.forts).get(where, "") for where in data.ground.grid.hexes}
    if demands and isinstance(demands[0], Choice):
        found["owes"] = f"{demands[0].side}: {demands[0].kinds[0]}"
    return found | combat.facts(view)


def _bridge(view: View, a: str, b: str) -> str:
    if f"{a}/{b}" in view.state.built:
        return "built"
    if not view.data.ground.bridges.has(a, b):
        return "none"
    return "standing" if view.bridged(a, b) else "blown"
