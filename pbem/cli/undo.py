"""``pbem undo``: orders that are not sent are taken back."""

from __future__ import annotations

import click

from pbem.bytes.errors import UsageError
from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.home import games, sentences
from pbem.home.play import orders as playing
from pbem.home.play import recommended
from pbem.home.standing import kept, waiting
from pbem.port.messages import Message, counted


@click.command()
@click.argument("count", type=click.IntRange(min=1), required=False)
@click.option("--all", "everything", is_flag=True, help="Take back every order that can be.")
@home_options
def undo(count: int | None, everything: bool) -> None:
    """Take back your last COUNT orders, as long as they are not sent and no dice or secrets were opened since.

    Without COUNT it is the last one, or all that were given together as recommended.

    \b
    Example:
      pbem undo
    """
    known = setting()
    folder, identity = known.folder(), known.unlocked()
    with known.home.lock():
        session = games.open_session(folder, identity)
        lines, waited = folder.standing_counts()
        try:
            after, gone = playing.undo(
                session, count or recommended.last(folder, session), everything=everything
            )
        except UsageError as error:
            if not waited or error.code != "nothing-to-undo":
                raise
            hint = Message(
                "What waits is dropped by: pbem standing drop {n}, or all of it: next", n=lines + waited
            )
            raise UsageError(error.code, error.message, hint=hint) from error
        games.save_session(folder, identity, after, change=kept.nothing_waits(folder) if waited else None)
    output.talk_all(waiting.undone(waited))
    output.talk(
        counted(
            gone,
            "{n} order taken back. {next_debt}",
            "{n} orders taken back. {next_debt}",
            next_debt=sentences.next_debt(after),
        )
    )
    output.talk("Next: pbem orders")


COMMAND = undo
