"""What a roll was worth, for the luck of an audit, in tenths of a strength point. The scale is ours.

Only rolls that are told whichever way they fall can be weighed: a leader who is not hit (15.1) leaves no trace, so that his
die would always look like bad luck. What nobody was left to lose counts as well: the dice were as good.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from pbem.port.game import Outcome
from pbem.port.insight import Weighed
from pbem.port.messages import Message
from pbem_rules.pegasus.model import BRITISH, WITNESS
from pbem_rules.pegasus.play import View
from pbem_rules.pegasus.rules.orders.grenade import grenade_column

UNIT = Message("strength points")
_POINT, _SUPPRESSED, _TANK, _CAR, _WORKS = 10, 3, 30, 20, 10
_BLOWN, _DAMAGED, _PRISONER, _CRASH = 60, 20, 5, 20
_SIDES = 6
_ALONE = frozenset({"recovery", "landed", "demolition"})
_COLUMN = re.compile(r", column ([^:]+): ")
_STRENGTHS = re.compile(r", (\d+) against (\d+), (\d+) to (\d+): ")

_Worth = Callable[[int], int]
"""What a face is worth to the side that the roll was made for."""


def weigh(view: View, outcome: Outcome) -> Weighed | None:
    """Every face of the die behind an outcome and the one that came; None where nothing is weighed.

    The view is of the state before the order or phase. The die counts for the British player, or for the witness, who
    holds the Germans' part.
    """
    if len(outcome.faces) != 1:
        return None
    worth = _worth(view, outcome)
    if worth is None:
        return None
    side = BRITISH if _british(view, outcome) else WITNESS
    worths = tuple(worth(face) for face in range(1, _SIDES + 1))
    attack = outcome.kind not in _ALONE
    return Weighed(side=side, worths=worths, came=outcome.faces[0] - 1, unit=UNIT, attack=attack)


def _british(view: View, outcome: Outcome) -> bool:
    if outcome.side is not None:
        return outcome.side == BRITISH
    if outcome.kind in ("combat", "cleared"):
        return True
    unit = view.board.get(outcome.units[0]) if outcome.units else None
    return unit is not None and view.side_of(unit) == BRITISH


def _worth(view: View, outcome: Outcome) -> _Worth | None:
    match outcome.kind:
        case "fired":
            return _fired(view, outcome)
        case "grenade":
            return _grenade(view, outcome)
        case "gammon":
            return _gammon(view, outcome)
        case "piat":
            return _piat(view, outcome)
        case "shelled":
            return _shelled(view, outcome)
        case "combat":
            return _melee(view, outcome)
        case "cleared":
            return _cleared(view)
        case "recovery":
            most = outcome.total or 0
            return lambda face: _SUPPRESSED if face <= most else 0
        case "landed":
            plus = _plus(outcome)
            return lambda face: -_CRASH if face + plus >= view.data.tables.crash_from else 0
        case "demolition":
            plus = _plus(outcome)
            blown = {"destroyed": _BLOWN, "damaged": _DAMAGED}
            return lambda face: blown.get(view.data.tables.demolition[face + plus], 0)
        case _:
            return None


def _plus(outcome: Outcome) -> int:
    return (outcome.total or 0) - outcome.faces[0]


def _column(outcome: Outcome) -> str:
    found = _COLUMN.search(outcome.text)
    return found[1] if found else ""


def _kind(view: View, name: str) -> str:
    """What a target is; who came in this very phase is infantry, for nobody fires at a tank that moves (9.2)."""
    unit = view.board.get(name)
    return unit.kind if unit is not None else ""


def _harm(kind: str, result: str) -> int:
    """What a result of small arms or grenades does to a target (10.6)."""
    number = result.removesuffix("H")
    if kind == "tank" or not number:
        return 0
    if kind == "car":
        return 0 if number == "S" else _CAR
    return _SUPPRESSED if number == "S" else _POINT * int(number)


def _fired(view: View, outcome: Outcome) -> _Worth | None:
    column, kind, plus = _column(outcome), _kind(view, outcome.units[-1]), _plus(outcome)
    if column not in view.data.fire.rows:
        return None
    return lambda face: _harm(kind, view.data.fire.result(column, face + plus))


def _grenade(view: View, outcome: Outcome) -> _Worth | None:
    thrower, target = (view.board.get(name) for name in outcome.units)
    if thrower is None or target is None:
        return None
    column = grenade_column(view, thrower, target)
    plus = _plus(outcome)

    def worth(face: int) -> int:
        result = view.data.tables.grenade(column, face + plus)
        if target.kind == "tank":
            return _TANK if result.endswith("H") else 0
        return _harm(target.kind, result)

    return worth


def _gammon(view: View, outcome: Outcome) -> _Worth:
    kind = _kind(view, outcome.units[-1])

    def worth(face: int) -> int:
        result = view.data.fire.result(view.data.fire.gammon, face)
        if kind == "tank":
            return _TANK if result.endswith("H") else 0
        return _CAR if result else 0

    return worth


def _piat(view: View, outcome: Outcome) -> _Worth:
    """An S(H) is worth what its second die brings on average, a tank that stays where it is counting half (12.2)."""
    plus = _plus(outcome)
    crew = [view.data.tables.piat_crew[face] == "escape" for face in range(1, _SIDES + 1)]
    stopped = sum(_TANK if left else _TANK // 2 for left in crew) // _SIDES

    def worth(face: int) -> int:
        result = view.data.fire.result(view.data.fire.piat, face + plus)
        return 0 if not result.endswith("H") else stopped if result == "SH" else _TANK

    return worth


def _shelled(view: View, outcome: Outcome) -> _Worth | None:
    column = _column(outcome)
    if column not in view.data.fire.rows:
        return None
    aim = outcome.text.partition(", column ")[0].rpartition(" at ")[2]
    tank = _kind(view, aim) == "tank"

    def worth(face: int) -> int:
        result = view.data.fire.result(column, face)
        if not result.endswith("H"):
            return 0
        points = _POINT * int(result[0]) if result[0].isdecimal() else 0
        return _TANK if tank else _WORKS + points

    return worth


def _melee(view: View, outcome: Outcome) -> _Worth | None:
    """Close combat as the British see it: points of the Germans less their own (16.4)."""
    found = _STRENGTHS.search(outcome.text)
    if found is None:
        return None
    ours, theirs, *odds = (int(each) for each in found.groups())
    column, plus = view.data.melee.columns.index((odds[0], odds[1])), _plus(outcome)

    def worth(face: int) -> int:
        result = view.data.melee.result(column, face + plus)
        if result == "ENG":
            return 0
        first, second = result.split("/")
        return _POINT * (_paid(second, theirs) - _paid(first, ours))

    return worth


def _paid(result: str, points: int) -> int:
    return points if result == "E" else (points + 1) // 2 if result == "H" else 0


def _cleared(view: View) -> _Worth:
    worth = {"prisoner": _PRISONER, "loss": -_POINT}
    return lambda face: worth.get(view.data.tables.bunker[face], 0)
