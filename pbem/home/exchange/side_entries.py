"""What a turn file says beside orders and dice: offers and the answers to them, keys, responders."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pbem.log import Bundle
from pbem.replay.upgrading import MAX_VERSION
from pbem.view.markup import clean


def aside(bundle: Bundle, name: Callable[[str], str]) -> Iterator[str]:
    """What a turn file says beside orders and dice, a sentence each; ``name`` tells what a seat is called."""
    by, other = name(bundle.header.by), name("B" if bundle.header.by == "A" else "A")
    for entry in bundle.entries:
        match entry["k"]:
            case "back":
                place = f"where the game stood after entry {entry.get('to')}"
                yield f"It offers to go back to {place}: {other} can agree or decline."
            case "upgrade":
                version = clean(str(entry.get("version", "")), MAX_VERSION)
                yield f"It offers to go on under version {version} of the rules or data: {other} can agree or decline."
            case "reply":
                yield f"It {'agrees to' if entry.get('yes') is True else 'declines'} what {other} offered."
            case "renew":
                yield f"It renews the keys of {by}: what is signed with the old ones later counts no more."
            case "agent":
                yield f"It {'names a responder' if entry.get('key') else 'ends the responder'} of {by}."
            case "audit":
                yield f"It opens the key behind the secrets of {by}, now that the game has ended."
