"""The keys that may sign for a seat: an agent's, with what it may write, and renewed ones (log.md, agents, keys)."""

from typing import TypeAlias

from second_deck import Refused

from second_verifier.crypto import check_key
from second_verifier.fields import FIELDS, HEX32, KIND, raw
from second_verifier.lines import Object
from second_verifier.parts import Part

Agent: TypeAlias = tuple[bytes, set[str]]  # its key, and what it may write


def agent_kinds(entry: Object) -> list[str] | None:
    """What an agent may write, None when that is no list it can have."""
    kinds = entry.get("may", [])
    if not isinstance(kinds, list) or not all(KIND(kind) and kind not in FIELDS for kind in kinds):
        return None
    names = [str(kind) for kind in kinds]
    return names if names == sorted(set(names)) and len(names) <= 32 else None


def agent_of(entry: Object) -> Agent | None:
    """The agent that an entry puts in force, when there is nothing wrong with it."""
    may = agent_kinds(entry)
    try:
        if may is not None and HEX32(entry.get("key")):
            check_key(raw(entry, "key"))
            return raw(entry, "key"), {"rsp", "reject", *may}
    except Refused:
        pass
    return None


def renewal_of(part: Part) -> bytes | None:
    """The game key that a bundle puts in force, when it is a renewal with nothing wrong with its key."""
    (_, entry), *more = part.entries
    try:
        if not more and entry["k"] == "renew" and HEX32(entry.get("key")):
            check_key(raw(entry, "key"))
            return raw(entry, "key")
    except Refused:
        pass
    return None
