"""What spectators get: the log as it stood some turns ago, whole and signed, so that nothing is spoilt and all verifies."""

from __future__ import annotations

from pbem.bytes import container
from pbem.bytes.errors import UsageError
from pbem.bytes.records import evolve, frozen
from pbem.home.viewing.logs import Film
from pbem.port.messages import counted
from pbem.replay.outcome import is_over
from pbem.replay.table import Position


@frozen(kw_only=True)
class Stream:
    """The file, how many turn files and entries of the game it holds, how many it holds back, and the turn it ends in.

    ``rejected`` says that the turn file which does not hold is in it as well, behind them.
    """

    data: bytes
    bundles: int
    entries: int
    kept_back: int
    turn: int
    rejected: bool = False


def stream(film: Film, turns: int, *, files: int = 0) -> Stream:
    """The log up to the last turn file that ends ``turns`` whole game turns before the newest entry, and without the last
    ``files`` turn files.

    It is cut where a turn file ends: a commitment in it tells nothing, and what opens it comes when everybody may know.
    A finished game is given whole. Of a log that does not hold, the turn file with the fault goes with it as soon as all
    before that may be shown, so that spectators get the same verdict. Raises UsageError ``nothing-yet`` while there is
    nothing to show.
    """
    log, last = film.log, film.at(None)[0]
    over = is_over(last)
    limit = _turn(last) - turns
    kept = 0
    for bundle in log.bundles[: film.verdict.bundles]:
        if not over and bundle.header.n > film.verdict.bundles - files:
            break
        if not over and _turn(film.trail[bundle.header.last].position) > limit:
            break
        kept += 1
    if not kept and (film.verdict.good or film.verdict.bundles):
        raise UsageError.of(
            "nothing-yet",
            "No turn file is {what} old yet.",
            what=counted(turns, "{n} turn", "{n} turns")
            if turns
            else counted(files, "{n} turn file", "{n} turn files"),
            hint="Ask again later, or with a smaller --delay.",
        )
    end = log.bundles[kept - 1].header.last if kept else -1
    rejected = kept == film.verdict.bundles < len(log.bundles)
    return Stream(
        data=container.pack(evolve(log, bundles=log.bundles[: kept + rejected]).encode()),
        bundles=kept,
        entries=end + 1,
        kept_back=len(film.trail) - end - 1,
        turn=_turn(film.trail[end].position if kept else film.first),
        rejected=rejected,
    )


def _turn(position: Position[object]) -> int:
    return position.rules.moment(position.game).turn
