"""Entries beside the game, which few turns have: offers and answers, keys, refusals, notes, rulings, vaults opened."""

from __future__ import annotations

from typing import TypeVar

from pbem.log.entries import Appoint, Audit, Back, Note, Reject, Renew, Reply, Ruling, Upgrade
from pbem.port.game import Outcome
from pbem.replay import renewing, ruling, upgrading
from pbem.replay.refuse_audit import audit, note, refuse
from pbem.replay.rewinding import offer, reply
from pbem.replay.table import NextStep, Position, Seat

S = TypeVar("S")


def without_pen(
    position: Position[S], seat: Seat, entry: Appoint | Ruling | Reject | Note, due: NextStep
) -> tuple[Position[S], tuple[Outcome, ...]]:
    """An entry that may stand no matter who holds the pen: a referee's, a refusal, a note."""
    match entry:
        case Appoint():
            return ruling.appoint(position, seat, entry), ()
        case Ruling():
            return ruling.rule(position, seat, entry)
        case Reject():
            return refuse(position, seat, entry, due), ()
        case Note():
            return position, (note(position, seat, entry),)


def with_pen(
    position: Position[S], seat: Seat, entry: Back | Reply | Renew | Upgrade | Audit, due: NextStep
) -> tuple[Position[S], tuple[Outcome, ...]]:
    """An entry of the seat that holds the pen, instead of what is owed, or at the very end."""
    if isinstance(entry, Audit):
        return audit(position, seat, entry, due), ()
    after = _offered(position, seat, entry, due)
    said = renewing.told(after, seat) if isinstance(entry, Renew) else ()
    return after, (*upgrading.told(position, after), *said)


def _offered(
    position: Position[S], seat: Seat, entry: Back | Reply | Renew | Upgrade, due: NextStep
) -> Position[S]:
    match entry:
        case Upgrade():
            return upgrading.offer(position, seat, entry, due)
        case Reply() if position.table.offer is not None and position.table.offer.upgrade is not None:
            return upgrading.reply(position, entry, position.table.offer.upgrade)
        case Back():
            return offer(position, seat, entry, due)
        case Reply():
            return reply(position, entry, due)
        case Renew():
            return renewing.renew(position, seat, entry, due)
