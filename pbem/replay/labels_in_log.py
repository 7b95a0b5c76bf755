"""What the entries of a log that holds say of its labels, without the rules: the same that a fold of them all says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from pbem.bytes.canon import Json
from pbem.bytes.values import evolve
from pbem.log import Bundle, entry_of, head_after
from pbem.log.entries import PROTOCOL, Renew, Req, Seal, Show
from pbem.replay.rewinding import taken_back
from pbem.replay.table import Commitments

_OF_SEALS = ("seal", "show", "renew", "back", "reply", "ruling")


def asked(bundles: Iterable[Bundle]) -> dict[str, int]:
    """The number of the roll that was asked for under each label."""
    loaded = (PROTOCOL.load(obj) for _, _, obj in _entries(bundles, ("req",)))
    return {entry.why: entry.j for entry in loaded if isinstance(entry, Req)}


def seals(bundles: Iterable[Bundle]) -> dict[str, Commitments]:
    """The commitments that stand behind these bundles, by what the game calls them."""
    entries = tuple(_entries(bundles, _OF_SEALS))
    backs = tuple(taken_back((at.header.first + place, str(obj["k"]), obj) for at, place, obj in entries))
    gone = frozenset(chain.from_iterable(backs))
    found: dict[str, Commitments] = {}
    names: dict[str, str] = {}
    renewals: Counter[str] = Counter()
    for bundle, place, obj in entries:
        number, by = bundle.header.first + place, bundle.header.by
        match PROTOCOL.load(obj):
            case Renew():
                renewals[by] += 1
            case Seal(at=label, c=hashes) if number not in gone:
                before = sum(each.stop <= number for each in backs)
                names[label] = label.removesuffix(f"~{before}") if before else label
                found[names[label]] = Commitments(
                    by=by,
                    hashes=hashes,
                    label=label,
                    key_generation=renewals[by],
                    place=head_after(bundle.header.prev, bundle.lines[:place]),
                )
            case Show(at=label, n=n, salt=salt) if number not in gone and label in names:
                made = found[names[label]]
                found[names[label]] = evolve(made, opened={**made.opened, n: salt})
    return found


def _entries(
    bundles: Iterable[Bundle], kinds: Iterable[str]
) -> Iterator[tuple[Bundle, int, dict[str, Json]]]:
    """The entries of some kinds, each with its bundle and its place there; few others are decoded."""
    marks = {kind: f'"k":"{kind}"'.encode() for kind in kinds}
    for bundle in bundles:
        for place, line in enumerate(bundle.lines):
            if any(mark in line for mark in marks.values()) and (obj := entry_of(line))["k"] in marks:
                yield bundle, place, obj
