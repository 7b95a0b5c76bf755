"""``pbem responder``: a program that answers rolls while its player sleeps, with a key that is good for nothing else."""

from __future__ import annotations

import os
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.desk import games, responder_end, responder_setup
from pbem.desk.responder import once
from pbem.desk.responder_end import running
from pbem.desk.responder_port import Done, Limits, Post
from pbem.desk.responder_post import Maildirs, Servers
from pbem.desk.responder_setup import (
    ROLLS,
    bind,
    furnish,
    is_other,
    read_limits,
    responder_identity,
)
from pbem.desk.responder_state import LOG
from pbem.desk.standing import answering
from pbem.errors import ConflictError, MailError, UsageError
from pbem.mail.settings import read_settings
from pbem.store.home import Home

_SECONDS = 120.0
_place = click.argument("place", type=click.Path(path_type=Path), metavar="DIR")
_FATAL = ("no-mail-password", "imap-login", "smtp-login", "no-maildir", "no-such-file")


@click.group(
    name="responder",
    invoke_without_command=True,
    short_help="Answer rolls by itself, with a key good for answers only.",
)
@click.option("--once", "only_once", is_flag=True, help="One round, then stop: for cron.")
@click.option("--every", type=click.FloatRange(0.1), default=_SECONDS, metavar="SECONDS", help="How often.")
@click.option(
    "--from",
    "places",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Read this Maildir or folder instead of the mailbox of mail.toml; may repeat.",
)
@click.option(
    "--maildir",
    "into",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Deliver into this Maildir instead of sending; may repeat.",
)
@click.pass_context
@home_options
def responder(
    context: click.Context, only_once: bool, every: float, places: tuple[Path, ...], into: tuple[Path, ...]
) -> None:
    """Read the mailbox, verify, and answer what needs no person, until Ctrl-C. Its home is made by `pbem responder setup`.

    Only a turn that holds is answered, each roll once; what has been stored is what is sent, and sent again. Everything
    else is left to the player. What it does stands in responder.log.

    \b
    Examples:
      pbem responder --home ~/pbem-responder
      pbem responder --once --home ~/pbem-responder
    """
    if context.invoked_subcommand is not None:
        return
    home = setting().home
    identity = responder_identity(home)
    settings = read_settings(home.path)
    post: Post = Servers(settings=settings, environ=os.environ)
    if places:
        post = Maildirs(address=settings.address, places=places, into=into)
    limits = read_limits(home.path)
    if not only_once:
        output.talk(f"Answering every {every:g} seconds; the log is {home.path / LOG}. Ctrl-C ends it.")
    while True:
        try:
            done = once(home, identity, post, _now(), limits=limits, answering=answering)
        except ConflictError as error:
            if only_once:
                raise
            done = Done(lines=(str(error),))
        except MailError as error:
            if only_once or error.code in _FATAL:
                raise
            done = Done(lines=(str(error),))
        output.talk_all(done.lines)
        if only_once:
            if not done.lines:
                output.talk("Nothing to answer.")
            sys.exit(done.exit_code)
        time.sleep(every)


