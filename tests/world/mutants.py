"""Broken programs that the worlds have to find: a law that none of them breaks is not yet a law."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from attrs import evolve, frozen

from pbem.home import games
from pbem.home.exchange import joining, turn_mail
from pbem.protocol.signing_record import Record
from pbem.replay import checkpoint
from pbem.replay.fold import Mark
from pbem.store import atomic, journal

from . import world
from .broken import BROKEN, keeps_no_early_turns
from .rows import LAWS
from .script import drawn
from .world import Broken, played

MOST = 200
"""A broken program is found within so many worlds of its weather."""


def no_flush_before_a_rename() -> Mapping[str, Any]:
    """The name is on the disk before the bytes are."""

    def write_all(handle: int, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(handle, rest) :]

    return {"pbem.store.atomic.write_all": write_all}


def a_journal_carried_out_half() -> Mapping[str, Any]:
    """What a machine that stopped has left is carried out as far as half of its files."""

    def recover(folder: Path) -> bool:
        data = atomic.read_bytes(folder / journal.JOURNAL, journal._LIMIT)
        if data is None:
            return False
        files = sorted(journal._decode(data, folder).items())
        journal._carry_out(folder, dict(files[: len(files) // 2]))
        atomic.remove(folder / journal.JOURNAL)
        return True

    return {"pbem.store.journal.recover": recover}


def the_record_not_stored_with_the_log() -> Mapping[str, Any]:
    """A home remembers nothing of what it has signed besides its log."""
    real = games.seal_vault
    return {
        "pbem.home.games.seal_vault": lambda identity, label, vault: real(
            identity, label, evolve(vault, record=Record())
        )
    }


def a_checkpoint_believed() -> Mapping[str, Any]:
    """A checkpoint counts as the end of the log, whatever has been signed behind it."""
    real = checkpoint._mark

    def mark(found: checkpoint.Believed, game: Any) -> Mark[object] | None:
        kept = real(found, game)
        if kept is None:
            return None
        last = found.log.bundles[-1].header
        end = evolve(kept.end, head=last.head, bundles=last.n, entries=last.last + 1)
        return Mark(position=kept.position, end=end)

    return {"pbem.replay.checkpoint._mark": mark}


def a_lock_not_released() -> Mapping[str, Any]:
    """Where something fails under the lock, the lock stays."""

    @contextmanager
    def held(self: Any) -> Iterator[None]:
        with self._thread:
            if self._depth == 0:
                self._handle = self._acquire()
            self._depth += 1
            yield
            self._depth -= 1
            if self._depth == 0:
                os.close(self._handle)

    return {"pbem.store.lock.Lock.held": held}


def a_vault_in_a_mail() -> Mapping[str, Any]:
    """The key of a game stands among what a mail tells."""
    real = turn_mail.mail_of

    def mail_of(folder: Any, session: Any, out: Any, **more: Any) -> bytes:
        return real(folder, session, evolve(out, story=(*out.story, session.vault.current.key.hex())), **more)

    return {"pbem.home.exchange.turn_mail.mail_of": mail_of}


def a_doubled_mail_counted_twice() -> Mapping[str, Any]:
    """What is known already is taken for something new that has to wait."""
    real = joining.settle

    def settle(*args: Any, **more: Any) -> Any:
        found = real(*args, **more)
        return evolve(found, known=(), waiting=(*found.waiting, *found.known))

    return {"pbem.home.exchange.joining.settle": settle}


@frozen
class Mutant:
    """A broken program, and the weather in which it shows. ``past``: laws that are not asked: another has to bite."""

    breaks: Callable[[], Mapping[str, Any]]
    weather: str
    past: tuple[str, ...] = ()
    game: str = ""

    @property
    def name(self) -> str:
        """What is wrong with it."""
        return self.breaks.__name__

    @contextmanager
    def in_force(self) -> Iterator[None]:
        """For the time of a ``with`` block the program is the broken one."""
        with ExitStack() as stack:
            for target, broken in self.breaks().items():
                stack.enter_context(patch(target, broken))
            left = tuple(law for law in LAWS if law.__name__ not in self.past)
            stack.enter_context(patch.object(world, "LAWS", left))
            yield


MUTANTS = (
    Mutant(no_flush_before_a_rename, "power"),
    Mutant(a_journal_carried_out_half, "kills"),
    Mutant(the_record_not_stored_with_the_log, "fair"),
    Mutant(a_checkpoint_believed, "kills"),
    Mutant(a_lock_not_released, "disk"),
    Mutant(a_vault_in_a_mail, "fair"),
    Mutant(keeps_no_early_turns, "gaps"),
    Mutant(a_doubled_mail_counted_twice, "post"),
    *(Mutant(*each) for each in BROKEN),
)
"""Of disk and post; and of two who do not trust each other."""


@frozen
class Found:
    """After how many worlds, and ``steps`` in them, a mutant was found (0: it was not), by which law."""

    mutant: Mutant
    worlds: int
    steps: int
    law: str = ""

    def __str__(self) -> str:
        name, law = self.mutant.name.replace("_", " "), self.law.replace("_", " ")
        return f"{name:48} {self.mutant.weather:8} {self.worlds or 'never':>5} {self.steps:>6} steps  {law}"


def sought(mutant: Mutant, most: int = MOST) -> Found:
    """Play worlds of its weather with a broken program until a law is broken."""
    steps = 0
    for seed in range(most):
        with mutant.in_force():
            try:
                steps += len(played(drawn(seed, weather=mutant.weather, game=mutant.game)).trace)
            except Broken as broken:
                return Found(mutant, seed + 1, steps + broken.steps, broken.law)
    return Found(mutant, 0, steps)
