"""Three versions of the tiny game, and two seats that know them."""

from attrs import evolve

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError, UsageError
from pbem.games.registry import Game
from pbem.log import Log
from pbem.port.game import Result
from pbem.protocol.session import Session
from pbem.protocol.side_entries import offer_upgrade, reply_offer
from tests.protocol.conftest import Pair, begin, play
from tests.protocol.test_edges import on, second_round
from tests.protocol.tiny import GAME, State, Tiny


class Second(Tiny):
    """Version 2: the same model, and red wins above 10."""

    def result(self, state: State) -> Result | None:
        found = super().result(state)
        winner = "red" if state.score > 10 else "blue"
        return found and evolve(found, winner=winner, level=f"{winner} wins")


class Third(Tiny):
    """Version 3: another model, in which a place is a word; it takes over what version 1 and 2 left, up to place 5."""

    def dump(self, state: State) -> Json:
        return {**super().dump(state), "place": f"space {state.place}"}

    def load(self, value: Json) -> State:
        match value:
            case {"place": str(place)}:
                return super().load({**value, "place": int(place.removeprefix("space "))})
        raise DataError("no-state", "that is no state of tiny 3.")

    def takes_over(self, version: str, value: Json) -> Json:
        match value:
            case {"place": int(place)} if place > 5:
                raise DataError("no-state", f"the place {place} lies off the smaller map [1.1]")
            case {"place": int(place)}:
                return {**value, "place": f"space {place}"}
        return value


def version(rules: Tiny, number: str, digest: str, data: str = "cd") -> Game:
    info = evolve(GAME.info, version=number, digest=digest * 32)
    return evolve(GAME, info=info, rules=rules, data_digest=data * 32)


SECOND = version(Second(), "2", "a2")
THIRD = version(Third(), "3", "a3")
OTHER_DATA = version(Tiny(), "1", "ab", "ce")
KNOWN = (GAME, SECOND, THIRD, OTHER_DATA)


def find(name: str, rules: str, data: str) -> Game:
    """The versions that everybody in these tests has installed."""
    for each in KNOWN:
        if (name, rules, data) == (each.info.name, each.info.digest, each.data_digest):
            return each
    raise UsageError("unknown-version", f"ruleset {rules[:12]} is not installed.", hint="Install it.")


FINDING = evolve(GAME, find=find)


def knowing(session: Session) -> Session:
    """The seat, with those versions installed."""
    ruling = evolve(session.position.ruling, find=find)
    return evolve(
        session, position=evolve(session.position, ruling=ruling), base=evolve(session.base, ruling=ruling)
    )


def started(seed: str = "upgrade") -> Pair:
    """A new game between two who know all versions."""
    pair = begin(seed)
    return Pair(a=knowing(pair.a), b=knowing(pair.b))


def midgame() -> tuple[Pair, int]:
    """Red is to step in the second round; and the entry after which he was to step in the first."""
    pair, first = second_round()
    again = [Session.open(FINDING, seat.log, seat.vault, draft=seat.draft) for seat in (pair.a, pair.b)]
    return Pair(a=again[0], b=again[1]), first


def agreed(pair: Pair, new: Game) -> Pair:
    """A offers, B agrees."""
    pair = on(pair, offer_upgrade(pair.a, new))
    return on(pair, reply_offer(pair.b, yes=True))


def ended(pair: Pair, salt: int = 0) -> Pair:
    """Both play to the end."""
    while pair.a.owed.kind:
        mover = pair.a if pair.a.owed.seat == "A" else pair.b
        pair = on(pair, play(mover, salt))
    return pair


def opened(log: Log, seat: Session) -> Session:
    """The session read again from the log's bytes."""
    return Session.open(FINDING, log, seat.vault)
