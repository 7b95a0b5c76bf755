"""``pbem responder``: a program that answers rolls while its player sleeps, with a key that is good for nothing else."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import click

from pbem.bytes.errors import ConflictError, MailError, UsageError
from pbem.cli import output, questions
from pbem.cli.app import Setting, home_options, setting
from pbem.cli.clock import now
from pbem.cli.language import say
from pbem.cli.responder_setup import setup
from pbem.home import games
from pbem.home.entrusted import both_homes
from pbem.home.entrusted.owner_home import game_in
from pbem.home.identity import Identity
from pbem.home.play.standing_orders import answering
from pbem.home.responder import (
    end as responder_end,
)
from pbem.home.responder import (
    report as responder_report,
)
from pbem.home.responder import (
    setup as responder_setup,
)
from pbem.home.responder.end import running
from pbem.home.responder.interface import Done, Limits, Post
from pbem.home.responder.mail_places import Maildirs, Servers
from pbem.home.responder.rounds import once
from pbem.home.responder.setup import is_responder, read_limits, responder_identity
from pbem.home.responder.state import LOG
from pbem.mail.settings import read_settings
from pbem.port.messages import Message
from pbem.store.home import Home

_SECONDS = 120.0
_FATAL = ("no-mail-password", "imap-login", "smtp-login", "no-maildir", "no-such-file")


@click.group(
    name="responder",
    invoke_without_command=True,
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
    else is left to the player. What it does stands in responder.log, and in pbem responder status. As long as your own
    home is on the same machine it reads there what you have sent, and follows the standing orders that you give there.

    In the home of a challenge's referee it answers every entrant: there it needs no setup.

    \b
    Examples:
      pbem responder --home ~/pbem-responder
      pbem responder --once --home ~/pbem-responder
    """
    if context.invoked_subcommand is not None:
        return
    home, identity, dealer = _worker(setting())
    settings = read_settings(home.path)
    post: Post = Servers(settings=settings, environ=os.environ)
    if places:
        post = Maildirs(address=settings.address, places=places, into=into)
    limits = Limits() if dealer else read_limits(home.path)
    if not only_once:
        output.talk(
            Message(
                "Answering every {every:g} seconds; the log is {path}. Ctrl-C ends it.",
                every=every,
                path=home.path / LOG,
            )
        )
    while True:
        try:
            done = once(
                home, identity, post, now(), limits=limits, answering=answering, dealer=dealer, say=say
            )
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
                output.talk(
                    Message("Nothing new to answer.") if done.waiting else Message("Nothing to answer.")
                )
                output.talk_all(done.waiting)
            sys.exit(done.exit_code)
        time.sleep(every)


responder.add_command(setup)


@responder.command(short_help="What it did, what it waits for, how long it lasts.")
@home_options
def status() -> None:
    """For every game: in force or not, what it answered last, what it will do next, which sheet it follows.

    In the responder's home, or in yours as far as its folder is on this machine.

    \b
    Examples:
      pbem responder status
      pbem responder status --home ~/pbem-responder
    """
    known = setting()
    found = 0
    for work in responder_report.games_of(known.home):
        if known.wanted and not work.folder.name.startswith(known.wanted.lower()):
            continue
        found += 1
        output.data_all(responder_report.report(work))
    dealt = tuple(responder_report.dealing(known.home))
    output.data_all(dealt)
    if not found and not dealt:
        raise UsageError(
            "no-responder",
            Message("No responder was set up here."),
            hint=Message("Type: pbem responder setup DIR"),
        )


@responder.command()
@click.option(
    "--lost",
    is_flag=True,
    help="Its folder is gone: go on without knowing what it has answered, at your own risk.",
)
@click.option("--yes", is_flag=True, help="With --lost: it is off for good, do not ask.")
@home_options
def off(lost: bool, yes: bool) -> None:
    """Stop the responder for good, take over what it has answered, and take its key out of force with your next turn.

    From then on you answer rolls yourself. Do this too when its machine was stolen, with --lost: then first bring in its
    answers (pbem fetch --all). What it has answered that you never see you might answer a second time, and whoever has its
    folder can answer in your name until your next turn.

    \b
    Examples:
      pbem responder off
      pbem responder off --lost --yes
    """
    known = setting()
    folder, identity = known.folder(), known.unlocked()
    arrived = None
    with known.home.lock():
        session = games.open_session(folder, identity)
        if lost and running(session) and game_in(both_homes.find(folder), folder) is None:
            _sure(yes)
        if running(session) or session.agent is None:
            ended = responder_end.end(folder, identity, session, lost=lost)
            session, arrived = ended.session, ended.arrived
            if not ended.at_hand:
                output.talk(
                    Message(
                        "Taken as lost. If it has answered something that you have not seen, your answer would be a "
                        "second one: look through your mails before you send."
                    )
                )
        session = responder_setup.take_away(session)
        games.save_session(folder, identity, session)
    for note in arrived.notes if arrived is not None else ():
        output.talk(note.text)
    output.talk(Message("Your responder answers nothing more in this game; you do."))
    if session.agent is None:
        output.talk(Message("Next: pbem status"))
    elif session.draft:
        output.talk(Message("From your next turn on its key is not in force any more."))
        output.talk(Message("Next: pbem send"))
    else:
        output.talk(
            Message(
                "Its key stays in force until you can write: when it is your turn, type pbem responder off once more."
            )
        )


def _sure(yes: bool) -> None:
    """Raises UsageError ``still-running`` unless the player says that a responder which is not here never answers again."""
    said = Message(
        "Nobody here can stop that responder. If it still runs, it may answer what you answer: two versions of one turn."
    )
    if yes:
        return
    output.talk(said)
    question = Message("Is it off for good, and have you brought in its answers (pbem fetch --all)?")
    if output.can_ask() and questions.agreed(question, default=False):
        return
    raise UsageError(
        "still-running",
        Message("Nothing was changed."),
        hint=Message(
            "First end it where it runs. When it is off for good, or its machine is gone: pbem responder off --lost --yes"
        ),
    )


@responder.command()
@home_options
def resume() -> None:
    """Let a responder go on in the games for which it has stopped, after you have looked at them.

    \b
    Example:
      pbem responder resume --home ~/pbem-responder
    """
    home, identity, _ = _worker(setting())
    stopped = responder_setup.resume(home, identity)
    if not stopped:
        raise UsageError(
            "not-stopped",
            Message("It has not stopped for any game."),
            hint=Message("Type: pbem responder --once"),
        )
    output.talk(Message("It goes on in {stopped}.", stopped=", ".join(each[:8] for each in stopped)))
    output.talk(Message("Next: pbem responder --once"))


def _worker(known: Setting) -> tuple[Home, Identity, bool]:
    """The home to work in, its identity, and whether it is a referee's, who deals the dice of a challenge himself."""
    home = known.home
    if not is_responder(home) and home.challenges():
        return home, known.unlocked(), True
    return home, responder_identity(home), False


COMMAND = responder
