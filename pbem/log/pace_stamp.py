"""The stamp with which a turn file ends in a game with a pace: when it was signed, what it answers, when that came.

It stands in a ``note`` (``schemas/trust.md``, pace). Times are minutes since 1970, UTC; on paper ``2026-11-28T09:15Z``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from pbem.bytes.canon import Json
from pbem.bytes.records import frozen
from pbem.log.bundle import Bundle
from pbem.log.entries import PROTOCOL

SEEN = 2
"""So many papers one stamp names."""
_TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\dZ"
_STAMP = re.compile(
    rf"(@again[^@]* )?@ ({_TIME}) (\d{{1,6}}) ({_TIME})((?: \+[0-9a-f]{{16}} {_TIME}){{0,{SEEN}}})(?!\S)",
    re.ASCII,
)
_DECIDED = frozenset({"back", "reply", "seal", "upgrade"})


@frozen(kw_only=True)
class Stamp:
    """``signed``; ``answers`` is the number of the turn file that was answered, 0 for the acceptance, which ``came`` then;
    ``seen``: absences of the other by name, and when they were taken in."""

    signed: int
    answers: int
    came: int
    seen: Mapping[str, int]

    def text(self) -> str:
        """As it stands on the log."""
        rows = (f" +{name} {written(when)}" for name, when in sorted(self.seen.items()))
        return f"@ {written(self.signed)} {self.answers} {written(self.came)}{''.join(rows)}"


def minutes(text: Json) -> int | None:
    """A time that stands on paper; None for what is none, or written otherwise."""
    if not isinstance(text, str) or not re.fullmatch(_TIME, text, re.ASCII):
        return None
    try:
        return at(datetime.fromisoformat(f"{text[:-1]}+00:00"))
    except ValueError:
        return None


def at(moment: datetime) -> int:
    """A moment in minutes."""
    return int(moment.timestamp()) // 60


def written(when: int) -> str:
    """A time as it stands on paper."""
    return datetime.fromtimestamp(when * 60, UTC).strftime("%Y-%m-%dT%H:%MZ").zfill(17)


def decides(entries: Iterable[Mapping[str, Json]]) -> bool:
    """Whether a turn file holds a decision: an order, open or sealed, an offer or the answer to one."""
    kinds = (str(entry.get("k")) for entry in entries)
    return any(kind in _DECIDED or not PROTOCOL.knows(kind) for kind in kinds)


def stamp(bundle: Bundle) -> Stamp | None:
    """The stamp with which a turn file ends; None where it has none."""
    last = bundle.entries[-1]
    return parsed(str(last.get("text", ""))) if last.get("k") == "note" else None


def own_words(text: str) -> str:
    """What a player says in a note, without the stamp of their program."""
    return _STAMP.sub(r"\1", text, count=1).strip() if parsed(text) is not None else text


def parsed(text: str) -> Stamp | None:
    """The stamp in a note; None where it has none."""
    found = _STAMP.match(text)
    if found is None:
        return None
    signed, came = minutes(found[2]), minutes(found[4])
    words = found[5].split()
    seen = {name[1:]: minutes(when) for name, when in zip(words[::2], words[1::2], strict=True)}
    if signed is None or came is None or None in seen.values():
        return None
    known = {name: when for name, when in seen.items() if when is not None}
    return Stamp(signed=signed, answers=int(found[3]), came=came, seen=known)
