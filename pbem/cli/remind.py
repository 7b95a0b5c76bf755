"""``pbem remind``: a reminder, as a draft."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.clock import now
from pbem.cli.delivery import Delivery
from pbem.cli.files import write
from pbem.home import games
from pbem.home.disputes import silence
from pbem.mail.settings import MailSettings
from pbem.port.messages import Message


@click.command()
@click.option("--eml", type=click.Path(path_type=Path), metavar="FILE", help="Write the draft here.")
@click.option("--from", "sender", default="", metavar="ADDRESS", help="Your address, for the mail.")
@click.option("--to", "recipient", default="", metavar="ADDRESS", help="Your opponent's address.")
@home_options
def remind(eml: Path | None, sender: str, recipient: str) -> None:
    """Write a draft that tells your opponent what is owed since when and brings your last turn again. You send it.

    \b
    Example:
      pbem remind --to ben@example.org --from ann@example.org
    """
    known = setting()
    folder, identity = known.folder(), known.unlocked()
    way = Delivery(sender=sender, recipient=recipient).settled(MailSettings(), folder)
    mine, theirs = way.addresses
    session = games.open_session(folder, identity)
    mail, _, name = silence.reminder(
        folder, session, sender=mine, recipient=theirs, now=now(), spoken=way.spoken
    )
    target = eml or Path(name).with_name(f"reminder-{Path(name).stem}.eml")
    write(target, mail)
    output.talk(
        Message("Wrote {shown}: open it with your mail program and send it.", shown=games.shown(target))
    )


COMMAND = remind
