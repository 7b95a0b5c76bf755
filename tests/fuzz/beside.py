"""The small game with all that stands beside play: a renewal, a note, a refusal."""

from collections.abc import Iterator
from functools import cache

from attrs import evolve

from pbem.bytes.canon import Json
from pbem.bytes.errors import VerifyError
from pbem.crypto.keys import Keypair
from pbem.log import Bundle
from pbem.protocol import side_entries
from pbem.protocol.session import Session
from tests.fuzz import fixtures
from tests.protocol.conftest import Pair, begin, entropy, play

Turn = tuple[Session, Session, list[dict[str, Json]]]
_SEED = "beside"
_RENEWED, _NOTED, _REFUSED = 2, 6, 11
"""Which turn files renew, carry a note, are refused."""


def identities() -> list[Keypair]:
    """The identity keys of both players."""
    return [Keypair.from_seed(entropy(f"{_SEED}/id/{who}")(32)) for who in "ab"]


@cache
def game() -> Pair:
    """The game, played to its end."""
    return _played()[0]


@cache
def refused() -> Bundle:
    """The legal turn file that was refused in it."""
    return _played()[1]


@cache
def _played() -> tuple[Pair, Bundle, list[Turn]]:
    with fixtures.small_games():
        pair, gone, turns = begin(_SEED, name="Åse"), [], []
        for number in range(100):
            if not pair.a.owed.kind:
                break
            mover, waiter = (pair.a, pair.b) if pair.a.owed.seat == "A" else (pair.b, pair.a)
            after, bundle = _turn(mover, number)
            entries = [
                {name: value for name, value in each.items() if name != "i"} for each in bundle.entries
            ]
            turns.append((mover, waiter, entries))
            if number == _REFUSED:
                gone.append(bundle)
                bundle = side_entries.refusal(
                    waiter, bundle, VerifyError("illegal", "no", entry=bundle.header.first)
                )
                after, waiter = mover.receive(bundle), waiter.receive(bundle)
            else:
                waiter = waiter.receive(bundle)
            pair = Pair(a=after, b=waiter) if mover.seat == "A" else Pair(a=waiter, b=after)
        return pair, gone[0], turns


def _turn(mover: Session, number: int) -> tuple[Session, Bundle]:
    """One turn file of whoever holds the pen."""
    if number == _RENEWED:
        return side_entries.renew_keys(mover, entropy(f"{_SEED}/renewed"))
    made = play(mover, 0)
    return (side_entries.note(made, "Good luck, Åse!") if number == _NOTED else made).sealed()


def keys() -> Iterator[Keypair]:
    """Every secret that signs in this game."""
    yield from identities()
    pair = game()
    for seat in (pair.a, pair.b):
        vault = seat.vault
        for each in (vault.current, *vault.before, *vault.spare):
            yield each.keypair


def logs() -> list[bytes]:
    """The log whole, and as far as the renewal, the note and the refusal."""
    log = game().a.log
    return [evolve(log, bundles=log.bundles[:most]).encode() for most in (None, 0, 4, 8, 13)]


def bundles() -> list[bytes]:
    """Turn files alone: the renewal, the note, the refusal with its neighbours."""
    every = game().a.log.bundles
    return [b"".join(each.encode() for each in every[start : start + 3]) for start in (1, 5, 10)]


@cache
def turns() -> list[Turn]:
    """Who writes, who waits, and what is written, before each of its turn files."""
    return _played()[2]
