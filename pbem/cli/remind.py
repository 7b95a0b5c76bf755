"""``pbem send --reminder``: a reminder, as a draft."""

from __future__ import annotations

from pathlib import Path

from pbem.cli import output
from pbem.cli.app import setting
from pbem.cli.clock import now
from pbem.cli.delivery import Delivery
from pbem.cli.files import write
from pbem.cli.mailed import draft_written
from pbem.home import games
from pbem.home.disputes import silence
from pbem.mail.settings import MailSettings


def remind(delivery: dict[str, object]) -> None:
    """Write a draft that tells the opponent what is owed since when and brings the last turn again."""
    known = setting()
    folder, identity = known.folder(), known.unlocked()
    way = Delivery(**delivery).settled(MailSettings(), folder)  # type: ignore[arg-type]  # click has checked each option's type
    session = games.open_session(folder, identity)
    mail, _, name = silence.reminder(
        folder, session, sender=way.sender, recipient=way.recipient, now=now(), spoken=way.spoken
    )
    target = way.eml or Path(name).with_name(f"reminder-{Path(name).stem}.eml")
    write(target, mail)
    output.talk(draft_written(target, way.recipient))
