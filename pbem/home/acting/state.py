"""What the program that acts remembers between two rounds: ``acting.json`` in the home.

On which machine it acts, when its mails left, and what it has left to its player.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path

from pbem.bytes.canon import parse_json
from pbem.bytes.errors import CONFUSED, ConflictError, PbemError
from pbem.bytes.records import evolve, field, frozen
from pbem.bytes.stored import loaded, plain
from pbem.home.acting import FILE
from pbem.store import atomic

PER_HOUR, PER_DAY = 60, 400
_FIRST, _LONGEST = timedelta(minutes=1), timedelta(minutes=32)
_LIMIT = 1024 * 1024
_MAX_READ = 2000
_TRIES = 10  # after so many the wait has long been the longest


@frozen(kw_only=True)
class State:
    """``machine``: the name of the one on which it acts; ``times``: when mails went (ISO); ``left``: game to what its player
    was told is theirs; ``read``: names of files that have been read; ``failed``: when mails failed to leave, since one went;
    ``starts``: game to the activation whose plan begins soon, and since when that is known (ISO).
    """

    machine: str = ""
    failed: tuple[str, ...] = ()
    times: tuple[str, ...] = ()
    read: tuple[str, ...] = ()
    left: Mapping[str, str] = field(factory=dict)
    starts: Mapping[str, tuple[str, str]] = field(factory=dict)

    def recent(self, now: datetime) -> State:
        """Without the mails that went more than a day ago.

        What was done later than now was done by a clock that has been put back since: it counts as done now, or a clock that
        once was a year ahead would stop every mail for a year.
        """
        since = now - timedelta(days=1)
        past = self._past(now)
        return evolve(past, times=tuple(each for each in past.times if datetime.fromisoformat(each) > since))

    def _past(self, now: datetime) -> State:
        times, failed = (
            tuple(min(datetime.fromisoformat(each), now).isoformat() for each in all_)
            for all_ in (self.times, self.failed)
        )
        return evolve(self, times=times, failed=failed)

    def patient(self, now: datetime) -> bool:
        """Whether it is too early to try again: a minute after a mail that failed, then two, four, up to half an hour.

        Each try counts as a mail, for nobody can tell whether the server took it. Tried every minute, a server that is away
        for a night would use up the day's mails.
        """
        if not self.failed:
            return False
        wait = min(_LONGEST, _FIRST * (1 << (len(self.failed) - 1)))
        return now < datetime.fromisoformat(self._past(now).failed[-1]) + wait

    def room(self, now: datetime) -> bool:
        """Whether one more mail may leave: so many in an hour, so many in a day."""
        day = [datetime.fromisoformat(each) for each in self.recent(now).times]
        hour = [each for each in day if each > now - timedelta(hours=1)]
        return len(hour) < PER_HOUR and len(day) < PER_DAY


def read_state(home: Path) -> State:
    """The state of a home; an empty one where nothing acts yet. Raises PbemError ``damaged``."""
    data = atomic.read_bytes(home / FILE, _LIMIT)
    if data is None:
        return State()
    try:
        state = loaded(parse_json(data), State)
        for each in (*state.times, *state.failed, *(since for _, since in state.starts.values())):
            if datetime.fromisoformat(each).tzinfo is None:
                raise ValueError(each)
    except CONFUSED as error:
        raise PbemError.of(
            "damaged",
            "{home} is damaged: it does not hold what pbem wrote.",
            home=home / FILE,
            hint="Remove the file, then type on the machine that is to act: pbem watch --act --here",
        ) from error
    return state


def write_state(home: Path, state: State) -> None:
    """Store it, whole or not at all."""
    kept = evolve(state, read=state.read[-_MAX_READ:], failed=state.failed[-_TRIES:])
    text = json.dumps(plain(kept), ensure_ascii=False, indent=1)
    atomic.write_bytes(home / FILE, text.encode() + b"\n")


def bind(home: Path, machine: str, *, here: bool) -> None:
    """Let the program act on this machine: on the first one that asks, and on another only when its player says ``here``.

    Two machines with one home would sign two versions of a turn. Raises ConflictError ``other-machine``.
    """
    state = read_state(home)
    if state.machine == machine:
        return
    if state.machine and not here:
        raise ConflictError.of(
            "other-machine",
            "The program that acts for you is at {machine}, and this is another one.",
            machine=state.machine,
            hint="Here it only looks: pbem watch. To let this machine act from now on: pbem watch --act --here",
        )
    write_state(home, evolve(state, machine=machine))
