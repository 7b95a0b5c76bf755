"""The end comes. When the faults stop and every mail has come, the honest have one log and play it to its end; where
somebody has cheated they stand still, with what convicts the right seat.
"""

from hashlib import sha256
from random import Random

import second_verifier
from attrs import evolve

from pbem.replay.verify import verify

from . import court
from .blame import no_proof_convicts_the_honest, they_hold_what_convinces
from .hand import clears, taken
from .kept import KeptGame
from .script import SEATS, WEATHERS, Step
from .seat import Doing

_ROUNDS = 400
"""The end has to come within so many rounds."""

EXCUSED = frozenset({
    "unsettled", "answered-already", "signed-already", "stale-home", "other-version", "ruling-waits", "old-vault",
})  # fmt: skip
"""Why an honest home that owes something may sign nothing when somebody has cheated: each says what to do next."""


def comes(world) -> None:
    """Let the end come. Raises AssertionError where it does not."""
    world.weather = evolve(WEATHERS["fair"], memory=world.weather.memory, file=world.weather.file, whole=True)
    if world.weather.memory:
        _everything_comes(world)
        for seat in world.honest:
            court.rulings_stand(world, seat, game_of(world, seat.who))
    if world.trusted:
        _played_to_its_end(world)
    if world.weather.memory:
        for seat in world.honest:
            they_hold_what_convinces(world, seat, game_of(world, seat.who))
        for seat in world.honest:
            _goes_on_or_says_why(world, seat.who)
        no_proof_convicts_the_honest(world)


def game_of(world, who: str) -> KeptGame:
    """The one game of a home."""
    (game,) = world.kept[who].games.values()
    return game


def _everything_comes(world) -> None:
    """Whatever was lost comes after all, to all of them, until nothing new comes of it."""
    for _ in range(3):
        for who, seat in world.seats.items():
            doing = Doing(step=Step(who=who, does="all_mail"), before=world.kept[who])
            clears(seat, doing)
            taken(seat, doing, world.every_letter())
            world.refresh()


def _goes_on_or_says_why(world, who: str) -> None:
    """By what the other did an honest side is never the one who just owes."""
    seat = world.seats[who]
    if not seat.session.is_my_turn:
        return
    doing = world.do(Step(who=who, does="play"))
    code = getattr(doing.error, "code", "")
    assert not code or code in EXCUSED or not seat.session.is_my_turn, f"{who} owes, and is told {code}"


def _played_to_its_end(world) -> None:
    chance = Random(f"end/{world.script.name}")
    for _ in range(_ROUNDS):
        before = _logs(world)
        for who in SEATS:
            if who in world.strays:
                world.do(Step(who=who, does="moves_in"))
            world.do(Step(who=who, does="all_mail"))
            world.do(Step(who=who, does="play", n=chance.randrange(1_000_000)))
        if before == _logs(world):
            if _over(world):
                break
            if not _ruled_again(world):
                return
            _asked_again(world, before)
    logs = _logs(world)
    assert len(logs) == 1, f"there are {len(logs)} logs"
    assert _over(world), "nobody can go on"
    _judged(world, logs.pop())
    for who in SEATS if world.weather.memory else ():
        game = game_of(world, who)
        assert {"A", "B"} == set(game.session.position.table.audited), "the vaults are not open at the end"


def _ruled_again(world) -> bool:
    """A roll that a ruling spends the referee rules away; False where they cannot."""
    spent = [seat for seat in world.seats.values() if court.SPENT in seat.told]
    if not (world.court.ruled and spent):
        return True  # that a roll is spent is said when the ruling comes
    return court.rules_again(world, world.seats["A"].session.log)


def _asked_again(world, before: set[bytes]) -> None:
    """Each asks the other for their last turn; where that brings nothing, nothing will."""
    for who in SEATS:
        world.do(Step(who=who, does="resend"))
    for who in SEATS:
        world.do(Step(who=who, does="all_mail"))
        world.do(Step(who=who, does="play"))
    assert before != _logs(world), "every mail has come, and nobody can go on"


def _logs(world) -> set[bytes]:
    return {game.log for known in world.kept.values() for game in known.games.values()}


def _over(world) -> bool:
    return not any(game.session.owed.kind for known in world.kept.values() for game in known.games.values())


def _judged(world, log: bytes) -> None:
    """Two readers that have nothing but the log find it sound."""
    verdict = verify(log)
    assert verdict.good, f"the log does not hold: {verdict.fault}"
    # The second reader counts without a library, for a quarter of a second: one world in four is enough.
    if not int(sha256(log).hexdigest(), 16) % 4 and log not in world.agreed:
        assert second_verifier.verify(log)[0] == "ok", "the second reader finds that the log does not hold"
