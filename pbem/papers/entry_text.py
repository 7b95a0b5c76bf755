"""What stands at an entry of a turn file, as a player would type it or call it."""

from __future__ import annotations

from pbem.bytes.codec import Codec
from pbem.bytes.errors import FormatError
from pbem.log import Bundle
from pbem.port.messages import Message

_CALLED = {
    "audit": Message("the opening of the vault"),
    "back": Message("an offer to take back"),
    "note": Message("a note"),
    "reject": Message("a refusal"),
    "renew": Message("new keys"),
    "reply": Message("an answer to an offer"),
    "seal": Message("a secret order"),
    "start": Message("the beginning of the game"),
    "upgrade": Message("an offer to go on under another version"),
}


def named(bundle: Bundle, entry: int, orders: Codec) -> str:
    """An entry of a turn file: the order as a player would type it, or what it is in the protocol."""
    value = bundle.entries[entry - bundle.header.first]
    kind = str(value["k"])
    if kind in _CALLED:
        return _CALLED[kind]
    if kind.startswith("deck-"):
        return Message("a step with the cards")
    match kind:
        case "req":
            return Message("the request for roll {n}", n=value.get("j"))
        case "rsp" | "open":
            return Message("a half of roll {n}", n=value.get("j"))
        case "show":
            return Message("the opening of {at}/{n}", at=value.get("at"), n=value.get("n"))
    try:
        return f"`{orders.typed(orders.load({name: each for name, each in value.items() if name != 'i'}))}`"
    except FormatError:
        return Message("something that is not an order of this game")
