"""What two players compare by voice when a game begins."""

from __future__ import annotations

from pbem.bytes.records import frozen
from pbem.crypto import keys as crypto
from pbem.log import Log


@frozen(kw_only=True)
class Codes:
    """What the players compare by voice: 30 digits for each, and 30 for the game."""

    inviter: str
    joiner: str
    game: str


def codes(log: Log) -> Codes:
    """What the two players compare by voice. Raises FormatError before the acceptance."""
    return Codes(
        inviter=crypto.fingerprint(log.invite.seat.identity),
        joiner=crypto.fingerprint(log.accepted.seat.identity),
        game=crypto.fingerprint(log.gid),
    )
