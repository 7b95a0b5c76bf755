"""What a sheet answers: an order that the rules allow, or why it is handed back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pbem.bytes.canon import Json
from pbem.port.game import Choice, Conceal, Demand, Secrets
from pbem.port.messages import Message, counted
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
from pbem_rules.normandy.standing.sheet import FORM
from pbem_rules.shared.standing_sheet import Found, Sheet, Standing, missing

_FAR = 99


def answer(view: View, sheet: Sheet, _secrets: Secrets, demand: Demand) -> Found:
    """The order that the sheet gives for a demand of the side of the view."""
    if demand.side != view.side:
        return Message("standing orders speak of their own side alone")
    if isinstance(demand, Conceal):
        return _flak(view, sheet)
    if not isinstance(demand, Choice):
        return Message("standing orders answer decisions alone")
    kinds = set(demand.kinds)
    policy = next((each for words, each in _POLICIES if words & kinds and not kinds - words - {"done"}), None)
    if policy is None:
        return Message("the sheet says nothing of {kinds}", kinds=", ".join(demand.kinds))
    back = next(_handed_back(view, sheet), "")
    return back or policy(view, sheet)


def _handed_back(view: View, sheet: Sheet) -> Iterator[str]:
    turn = view.turn_number
    if turn >= sheet.number("hand_back", "turn", turn + 1):
        yield Message("turn {n} is reached", n=turn)
    attacked = [each.target for each in course.battle(view).attacks]
    for where in sheet.names("hand_back", "hexes"):
        if where in attacked:
            yield Message("{hex} is attacked", hex=where)
    here = sum(view.steps(name) for where in attacked for name in view.units_of(view.side, where))
    if (limit := sheet.number("hand_back", "steps")) and here >= limit:
        yield counted(here, "{n} step of yours is attacked", "{n} steps of yours are attacked")
    for name in sheet.names("hand_back", "units"):
        if name in view.board and view.board[name].where in attacked:
            yield Message("{unit} is attacked", unit=name)


# --- support and reply ------------------------------------------------------------------------------------------------


def _defence(view: View, sheet: Sheet) -> Found:
    """Hex by hex what the limits allow, then who fires back, then no more."""
    open_hexes = [each for each in course.battle(view).attacks if not each.support and not each.defence_air]
    if open_hexes and not sheet.has("support"):
        return missing("support")
    for attack in open_hexes:
        order = _support(view, sheet, attack.target)
        if order is not None:
            return order
    reply = next(FIRE_BACK.listed(view), None)
    if reply is not None:
        if not sheet.has("fire-back"):
            return missing("fire-back")
        if sheet.word("fire-back", "policy") == "always":
            return reply
    return Done()


def _support(view: View, sheet: Sheet, target: str) -> Support | None:
    """The strongest guns and ships first, as long as limits and points allow."""
    near = (name for name in guns.shooters(view, view.side) if guns.in_range(view, name, target))
    ready = sorted(near, key=lambda name: (-guns.worth_in_defence(view, name), name))
    most = {key: sheet.number("support", key) for key in ("guns", "ships", "air")}
    dear = sheet.number("support", "points", _FAR)
    found: Support | None = None
    chosen: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    for name in ready:
        ship = guns.is_ship(view, name)
        kind = "ships" if ship else "guns"
        if len(chosen[ship]) >= most[kind]:
            continue
        more = (chosen[0], (*chosen[1], name)) if ship else ((*chosen[0], name), chosen[1])
        order = Support(target=target, guns=more[0], ships=more[1])
        if _fits(view, sheet, order, dear):
            found, chosen = order, more
    for air in range(1, most["air"] + 1):
        order = Support(target=target, guns=chosen[0], ships=chosen[1], air=air)
        if _fits(view, sheet, order, dear):
            found = order
    return found


def _fits(view: View, sheet: Sheet, order: Support, dear: int) -> bool:
    cost = support.cost(view, order)
    kept = view.state.points - cost >= sheet.number("support", "keep")
    return cost <= dear and (kept or not cost) and not SUPPORT.verdict(view, order)


# --- losses, retreats, advances ---------------------------------------------------------------------------------------


def _losses(view: View, sheet: Sheet) -> Found:
    if not sheet.has("losses"):
        return missing("losses")
    rule = sheet.word("losses", "rule")
    first, last = sheet.names("losses", "first"), sheet.names("losses", "last")
    names = losses.candidates(view, view.side)
    if not rule and len([name for name in names if name not in (*first, *last)]) > 1:
        return Message("no rule says which of your units loses the step")
    sign = -1 if rule == "strongest" else 1

    def rank(name: str) -> tuple[int, int, str]:
        return sheet.place("losses", name), sign * view.face(name).attack, name

    queue = sorted(names, key=rank)
    best = min(
        (order for order in LOSE.listed(view) if isinstance(order, Lose)),
        key=lambda order: sorted(queue.index(name) for name in order.units),
        default=None,
    )
    return best if best is not None else Message("nobody can lose the step")


def _retreat(view: View, sheet: Sheet) -> Found:
    if not sheet.has("retreat"):
        return missing("retreat")
    stands = list(STAND.listed(view))
    ways = [order for order in RETREAT.listed(view) if isinstance(order, Retreat)]
    if stands and (sheet.word("retreat", "stand") == "always" or not ways):
        rich = {name: view.steps(name) for name in leaving(view)}
        return max(stands, key=lambda order: rich.get(str(getattr(order, "unit", "")), 0))
    if not ways or sheet.word("retreat", "rule") != "safest":
        return Message("the way back is left to you")
    if stands and not sheet.word("retreat", "stand"):
        return Message("whether a step is lost instead is left to you")
    return min(ways, key=lambda order: _danger(view, sheet, order))


def _danger(view: View, sheet: Sheet, order: Retreat) -> tuple[int, int, int, int, tuple[str, ...], str]:
    """Lower is better: hexes in enemy zones, whole stacks first, hexes shunned, then how far from where one wants to be."""
    zone = zones.zone_of_control(view, view.enemy(view.side))
    avoid, toward = sheet.names("retreat", "avoid"), sheet.names("retreat", "toward")
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


def _advance(view: View, sheet: Sheet) -> Found:
    policy = sheet.word("advance", "policy")
    if not policy:
        return missing("advance")
    from_all = _all(view)
    return Advance(units=from_all) if policy == "all" and from_all else Done()


def _all(view: View) -> tuple[str, ...]:
    found = [order.units for order in ADVANCE.listed(view) if isinstance(order, Advance)]
    return max(found, key=len, default=())


def _flak(view: View, sheet: Sheet) -> Found:
    """The points in the order of the maps, as far as they go."""
    if not sheet.has("flak"):
        return missing("flak")
    left, points = view.state.flak, dict[str, int]()
    for name in ("a", "b", "c", "d", "e"):
        points[name] = min(left, sheet.number("flak", name))
        left -= points[name]
    return Flak(**points)


_Policy = Callable[[View, Sheet], Found]
_POLICIES: tuple[tuple[frozenset[str], _Policy], ...] = (
    (frozenset({"support", "fire-back"}), _defence),
    (frozenset({"lose"}), _losses),
    (frozenset({"retreat", "stand"}), _retreat),
    (frozenset({"advance"}), _advance),
)
_KINDS = ("support", "fire-back", "lose", "retreat", "stand", "advance", "done")


def usual(view: View) -> Mapping[str, Json]:
    """The sheet of a side that fills in none: guns and ships to hand within limits, weakest first, safest way back."""
    goals = view.data.scenarios[view.state.scenario].goals
    return {
        "support": {"guns": 2, "ships": 1, "air": 1, "points": 2, "keep": 4},
        "fire-back": {"policy": "always"},
        "losses": {"rule": "weakest"},
        "retreat": {"rule": "safest", "stand": "never"},
        "hand_back": {
            "steps": 6,
            "hexes": [*sorted({where for goal in goals for where in goal.hexes})[:200]],
        },
    }


STANDING = Standing(form=FORM, kinds=lambda _: _KINDS, answer=answer, usual=usual)
