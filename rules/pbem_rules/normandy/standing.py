"""Orders in advance in The Battle for Normandy: what lines may say, and what they choose (N93)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.bytes.canon import Json
from pbem.port.game import Demand, Secrets
from pbem.port.messages import Message, counted
from pbem.port.standing import OCCASION, Key, Line, Words
from pbem_rules.normandy.rules import zones
from pbem_rules.normandy.rules.air.shares import Flak
from pbem_rules.normandy.rules.combat import course, guns, losses, support
from pbem_rules.normandy.rules.combat.advances import ADVANCE, Advance
from pbem_rules.normandy.rules.combat.alone import FIRE_BACK
from pbem_rules.normandy.rules.combat.losses import LOSE, Lose
from pbem_rules.normandy.rules.combat.retreats import RETREAT, STAND, Retreat, leaving
from pbem_rules.normandy.rules.combat.support import SUPPORT, Support
from pbem_rules.normandy.rules.done import Done
from pbem_rules.normandy.rules.view import View
from pbem_rules.shared.standing import (
    ATTACKED,
    Found,
    Objectives,
    Standing,
    chooser,
    count,
    held,
    names,
    number,
    place_in,
    texts,
)

_FAR = 99
_FLAK = ("a", "b", "c", "d", "e")


def words(view: View) -> Mapping[str, Words]:
    """What lines may say."""
    data, hexes = view.data, view.data.land.terrain
    some_units, some_hexes = names(data.units, data.units), names(hexes, hexes)
    asks = {
        "turn": number(9, about=Message("this turn is reached")),
        "units": names(data.units, data.units, Message("one of these is attacked")),
        "hexes": names(hexes, hexes, Message("one of these is attacked")),
        "steps": number(6, about=Message("so many of your steps are attacked")),
    }

    def kind(about: str, choose: Mapping[str, Key]) -> Words:
        return Words(about=about, choose=choose, conditions=asks)

    limits = ("guns", "ships", "air", "points", "keep")
    return {
        "support": kind(
            Message(
                "defence: at most so many guns, ships, air points and points of combat supply a hex; points that are kept"
            ),
            {name: number() for name in limits},
        ),
        "fire-back": kind(
            Message("whether guns fire back (14.13, 14.15)"), {"by": chooser("always", "never")}
        ),
        "lose": kind(
            Message("who loses steps"),
            {"by": chooser("weakest", "strongest"), "first": some_units, "last": some_units},
        ),
        "retreat": kind(
            Message("which way back, and whether a step is lost instead (12.15, 12.16)"),
            {"by": chooser("safest", "stand"), "toward": some_hexes, "avoid": some_hexes},
        ),
        "advance": kind(Message("who advances"), {"by": chooser("never", "all")}),
        "flak": kind(Message("flak over the maps, as far as it goes"), {name: number() for name in _FLAK}),
        **{
            word: kind(Message('at the start of a day; do = ["recommended"] leaves it to pbem'), {})
            for word in _DAY
        },
        "any": Words(conditions=asks),
        OCCASION: Words(about=Message("an objective of yours, when it is attacked"), choose={ATTACKED: _KEY}),
    }


_DAY = ("restore", "rebuild", "truck", "replace")
"""What is decided at the start of a day."""


# --- conditions -------------------------------------------------------------------------------------------------------


def _attacked(view: View) -> list[str]:
    return [each.target for each in course.battle(view).attacks]


def _hexes(view: View, given: Json, _line: Line, _demand: Demand) -> str:
    found = next((where for where in texts({"": given}, "") if where in _attacked(view)), "")
    return Message("{hex} is attacked", hex=found) if found else ""


def _units(view: View, given: Json, _line: Line, _demand: Demand) -> str:
    attacked, board = _attacked(view), view.board
    found = next(
        (name for name in texts({"": given}, "") if name in board and board[name].where in attacked), ""
    )
    return Message("{unit} is attacked", unit=found) if found else ""


def _steps(view: View, given: Json, _line: Line, _demand: Demand) -> str:
    here = sum(view.steps(name) for where in _attacked(view) for name in view.units_of(view.side, where))
    if not isinstance(given, int) or not given or here < given:
        return ""
    return counted(here, "{n} step of yours is attacked", "{n} steps of yours are attacked")


# --- support and reply ------------------------------------------------------------------------------------------------


def _defence(view: View, line: Line, _secrets: Secrets, _demand: Demand) -> Found:
    """Hex by hex what the limits allow; then the next line is asked who fires back, or there is no more."""
    for attack in course.battle(view).attacks:
        if not attack.support and not attack.defence_air:
            order = _support(view, line, attack.target)
            if order is not None:
                return order
    return None if next(FIRE_BACK.listed(view), None) is not None else Done()


def _fire_back(view: View, line: Line, _secrets: Secrets, _demand: Demand) -> Found:
    reply = next(FIRE_BACK.listed(view), None)
    return reply if reply is not None and line.choose.get("by") == "always" else Done()


def _support(view: View, line: Line, target: str) -> Support | None:
    """The strongest guns and ships first, as long as limits and points allow."""
    near = (name for name in guns.shooters(view, view.side) if guns.in_range(view, name, target))
    ready = sorted(near, key=lambda name: (-guns.worth_in_defence(view, name), name))
    most = {key: count(line.choose, key) for key in ("guns", "ships", "air")}
    dear = count(line.choose, "points", _FAR)
    found: Support | None = None
    chosen: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    for name in ready:
        ship = guns.is_ship(view, name)
        kind = "ships" if ship else "guns"
        if len(chosen[ship]) >= most[kind]:
            continue
        more = (chosen[0], (*chosen[1], name)) if ship else ((*chosen[0], name), chosen[1])
        order = Support(target=target, guns=more[0], ships=more[1])
        if _fits(view, line, order, dear):
            found, chosen = order, more
    for air in range(1, most["air"] + 1):
        order = Support(target=target, guns=chosen[0], ships=chosen[1], air=air)
        if _fits(view, line, order, dear):
            found = order
    return found


def _fits(view: View, line: Line, order: Support, dear: int) -> bool:
    cost = support.cost(view, order)
    kept = view.state.points - cost >= count(line.choose, "keep")
    return cost <= dear and (kept or not cost) and not SUPPORT.verdict(view, order)


# --- losses, retreats, advances ---------------------------------------------------------------------------------------


def _losses(view: View, line: Line, _secrets: Secrets, _demand: Demand) -> Found:
    by = line.choose.get("by")
    candidates = losses.candidates(view, view.side)
    if by is None and sum(not place_in(line.choose, name) for name in candidates) > 1:
        return Message("no rule says which of your units loses the step")
    sign = -1 if by == "strongest" else 1

    def rank(name: str) -> tuple[int, int, str]:
        return place_in(line.choose, name), sign * view.face(name).attack, name

    queue = sorted(candidates, key=rank)
    best = min(
        (order for order in LOSE.listed(view) if isinstance(order, Lose)),
        key=lambda order: sorted(queue.index(name) for name in order.units),
        default=None,
    )
    return best if best is not None else Message("nobody can lose the step")


def _retreat(view: View, line: Line, _secrets: Secrets, _demand: Demand) -> Found:
    stands = list(STAND.listed(view))
    ways = [order for order in RETREAT.listed(view) if isinstance(order, Retreat)]
    by = line.choose.get("by")
    if stands and (by == "stand" or not ways):
        rich = {name: view.steps(name) for name in leaving(view)}
        return max(stands, key=lambda order: rich.get(str(getattr(order, "unit", "")), 0))
    if not ways or by is None:
        return Message("the way back is left to you")
    return min(ways, key=lambda order: _danger(view, line, order))


def _danger(view: View, line: Line, order: Retreat) -> tuple[int, int, int, int, tuple[str, ...], str]:
    """Lower is better: hexes in enemy zones, whole stacks first, hexes shunned, then how far from where one wants to be."""
    zone = zones.zone_of_control(view, view.enemy(view.side))
    avoid, toward = texts(line.choose, "avoid"), texts(line.choose, "toward")
    far = view.data.ground.grid.distance
    end = order.path[-1]
    return (
        sum(where in zone for where in order.path),
        -len(order.units),
        sum(where in avoid for where in order.path),
        min((far(end, where) for where in toward), default=0),
        order.path,
        order.unit,
    )


def _advance(view: View, line: Line, _secrets: Secrets, _demand: Demand) -> Found:
    found = [order.units for order in ADVANCE.listed(view) if isinstance(order, Advance)]
    everybody = max(found, key=len, default=())
    return Advance(units=everybody) if everybody and line.choose.get("by") == "all" else Done()


def _flak(view: View, line: Line, _secrets: Secrets, _demand: Demand) -> Found:
    """The points in the order of the maps, as far as they go."""
    left, points = view.state.flak, dict[str, int]()
    for name in _FLAK:
        points[name] = min(left, count(line.choose, name))
        left -= points[name]
    return Flak(**points)


def usual(view: View) -> Sequence[Line]:
    """The lines of a side that writes none: guns and ships to hand within limits, weakest first, safest way back."""
    return (
        Line(when="any", ask={"steps": 6, "hexes": [*_goals(view)]}),
        Line(when="support", choose={"guns": 2, "ships": 1, "air": 1, "points": 2, "keep": 4}),
        Line(when="fire-back", choose={"by": "always"}),
        Line(when="lose", choose={"by": "weakest"}),
        Line(when="retreat", choose={"by": "safest"}),
        *(Line(when=word, do=("recommended",)) for word in _DAY),
    )


# --- objectives -------------------------------------------------------------------------------------------------------

_KEY = chooser(
    "stand",
    "retreat",
    about=Message('"stand" or "retreat", where there is a choice; without a line you are asked'),
)


def _goals(view: View) -> tuple[str, ...]:
    goals = view.data.scenarios[view.state.scenario].goals
    return tuple(sorted({where for goal in goals for where in goal.hexes})[:200])


def _held(view: View) -> Sequence[str]:
    units = ((unit.where, view.side_of(unit.id)) for unit in view.board)
    return held(view.data.ground.grid, _goals(view), view.side, units)


def _decided(_view: View, where: str, word: Json) -> Sequence[Line]:
    """More support than elsewhere, and whether it stands."""
    at: dict[str, Json] = {"hexes": [where]}
    by = "stand" if word == "stand" else "safest"
    return (
        Line(when="support", where=at, choose={"guns": 3, "ships": 1, "air": 2, "points": 3, "keep": 4}),
        Line(when="retreat", where=at, choose={"by": by}),
    )


def _advised(_view: View, _where: str) -> Json:
    """The demonstration player gives ground."""
    return "retreat"


STANDING = Standing(
    words=words,
    holds={"hexes": _hexes, "units": _units, "steps": _steps},
    choose={
        "support": _defence,
        "fire-back": _fire_back,
        "lose": _losses,
        "retreat": _retreat,
        "stand": _retreat,
        "advance": _advance,
        "flak": _flak,
    },
    usual=usual,
    objectives=Objectives(
        key=_KEY,
        gate="hexes",
        goals=_goals,
        held=_held,
        lines=_decided,
        advised=_advised,
        names=lambda view: view.data.ground.names,
    ),
)
