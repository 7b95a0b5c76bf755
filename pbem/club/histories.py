"""Several logs of one game: which of them go on from one another, where they part, and whose doing that is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.bytes.errors import PbemError
from pbem.bytes.records import evolve, frozen
from pbem.log import Log, refusal_of
from pbem.papers import equivocation
from pbem.papers.equivocation import owned


@frozen(kw_only=True)
class Histories:
    """Those that stand, of which none is the beginning of another, the longest first.

    ``forkers`` are the seats that signed both versions where two of them part, "" where the logs do not show it;
    ``refusers`` those that refused a turn of the other which every rule allows, with their own key.
    """

    logs: tuple[Log, ...]
    forkers: tuple[str, ...] = ()
    refusers: frozenset[str] = frozenset()

    def hold(self, log: Log) -> bool:
        """Whether a log is one of them, or the beginning of one."""
        return any(begins(whole, log) for whole in self.logs)


def of(logs: Sequence[Log]) -> Histories:
    """What logs that verify say together; the longest first.

    Who refuses a turn that verifies gets out of nothing by it: the turn stands, unless its author went along and signed
    behind the refusal. Then the refusal stands, and nobody gets back behind it.
    """
    whole: list[Log] = []
    for each in logs:
        if not any(begins(known, each) for known in whole):
            whole.append(each)
    refusers: set[str] = set()
    for one in tuple(whole):
        for other in tuple(whole):
            if one in whole and other in whole and (found := _refused(one, other)) is not None:
                withdrawn, by = found
                whole.remove(withdrawn)
                refusers |= by
    return Histories(
        logs=tuple(whole),
        forkers=tuple(_forker(whole[0], each) for each in whole[1:]),
        refusers=frozenset(refusers),
    )


def begins(whole: Log, part: Log) -> bool:
    """Whether a log is the beginning of a longer one."""
    return [each.hash() for each in whole.bundles[: len(part.bundles)]] == [
        each.hash() for each in part.bundles
    ]


def _parting(one: Log, other: Log) -> int:
    """How many turn files two histories share."""
    pairs = zip(one.bundles, other.bundles, strict=False)
    return next(n for n, (a, b) in enumerate(pairs) if a.hash() != b.hash())


def _refused(one: Log, other: Log) -> tuple[Log, set[str]] | None:
    """Where ``one`` refuses the turn with which ``other`` goes on: which of the two does not stand, and who refused falsely.

    None where it does not, or where who refused the turn has signed behind it as well.
    """
    if one is other:
        return None
    at = _parting(one, other)
    no, turn = one.bundles[at], other.bundles[at]
    refusal = refusal_of(no)
    if refusal is None or (refusal.hash, refusal.seal) != (turn.hash(), turn.seal):
        return None
    if any(each.header.by == no.header.by for each in other.bundles[at + 1 :]):
        return None
    if any(each.header.by == turn.header.by for each in one.bundles[at + 1 :]):
        return other, set()
    own = owned(evolve(one, bundles=one.bundles[: at + 1]), no)
    return one, {no.header.by} if own else set()


def _forker(one: Log, other: Log) -> str:
    """The seat that signed both versions where two histories part, with its own key; "" when they do not show it."""
    at = _parting(one, other)
    try:
        found = equivocation.between(one, one.bundles[at], other.bundles[at], other.bundles)
    except PbemError:
        return ""
    return found.seat


def sides(log: Log, seats: Iterable[str]) -> frozenset[str]:
    """The sides of these seats; "" is none."""
    by_seat = dict(zip("AB", log.invite.sides, strict=True))
    return frozenset(by_seat[seat] for seat in seats if seat)
