"""What a turn file says beside orders and dice: offers and the answers to them, keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pbem.log import Bundle
from pbem.port.messages import Message
from pbem.replay.table import MAX_VERSION
from pbem.view.markup import clean


def aside(bundle: Bundle, name: Callable[[str], str]) -> Iterator[str]:
    """What a turn file says beside orders and dice, a sentence each; ``name`` tells what a seat is called."""
    by, other = name(bundle.header.by), name("B" if bundle.header.by == "A" else "A")
    for entry in bundle.entries:
        match entry["k"]:
            case "back":
                place = Message("where the game stood after entry {n}", n=entry.get("to"))
                yield Message(
                    "It offers to go back to {place}: {other} can agree or decline.", place=place, other=other
                )
            case "upgrade":
                version = clean(str(entry.get("version", "")), MAX_VERSION)
                yield Message(
                    "It offers to go on under version {version} of the rules or data: {other} can agree or "
                    "decline.",
                    version=version,
                    other=other,
                )
            case "reply":
                yield (
                    Message("It agrees to what {other} offered.", other=other)
                    if entry.get("yes") is True
                    else Message("It declines what {other} offered.", other=other)
                )
            case "renew":
                yield Message(
                    "It renews the keys of {by}: what is signed with the old ones later counts no more.",
                    by=by,
                )
            case "audit":
                yield Message(
                    "It opens the key behind the secrets of {by}, now that the game has ended.", by=by
                )
