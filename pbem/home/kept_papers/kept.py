"""Papers are kept with their game: under names of our own, bounded in number and size, and found again by a few digits.

Whoever can send papers can send many: of one kind by the same signers the latest six stay, and where there is no room at all
what settles less makes way for what settles more.
"""

from __future__ import annotations

import re
from pathlib import Path

from attrs import frozen

from pbem.bytes import canon, container
from pbem.bytes.errors import PbemError, UsageError
from pbem.papers import results
from pbem.papers.paper import is_paper
from pbem.papers.results import AGREED, PLAYED, RESIGNED, RULED
from pbem.port.messages import Message
from pbem.store.game import MAX_PAPER, MAX_PAPERS, Change, GameFolder
from pbem.store.home import Home

_EACH = 6
_SHOWN = 8
_DIGITS = re.compile(r"[0-9a-f]{6,64}")
_SERIAL = 8
_SIGNATURE = b'{"k":"sig"'


@frozen(kw_only=True)
class Kept:
    """A paper that is kept: ``digits`` name it in commands, ``lines`` are unpacked, ``path`` is where it lies."""

    name: str
    lines: bytes
    path: Path

    @property
    def digits(self) -> str:
        """The digits that name it in commands."""
        return self.name[_SERIAL : _SERIAL + _SHOWN]


def kept(folder: GameFolder) -> tuple[Kept, ...]:
    """The papers of a game in the order in which they came; one that is damaged on the disk is passed over."""
    found = []
    for name, data in folder.papers():
        try:
            lines = container.unpack(data)
        except PbemError:
            continue
        found.append(Kept(name=name, lines=lines, path=folder.path / "papers" / f"{name}.pbem"))
    return tuple(found)


def keep(folder: GameFolder, lines: bytes) -> Kept | None:
    """Keep a paper that has been judged, instead of copies of it with fewer signatures. None when there is no room."""
    data = container.pack(lines)
    there = kept(folder)
    known = next((each for each in there if each.lines == lines), None)
    if known is not None or len(data) > MAX_PAPER:
        return known
    head, signed = _key(lines), _signatures(lines)
    copies = [each for each in there if _key(each.lines) == head]
    more = next((each for each in copies if signed < _signatures(each.lines)), None)
    if more is not None:
        return more
    gone = [each for each in copies if _signatures(each.lines) < signed]
    alike = [each for each in there if each not in gone and _group(each.lines) == _group(lines)]
    gone += alike[: max(0, len(alike) + 1 - _EACH)]
    left = [each for each in there if each not in gone]
    if len(left) >= MAX_PAPERS:
        least = min(left, key=lambda each: _weight(each.lines))
        if _weight(least.lines) > _weight(lines):
            return None
        gone.append(least)
    folder.save(Change(keep=(data,), drop=tuple(each.name for each in gone)))
    return next((each for each in kept(folder) if each.lines == lines), None)


def named(folder: GameFolder | None, given: Path) -> Path:
    """The file that somebody named: a file, or a paper kept with the game by its digits.

    Raises UsageError ``which-paper`` for digits that several begin with.
    """
    if folder is None or given.exists() or not _DIGITS.fullmatch(str(given)):
        return given
    found = [each for each in kept(folder) if each.name[_SERIAL:].startswith(str(given))]
    if len(found) > 1:
        raise UsageError(
            "which-paper",
            Message("Several papers begin with {given}.", given=given),
            hint=Message("Give more of its digits."),
        )
    return found[0].path if found else given


def anywhere(home: Home, given: Path) -> Path:
    """The same among the papers of every game of a home."""
    for folder in home.games() if home.path.is_dir() else ():
        place = named(folder, given)
        if place != given:
            return place
    return given


def _key(lines: bytes) -> tuple[bytes, bytes]:
    """What a paper says, without who has signed it."""
    head, _, rest = lines.partition(b"\n")
    if head.startswith(b'{"a":"result"') or not is_paper(lines):
        return head, b""
    if head.startswith(b'{"a":"appointment"'):
        return head, rest.partition(b"\n")[0]
    return lines, b""


def _signatures(lines: bytes) -> frozenset[bytes]:
    """The signatures and opened vaults in a paper, whatever they are worth: it has been judged."""
    return frozenset(
        row for row in lines.split(b"\n") if row.startswith(_SIGNATURE) or b'"k":"vaults"' in row[:4096]
    )


def _group(lines: bytes) -> tuple[object, ...]:
    """The kind of a paper and who has signed it."""
    head = canon.decode(lines.partition(b"\n")[0])
    if head.get("a") == results.PAPER:
        return results.PAPER, head.get("how"), results.signers(results.read(lines))
    return (head.get("a", "claim"), head.get("against", ""))


def _weight(lines: bytes) -> int:
    """How much a paper settles: an end of the game that binds most, what anybody can write least."""
    if not is_paper(lines) or not lines.startswith((b'{"a":"result"', b'{"a":"appointment"')):
        return 0
    if lines.startswith(b'{"a":"appointment"'):
        return 2
    paper = results.read(lines)
    binds = not results.stands(paper) and paper.outcome.how in (RESIGNED, AGREED, RULED)
    return 3 if binds else 1 if paper.outcome.how == PLAYED else 2
