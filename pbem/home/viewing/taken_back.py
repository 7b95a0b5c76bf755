"""A game told with what was taken back: where that was offered and agreed to, and which later order is one of it again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.home import sentences
from pbem.log.entries import PROTOCOL
from pbem.port.messages import Message
from pbem.replay.fold import AppliedEntry
from pbem.replay.rewinding import undone

_Trail = Sequence[AppliedEntry[object]]


def told(trail: _Trail) -> Iterator[str]:
    """Every line of a game."""
    gone = undone((each.entry, each.kind, each.obj) for each in trail)
    again, offer = repeated(trail), -1
    for each in trail:
        who = sentences.who(each, each.seat)
        for line in sentences.told((each,)):
            yield Message("{line} (taken back)", line=line) if each.entry in gone else line
        if each.entry in again:
            first = again[each.entry]
            yield Message("{entry:>4} The same order as entry {first}.", entry=each.entry, first=first)
        elif each.kind == "back":
            offer = int(str(each.obj["to"]))
            yield Message(
                "{entry:>4} {who} offers to go back to entry {to}.", entry=each.entry, who=who, to=offer
            )
        elif each.kind == "reply" and offer >= 0:
            if each.obj["yes"]:
                yield Message(
                    "{entry:>4} {who} agrees: what followed entry {to} is taken back.",
                    entry=each.entry,
                    who=who,
                    to=offer,
                )
            else:
                yield Message("{entry:>4} {who} declines.", entry=each.entry, who=who)
            offer = -1
        elif each.kind == "upgrade":
            offer = -1


def repeated(trail: _Trail) -> dict[int, int]:
    """Orders that were given once more behind an agreed take-back: each by its entry, with the one that was taken back."""
    found: dict[int, int] = {}
    standing: list[AppliedEntry[object]] = []
    waiting: list[AppliedEntry[object]] = []
    gone = undone((each.entry, each.kind, each.obj) for each in trail)
    to = -1
    for each in trail:
        if each.kind == "back":
            to = int(str(each.obj["to"]))
        elif each.kind == "reply":
            if each.obj["yes"] and to >= 0:
                waiting = [old for old in standing if old.entry > to and old.entry in gone]
                standing = [old for old in standing if old.entry <= to]
            to = -1
        elif not PROTOCOL.knows(each.kind):
            same = next(
                (old for old in waiting if (old.seat, {**old.obj, "i": each.entry}) == (each.seat, each.obj)),
                None,
            )
            if same is not None:
                found[each.entry] = same.entry
                waiting = [old for old in waiting if old.entry > same.entry or old.seat != each.seat]
            standing.append(each)
    return found
