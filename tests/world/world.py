"""A world: two players with homes of their own, one clock, one post, one step after another, and laws after each."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from random import Random
from unittest.mock import patch

from pbem.bytes import container
from pbem.bytes.errors import PbemError
from pbem.games import editions, registry
from pbem.protocol import side_entries
from pbem.protocol.session import encode_turn

from . import asides, ending
from .beginning import BEGINNING
from .clock import Clock
from .court import Court
from .disk import Dead, Disk
from .games import GAMES, only
from .kept import Kept, kept
from .laws import ANYTIME, SECONDS
from .post import Letter, Post
from .rows import LAWS, VERBS
from .scenes import SCENES
from .script import SEATS, WEATHERS, Script, Step
from .seat import Doing, Seat
from .shelf import SHORT, sit_down

_LINES = 10
_NAMES = {"A": "Ann", "B": "Ben"}


class Broken(AssertionError):
    """A law that does not hold in a world: ``law`` by its name, ``at`` the step (from 0; past the last: at the end), the
    last of so many ``steps``.
    """

    def __init__(self, law: str, what: object, world: World) -> None:
        self.law, self.at, self.script, self.steps = law, world.at, world.script, len(world.trace)
        script = world.script
        lines = [
            f"{law.replace('_', ' ')}: {what}",
            *world.trace[-_LINES:],
            f"python -m tests.world {script.name} --game {script.game} --weather {script.weather}"
            f" --steps {len(script.steps)} --trace",
        ]
        super().__init__("\n".join(lines))


class World:
    """A script being played below ``place``.

    ``cheats`` are the seats that may cheat, ``cheated`` says that one has, ``robbed`` are seats whose keys a thief has used.
    ``thieves`` hold copies of homes, ``copies`` are those that players made themselves. ``strays`` play in a copy, and have
    not said that it is the home; ``lost`` is what somebody had before their home was another.
    """

    def __init__(self, script: Script, place: Path, watch: Callable[[str], object] | None = None) -> None:
        self.watch, self.script, self.weather = watch, script, WEATHERS[script.weather]
        self.disk = Disk(place=place, remembers=bool(self.weather.cut or self.weather.power))
        self.clock, self.post, self.first = Clock(), Post(), dict[str, bytes]()
        self.inbox: dict[str, list[Letter]] = {who: [] for who in SEATS}
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
        self.agreed: set[bytes] = set()  # logs that two readers have found sound
        self.strays, self.lost = set[str](), dict[str, Kept]()
        self.trace, self.at, self.made = list[str](), 0, 0
        self.cheats: str = Random(f"cheats/{script.name}").choice(self.weather.cheats)
        self.cheated, self.robbed = False, set[str]()
        self.thieves, self.copies, self.court = dict[str, Seat](), dict[str, dict[str, bytes]](), Court()
        self._changes = dict.fromkeys(SEATS, -1)

    @property
    def trusted(self) -> bool:
        """Whether nobody has cheated so far, and no key was stolen."""
        return not self.cheated and not self.robbed

    @property
    def honest(self) -> list[Seat]:
        """The players who keep to the program."""
        return [seat for who, seat in self.seats.items() if who not in self.cheats]

    @property
    def rules(self) -> registry.Game:
        """The game that is played."""
        return GAMES[self.script.game]

    def every_letter(self) -> tuple[Letter, ...]:
        """All that was ever sent by anybody, each once, in the order in which it left."""
        return tuple(Letter(file=file) for file in dict.fromkeys(self.post.sent))

    def other(self, seat: Seat) -> Seat:
        """The other player."""
        return self.seats["B" if seat.who == "A" else "A"]

    @contextmanager
    def entered(self) -> Iterator[World]:
        """For the time of a ``with`` block the process lives in this world: its disk, its clock, its game."""
        with ExitStack() as stack:
            stack.enter_context(only(self.script.game))
            stack.enter_context(self.clock.kept(self.script.name))
            stack.enter_context(patch.dict(os.environ))  # which machine somebody sits at: Seat.home
            if self.weather.memory:
                stack.enter_context(patch.object(editions, "find", asides.find))
                stack.enter_context(patch.object(side_entries, "DEFAULT_LENGTH", SHORT))
            else:
                stack.enter_context(self.disk.mounted())
            yield self

    @property
    def digest(self) -> str:
        """The SHA-256 of the trace: one script has one."""
        return sha256("\n".join(self.trace).encode()).hexdigest()

    def run(self) -> None:
        """The whole world, from the beginning to the end that has to come. Raises Broken."""
        with self.entered():
            self._begins()
            for step in self.script.steps:
                self.do(step)
                self.at += 1
            try:
                ending.comes(self)
            except AssertionError as error:
                raise error if isinstance(error, Broken) else Broken("the_end_comes", error, self) from error

    def _begins(self) -> None:
        if not self.weather.memory:
            for step in BEGINNING:
                self.do(step)
            return
        other = {
            who: Seat(who=who, name=seat.name, path=seat.path, seed="") for who, seat in self.seats.items()
        }
        sit_down(self.rules, f"elsewhere/{self.script.name}", other)
        sit_down(self.rules, f"here/{self.script.name}", self.seats)
        started, _ = other["A"].session.automatic().sealed()
        self.elsewhere = container.pack(encode_turn(started.log.bundles))
        self.refresh()

    def do(self, step: Step) -> Doing:
        """One step and the laws after it; one in which the machine stopped is then done undisturbed."""
        if (scene := SCENES.get(step.does)) is not None:
            done = Doing(step=step, before=self.kept[step.who])
            for each in scene(self, Random(step.n)):
                done = self.do(each)
            return done
        self.clock.goes_on()
        doing = self._done(step)
        return self._done(step.calm) if doing.died else doing

    def _done(self, step: Step) -> Doing:
        doing = self.attempt(step)
        try:
            if self.weather.memory:
                self.refresh()
            elif self.disk.changed or doing.died:
                self.kept[step.who] = kept(self.seats[step.who].home, self.seats[step.who].identity)
                self.seats[step.who].knows(self.kept[step.who])
            doing.after = self.kept[step.who]
        except PbemError as error:
            self._note(step, doing)
            raise Broken("a_home_opens", f"{error.code}: {error}", self) from error
        self._note(step, doing)
        for law in LAWS if doing.anything else LAWS[:ANYTIME]:
            try:
                law(self, doing)
            except AssertionError as error:
                raise Broken(law.__name__, error, self) from error
        return doing

    def refresh(self) -> None:
        """Look at every home in memory in which something was stored."""
        for who, seat in self.seats.items():
            if seat.changes != self._changes[who]:
                self._changes[who] = seat.changes
                try:
                    self.kept[who] = kept(seat.home, seat.identity, seat.opened)
                except PbemError:
                    if who not in self.cheats:  # what a cheat stores need not hold
                        raise

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
        except AssertionError as error:
            raise Broken(step.does, error, self) from error
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
