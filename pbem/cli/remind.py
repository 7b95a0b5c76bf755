"""``pbem remind``: a reminder, as a draft."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.clock import now
from pbem.cli.delivery import Delivery
from pbem.cli.files import write
from pbem.cli.mailed import draft_written
from pbem.home import games
from pbem.home.disputes import silence
from pbem.mail.settings import MailSettings


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
    session = games.open_session(folder, identity)
    mail, _, name = silence.reminder(
        folder, session, sender=way.sender, recipient=way.recipient, now=now(), spoken=way.spoken
    )
    target = eml or Path(name).with_name(f"reminder-{Path(name).stem}.eml")
    write(target, mail)
    output.talk(draft_written(target, way.recipient))


COMMAND = remind
