"""Whose log it is, and which of its bundles a seat has to send."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.bytes.errors import UsageError
from pbem.log import REFEREE, Bundle, Log
from pbem.protocol.vault import Vault
from pbem.replay.table import Seat


def seat_of(log: Log, vault: Vault) -> Seat:
    """The seat a game key of which the vault holds. Raises UsageError when it is neither."""
    held = set(vault.publics)
    for seat in ("A", "B") if log.accept is not None else ("A",):
        if held.intersection(log.keys_of(seat)):
            return seat
    raise UsageError.of("other-game", "this home does not hold the keys of either player of this game.")


def unsent(log: Log, seat: Seat) -> tuple[Bundle, ...]:
    """The bundles of this seat that the other may not have: those since the other's last, with rulings between them."""
    found: list[Bundle] = []
    for bundle in reversed(log.bundles):
        if bundle.header.by not in (seat, REFEREE):
            break
        found.append(bundle)
    return tuple(reversed(found)) if any(each.header.by == seat for each in found) else ()


def encode_turn(bundles: Iterable[Bundle]) -> bytes:
    """The lines of a turn file."""
    return b"".join(bundle.encode() for bundle in bundles)
