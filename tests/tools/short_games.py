"""Games of demonstration players in memory, without mails: for archives to measure on, and for the recorded club."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from attrs import define, frozen

from pbem.bytes import container
from pbem.crypto.keys import Keypair
from pbem.dev.demo import decide
from pbem.games import registry
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


@frozen(kw_only=True)
class Short:
    """A game as far as it was played, the keys of A and B in it, and whether it is over."""

    log: Log
    keys: tuple[Keypair, Keypair]
    over: bool


def stream(what: str) -> Callable[[int], bytes]:
    """Bytes that repeat themselves."""
    count = iter(range(1_000_000))
    return lambda size: sha256(f"pbem short games {what} {next(count)}".encode()).digest()[:size]


def friend(name: str, place: Path) -> Friend:
    """Somebody with a home at ``place``."""
    home = Home(place)
    return Friend(name, home, create_identity(home, name, "", stream(name)))


def game(one, other, name, scenario, seed, turns, pairing=""):
    """A game between two, A with the first side, as far as so many turn files."""
    entropy = one.bytes_of(f"{name} {scenario} {seed} {other.name}")
    side = registry.load(name).rules.sides[0]
    wanted = invitations.Wanted(game=name, scenario=scenario, side=side)
    terms = invitations.asked_for(one.home, wanted)
    offered = invitations.new_game(one.home, one.identity, terms, pairing=pairing, entropy=entropy)
    return played(one, other, offered.file, seed, turns)


def played(one: Friend, other: Friend, invitation: bytes, salt: int, turns: int | None = None) -> Short:
    """The game of an invitation as far as so many turn files, or to its end; both play by themselves."""
    entropy = other.bytes_of(sha256(invitation).hexdigest())
    lines = container.unpack(invitation)
    begun = invitations.join(other.home, other.identity, lines, new_key=True, entropy=entropy)
    theirs = begun.session
    mine = invitations.start(one.home, one.identity, container.unpack(begun.file), new_key=True).session
    count = 0
    while mine.owed.kind and (turns is None or count < turns):
        mover, waiter = (mine, theirs) if mine.is_my_turn or mine.draft else (theirs, mine)
        mover, bundle = decide(mover, salt).sealed()
        waiter = waiter.receive(bundle)
        mine, theirs = (mover, waiter) if mover.seat == mine.seat else (waiter, mover)
        count += 1
    return Short(log=mine.log, keys=(mine.vault.keypair, theirs.vault.keypair), over=not mine.owed.kind)
