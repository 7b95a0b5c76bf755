"""What a responder remembers between two rounds: ``responder.json`` in its home, and its log for people.

The file says which mails have come with which turn, which turns may not be answered by a program, when mails left, and
for which games it has stopped. What was answered stands with the game (``answers/``), in one change with the log.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import TypeVar, cast

from attrs import evolve, field, frozen

from pbem.bytes.canon import parse_json
from pbem.bytes.errors import CONFUSED, PbemError
from pbem.port.messages import Message
from pbem.store import atomic

_V = TypeVar("_V")

FILE = "responder.json"
LOG = "responder.log"
_LIMIT = 4 * 1024 * 1024
_MAX_KEPT = 2000
_MAX_MARKS = 20
_MAX_TOLD = 20
WHEN = "%Y-%m-%d %H:%M:%S"


@frozen(kw_only=True)
class State:
    """``came``: content hash of a turn file to marks of the mails it came in; ``silent``: to why it gets no answer.

    ``stopped``: game to sentence; ``left``: game to the head (hex) at which it was left to the player; ``times``: when
    mails went (ISO); ``reading``: a round has begun and not ended; ``read``: names of files that have been read.

    ``looked``: game to a digest of everything that its last look depended on; ``told``: game to the last lines about it,
    each with its time; ``open``: game to what its player is waited for; ``round``: when the last round was (ISO).
    """

    reading: bool = False
    came: Mapping[str, tuple[str, ...]] = field(factory=dict)
    silent: Mapping[str, str] = field(factory=dict)
    stopped: Mapping[str, str] = field(factory=dict)
    left: Mapping[str, str] = field(factory=dict)
    again: Mapping[str, int] = field(factory=dict)
    times: tuple[str, ...] = ()
    read: tuple[str, ...] = ()
    looked: Mapping[str, str] = field(factory=dict)
    told: Mapping[str, tuple[str, ...]] = field(factory=dict)
    open: Mapping[str, str] = field(factory=dict)
    round: str = ""

    def saying(self, game: str, now: datetime, text: str) -> State:
        """With one more line about a game."""
        lines = (*self.told.get(game, ()), f"{now:{WHEN}} {_plain(text)}")[-_MAX_TOLD:]
        return evolve(self, told={**self.told, game: lines})

    def noted(self, turn: str, mark: str, silent: str) -> State:
        """With one more mail that brought a turn file; ``silent``: why that mail gets no answer."""
        marks = (*self.came.get(turn, ()), mark)[-_MAX_MARKS:]
        known = evolve(self, came=_last({**self.came, turn: marks}))
        if not silent:
            return evolve(known, silent={each: why for each, why in self.silent.items() if each != turn})
        if turn in self.came:  # an answerable copy of it has come before
            return known
        return evolve(known, silent=_last({**self.silent, turn: silent}))


def read_state(home: Path) -> State:
    """The state of a responder; without one, that of a responder which has to read its mails again.

    Raises PbemError ``damaged``.
    """
    data = atomic.read_bytes(home / FILE, _LIMIT)
    if data is None:
        return State(reading=True)
    try:
        value = cast("dict[str, dict[str, str]]", parse_json(data))
        return State(
            reading=cast("object", value["reading"]) is True,
            came={str(turn): tuple(map(str, marks)) for turn, marks in value["came"].items()},
            silent={str(turn): str(why) for turn, why in value["silent"].items()},
            stopped={str(game): str(why) for game, why in value["stopped"].items()},
            left={str(game): str(head) for game, head in value["left"].items()},
            again={str(turn): int(count) for turn, count in value["again"].items()},
            times=tuple(map(str, value["times"])),
            read=tuple(map(str, value["read"])),
            looked={str(game): str(mark) for game, mark in value["looked"].items()},
            told={str(game): tuple(map(str, lines)) for game, lines in value["told"].items()},
            open={str(game): str(what) for game, what in value["open"].items()},
            round=str(cast("object", value["round"])),
        )
    except CONFUSED as error:
        raise PbemError(
            "damaged",
            Message("{home} is damaged: it does not hold what pbem wrote.", home=home / FILE),
            hint=Message(
                "Remove the file: the mailbox is read once more, and what was answered stands with each game."
            ),
        ) from error


def write_state(home: Path, state: State) -> None:
    """Store it, whole or not at all."""
    value = {
        "reading": state.reading,
        "came": {turn: list(marks) for turn, marks in state.came.items()},
        "silent": dict(state.silent),
        "stopped": dict(state.stopped),
        "left": dict(state.left),
        "again": dict(_last(state.again)),
        "times": list(state.times),
        "read": list(state.read[-_MAX_KEPT:]),
        "looked": dict(state.looked),
        "told": {game: list(lines) for game, lines in state.told.items()},
        "open": dict(state.open),
        "round": state.round,
    }
    atomic.write_bytes(home / FILE, json.dumps(value, ensure_ascii=False, indent=1).encode() + b"\n")


def tell(home: Path, now: datetime, lines: tuple[str, ...]) -> None:
    """Add lines to the log that a person reads; it is only ever added to."""
    if not lines:
        return
    text = "".join(f"{now:{WHEN}} {_plain(line)}\n" for line in lines)
    handle = os.open(home / LOG, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(handle, text.encode())
        os.fsync(handle)
    finally:
        os.close(handle)


def _plain(line: str) -> str:
    return "".join(char if char.isprintable() else " " for char in line)


def _last(kept: Mapping[str, _V]) -> dict[str, _V]:
    return dict(list(kept.items())[-_MAX_KEPT:])
