"""Turn files of one game beside its log, and which of them are versions of one place (``schemas/log.md``, settling)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.bytes.records import frozen
from pbem.log import REFEREE, Bundle, Log, read_bundles
from pbem.store.game import GameFolder

OPEN, SETTLED, RULED = "conflict", "settled", "ruled"
"""Why a turn file is kept beside the log: nobody has decided yet; the players have; the referee has."""


@frozen(kw_only=True)
class BesideFile:
    """A turn file that lies beside the log: ``data`` as it is stored, ``code`` why, "" for one that waits."""

    bundle: Bundle
    data: bytes
    code: str = ""


@frozen(kw_only=True)
class Place:
    """The versions of turn file ``n``: ``ours`` is in the log (None: none is), the others lie beside it."""

    n: int
    ours: Bundle | None
    others: tuple[BesideFile, ...]

    @property
    def open(self) -> bool:
        """Whether nobody has decided yet."""
        return any(each.code in (OPEN, "") for each in self.others)

    @property
    def versions(self) -> tuple[Bundle, ...]:
        """All of them; the one in the log comes first."""
        return (*([] if self.ours is None else [self.ours]), *(each.bundle for each in self.others))


def files_beside(folder: GameFolder) -> tuple[BesideFile, ...]:
    """Every turn file beside the log: refused, clashing, waiting."""
    kept = [(each.data, each.code) for each in folder.refused()]
    kept += [(data, "") for data in folder.parked()]
    return tuple(
        BesideFile(bundle=bundle, data=data, code=code)
        for data, code in kept
        for bundle in read_bundles(data)
    )


def places(log: Log, lying: Iterable[BesideFile]) -> tuple[Place, ...]:
    """Where two or more versions continue one history, in the order of their numbers."""
    found: list[Place] = []
    heads = [(log.gid, -1), *((each.header.head, each.header.last) for each in log.bundles)]
    by_number: dict[int, list[BesideFile]] = {}
    for each in lying:
        header = each.bundle.header
        fits = header.n <= len(heads) and heads[header.n - 1] == (header.prev, header.first - 1)
        if fits and each.bundle.hash() not in [other.bundle.hash() for other in by_number.get(header.n, [])]:
            by_number.setdefault(header.n, []).append(each)
    for n, there in sorted(by_number.items()):
        ours = log.bundles[n - 1] if n <= len(log.bundles) else None
        others = tuple(each for each in there if ours is None or each.bundle.hash() != ours.hash())
        if len(others) + (ours is not None) > 1:
            found.append(
                Place(n=n, ours=ours, others=tuple(sorted(others, key=lambda each: each.bundle.hash())))
            )
    return tuple(found)


def unsettled(log: Log, lying: Sequence[BesideFile]) -> Place | None:
    """The first place of which nobody has decided: once both have written on from a version, they have, and once the
    referee has ruled behind it."""
    return next(
        (
            each
            for each in places(log, lying)
            if each.open and not _decided({later.header.by for later in log.bundles[each.n - 1 :]})
        ),
        None,
    )


def _decided(authors: set[str]) -> bool:
    return REFEREE in authors or len(authors) > 1


def strangers(log: Log, lying: Sequence[BesideFile]) -> tuple[Bundle, ...]:
    """Turn files that come next and continue a version that is not here."""
    known = {log.head, *(each.bundle.header.head for each in lying)}
    return tuple(
        each.bundle
        for each in lying
        if not each.code
        and each.bundle.header.n == len(log.bundles) + 1
        and each.bundle.header.prev not in known
    )


def is_refusal(bundle: Bundle) -> bool:
    """Whether a turn file begins with the refusal of another."""
    return bool(bundle.entries) and bundle.entries[0]["k"] == "reject"
