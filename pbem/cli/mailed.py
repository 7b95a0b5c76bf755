"""A turn that leaves as a mail: into a Maildir, by a server or a program, or as a draft."""

from __future__ import annotations

import os
from pathlib import Path

from pbem.cli import output
from pbem.cli.app import setting
from pbem.cli.delivery import SIGNED, Delivery
from pbem.cli.files import write
from pbem.home.exchange import delivery
from pbem.home.games import shown
from pbem.mail import imap, smtp
from pbem.mail.maildir import deliver
from pbem.mail.settings import UNATTENDED
from pbem.port.messages import Message
from pbem.store.game import GameFolder


def hand_over(way: Delivery, file: bytes, name: str, mail: bytes, folder: GameFolder | None) -> None:
    """Send the mail that carries the file, or put it where the options say."""
    if way.maildir is not None:
        # Two games of one scenario have turns of the same name, and one Maildir may hold the mails of both.
        game = f"-{folder.name[:8]}" if folder is not None else ""
        place = deliver(way.maildir, mail, f"{name.removesuffix('.pbem')}{game}.eml")
        output.talk(Message("Delivered into {shown}.", shown=shown(place.parent.parent)))
    if way.by in UNATTENDED:
        known = setting()
        output.talk_all(
            delivery.deliver(
                way.settings,
                way.by,
                mail,
                os.environ,
                send=known.send or smtp.send,
                opener=known.opener or imap.opened,
            )
        )
    elif way.by == "client" and folder is not None:
        output.talk_all(delivery.open_draft(folder, mail, file, name))
    elif (target := _draft_place(way, name)) is not None:
        write(target, mail, SIGNED)
        output.talk(
            Message("Wrote {shown}: open it with your mail program and send it.", shown=shown(target))
        )


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
    return way.eml or (Path(name).with_suffix(".eml") if way.recipient and way.maildir is None else None)
