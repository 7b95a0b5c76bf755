"""Games of demonstration players in memory, without mails: a club takes them in."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from attrs import define

from pbem.bytes import container
from pbem.dev.demo import decide
from pbem.home.exchange import invitations
from pbem.home.identity import Identity
from pbem.home.new_identity import create_identity
from pbem.log import Log
from pbem.store.home import Home


@define
class Friend:
    """Somebody with a home, whose keys and dice repeat themselves: nobody should play with them."""

    name: str
    home: Home
    identity: Identity

    def bytes_of(self, what: str) -> Callable[[int], bytes]:
        """The bytes that they draw for something."""
        return stream(f"{self.name} {what}")


def stream(what: str) -> Callable[[int], bytes]:
    """Bytes that repeat themselves."""
    count = iter(range(1_000_000))
    return lambda size: sha256(f"pbem short games {what} {next(count)}".encode()).digest()[:size]


def friend(name: str, place: Path) -> Friend:
    """Somebody with a home at ``place``."""
    home = Home(place)
    return Friend(name, home, create_identity(home, name, "", stream(name)))


def played(one: Friend, other: Friend, invitation: bytes, salt: int) -> Log:
    """The game of an invitation, to its end; both play by themselves."""
    entropy = other.bytes_of(sha256(invitation).hexdigest())
    lines = container.unpack(invitation)
    begun = invitations.join(other.home, other.identity, lines, new_key=True, entropy=entropy)
    theirs = begun.session
    mine = invitations.start(one.home, one.identity, container.unpack(begun.file), new_key=True).session
    while mine.owed.kind:
        mover, waiter = (mine, theirs) if mine.is_my_turn or mine.draft else (theirs, mine)
        mover, bundle = decide(mover, salt).sealed()
        waiter = waiter.receive(bundle)
        mine, theirs = (mover, waiter) if mover.seat == mine.seat else (waiter, mover)
    return mine.log
