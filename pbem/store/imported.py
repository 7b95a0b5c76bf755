"""The list of what a game has imported: content hashes (64 hex digits), a line each, in the order in which they came."""

from __future__ import annotations

import re

from pbem.store.journal import End, New

NAME = "seen"
MOST = 20_000
_DIGEST = re.compile(r"[0-9a-f]{64}")


def digests(stored: bytes) -> list[str]:
    """The content hashes in a list. What is forgotten comes once more, and is known from the log."""
    return list(filter(_DIGEST.fullmatch, stored.decode("ascii", "replace").split("\n")))


def more(stored: bytes, new: tuple[str, ...]) -> dict[str, New]:
    """The list with ``new`` at its end; too many, and the oldest go. Raises ValueError for what is not a hash."""
    for digest in new:
        if not _DIGEST.fullmatch(digest):
            raise ValueError(f"{digest!r} is not a content hash")
    known = digests(stored)
    there = frozenset(known)
    fresh = [digest for digest in dict.fromkeys(new) if digest not in there]
    if not fresh:
        return {}
    # Strangers may send any number of things; a list that outgrows its file could not be read again.
    if stored.endswith(b"\n") and len(known) + len(fresh) <= MOST:
        return {NAME: End(len(stored), _listed(fresh))}
    return {NAME: _listed([*known, *fresh][-MOST:])}


def _listed(some: list[str]) -> bytes:
    return "".join(f"{digest}\n" for digest in some).encode()
