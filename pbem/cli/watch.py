"""``pbem watch``: waits for turns in a folder or the mailbox."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click
from attrs import evolve

from pbem.bytes.errors import ConflictError, MailError
from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.fetch import fetched
from pbem.cli.import_report import tell
from pbem.home.exchange import receiving
from pbem.home.exchange.receiving import Import
from pbem.home.exchange.watched_places import Watch
from pbem.mail.settings import read_settings
from pbem.port.messages import Message

_MAIL_SECONDS, _FILE_SECONDS = 60.0, 5.0


@click.command()
@click.argument("places", nargs=-1, type=click.Path(path_type=Path), metavar="[DIR...]")
@click.option("--every", type=click.FloatRange(0.1), metavar="SECONDS", help="How often to look.")
@click.option("--once", is_flag=True, help="Look once and stop.")
@home_options
def watch(places: tuple[Path, ...], every: float | None, once: bool) -> None:
    """Look into DIR (a Downloads folder, a Maildir), or into your mailbox, until you stop it with Ctrl-C.

    Turns are checked, stored and shown; nothing is answered.

    \b
    Examples:
      pbem watch ~/Downloads
      pbem watch --every 120
    """
    known = setting()
    settings, identity = read_settings(known.home.path), known.unlocked()
    looked = Watch(places)
    if not once:
        where = ", ".join(str(place) for place in places) or Message("your mailbox")
        output.talk(Message("Watching {where}. Ctrl-C ends it.", where=where))
    while True:
        try:
            if places:
                pieces, notes = looked.look(patient=not once)
                found = receiving.receive(known.home, identity, pieces)
                found = evolve(found, notes=(*notes, *found.notes))
            else:
                found = fetched(settings, identity)
            if found.all_notes:
                tell(found)
        except (MailError, ConflictError) as error:
            if once or error.code in ("no-such-file", "no-mail-password", "imap-login"):
                raise
            output.failed(error)
            # Whatever was read and not stored is read again.
            found, looked = Import(notes=(), games={}), Watch(places)
        if once:
            if found.exit_code:
                sys.exit(found.exit_code)
            return
        time.sleep(every or (_FILE_SECONDS if places else _MAIL_SECONDS))


COMMAND = watch
