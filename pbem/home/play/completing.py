"""What may come next in a line of orders, for the Tab key."""

from __future__ import annotations

from itertools import chain

import attrs

from pbem.bytes.errors import UsageError
from pbem.home.play.folding import fold
from pbem.home.play.wording import OrderReader

_MOST = 200


def candidates(reader: OrderReader, typed: tuple[str, ...], begun: str) -> tuple[str, ...]:
    """The words that can follow ``typed`` and begin with ``begun``: kinds of orders, then what the legal orders name.

    A kind of order that begins so in several languages is a message: it is said in the reader's.

    Of the legal orders those count that have every word typed so far; where there is none, whatever stands on the map.
    """
    key = fold(begun)
    if not typed:
        return tuple(reader.words.begun(reader.kinds or reader.rules.actions.kinds, begun).values())
    try:
        kind = reader.words.kind(reader.kinds, typed[0])
    except UsageError:
        return ()
    found: dict[str, None] = {}
    named = frozenset(fold(word) for word in typed[1:])
    units = reader.wide().get(kind, {})
    ways = (actions for unit, actions in units.items() if fold(unit) in named)
    if not named & {fold(unit) for unit in units}:
        found |= {unit: None for unit in units if fold(unit).startswith(key)}
    for action in chain(reader.listed(), *ways):
        if reader.rules.actions.kind(action) != kind:
            continue
        words = {fold(word): word for word in _words(action)}
        if named <= words.keys():
            found |= {
                word: None for sound, word in words.items() if sound not in named and sound.startswith(key)
            }
        if len(found) >= _MOST:
            break
    if not found and begun:
        found = {
            name: None for sound, names in reader.names.items() if sound.startswith(key) for name in names
        }
    return tuple(found)[:_MOST]


def _words(action: attrs.AttrsInstance) -> tuple[str, ...]:
    values = [getattr(action, each.name) for each in attrs.fields(type(action))]
    items = [item for value in values for item in (value if isinstance(value, tuple) else (value,))]
    return tuple(item for item in items if isinstance(item, str) and item)
