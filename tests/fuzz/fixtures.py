"""What there is to begin with: small games with known keys, positions of the recorded games, files from the tests."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from attrs import evolve, frozen

from pbem.bytes import canon, container
from pbem.bytes.canon import Json
from pbem.games import editions, registry
from pbem.log import ChainEnd, Log, parse_log, start_of
from pbem.protocol.session import Session
from pbem.replay.fold import fold_bundle, opening
from pbem.replay.table import Position
from tests.deck import whist
from tests.deck.conftest import begin as begin_whist
from tests.protocol import tiny
from tests.protocol.conftest import Pair, begin, honest_turns, play, play_out

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("june6", "june44", "darkdecember", "normandy", "pegasus")
_OURS = {"tiny": tiny.GAME, "whist": whist.GAME}
_LOAD, _INFO = registry.load, registry.info


@contextmanager
def small_games() -> Iterator[None]:
    """The registry knows the two games of the tests beside its own."""
    load, info = registry.load, registry.info
    registry.load = lambda name, pack=None: _OURS[name] if name in _OURS else _LOAD(name, pack)
    registry.info = lambda name: _OURS[name].info if name in _OURS else _INFO(name)
    try:
        yield
    finally:
        registry.load, registry.info = load, info


@cache
def tiny_game() -> Pair:
    """The game of the protocol's tests, played to its end."""
    with small_games():
        return play_out(begin("fuzz"))


@cache
def tiny_turns() -> list[tuple[Session, Session, list[dict[str, Json]]]]:
    """At each of its bundles: who writes, who waits, and what is honestly written."""
    with small_games():
        return honest_turns("fuzz")


@cache
def whist_turns() -> list[tuple[Session, Session, list[dict[str, Json]]]]:
    """The same of the card game."""
    turns = []
    with small_games():
        pair = begin_whist("fuzz")
        while pair.a.owed.kind:
            mover, waiter = (pair.a, pair.b) if pair.a.owed.seat == "A" else (pair.b, pair.a)
            entries = [canon.decode(line) for line in play(mover, 1).draft]
            turns.append((mover, waiter, [{k: v for k, v in each.items() if k != "i"} for each in entries]))
            pair = play_out(pair, salt=1, most=len(pair.a.log.bundles) + 1)
    return turns


@frozen(kw_only=True)
class Moment:
    """A recorded game before one of its bundles: the position, the chain, and the entries of the bundle."""

    position: Position[object]
    end: ChainEnd
    by: str
    entries: tuple[dict[str, Json], ...]


@cache
def recorded(game: str) -> Log:
    """The recorded game of that name."""
    data = (ROOT / "examples" / {"june6": "landings"}.get(game, game) / "campaign.pbem").read_bytes()
    return parse_log(container.unpack(data))


@cache
def version(game: str) -> registry.Game:
    """The version of the game that was recorded."""
    offer = recorded(game).invite
    return editions.find(game, offer.rules, offer.data)


@cache
def moments(game: str, most: int = 70) -> tuple[Moment, ...]:
    """The first bundles of a recorded game."""
    log = recorded(game)
    position, end = opening(version(game), log), start_of(log)
    found: list[Moment] = []
    for bundle in log.bundles[:most]:
        found.append(Moment(position=position, end=end, by=bundle.header.by, entries=bundle.entries))
        folded = fold_bundle(position, end, bundle)
        assert folded.error is None
        position, end = folded.position, folded.end
    return tuple(found)


def vectors(folder: str) -> Iterator[tuple[str, dict[str, Json]]]:
    """The vectors of a folder of ``schemas/vectors``."""
    for place in sorted((ROOT / "schemas/vectors" / folder).glob("*.json")):
        yield place.name, json.loads(place.read_bytes())


def log_vectors() -> list[bytes]:
    """The logs among the vectors, right and wrong."""
    found = []
    for _, each in vectors("log"):
        lines = each.get("lines")
        if isinstance(lines, list):
            found.append("".join(f"{line}\n" for line in lines).encode())
        else:
            found.append(bytes.fromhex(str(each["input_hex"])))
    return found


def mails(most: int = 20_000) -> list[bytes]:
    """The mails among the vectors that are small enough."""
    places = sorted((ROOT / "schemas/vectors/mail").glob("*.eml"))
    return [place.read_bytes() for place in places if place.stat().st_size < most]


def small_logs() -> list[bytes]:
    """A whole log, one cut off, an invitation, bundles alone."""
    log = tiny_game().a.log
    bare = evolve(log, bundles=())
    parts = (log, evolve(log, bundles=log.bundles[:3]), bare, Log(invite=log.invite))
    return [each.encode() for each in parts] + [b"".join(each.encode() for each in log.bundles[2:5])]
