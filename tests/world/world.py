"""A world: two players with homes of their own, one clock, one post, one step after another, and laws after each."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from random import Random
from unittest.mock import patch

import second_verifier
from acting.one_turn import LONG
from deck import whist
from protocol.tiny import GAME

from pbem.bytes.errors import PbemError
from pbem.games import registry
from pbem.replay.verify import verify

from .clock import Clock
from .disk import Dead, Disk
from .kept import Kept, kept
from .laws import SECONDS
from .post import Letter, Post
from .rows import LAWS, VERBS
from .script import SEATS, WEATHERS, Script, Step
from .seat import Doing, Seat

BEGINNING = tuple(
    Step(who=who, does=does)
    for who, does in (("A", "identity"), ("B", "identity"), ("A", "invite"), ("B", "join"), ("A", "start"))
)
_ROUNDS = 400
"""The end has to come within so many rounds."""
_LINES = 10
SMALL: Mapping[str, registry.Game] = {"tiny": GAME, "cards": whist.GAME, "long": LONG}
"""Games that are none but of the tests, by what a script calls them."""
_NAMES = {"A": "Ann", "B": "Ben"}


class Broken(AssertionError):
    """A law that does not hold in a world: ``law`` by its name, ``at`` the step (from 0; past the last: at the end)."""

    def __init__(self, law: str, what: object, world: World) -> None:
        self.law, self.at, self.script = law, world.at, world.script
        script = world.script
        lines = [
            f"{law.replace('_', ' ')}: {what}",
            *world.trace[-_LINES:],
            f"python -m tests.world {script.name} --game {script.game} --weather {script.weather}"
            f" --steps {len(script.steps)} --trace",
        ]
        super().__init__("\n".join(lines))


class World:
    """A script being played below ``place``."""

    def __init__(self, script: Script, place: Path, watch: Callable[[str], object] | None = None) -> None:
        self.watch = watch
        self.script, self.weather = script, WEATHERS[script.weather]
        self.disk = Disk(place=place, remembers=bool(self.weather.cut or self.weather.power))
        self.clock, self.post, self.first = Clock(), Post(), dict[str, bytes]()
        self.seats = {
            who: Seat(who=who, name=_NAMES[who], path=place / who.lower(), seed=f"{script.name}/{who}")
            for who in SEATS
        }
        chance = Random(f"drift/{script.name}")
        self.clock.drift = {
            who: timedelta(hours=chance.randrange(-30, 30) * self.weather.drift) for who in SEATS
        }
        self.kept: dict[str, Kept] = {who: Kept() for who in SEATS}
        self.signed: dict[tuple[object, ...], bytes] = {}
        self.folded: dict[bytes, str] = {}  # logs that were folded from their beginning, with their states
        self.inbox: dict[str, list[Letter]] = {who: [] for who in SEATS}
        self.copied: set[str] = set()  # who plays in a copy, and has not said that it is the home
        self.lost: dict[str, Kept] = {}  # what they had before
        self.trace: list[str] = []
        self.at = 0

    def other(self, seat: Seat) -> Seat:
        """The other player."""
        return self.seats["B" if seat.who == "A" else "A"]

    @contextmanager
    def entered(self) -> Iterator[World]:
        """For the time of a ``with`` block the process lives in this world: its disk, its clock, its game."""
        with ExitStack() as stack:
            stack.enter_context(only(self.script.game))
            stack.enter_context(self.clock.kept(self.script.name))
            stack.enter_context(self.disk.mounted())
            yield self

    @property
    def digest(self) -> str:
        """The SHA-256 of the trace: one script has one."""
        return sha256("\n".join(self.trace).encode()).hexdigest()

    def run(self) -> None:
        """The whole world, from the beginning to the end that has to come. Raises Broken."""
        with self.entered():
            for step in BEGINNING:
                self.do(step)
            for step in self.script.steps:
                self.do(step)
                self.at += 1
            self.the_end_comes()

    # --- a step -------------------------------------------------------------------------------------------------------

    def do(self, step: Step) -> Doing:
        """One step and the laws after it; one in which the machine stopped is then done undisturbed."""
        self.clock.goes_on()
        doing = self._done(step)
        return self._done(step.calm) if doing.died else doing

    def _done(self, step: Step) -> Doing:
        doing = self.attempt(step)
        try:
            if self.disk.changed or doing.died:
                self.kept[step.who] = kept(self.seats[step.who].home, self.seats[step.who].identity)
            doing.after = self.kept[step.who]
        except PbemError as error:
            self._note(step, doing)
            raise Broken("a_home_opens", f"{error.code}: {error}", self) from error
        self._note(step, doing)
        for law in LAWS:
            try:
                law(self, doing)
            except AssertionError as error:
                raise Broken(law.__name__, error, self) from error
        return doing

    def attempt(self, step: Step) -> Doing:
        """Do a step as far as it goes, and switch the machine on again."""
        seat = self.seats[step.who]
        doing = Doing(step=step, before=self.kept[step.who])
        chance, begun = Random(step.n), time.process_time()
        self.clock.here = step.who
        self.disk.dies(step.dies)
        if step.fault:
            setattr(self.disk, step.fault, True)
        try:
            doing.said = VERBS[step.does](self, seat, doing, chance)
        except Dead:
            doing.died, doing.said = True, f"dies at call {self.disk.calls}"
        except Exception as error:  # whatever it is: a law says whether it may be
            doing.error, doing.said = error, f"{type(error).__name__} {getattr(error, 'code', '')}".strip()
        doing.left_open = self.disk.left_open
        self.disk.restart(Random(step.n) if doing.died and step.cut else None)
        if doing.died:
            seat.forgets()
        if time.process_time() - begun > SECONDS:
            raise Broken("no_step_takes_long", f"over {SECONDS} seconds", self)
        return doing

    def _note(self, step: Step, doing: Doing) -> None:
        heads = " ".join(
            f"{who}:{len(game.session.log.bundles)}:{game.session.end.head.hex()[:6]}+{len(game.draft)}"
            for who, known in self.kept.items()
            for game in known.games.values()
        )
        self.trace.append(f"{self.at:4} {step} -> {doing.said} [{heads}]")
        if self.watch is not None:
            self.watch(self.trace[-1])

    # --- the end ------------------------------------------------------------------------------------------------------

    def the_end_comes(self) -> None:
        """When the faults stop and every mail has come, both have one log, and play it to its end."""
        self.weather = WEATHERS["fair"]
        chance = Random(f"end/{self.script.name}")
        for _ in range(_ROUNDS):
            before = self._logs()
            for who in SEATS:
                if who in self.copied:
                    self.do(Step(who=who, does="moves_in"))
                self.do(Step(who=who, does="all_mail"))
                self.do(Step(who=who, does="play", n=chance.randrange(1_000_000)))
            if before == self._logs():
                if self._over():
                    break
                self._asked_again(before)
        logs = self._logs()
        if len(logs) != 1 or not self._over():
            raise Broken("the_end_comes", f"there are {len(logs)} logs, and nobody can go on", self)
        self._judged(logs.pop())

    def _asked_again(self, before: set[bytes]) -> None:
        """Each asks the other for their last turn; where that brings nothing, nothing will."""
        for who in SEATS:
            self.do(Step(who=who, does="resend"))
        for who in SEATS:
            self.do(Step(who=who, does="all_mail"))
            self.do(Step(who=who, does="play"))
        if before == self._logs():
            raise Broken("the_end_comes", "every mail has come, and nobody can go on", self)

    def _logs(self) -> set[bytes]:
        return {game.log for known in self.kept.values() for game in known.games.values()}

    def _over(self) -> bool:
        return not any(
            game.session.owed.what for known in self.kept.values() for game in known.games.values()
        )

    def _judged(self, log: bytes) -> None:
        """Two readers that have nothing but the log find it sound."""
        verdict = verify(log)
        if not verdict.good:
            raise Broken("the_end_comes", f"the log does not hold: {verdict.fault}", self)
        # The second reader counts without a library, for a quarter of a second: one world in four is enough.
        if not int(sha256(log).hexdigest(), 16) % 4 and second_verifier.verify(log)[0] != "ok":
            raise Broken("the_end_comes", "the second reader finds that the log does not hold", self)


@contextmanager
def only(game: str) -> Iterator[None]:
    """For the time of a ``with`` block the registry knows a small game alone, if that is the one."""
    small = SMALL.get(game, GAME)
    known: Mapping[str, object] = {
        "load": lambda name, pack=None: small,
        "info": lambda name: small.info,
        "installed": lambda: (small.info,),
    }
    with ExitStack() as stack:
        for name, given in known.items() if game in SMALL else ():
            stack.enter_context(patch.object(registry, name, given))
        yield


def played(script: Script, watch: Callable[[str], object] | None = None) -> World:
    """The world of a script, played to its end in a folder of its own, which is gone afterwards. Raises Broken.

    ``watch`` sees each line of the trace.
    """
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    place = Path(tempfile.mkdtemp(prefix="world-", dir=memory))
    try:
        world = World(script, place, watch)
        world.run()
    finally:
        shutil.rmtree(place, ignore_errors=True)
    return world
