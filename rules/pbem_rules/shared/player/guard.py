"""Places that count and must not be left empty, and enemies who cannot get away."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from pbem_rules.kernel.derived import derived
from pbem_rules.shared.player.distances import around
from pbem_rules.shared.player.game import FAR, LINE, Piece, Scene

_REACH = 6
"""Within so many hexes an enemy can drive into a place before anything is done about it."""


def allowed(field: Scene, piece: Piece, ends: Iterable[str]) -> list[str]:
    """The ends of moves of a unit that leave no place that counts to the enemy, unless more is won, in order."""
    tied = piece.role == LINE and _bared(field, piece.where, (piece.id,))
    return [end for end in sorted(ends) if not tied or _more(field, piece.where, end)]


def bares(field: Scene, place: str, leaving: Collection[str], end: str) -> bool:
    """Whether some units who go from a place that counts to another leave it to the enemy, and win no more."""
    return _bared(field, place, leaving) and not _more(field, place, end)


def _more(field: Scene, place: str, end: str) -> bool:
    """Whether nobody of this side stands in a place that counts more than another."""
    won = field.aims.get(end)
    return won is not None and won.worth > field.aims[place].worth and end not in field.mine


def _bared(field: Scene, place: str, leaving: Collection[str]) -> bool:
    """Whether a place that counts is empty when some units have left it, and an enemy could come into it over land."""
    aim = field.aims.get(place)
    return aim is not None and bool(aim.worth) and entered(field, place, leaving)


def entered(field: Scene, place: str, leaving: Collection[str]) -> bool:
    """Whether a place is empty when some units have left it, and an enemy could come into it over land."""
    if any(each.role == LINE and each.id not in leaving for each in field.mine.get(place, ())):
        return False
    line, ways, seen, front = _line(field) - {place}, field.ways(place), {place}, [place]
    for _ in range(_REACH):
        ring: list[str] = []
        for beside in dict.fromkeys(each for at in front for each in around(field, at)):
            if beside in seen or beside in line or ways.get(beside, FAR) >= FAR:
                continue
            seen.add(beside)
            if any(each.attack for each in field.theirs.get(beside, ())):
                return True
            if line.isdisjoint(around(field, beside)):
                ring.append(beside)
        front = ring
    return False


def shut_in(field: Scene, place: str) -> bool:
    """Whether every way out of a hex of the enemy leads through own units or beside them."""
    line = _line(field)
    return not any(line.isdisjoint(around(field, at)) for at in around(field, place) if at not in line)


@derived
def _line(field: Scene) -> frozenset[str]:
    """Where own units of the line stand."""
    return frozenset(at for at, stack in field.mine.items() if any(each.role == LINE for each in stack))
