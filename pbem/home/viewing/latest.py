"""The picture of a game of this home, folded no farther back than its arrows reach (``schemas/checkpoint.md``)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.home import checkpoint, games
from pbem.home.viewing.logs import Film, film_of_game
from pbem.home.viewing.stills import Still, enough, outcomes, recent
from pbem.log import Log, start_of
from pbem.replay.fold import AppliedEntry, Mark, fold_log
from pbem.replay.verdict import judge
from pbem.store.game import GameFolder

_FAR = 64
"""A place that lies so many entries behind the one kept is worth the writing."""


def of_game(folder: GameFolder, entry: int | None = None) -> Film | Still:
    """A game of a home after entry ``entry`` (None: its latest, the draft included); the whole of it where that is needed.

    Raises VerifyError.
    """
    found = checkpoint.believed(folder, folder.log(), of_map=True)
    if found is not None:
        begin = found.mark(games.rules_of(found.log, folder))
        still = _from(folder, found.log, begin, entry) if begin is not None else None
        if still is not None:
            return still
    passed: list[Mark[object]] = []
    film = film_of_game(folder, passed=passed.append)
    if film.verdict.good:
        checkpoint.keep(folder, film.log, _reaching(film.trail[: film.verdict.entries], passed), of_map=True)
    return film


def _from(folder: GameFolder, log: Log, begin: Mark[object], entry: int | None) -> Still | None:
    """The same from a checkpoint; None where that does not reach back far enough, or something does not hold."""
    signed, passed = list[AppliedEntry[object]](), list[Mark[object]]()
    folded = fold_log(begin.position.ruling, log, start_of(log), signed.append, begin, passed.append)
    if folded.error is not None:
        return None
    nearer = _reaching(signed, passed)
    if nearer is not None and nearer.end.entries >= begin.end.entries + _FAR:
        checkpoint.keep(folder, log, nearer, of_map=True)
    _, drafted = games.with_draft(folder, folded.position, folded.end.head)
    trail = (*signed, *drafted)
    if entry is not None:
        first = begin.end.entries
        if not first <= entry < first + len(trail):
            return None
        trail = trail[: entry - first + 1]
    position = trail[-1].position
    if not enough(begin.position, position, trail):
        return None
    return Still(
        log=log,
        verdict=judge(log, folded.position, folded.end, None),
        position=position,
        recent=outcomes(position, trail),
    )


def _reaching(signed: Sequence[AppliedEntry[object]], passed: Sequence[Mark[object]]) -> Mark[object] | None:
    """The last of the places from which the latest picture can be made; None where there is none."""
    if not signed:
        return None
    *_, first = recent(signed[-1].position, signed)
    return max(
        (each for each in passed if each.end.entries <= first.entry),
        key=lambda each: each.end.entries,
        default=None,
    )
