"""A plan for an activation: its words, every slip in one, and what it says (``schemas/standing.md``, version 2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from attrs import AttrsInstance, frozen

from pbem.bytes.canon import Json, encode_value
from pbem.bytes.codec import Codec, kind_of
from pbem.bytes.errors import FormatError, UsageError
from pbem.port.game import Slip
from pbem.port.messages import Message
from pbem_rules.june6.model import View
from pbem_rules.june6.plans.markers import known
from pbem_rules.june6.rules.lookup import formation_of
from pbem_rules.june6.rules.markers.activating import Activate, Fight
from pbem_rules.june6.rules.movement.move import Assign, Move, Strategic
from pbem_rules.june6.rules.movement.rallying import Rally
from pbem_rules.june6.rules.movement.refitting import Refit
from pbem_rules.june6.rules.turns import GoFirst
from pbem_rules.june6.standing.form import ATTACKS, FORM, odds_of
from pbem_rules.shared.standing_sheet import (
    MOST_BYTES,
    MOST_ROWS,
    Key,
    Sheet,
    fields,
    flag,
    number,
    value,
    words,
)

KINDS = (Assign, Move, Strategic, Rally, Refit, Fight, Activate, GoFirst)
"""What a plan may order besides attacks."""

ASK, SKIP, HOLD = "ask", "skip", "hold"
_MOST_ORDERS = 100
_MOST = 99
_NO_ODDS = Message('write odds like "3:1" or "3:2".')


@frozen(kw_only=True)
class Plan:
    """A plan without slips. ``attacks`` are rows as those of a sheet; ``enemy`` hexes, ``losses`` steps."""

    when: str
    orders: tuple[AttrsInstance, ...]
    attacks: tuple[Sheet, ...]
    enemy: int
    losses: int
    retreat: bool
    otherwise: str

    @property
    def formation(self) -> str:
        """The formation that its marker names; for Free Operations the one that is activated with it."""
        chosen = (order.formation for order in self.orders if isinstance(order, Activate))
        return next(chosen, self.when.rpartition(":")[2])


def read(codec: Codec, tables: Mapping[str, Json]) -> Plan:
    """A plan from a table without slips."""
    ask = Sheet(tables={"ask": tables.get("ask", {})})
    rows = cast("list[Json]", tables.get(ATTACKS, []))
    return Plan(
        when=str(tables["when"]),
        orders=tuple(codec.parse(str(line)) for line in cast("list[Json]", tables.get("orders", []))),
        attacks=tuple(Sheet(tables={ATTACKS: row}) for row in rows),
        enemy=ask.number("ask", "enemy", 2),
        losses=ask.number("ask", "losses", 1),
        retreat="retreat" not in cast("Mapping[str, Json]", tables.get("ask", {}))
        or ask.flag("ask", "retreat"),
        otherwise=str(tables.get("otherwise", ASK)),
    )


# --- slips ------------------------------------------------------------------------------------------------------------


def _no_odds(given: Json) -> str:
    try:
        odds_of(str(given))
    except ValueError:
        return _NO_ODDS
    return ""


_ATTACK: Mapping[str, Key[View]] = {
    **FORM.tables[ATTACKS][1],
    "odds": value(_no_odds, '"2:1"'),
    "mix": value(_no_odds, '"2:1"'),
}
_ASK: Mapping[str, Key[View]] = {
    "enemy": number(2, most=_MOST),
    "losses": number(1, most=_MOST),
    "retreat": flag(),
}
_KEYS: Mapping[str, Key[View]] = {
    "ask": fields(_ASK),
    "otherwise": words(ASK, SKIP, HOLD),
}


def slips(codec: Codec, view: View, tables: Mapping[str, Json]) -> Iterator[Slip]:
    """Everything wrong with a plan."""
    if len(encode_value(dict(tables))) > MOST_BYTES:
        yield Slip(path=(), message=Message("a plan has at most {n} bytes.", n=MOST_BYTES))
        return
    if tables.get("when") not in known(view):
        said = Message("{when!r} is not a marker of yours.", when=tables.get("when"))
        yield Slip(path=("when",), message=said)
    for key, given in tables.items():
        if key == "orders":
            yield from _order_slips(codec, view, given)
        elif key == ATTACKS:
            yield from _attack_slips(view, given)
        elif key in _KEYS:
            for each in _KEYS[key].slips(view, given):
                yield Slip(path=(key, *each.path), message=each.message)
        elif key != "when":
            names = ", ".join(("when", "orders", ATTACKS, *_KEYS))
            said = Message("there is no {key} here; there is {known}.", key=key, known=names)
            yield Slip(path=(key,), message=said)


def _order_slips(codec: Codec, view: View, given: Json) -> Iterator[Slip]:
    if not isinstance(given, list) or len(given) > _MOST_ORDERS:
        said = Message("this is a list of at most {n} orders.", n=_MOST_ORDERS)
        yield Slip(path=("orders",), message=said)
        return
    for n, line in enumerate(given):
        if wrong := _no_order(codec, view, line):
            yield Slip(path=("orders", n), message=wrong)


def _no_order(codec: Codec, view: View, line: Json) -> str:
    if not isinstance(line, str):
        return Message("an order is a text.")
    try:
        order = codec.parse(line)
    except (FormatError, UsageError) as error:
        return error.message
    if not isinstance(order, KINDS):
        fit = ", ".join(kind_of(each) for each in KINDS)
        return Message("a plan does not give {line!r}; it gives {kinds}, and attacks.", line=line, kinds=fit)
    name = getattr(order, "unit", "")
    kind = view.data.units.get(name)
    if name and (kind is None or kind.side != view.side):
        return Message("{name} is not a unit of yours.", name=name)
    return ""


def _attack_slips(view: View, given: Json) -> Iterator[Slip]:
    if not isinstance(given, list) or len(given) > MOST_ROWS:
        yield Slip(path=(ATTACKS,), message=Message("this is a list of at most {n} attacks.", n=MOST_ROWS))
        return
    seen: set[str] = set()
    for n, row in enumerate(given):
        found = [
            Slip(path=(ATTACKS, n, *each.path), message=each.message)
            for each in fields(_ATTACK).slips(view, row)
        ]
        yield from found
        said = Sheet(tables={ATTACKS: row})
        target = said.word(ATTACKS, "target")
        if not found and (not target or not said.names(ATTACKS, "units")):
            yield Slip(path=(ATTACKS, n), message=Message("an attack needs its target and its units."))
        elif target in seen:
            yield Slip(
                path=(ATTACKS, n, "target"), message=Message("{target} is attacked twice.", target=target)
            )
        seen.add(target)


def members(view: View, formations: tuple[str, ...]) -> tuple[str, ...]:
    """The units of some formations, by name."""
    return tuple(
        unit.id
        for unit in view.state.board
        if view.data.unit(unit.id).side == view.side
        and (formation_of(view.data, unit) or "loose") in formations
    )
