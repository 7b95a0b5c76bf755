"""Each call of the system in a whole game is one at which the machine may stop: then a step is done, or can be done again.

Beside the death of the program every second time power is away, and whatever no flush has followed is gone.
"""

from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from shutil import copytree, rmtree

import pytest
from attrs import evolve

from .beginning import BEGINNING
from .kept import Kept, kept
from .laws import nothing_is_lost, what_is_kept_hangs_together
from .script import SEATS, Script, Step
from .seat import Doing
from .world import World

_GAME = Script(name="points", game="tiny", weather="power", steps=())
_PARTS = 24
_SAMPLE = 499
"""Quick tries one call of so many; the night tries all."""


BY_HAND, TYPED, BY_PROGRAM = ("all_mail", "play"), ("fetches", "types"), ("acts", "play")


def turns(world: World, verbs: tuple[str, str] = BY_HAND) -> Iterator[Step]:
    """A game from the first keys to its end: mail is read, and a turn is played."""
    reads, plays = verbs
    yield from BEGINNING
    n = 0
    while True:
        before = world.kept.copy()
        for who in SEATS:
            n += 1
            yield Step(who=who, does=reads, n=n)
            yield Step(who=who, does=plays, n=n)
        if before == world.kept:
            return


def stops_everywhere(place: Path, chosen: Callable[[int], bool], verbs: tuple[str, str] = BY_HAND) -> int:
    """Play the game, and stop the machine at the chosen calls, counted over the whole game; how many there were."""
    world, calls, tried = World(_GAME, place), 0, 0
    with world.entered():
        for step in turns(world, verbs):
            point = _Point(world, step)
            for n in range(1, point.calls + 1):
                if chosen(calls + n):
                    point.stops_at(n)
                    tried += 1
            calls += point.calls
            point.back()
            world.do(step)
    assert tried > 0
    return calls


class _Point:
    """A step that is done again and again from the same beginning; ``calls`` are those that it makes undisturbed."""

    def __init__(self, world: World, step: Step) -> None:
        self.world, self.step, self.seat = world, step, world.seats[step.who]
        self.before, self.post, self.first = world.kept[step.who], deepcopy(world.post), dict(world.first)
        self.place = world.disk.place
        for each in self._folders:
            copy(self.place / each, self._master / each)
        self.undisturbed = self._attempt(step)
        self.wanted, self.calls = self._kept(), world.disk.calls

    @property
    def _folders(self) -> tuple[Path, Path]:
        """The home, and what its machine remembers beside it."""
        return Path(self.seat.path.name), Path("machines") / self.step.who

    @property
    def _master(self) -> Path:
        return self.place / "master"

    def back(self) -> None:
        """Everything is as it was before the step; the home counts as the one that was made, not as a copy."""
        self.world.post, self.world.first = deepcopy(self.post), dict(self.first)
        for each in self._folders:
            copy(self._master / each, self.place / each)
        self.seat.forgets()
        if self.seat.home.identity() is not None:
            self.seat.home.settle_down()
        self.world.disk.restart()

    def stops_at(self, n: int) -> None:
        """The machine stops at call ``n``, and the step is done again: it ends as if nothing had happened."""
        self.back()
        where = f"{self.step}, call {n} of {self.calls}"
        doing = self._attempt(evolve(self.step, dies=n, cut=n % 2 == 0))
        assert doing.died, f"{where}: it makes other calls than before"
        doing.after = self._kept()
        for law in (nothing_is_lost, what_is_kept_hangs_together):
            law(self.world, doing)
        again = self._attempt(self.step)
        assert again.error is None, f"{where}: done again, {again.said}"
        assert self.wanted == self._kept(), f"{where}: done again, it does not end as it would have"
        files = {*doing.files, *again.files}
        if not files.issuperset(self.undisturbed.files):
            files.update(self._attempt(Step(who=self.step.who, does="resend")).files)
        assert files == set(self.undisturbed.files), f"{where}: another mail leaves, or none"

    def _attempt(self, step: Step) -> Doing:
        doing = self.world.attempt(step)
        doing.before = self.before
        return doing

    def _kept(self) -> Kept:
        calls = self.world.disk.calls
        found = kept(self.seat.home, self.seat.identity)
        self.world.disk.calls = calls
        return found


def copy(source: Path, target: Path) -> None:
    """``cp -r``, the place of the copy made empty first."""
    rmtree(target, ignore_errors=True)
    if source.is_dir():
        copytree(source, target)


def test_a_machine_may_stop_at_some_calls_of_a_game(tmp_path: Path) -> None:
    stops_everywhere(tmp_path, lambda call: call % _SAMPLE == 0)


@pytest.mark.night
@pytest.mark.parametrize("verbs", [BY_HAND, TYPED, BY_PROGRAM], ids=["by hand", "typed", "by a program"])
@pytest.mark.parametrize("part", range(_PARTS))
def test_a_machine_may_stop_at_every_call_of_a_game(part, verbs, tmp_path):
    calls = stops_everywhere(tmp_path, lambda call: call % _PARTS == part, verbs)
    assert 4000 < calls
