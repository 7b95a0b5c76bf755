"""In which order bundles that arrive join a game: what continues it, is known, waits, or contradicts it.

A pure function over headers. The caller verifies every bundle first (author and signature), so that a
stranger can neither fill the waiting room nor cause a clash.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.bytes.errors import ConflictError
from pbem.bytes.records import frozen
from pbem.log import Bundle
from pbem.port.messages import Message


@frozen(kw_only=True)
class Gap:
    """Bundles ``n_first`` to ``n_last``, with entries ``first`` to ``last``, have not come;

    ``by`` wrote what waits.
    """

    n_first: int
    n_last: int
    first: int
    last: int
    by: str

    def __str__(self) -> str:
        return str(self.said)

    @property
    def said(self) -> str:
        """What is lacking, and from whom."""
        entries = (
            Message("entries {first}-{last}", first=self.first, last=self.last)
            if self.first < self.last
            else Message("entry {entry}", entry=self.first)
        )
        files = (
            Message("turn files {first}-{last}", first=self.n_first, last=self.n_last)
            if self.n_first < self.n_last
            else Message("turn file {n}", n=self.n_first)
        )
        return Message(
            "waiting for {entries} from {who} ({files})", entries=entries, who=self.by, files=files
        )


@frozen(kw_only=True)
class Conflict:
    """Two bundles that cannot both belong to this game; ``ours`` is None when the very first does not fit.

    Either they have the same number and different content, or ``other`` has the next number and continues a
    history that is not ours. Both signed by one author and for one number, they prove that the author signed
    two versions.
    """

    ours: Bundle | None
    other: Bundle

    @property
    def same_number(self) -> bool:
        """Whether both stand in the same place."""
        return self.ours is not None and self.ours.header.n == self.other.header.n

    @property
    def two_versions(self) -> bool:
        """Whether one author signed both for the same place."""
        return self.same_number and self.ours is not None and self.ours.header.by == self.other.header.by

    def error(self) -> ConflictError:
        """The clash as an error, code ``conflict``, naming both."""
        other = _name(self.other)
        if self.ours is None:
            text = Message("Turn file {other} does not continue the start of this game.", other=other)
        elif self.same_number:
            text = Message(
                "There are two versions of turn file {n}: {name} and {other}.",
                n=self.other.header.n,
                name=_name(self.ours),
                other=other,
            )
        else:
            text = Message(
                "Turn file {other} continues another history than {name}.", other=other, name=_name(self.ours)
            )
        return ConflictError(
            "conflict",
            text,
            hint=Message("Both are kept. Compare the head digests with your opponent."),
            entry=self.other.header.first,
        )


@frozen(kw_only=True)
class Settled:
    """The verdict on what arrived, each tuple in the order of the numbers.

    ``extends`` continue the game, in this order; ``known`` are there already or were refused before;
    ``waiting`` are to be parked until ``gaps`` are filled or ``conflicts`` are resolved.
    """

    extends: tuple[Bundle, ...]
    known: tuple[Bundle, ...]
    waiting: tuple[Bundle, ...]
    gaps: tuple[Gap, ...]
    conflicts: tuple[Conflict, ...]


def settle(
    game: Sequence[Bundle],
    arriving: Iterable[Bundle],
    *,
    start: bytes,
    refused: frozenset[bytes] = frozenset(),
) -> Settled:
    """Sort ``arriving`` (parked ones included) against the bundles of ``game``, complete from number 1.

    ``start`` is the chained hash before the first entry (the id of the game), ``refused`` holds the hashes
    (``Bundle.hash``) of bundles that were refused. The result does not depend on the order of ``arriving``.
    """
    have = {bundle.header.n: bundle for bundle in game}
    unique = {bundle.hash(): bundle for bundle in arriving}
    known: list[Bundle] = []
    conflicts: list[Conflict] = []
    new: dict[int, list[Bundle]] = {}
    for key, bundle in sorted(unique.items(), key=_place):
        ours = have.get(bundle.header.n)
        if key in refused or (ours is not None and ours.hash() == key):
            known.append(bundle)
        elif ours is not None:
            conflicts.append(Conflict(ours=ours, other=bundle))
        else:
            new.setdefault(bundle.header.n, []).append(bundle)
    last = game[-1] if game else None
    extends = _run(last, new, start)
    last = extends[-1] if extends else last
    taken = {bundle.header.n for bundle in extends}
    rest = [bundle for n in sorted(new) if n not in taken for bundle in new[n]]
    conflicts += _fork(last, rest)
    conflicts += [Conflict(ours=new[n][0], other=other) for n in sorted(new) for other in new[n][1:]]
    return Settled(
        extends=tuple(extends),
        known=tuple(known),
        waiting=tuple(rest),
        gaps=_gaps(last, rest),
        conflicts=tuple(sorted(conflicts, key=lambda clash: (clash.other.header.n, clash.other.hash()))),
    )


def _place(item: tuple[bytes, Bundle]) -> tuple[int, bytes]:
    key, bundle = item
    return bundle.header.n, key


def _run(last: Bundle | None, new: dict[int, list[Bundle]], start: bytes) -> list[Bundle]:
    """The bundles that run on from ``last``, up to the first that is missing, doubled or foreign."""
    run: list[Bundle] = []
    while len(choice := new.get(_number(last) + 1, [])) == 1 and _follows(last, choice[0], start):
        last = choice[0]
        run.append(last)
    return run


def _fork(last: Bundle | None, rest: Sequence[Bundle]) -> list[Conflict]:
    next_ones = [bundle for bundle in rest if bundle.header.n == _number(last) + 1]
    return [Conflict(ours=last, other=next_ones[0])] if len(next_ones) == 1 else []


def _follows(last: Bundle | None, bundle: Bundle, start: bytes) -> bool:
    head, entry = (start, -1) if last is None else (last.header.head, last.header.last)
    return bundle.header.prev == head and bundle.header.first == entry + 1


def _gaps(last: Bundle | None, rest: Sequence[Bundle]) -> tuple[Gap, ...]:
    gaps: list[Gap] = []
    n, entry = _number(last), -1 if last is None else last.header.last
    for bundle in rest:
        header = bundle.header
        if header.n > n + 1:
            gap = Gap(
                n_first=n + 1, n_last=header.n - 1, first=entry + 1, last=header.first - 1, by=header.by
            )
            gaps.append(gap)
        n, entry = max(n, header.n), max(entry, header.last)
    return tuple(gaps)


def _number(bundle: Bundle | None) -> int:
    return 0 if bundle is None else bundle.header.n


def _name(bundle: Bundle) -> str:
    header = bundle.header
    return Message(
        "{n} of {by} (entries {first}-{last}, head {head})",
        n=header.n,
        by=header.by,
        first=header.first,
        last=header.last,
        head=header.head.hex()[:12],
    )
