"""What has to be decided now, as the page asks it: as buttons, as places to click, as units to begin with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

import attrs
from attrs import AttrsInstance

from pbem.bytes.canon import Json
from pbem.bytes.errors import Violation
from pbem.games import boundary
from pbem.games.driver import kinds
from pbem.home.play import order_lines
from pbem.port import map_displays as port
from pbem.port.game import Choice, Conceal
from pbem.table.legal_orders import Legal, Stand
from pbem.view.markup import clean

_BUTTONS = 12
_AFTER = 4


def order(stand: Stand, action: AttrsInstance) -> dict[str, Json]:
    """An order for a button: its object, and the line a person would type."""
    return {"obj": stand.codec.dump(action), "text": clean(order_lines.write(stand.codec, action), 400)}


def asked(stand: Stand) -> dict[str, Json]:
    """The decision for the page.

    ``plain``: legal orders that name no unit and no place, by kind where there are few of the kind: its buttons.
    ``aims``: places that orders name without a unit of the acting side, with how many do. ``focus``: the acting side's
    units that every order names which names any: there is nothing else to begin with. ``next``: the unit off the map
    that every order to such a place is about; "" where they are about several, or none. ``blocked``: what would end the
    decision and is not legal yet, each with the broken rules that say what is left to do.
    """
    own = stand.own
    named = [each.units & own for each in stand.legal if each.units & own]
    common = frozenset.intersection(*named) if named and not stand.wide else frozenset()
    plain = [each for each in stand.legal if not each.units and not each.cells]
    counts = Counter(each.kind for each in plain)
    aimed = [each for each in stand.legal if each.target and not each.units & own]
    aims = Counter(each.target for each in aimed)
    about = {str(each.obj.get("unit", "")) for each in aimed}
    return {
        "plain": [order(stand, each.action) for each in plain if counts[each.kind] <= _BUTTONS],
        "aims": dict(aims.items()),
        "focus": [*sorted(common)],
        "next": clean(about.pop(), 60) if len(about) == 1 else "",
        "laid": _laid(stand),
        "blocked": [*_blocked(stand)],
    }


def _blocked(stand: Stand) -> Iterator[Json]:
    """The kinds that say nothing but their name and are not legal now."""
    legal = {each.kind for each in stand.legal} | {*stand.wide}
    for kind in stand.kinds:
        cls = stand.codec.cls(kind)
        if kind in legal or attrs.fields(cls):
            continue
        if broken := boundary.check(stand.game.rules, stand.state, stand.side, cls()):
            yield {"k": kind, "why": [*violations(broken)]}


def violations(broken: Sequence[Violation]) -> list[Json]:
    """Broken rules: the paragraph, the sentence, what it is about."""
    unique = dict.fromkeys(broken)
    return [
        {"paragraph": v.paragraph, "message": clean(v.message, 400), "subject": clean(v.subject, 80)}
        for v in unique
    ]


def _laid(stand: Stand) -> Json:
    """The decision whose numbers stand for places, when it is the one that is owed: the places, their names, and a first
    legal row of numbers to change."""
    if len(stand.kinds) != 1 or not stand.legal:
        return None
    rules, state = stand.game.rules, stand.state
    for each in port.furniture(rules, state, stand.viewer, rules.moment(state)).laid:
        if each.kind == stand.kinds[0]:
            return {
                "kind": each.kind,
                "field": each.field,
                "places": [*each.places],
                "names": [clean(name, 60) for name in each.names],
                "start": stand.legal[0].obj[each.field],
            }
    return None


def ahead(stand: Stand, action: AttrsInstance) -> dict[str, Json]:
    """What stands behind a legal open order: ``chance``, whether dice or cards come at once, and ``then``, the few orders
    without unit or place of which the same side has to choose one (the mode of an attack)."""
    rules = stand.game.rules
    state = boundary.carry_out(rules, stand.state, stand.side, action).state
    first = next(iter(rules.demands(state)), None)
    then: tuple[Legal, ...] = ()
    if isinstance(first, Choice | Conceal):
        if first.side == stand.side and not {*kinds(first)} & {*stand.kinds}:
            after = Stand(
                game=stand.game, state=state, side=stand.side, viewer=stand.viewer, kinds=kinds(first)
            )
            then = tuple(islice(after.each(), _AFTER + 1))
        if len(then) > _AFTER or any(each.units or each.cells for each in then) or _bare(then):
            then = ()
    chance = first is not None and not isinstance(first, Choice | Conceal)
    return {"chance": chance, "then": [order(stand, each.action) for each in then]}


def _bare(orders: Sequence[Legal]) -> bool:
    """Whether the one order that is left says nothing but its kind: the end of a phase is no answer to the order before."""
    return len(orders) == 1 and set(orders[0].obj) == {"k"}


def only(stand: Stand) -> AttrsInstance | None:
    """The one order that is legal, when it says nothing but its kind: to ask for it would decide nothing."""
    legal = tuple(islice(stand.each(), 2))
    if not _bare(legal) or legal[0].kind in stand.game.rules.secret:
        return None
    return legal[0].action
