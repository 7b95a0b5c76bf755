"""A turn that leaves as a mail: into a Maildir, by a server or a program, or as a draft."""

from __future__ import annotations

import os
from pathlib import Path

from pbem.bytes.text import shown
from pbem.cli import output
from pbem.cli.app import setting
from pbem.cli.clock import now
from pbem.cli.delivery import Delivery
from pbem.cli.files import write
from pbem.home.exchange import delivery, turn_mail
from pbem.home.exchange.sending import Outgoing
from pbem.mail import imap, smtp
from pbem.mail.maildir import deliver
from pbem.mail.settings import UNATTENDED
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.store.game import GameFolder


def mail_of(folder: GameFolder, way: Delivery, session: Session, out: Outgoing) -> bytes:
    """The mail that carries a turn, dated now."""
    return turn_mail.mail_of(
        folder,
        session,
        out,
        sender=way.sender,
        recipient=way.recipient,
        date=now(),
        draft=way.draft,
        spoken=way.spoken,
    )


def draft_written(place: Path, recipient: str) -> Message:
    """That a draft was written, and whether it knows whom it goes to."""
    if recipient:
        return Message("Wrote {shown}: open it with your mail program and send it.", shown=shown(place))
    return Message(
        "Wrote {shown}: open it with your mail program. No address is known: type your opponent's there.",
        shown=shown(place),
    )


def hand_over(
    way: Delivery, file: bytes, name: str, mail: bytes, folder: GameFolder | None, *, again: str
) -> None:
    """Send the mail that carries the file, or put it where the options say; a failure says ``again``."""
    with delivery.after_signing(again):
        _handed(way, file, name, mail, folder)
    if (target := _draft_place(way, name)) is not None:
        write(target, mail, again)
        output.talk(draft_written(target, way.recipient))


def _handed(way: Delivery, file: bytes, name: str, mail: bytes, folder: GameFolder | None) -> None:
    if way.maildir is not None:
        # Two games of one scenario have turns of the same name, and one Maildir may hold the mails of both.
        game = f"-{folder.name[:8]}" if folder is not None else ""
        place = deliver(way.maildir, mail, f"{name.removesuffix('.pbem')}{game}.eml")
        output.talk("Delivered into {shown}.", shown=shown(place.parent.parent))
    if way.by in UNATTENDED:
        known = setting()
        output.talk_all(
            delivery.deliver(
                way.settings,
                way.by,
                mail,
                os.environ,
                key=way.key,
                send=known.send or smtp.send,
                opener=known.opener or imap.opened,
            )
        )
    elif way.by == "client" and folder is not None:
        output.talk_all(delivery.open_draft(folder, mail, file, name))


def show(mail: bytes, file: bytes) -> None:
    """The mail as its reader sees it, without the turn itself: that has not been signed for good."""
    head, text = delivery.shown(mail)
    for line in (
        *head,
        "",
        *text.splitlines(),
        "",
        Message("(attached: the turn file, {n} bytes)", n=len(file)),
    ):
        output.data(line)


def _draft_place(way: Delivery, name: str) -> Path | None:
    if way.by in (*UNATTENDED, "client"):
        return None
    return way.eml or (Path(name).with_suffix(".eml") if way.recipient and way.maildir is None else None)
