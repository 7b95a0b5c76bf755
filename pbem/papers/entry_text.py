"""What stands at an entry of a turn file, as a player would type it or call it."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.codec import Codec
from pbem.bytes.errors import FormatError, IllegalOrder, PbemError
from pbem.log import Bundle

_CALLED = {
    "agent": "the key of a responder",
    "audit": "the opening of the vault",
    "back": "an offer to take back",
    "note": "a note",
    "reject": "a refusal",
    "renew": "new keys",
    "reply": "an answer to an offer",
    "seal": "a secret order",
    "start": "the beginning of the game",
    "upgrade": "an offer to go on under another version",
}


def named(bundle: Bundle, entry: int, orders: Codec) -> str:
    """An entry of a turn file: the order as a player would type it, or what it is in the protocol."""
    value = bundle.entries[entry - bundle.header.first]
    kind = str(value["k"])
    if kind in _CALLED:
        return _CALLED[kind]
    if kind.startswith("deck-"):
        return "a step with the cards"
    match kind:
        case "req":
            return f"the request for roll {value.get('j')}"
        case "rsp" | "open":
            return f"a half of roll {value.get('j')}"
        case "show":
            return f"the opening of {value.get('at')}/{value.get('n')}"
    try:
        return f"`{orders.typed(orders.load({name: each for name, each in value.items() if name != 'i'}))}`"
    except FormatError:
        return "something that is no order of this game"


def violations(error: PbemError | None, at: int | None) -> Iterator[str]:
    """Every broken rule with its paragraph; and where the fault is, when it is not at the disputed entry."""
    if error is not None and error.entry != at:
        yield f"  The turn file fails later, at entry {error.entry}:"
    if isinstance(error, IllegalOrder):
        yield from (f"  [{each.paragraph}] {each.message}" for each in error.violations)
    elif error is not None:
        yield f"  {error.message}"
