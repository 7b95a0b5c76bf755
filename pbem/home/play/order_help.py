"""A kind of order explained: how it is typed, what it does in the words of its game, and an example."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import get_type_hints

import attrs
from attrs import AttrsInstance

from pbem.home.games import Seen
from pbem.home.play import order_lines
from pbem.home.play import orders as playing
from pbem.home.play.wording import OrderReader
from pbem.port.described import described, values
from pbem.port.messages import Loud, Message, OrderWord, Series

_UNITS = frozenset({"unit", "units", "item", "leader", "guns"})
_CELLS = frozenset({"path", "target", "where", "hexes", "to", "frm", "hex", "area"})
_MOST = 3
_LOOKED_AT = 20_000


def explained(view: Seen, word: str) -> Iterator[str]:
    """The kind of order that ``word`` begins. Raises UsageError ``unknown-order`` and ``several``."""
    rules, due, reader = view.game.rules, playing.kinds_of(view.owed), playing.order_reader(view)
    codec, kind = rules.actions, reader.words.kind(due, word)
    yield Series(("pbem do ", rules.actions.usage(kind)), "")
    yield ""
    yield described(codec.cls(kind))
    yield from _fields(codec.cls(kind))
    yield ""
    legal = list(islice(_legal(view, kind), _MOST))
    if legal:
        yield Message("Legal now, for example:")
        for action in legal:
            yield Series(("    pbem do ", order_lines.shown(rules, action)), "")
    else:
        now = (
            Message("Nothing of this kind is listed as legal now")
            if kind in due
            else Message("It is not due now")
        )
        yield Message("{now}. It is typed like this:", now=now)
        yield Series(("    pbem do ", order_lines.said(rules, sample(reader, kind))), "")


def sample(reader: OrderReader, kind: str) -> str:
    """An order of a kind as it is typed, with a unit and a place of this map; it need not be legal."""
    cls = reader.rules.actions.cls(kind)
    words = [kind]
    own = [c.name for pile in reader.scene.piles for c in pile.counters if c.side == reader.side] or ["UNIT"]
    cells = [cell.name for cell in reader.scene.ground.cells if cell.title] or ["PLACE"]
    quoted = [*values(cls)]
    hints = get_type_hints(cls)
    for each in attrs.fields(cls):
        if each.default is not attrs.NOTHING:
            continue
        if each.name in _UNITS:
            words.append(own[0])
        elif each.name in _CELLS:
            words.append(cells[0])
        elif hints[each.name] in (int, bool):
            words.append("1" if hints[each.name] is int else "yes")
        else:
            words.append(quoted[0] if quoted else each.name.upper())
    return order_lines.join(words) if len(words) > 1 else kind


def _fields(cls: type[AttrsInstance]) -> Iterator[str]:
    optional = [OrderWord(each.name) for each in attrs.fields(cls) if each.default is not attrs.NOTHING]
    if optional:
        yield Message(
            "May be left out: {optional} (or by name: {last}=...).",
            optional=Series(map(Loud, optional)),
            last=optional[-1],
        )


def _legal(view: Seen, kind: str) -> Iterator[AttrsInstance]:
    codec = view.game.rules.actions
    options, wide = playing.options_in_brief(view)
    whole = chain(options, *wide.get(kind, {}).values())
    return (each for each in islice(whole, _LOOKED_AT) if codec.kind(each) == kind)
