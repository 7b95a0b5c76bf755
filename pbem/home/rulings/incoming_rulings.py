"""What rulings make of the turn files that have come, before the rest of them joins the log.

The rest is the work of :mod:`pbem.home.exchange.joining`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from pbem.home.rulings import applied_ruling
from pbem.home.rulings.two_rulings import TWO_RULINGS
from pbem.home.turns import import_notes as say
from pbem.home.turns.notes import Note
from pbem.home.turns.versions import OPEN, RULED, Held
from pbem.log import REFEREE, Bundle
from pbem.protocol.session import Session
from pbem.store.game import GameFolder, Refused


def joined_note(session: Session, bundle: Bundle, name: str, beside: Iterable[Bundle]) -> Note:
    """What is said of a turn file that is in the log now; ``name`` is the referee's, ``beside`` are refused turn files."""
    return (
        applied_ruling.joined(bundle, name)
        if bundle.header.by == REFEREE
        else say.joined(session, bundle, beside)
    )


def known_note(session: Session, bundle: Bundle, name: str, refused: Mapping[bytes, Held]) -> Note:
    """What is said of a turn file that has come before: of a second ruling the same as when it came first."""
    kept = refused.get(bundle.hash())
    if kept is not None and kept.code == TWO_RULINGS:
        return applied_ruling.aside(bundle, session, name)
    return say.known(session, bundle, kept is not None)


@frozen(kw_only=True)
class BesideRulings:
    """What rulings make of what has come: the game behind them (``over``), what is left to join it (``candidates``), what
    has no place any more (``aside``), and rulings that wait (``waits``).
    """

    over: applied_ruling.GoneOver
    candidates: tuple[Bundle, ...]
    aside: tuple[Bundle, ...]
    waits: tuple[Bundle, ...]
    unconnected: tuple[Bundle, ...]
    refused: Mapping[bytes, Held]
    came: frozenset[bytes]

    @property
    def session(self) -> Session:
        """The game behind the ruling."""
        return self.over.session

    @property
    def evidence(self) -> tuple[Refused, ...]:
        """What is kept of what was given up, or does not hold."""
        return (
            *applied_ruling.kept(self.over.lost),
            *self.over.refused,
            *(applied_ruling.put_away(each) for each in self.aside if each.hash() not in self.refused),
        )

    @property
    def wrong(self) -> frozenset[bytes]:
        """Rulings that do not hold."""
        return frozenset(each.data for each in self.over.refused)

    def notes(self, session: Session, name: str) -> tuple[Note, ...]:
        """What is said of all that."""
        path = (joined_note(session, each, name, ()) for each in self.over.path)
        return (
            *self.over.notes,
            *path,
            *applied_ruling.given_up(session, self.over.lost),
            *(applied_ruling.aside(each, session, name) for each in self.aside if each.hash() in self.came),
            *(applied_ruling.missing(each) for each in self.unconnected),
        )

    def taken_up(self, lying: Iterable[Held], here: frozenset[bytes]) -> tuple[bytes, ...]:
        """Evidence that is part of the game now."""
        return tuple(
            each.data
            for each in lying
            if each.code and each.bundle.hash() in here and each.data == each.bundle.encode()
        )


def beside_rulings(
    folder: GameFolder, session: Session, sound: Sequence[Bundle], lying: Sequence[Held]
) -> BesideRulings:
    """Go over to a ruling that has come among ``sound``; ``lying`` is all that lies beside the log."""
    parked = [each.bundle for each in lying if not each.code]
    pool = (*sound, *(each.bundle for each in lying))
    refused = {each.bundle.hash(): each for each in lying if each.code}
    came = [
        each for each in (*sound, *parked) if each.hash() not in refused or refused[each.hash()].code == OPEN
    ]
    over = applied_ruling.go_over(folder, session, came, pool)
    if over.path:
        # What was one of two versions may follow the ruling.
        came += [each.bundle for each in refused.values() if each.code == OPEN]
        refused = {key: each for key, each in refused.items() if each.code != OPEN}
    log, gone = over.session.log, [each.bundle for each in lying if each.code == RULED]
    aside = applied_ruling.without_place(log, came, (*over.lost, *gone))
    wrong = {each.data for each in over.refused}
    placed = {each.hash() for each in aside}
    unconnected = tuple(
        each
        for each in applied_ruling.unconnected(log, came, pool)
        if each.hash() not in placed and each.encode() not in wrong
    )
    left_out = {each.hash() for each in (*aside, *unconnected, *over.path)}
    return BesideRulings(
        over=over,
        candidates=tuple(
            each for each in (*sound, *came) if each.hash() not in left_out and each.encode() not in wrong
        ),
        aside=aside,
        waits=unconnected,
        unconnected=() if over.notes else unconnected,
        refused=refused,
        came=frozenset(each.hash() for each in sound),
    )
