"""``pbem watch``: waits for turns in a folder or the mailbox, and acts for its player when they wish."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click
from attrs import evolve

from pbem.bytes.errors import ConflictError, MailError, PbemError
from pbem.cli import output
from pbem.cli.acting import Acting, install, remove
from pbem.cli.app import home_options, setting
from pbem.cli.clock import now
from pbem.cli.fetch import fetched
from pbem.cli.import_report import tell
from pbem.cli.language import say
from pbem.home import kept_hooks
from pbem.home.acting import notices
from pbem.home.acting.rounds import Owing
from pbem.home.arriving import receiving
from pbem.home.arriving.watched_places import Watch
from pbem.home.identity import Identity
from pbem.home.practice import is_practice
from pbem.mail.settings import MailSettings, read_settings
from pbem.port.messages import Message

_MAIL_SECONDS, _FILE_SECONDS = 60.0, 5.0
_FATAL = (
    "copied-home",
    "imap-login",
    "mail-settings",
    "no-mail-password",
    "no-maildir",
    "no-such-file",
    "other-machine",
    "smtp-login",
)


@click.command()
@click.argument("places", nargs=-1, type=click.Path(path_type=Path), metavar="[DIR...]")
@click.option("--every", type=click.FloatRange(0.1), metavar="SECONDS", help="How often to look.")
@click.option("--once", is_flag=True, help="Look once and stop.")
@click.option("--act", is_flag=True, help="Also answer and send what needs no decision of yours.")
@click.option("--here", is_flag=True, help="With --act: on this machine from now on, and on no other.")
@click.option(
    "--maildir",
    "into",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="With --act: deliver into this Maildir instead of sending; may repeat.",
)
@click.option(
    "--notices", is_flag=True, help="With --act: a notice of the desktop when a game waits for you."
)
@click.option("--mail-me", is_flag=True, help="With --act: a mail to yourself when a game waits for you.")
@click.option(
    "--grace",
    type=click.FloatRange(0.0, 24 * 60.0),
    default=10.0,
    show_default=True,
    metavar="MINUTES",
    help="With --act: how long a plan waits for you before it begins; 0: it begins at once.",
)
@click.option("--install", "installing", is_flag=True, help="Act from now on, begun whenever you log in.")
@click.option("--remove", "removing", is_flag=True, help="Take away what --install set up.")
@home_options
def watch(
    places: tuple[Path, ...],
    every: float | None,
    once: bool,
    act: bool,
    here: bool,
    installing: bool,
    removing: bool,
    **chosen: object,
) -> None:
    """Look into DIR (a Downloads folder, a Maildir), or into your mailbox, until you stop it with Ctrl-C.

    Turns are checked, stored and shown; nothing is answered. With --act your program also writes what decides nothing
    (halves of dice, openings, the only legal order), gives your orders in advance (pbem standing), and sends a turn that
    needs no more. It never touches a game in which you have orders that are not sent, and pbem status tells what it did.
    Where you are told that a game waits for you (ntfy, Discord, Telegram): pbem setup notify.

    \b
    Examples:
      pbem watch ~/Downloads
      pbem watch --act --every 120
      pbem watch --install --notices
    """
    known = setting()
    if removing:
        remove()
        return
    acting = Acting(places=places, **chosen)  # type: ignore[arg-type]  # click has checked each option's type
    if installing:
        install(known, acting, every, here=here)
        return
    settings, identity = read_settings(known.home.path), known.unlocked()
    if act:
        acting.begin(known, here=here)
    elif not once:
        where = ", ".join(str(place) for place in places) or Message("your mailbox")
        output.talk("Watching {where}. Ctrl-C ends it.", where=where)
    looked, owing = Watch(places), Owing()
    while True:
        try:
            code = (
                acting.round(known, settings, identity, once=once)
                if act
                else _look(identity, settings, looked, owing, patient=not once)
            )
        except (MailError, ConflictError, OSError) as error:
            if once or (isinstance(error, PbemError) and error.code in _FATAL):
                raise
            if isinstance(
                error, OSError
            ):  # a full disk: what was not stored is done again when there is room
                output.crashed(error)
            else:
                output.failed(error)
            looked = Watch(places)  # whatever was read and not stored is read again
            code = error.exit_code if isinstance(error, PbemError) else 1
        if once:
            sys.exit(code)
        time.sleep(every or (_FILE_SECONDS if places else _MAIL_SECONDS))


def _look(identity: Identity, settings: MailSettings, looked: Watch, owing: Owing, *, patient: bool) -> int:
    """Take in what has come, and tell it, here and where notices go; the exit code."""
    if looked.places:
        pieces, notes = looked.look(patient=patient)
        found = receiving.receive(setting().home, identity, pieces)
        found = evolve(found, notes=(*notes, *found.notes))
    else:
        found = fetched(settings, identity)
    if found.all_notes:
        tell(found)
    home = setting().home
    if kept_hooks.are_set_up(home):
        owed = owing.now(home, identity, is_practice)
        output.talk_all(notices.tell(home, identity, owed, now(), say))
    return found.exit_code


COMMAND = watch
