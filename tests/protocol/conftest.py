"""Two seats with fixed secrets at the tiny game."""

from collections.abc import Callable
from hashlib import sha256

import pytest
from attrs import frozen

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.crypto.keys import Keypair
from pbem.games import registry
from pbem.games.registry import Game
from pbem.log import Clause, Log
from pbem.protocol import genesis
from pbem.protocol.session import Session
from pbem.protocol.vault import Vault

from .tiny import GAME


def entropy(seed: str) -> Callable[[int], bytes]:
    """Bytes that repeat themselves, for tests only."""
    count = iter(range(10_000))
    return lambda size: sha256(f"{seed}/{next(count)}".encode()).digest()[:size]


@frozen(kw_only=True)
class Pair:
    """Both seats of one game."""

    a: Session
    b: Session


def begin(
    seed: str = "x",
    game: Game = GAME,
    referee: Clause | None = None,
    scenario: str = "",
    name: str = "Ann",
    lengths: tuple[int, int] = (genesis.MIN_CHAIN, genesis.MIN_CHAIN),
) -> Pair:
    """A new game, of the first scenario unless one is named: A plays the first side. ``lengths`` are those of the chains."""
    keys = [Keypair.from_seed(entropy(f"{seed}/id/{who}")(32)) for who in "ab"]
    vaults = [
        Vault.fresh(entropy(f"{seed}/{who}"), length) for who, length in zip("ab", lengths, strict=True)
    ]
    scenario, side = scenario or game.rules.scenarios[0], game.rules.sides[0]
    offer = genesis.invite(
        keys[0], name, vaults[0], game, scenario=scenario, side=side, options={}, referee=referee
    )
    genesis.check_terms(offer, game)
    answer = genesis.accept(keys[1], "Ben", vaults[1], offer)
    log = Log(invite=offer, accept=answer)
    return Pair(a=Session.begin(game, log, vaults[0]), b=Session.begin(game, log, vaults[1]))


def play(session: Session, salt: int) -> Session:
    """Whatever this seat owes, until the pen passes."""
    session = session.automatic()
    while session.is_my_turn:
        rules = session.game.rules
        session = session.order(rules.advise(session.position.game, session.side, session.secrets, salt))
        session = session.automatic()
    return session


def play_out(pair: Pair, salt: int = 0, most: int = 10_000) -> Pair:
    """Both seats play to the end of the game, or until so many bundles are signed."""
    a, b = pair.a, pair.b
    while a.owed.kind and len(a.log.bundles) < most:
        mover, other = (a, b) if a.owed.seat == "A" else (b, a)
        mover = play(mover, salt)
        mover, bundle = mover.sealed()
        other = other.receive(bundle)
        a, b = (mover, other) if mover.seat == "A" else (other, mover)
    return Pair(a=a, b=b)


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry knows the tiny game in these tests, and no other."""
    monkeypatch.setattr(registry, "load", lambda name, pack=None: GAME)
    monkeypatch.setattr(registry, "info", lambda name: GAME.info)


@pytest.fixture
def pair() -> Pair:
    """A new game."""
    return begin()


@pytest.fixture(scope="session")
def played() -> Pair:
    """A whole game."""
    return play_out(begin())


def honest_turns(seed: str) -> list[tuple[Session, Session, list[dict[str, Json]]]]:
    """At every bundle of a game: the seat that is to write, the one that waits, and the entries written by the rules."""
    turns = []
    pair = begin(seed)
    while pair.a.owed.kind:
        mover, waiter = (pair.a, pair.b) if pair.a.owed.seat == "A" else (pair.b, pair.a)
        entries = [canon.decode(line) for line in play(mover, 0).draft]
        turns.append((mover, waiter, [{k: v for k, v in entry.items() if k != "i"} for entry in entries]))
        pair = play_out(pair, most=len(pair.a.log.bundles) + 1)
    return turns
