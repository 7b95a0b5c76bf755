"""A turn that was signed, as the mail that carries it."""

from __future__ import annotations

from datetime import datetime

from attrs import evolve

from pbem.bytes import container
from pbem.home.exchange.sending import Outgoing
from pbem.home.viewing import languages
from pbem.log import Log
from pbem.mail import compose
from pbem.mail.compose import Envelope
from pbem.port.messages import ENGLISH, Series
from pbem.protocol.session import Session, encode_turn, unsent
from pbem.replay.table import other
from pbem.store.game import GameFolder


def mail_of(  # noqa: PLR0913  # a mail has as many parts
    folder: GameFolder,
    session: Session,
    out: Outgoing,
    *,
    sender: str,
    recipient: str,
    date: datetime,
    draft: bool = False,
    automatic: bool = False,
    spoken: str = ENGLISH.code,
) -> bytes:
    """The turn as a mail; the one stored for this turn file when it was composed before for the same addresses.

    It speaks the language chosen for the game, else ``spoken``, that of who sends it.
    """
    stored, facts = folder.sent(out.n), folder.facts()
    names = session.position.table.seats
    envelope = Envelope(
        game=out.game,
        gid=out.gid,
        turn=out.turn,
        first=out.first,
        last=out.last,
        head=out.head,
        sender=sender,
        recipient=recipient,
        date=date,
        summary=out.summary,
        body=Series(out.story, "\n"),
        sender_name=names[session.seat].name,
        recipient_name=names[other(session.seat)].name,
        thread=compose.turn_digest(container.pack(Log(invite=session.log.invite).encode())),
        answers=compose.turn_digest(_before(session)),
        parent=str(facts.get("their_mail") or ""),
        draft=draft,
        automatic=automatic,
        tongue=languages.of_mails(session.game, facts, spoken),
    )
    if stored is not None and stored.mail is not None and _same_way(stored.mail, envelope):
        return stored.mail
    return compose.compose(out.file, envelope)


def _before(session: Session) -> bytes:
    """The file that this turn answers: the other side's last turn, or the acceptance."""
    log = session.log
    mine = len(unsent(log, session.seat))
    earlier = evolve(log, bundles=log.bundles[: len(log.bundles) - mine])
    theirs = unsent(earlier, other(session.seat))
    return container.pack(encode_turn(theirs) if theirs else evolve(log, bundles=()).encode())


def _same_way(mail: bytes, envelope: Envelope) -> bool:
    head = mail.partition(b"\r\n\r\n")[0]
    unsent_mark = b"X-Unsent: 1" in head
    both = all(each.encode() in head for each in (envelope.sender, envelope.recipient))
    return both and unsent_mark == envelope.draft