@responder.command()
@_place
@click.option(
    "--rolls",
    type=click.IntRange(1, 65_536),
    default=None,
    help=f"For how many more rolls it gets seeds ({ROLLS}); whoever steals them can foresee those dice, together with your "
    "opponent.",
)
@click.option(
    "--may",
    multiple=True,
    metavar="KIND",
    help="A kind of open order that it may give by your standing orders; may repeat. Without: none.",
)
@click.option("--reject", is_flag=True, help="Let it refuse turns that provably break a rule.")
@click.option(
    "--per-hour",
    type=click.IntRange(1, 10_000),
    default=Limits().per_hour,
    show_default=True,
    help="How many mails may leave within an hour.",
)
@click.option("--to", "recipient", default="", metavar="ADDRESS", help="Your opponent's address, once.")
@click.option("--from", "sender", default="", metavar="ADDRESS", help="Your own, if mail.toml names none.")
@click.option(
    "--new-key", is_flag=True, help="Give it a new key, because the old one may be known to others."
)
@home_options
def setup(
    place: Path,
    rolls: int | None,
    may: tuple[str, ...],
    reject: bool,
    per_hour: int,
    recipient: str,
    sender: str,
    new_key: bool,
) -> None:
    """Make the home of a responder in DIR, with a key that is good for answers only. Again: more rolls, new settings.

    The key comes into force with your next turn; only while you are to act can it be given. DIR is not locked with a
    password, because nobody is there to type one: it holds that key, seeds of your next rolls, the log, mail.toml.

    \b
    Example:
      pbem responder setup ~/pbem-responder
    """
    known = setting()
    folder, identity = known.folder(), known.unlocked()
    with known.home.lock():
        session = games.open_session(folder, identity)
        new_key = new_key or is_other(place, folder, session)
        bound = bind(session, known.entropy, may=may, renew=new_key, rolls=rolls)
        if bound.vault.agent != session.vault.agent and running(session):
            # No seed may be in two programs: the old one ends before the new one begins.
            session = responder_end.end(folder, identity, session).session
            bound = bind(session, known.entropy, may=may, renew=new_key, rolls=rolls)
        if bound is not session:
            games.save_session(folder, identity, bound)
        limits = Limits(reject=reject, per_hour=per_hour)
        addresses = (sender, recipient)
        made = furnish(place, folder, bound, known.entropy, limits=limits, addresses=addresses)
    output.talk(f"{games.shown(place)} answers rolls up to number {made.last} of this game.")
    output.talk("It has no password: keep it where nobody else reads. It cannot give orders or open secrets.")
    if not made.in_force:
        output.talk("Its key is in your draft, and comes into force with your turn.")
        output.talk("Next: pbem send")
    else:
        output.talk(f"Next: pbem --home {games.shown(place)} responder")


@responder.command()
@click.option(
    "--lost",
    is_flag=True,
    help="Its folder is gone: go on without knowing what it has answered, at your own risk.",
)
@home_options
def off(lost: bool) -> None:
    """Stop the responder for good, take over what it has answered, and take its key out of force with your next turn.

    From then on you answer rolls yourself. Do this too when its machine was stolen, with --lost: then first bring in its
    answers (pbem fetch --all). What it has answered that you never see you might answer a second time, and whoever has its
    folder can answer in your name until your next turn.

    \b
    Examples:
      pbem responder off
      pbem responder off --lost
    """
    known = setting()
    folder, identity = known.folder(), known.unlocked()
    arrived = None
    with known.home.lock():
        session = games.open_session(folder, identity)
        if running(session) or session.agent is None:
            ended = responder_end.end(folder, identity, session, lost=lost)
            session, arrived = ended.session, ended.arrived
            if not ended.at_hand:
                output.talk(
                    "Taken as lost. If it has answered something that you have not seen, your answer would be a second one: "
                    "look through your mails before you send."
                )
        session = responder_setup.take_away(session)
        games.save_session(folder, identity, session)
    for note in arrived.notes if arrived is not None else ():
        output.talk(note.text)
    output.talk("Your responder answers nothing more in this game; you do.")
    if session.agent is None:
        output.talk("Next: pbem status")
    elif session.draft:
        output.talk("From your next turn on its key is not in force any more.")
        output.talk("Next: pbem send")
    else:
        output.talk(
            "Its key stays in force until you can write: when it is your turn, type pbem responder off once more."
        )


@responder.command()
@home_options
def resume() -> None:
    """Let a responder go on in the games for which it has stopped, after you have looked at them.

    \b
    Example:
      pbem responder resume --home ~/pbem-responder
    """
    home: Home = setting().home
    responder_identity(home)
    stopped = responder_setup.resume(home)
    if not stopped:
        raise UsageError(
            "not-stopped", "It has not stopped for any game.", hint="Type: pbem responder --once"
        )
    output.talk(f"It goes on in {', '.join(each[:8] for each in stopped)}.")
    output.talk("Next: pbem responder --once")


def _now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


COMMANDS = (responder,)
