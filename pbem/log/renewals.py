"""Renewals: a seat exchanges its game key, seed chain and vault for others (``schemas/log.md``, keys).

Which key is in force where follows from the signatures and the entries alone; whether a seat might renew is for the floors
above to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from pbem.bytes.canon import Json
from pbem.bytes.errors import VerifyError
from pbem.bytes.records import frozen
from pbem.crypto.keys import check_public_key, key_id
from pbem.log.bundle import REFEREE, Bundle
from pbem.log.fields import KEY

KIND = "renew"


@frozen(kw_only=True)
class Renewal:
    """Bundle ``n`` of seat ``by`` puts this game key (32 bytes) in force for what comes after it."""

    by: str
    n: int
    key: bytes


Renewed: TypeAlias = Mapping[str, tuple[bytes, ...]]
"""The game keys that a seat has had after its first, in order; a seat that has never renewed is missing."""


def renewal_of(bundle: Bundle) -> Renewal | None:
    """The renewal that a bundle is, or None: it holds nothing else, and names a sound key."""
    if len(bundle.lines) != 1 or bundle.header.by == REFEREE or not bundle.names(KIND):
        return None
    if bundle.entries[0]["k"] != KIND:
        return None
    key = _sound(bundle.entries[0])
    return Renewal(by=bundle.header.by, n=bundle.header.n, key=key) if key else None


def _sound(entry: Mapping[str, Json]) -> bytes:
    named = entry.get("key")
    if not isinstance(named, str) or not KEY.fullmatch(named):
        return b""
    try:
        return check_public_key(bytes.fromhex(named))
    except VerifyError:
        return b""


def renewals_in(bundles: Iterable[Bundle]) -> tuple[Renewal, ...]:
    """Every renewal among some bundles, in the order of their numbers."""
    found = (renewal_of(bundle) for bundle in bundles)
    return tuple(sorted((each for each in found if each is not None), key=lambda each: each.n))


def renewed_after(renewed: Renewed, bundle: Bundle) -> Renewed:
    """The keys that seats have had behind a bundle."""
    made = renewal_of(bundle)
    if made is None:
        return renewed
    return {**renewed, made.by: (*renewed.get(made.by, ()), made.key)}


def given_up(first: bytes, renewed: tuple[bytes, ...]) -> frozenset[str]:
    """The ids of the keys that a seat has given up: all but the last, out of its first and those after it."""
    return frozenset(key_id(key) for key in (first, *renewed)[:-1])
