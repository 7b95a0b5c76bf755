"""Positions and facts of case files (``schemas/case.md``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from pbem.bytes.canon import Json
from pbem.bytes.values import evolve
from pbem.port.game import Demand
from pbem_rules.june44.model import ALLIED, ALLIED_MOVE, GERMAN, State
from pbem_rules.june44.printed.data import Data
from pbem_rules.june44.rules import fog, setup, supply, victory
from pbem_rules.june44.rules.cards.hands import hand
from pbem_rules.june44.rules.play import View
from pbem_rules.june44.writing import WRITING
from pbem_rules.shared import positions

EMPTY = "empty"


def place(data: Data, scenario: str, position: Mapping[str, Json]) -> State:
    """Turn 2 of Allied movement in clear weather on an empty map, or a scenario's first state, and what is said.

    ``owners``: hex to side; ``due``: unit to ``[turn, place]``; ``defences``: beach hex to strength (-1: hidden);
    ``hands``: side to slots; ``effects``: name to the last turn; ``missions``: hex to result. Raises DataError.
    """
    options = cast("Mapping[str, Json]", position.get("options", {}))
    real = next(iter(data.scenarios)) if scenario == EMPTY else scenario
    first = setup.start(data, real, options)
    if scenario == EMPTY:
        bare = State(scenario=real, options=first.options, owners=first.owners)
        first = evolve(bare, turn=2, phase=ALLIED_MOVE, weather="clear")
    return positions.place(
        WRITING,
        first,
        {name: value for name, value in position.items() if name != "options"},
        unit=data.units.__contains__,
        where=lambda each: each in data.ground.terrain or each.startswith(("sea:", "entry:")),
        own=_own(data, first),
    )


def _own(data: Data, first: State) -> positions.Own:
    """What a position spells as tables."""

    def owners(value: Json) -> Json:
        return positions.pairs({**dict(first.owners), **_table(value)})

    def due(value: Json) -> Json:
        rows = cast("dict[str, list[Json]]", value)
        return [
            {"unit": unit, "turn": row[0], "place": row[1], "delayed": len(row) > 2}
            for unit, row in rows.items()
        ]

    def defences(value: Json) -> Json:
        order = setup.beaches(data)
        return [
            {"hex": where, "n": order.index(where) + 1, "strength": None if strength == -1 else strength}
            for where, strength in sorted(_table(value).items())
        ]

    def hands(value: Json) -> Json:
        slots = cast("dict[str, list[int]]", value)
        return [[{"slot": slot, "turn": 1} for slot in slots.get(side, [])] for side in (ALLIED, GERMAN)]

    return {
        "owners": owners,
        "due": due,
        "defences": defences,
        "hands": hands,
        "effects": lambda value: [[name, turn] for name, turn in _table(value).items()],
        "missions": lambda value: [{"hex": at, "result": result} for at, result in _table(value).items()],
    }


def _table(value: Json) -> dict[str, Json]:
    return cast("dict[str, Json]", value)


def facts(view: View, demands: tuple[Demand, ...]) -> dict[str, Json]:
    """Besides what every game has to tell: ``owner.HEX``, ``score``, ``supplied`` of units, and what is seen of stacks.

    ``seen.SIDE.PLACE``: the units in a place that a side may look at (6.5), and ``?`` for each one beneath.
    """
    state = view.state
    found = positions.facts(state, demands, victory.result(view))
    found["replacements.allied"], found["replacements.german"] = state.replacements
    found["score"] = victory.points(view)
    found["score.terms"] = [f"{term.text} {term.value:+d}" for term in victory.terms(view)]
    found |= {f"owner.{where}": side for where, side in state.owners}
    found |= {
        f"defence.{each.hex}": -1 if each.strength is None else each.strength for each in state.defences
    }
    found |= {f"hand.{side}": len(hand(view, side)) for side in (ALLIED, GERMAN)}
    found |= {f"effect.{name}": turn for name, turn in state.effects}
    found |= {f"mission.{each.hex}": each.result for each in state.missions}
    found |= {f"due.{each.unit}": each.turn for each in state.due}
    found |= {f"unit.{unit.id}.supplied": supply.supplied(view, unit) for unit in state.board}
    for where in state.board.places():
        for side in (ALLIED, GERMAN):
            stack = fog.stack(view, where, side)
            found[f"seen.{side}.{where}"] = [*(unit.id for unit in stack.units), *("?" * stack.beneath)]
    found |= {f"unit.{name}.where": "eliminated" for name in (*state.lost, *state.gone)}
    if state.combat is not None:
        found |= {"combat.stage": state.combat.stage, "combat.attackers": list(state.combat.attackers)}
    return found
