"""Signing about the pace of a game: an offer, the agreement to it, an absence, a gift. Each gives the paper to send."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from pathlib import Path

from pbem.bytes import container
from pbem.bytes.errors import UsageError
from pbem.bytes.records import evolve
from pbem.home.beside.machines import check_home
from pbem.home.games import home_of, open_session
from pbem.home.identity import Identity
from pbem.home.kept_papers import keeping, pacing
from pbem.home.papers import steps
from pbem.home.papers.results import Made
from pbem.home.practice import is_practice
from pbem.log.pace_stamp import at
from pbem.papers import pace, pace_told
from pbem.papers.pace import Pace
from pbem.papers.pace_account import Row, Terms
from pbem.papers.reader import Reader
from pbem.protocol.session import Session
from pbem.store.atomic import write_bytes
from pbem.store.game import GameFolder


def offer(folder: GameFolder, identity: Identity, terms: Terms) -> Made:
    """An offer of a pace, in the place of what was agreed before; the absences of that go with it.

    Raises UsageError ``bad-pace``, and ``practice`` in a game against the computer."""
    if is_practice(folder):
        raise UsageError.of("practice", "The computer answers at once: a pace is for two people.")
    session = _session(folder, identity)
    # What the other has numbered counts when we have signed it.
    mine = [each.terms.no for each in pacing.papers(folder) if session.seat in each.signers]
    no = max(mine, default=0) + 1
    made = pace.offered(session.log, evolve(terms, at=len(session.log.bundles) + 1, no=no))
    if (agreed := pacing.in_force(folder)) is not None:
        made = made.with_rows(each for each in agreed.rows if each.kind == "away")
    return _kept(folder, session, made.signed(session.vault.keypair), steps.let_sign)


def accept(folder: GameFolder, identity: Identity) -> Made:
    """The offer of the other with our signature. Raises UsageError ``no-offer``."""
    session, (found, _) = _session(folder, identity), waiting(folder)
    return _kept(folder, session, found.signed(session.vault.keypair), steps.tell_opponent)


def waiting(folder: GameFolder) -> tuple[Pace, str]:
    """The other's offer that waits for this home's seat to sign it, and that seat. Raises UsageError ``no-offer``."""
    seat = str(folder.facts().get("seat", ""))
    found = pacing.both(folder, seat)[1]
    if found is None or seat in found.signers:
        raise UsageError.of(
            "no-offer",
            "There is no pace that waits for your signature.",
            hint="Import the paper of your opponent: pbem import FILE",
        )
    return found, seat


def away(folder: GameFolder, identity: Identity, first: date, last: date, now: datetime) -> Made:
    """An absence of ours under the pace in force. Raises UsageError ``no-pace``, ``bad-days``, ``too-many``."""
    session, agreed = _session(folder, identity), _agreed(folder)
    if last < now.date():
        raise UsageError.of("bad-days", "These days are over: an absence is said beforehand.")
    row = pace.away(session.log, session.seat, first, last, at(now), session.vault.keypair)
    return _under(folder, session, agreed, [row])


def give(folder: GameFolder, identity: Identity, minutes: int, now: datetime) -> Made:
    """A gift of ours to the other's bank. Raises UsageError ``no-pace``, ``bad-days``, ``too-many``."""
    session, agreed = _session(folder, identity), _agreed(folder)
    row = pace.give(agreed, session.log, session.seat, minutes, at(now), session.vault.keypair)
    return _under(folder, session, agreed, [row])


def store(folder: GameFolder, place: Path) -> None:
    """Write the paper that waits for a signature, or that in force, once more. Raises UsageError ``no-pace``."""
    seat = str(folder.facts().get("seat", ""))
    found = pacing.both(folder, seat)[1] or _agreed(folder)
    write_bytes(place, container.pack(found.encode()), mode=0o644)


def _session(folder: GameFolder, identity: Identity) -> Session:
    check_home(home_of(folder))
    return open_session(folder, identity)


def _agreed(folder: GameFolder) -> Pace:
    found = pacing.in_force(folder)
    if found is None:
        raise UsageError.of(
            "no-pace",
            "This game has no pace that both have signed.",
            hint="Offer one: pbem offer pace --each 4d --bank 30d",
        )
    return found


def _under(folder: GameFolder, session: Session, agreed: Pace, rows: Iterable[Row]) -> Made:
    # The keys that signed it may be newer than those that the paper shows.
    known = pace.offered(session.log, agreed.terms).log
    return _kept(folder, session, evolve(agreed, log=known).with_rows(rows), steps.tell_opponent)


def _kept(folder: GameFolder, session: Session, made: Pace, step: steps.Step) -> Made:
    """The paper, kept with its game, and what it says."""
    made = pace.read(made.encode())
    keeping.keep(folder, made.encode())
    reader = Reader(seat=session.seat)
    lines = (pace_told.terms(made.terms), *pace_told.days(made, session.log, reader))
    return Made(data=made.encode(), name=f"pace-{session.log.gid.hex()[:8]}.pbem", lines=lines, then=step)
