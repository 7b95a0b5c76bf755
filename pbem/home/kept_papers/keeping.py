"""Keeping a paper with its game: papers are bounded in number and size.

Who can send papers can send many: of one kind by the same signers the latest six stay, and where there is no room at all
what settles less makes way for what settles more.
"""

from __future__ import annotations

from pbem.bytes import canon, container
from pbem.home.kept_papers import pacing
from pbem.home.kept_papers.kept import Kept, kept
from pbem.papers import pace, results
from pbem.papers.kinds import is_paper
from pbem.papers.paper import PACE
from pbem.papers.results import AGREED, PLAYED, RESIGNED, RULED
from pbem.store.game import MAX_PAPER, MAX_PAPERS, Change, GameFolder

_EACH = 6
_ON_TWO_LINES = b'{"a":"appointment"', b'{"a":"seat"', pacing.HEAD
_SIGNATURE = b'{"k":"sig"'


def keep(folder: GameFolder, lines: bytes) -> Kept | None:
    """Keep a paper that has been judged, instead of copies of it with fewer signatures. None when there is no room."""
    if lines.startswith(pacing.HEAD):
        lines = pacing.joined(folder, lines)
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
    if lines.startswith(pacing.HEAD):  # a copy with newer keys and nothing else
        gone = [each for each in copies if _signatures(each.lines) <= signed]
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


def _key(lines: bytes) -> tuple[bytes, bytes]:
    """What a paper says, without who has signed it."""
    head, _, rest = lines.partition(b"\n")
    if head.startswith(b'{"a":"result"') or not is_paper(lines):
        return head, b""
    if head.startswith(_ON_TWO_LINES):
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
    if lines.startswith(pacing.HEAD):  # any number of offers drops none that both have signed
        return PACE, pace.read(lines).signers
    return (head.get("a", "claim"), head.get("against", ""))


def _weight(lines: bytes) -> int:
    """How much a paper settles: an end of the game that binds most, what anybody can write least."""
    if not is_paper(lines) or not lines.startswith((b'{"a":"result"', *_ON_TWO_LINES)):
        return 0
    if lines.startswith(pacing.HEAD):
        return 2 if pace.read(lines).agreed else 0
    if lines.startswith(_ON_TWO_LINES):
        return 2
    paper = results.read(lines)
    binds = not results.stands(paper) and paper.outcome.how in (RESIGNED, AGREED, RULED)
    return 3 if binds else 1 if paper.outcome.how == PLAYED else 2
