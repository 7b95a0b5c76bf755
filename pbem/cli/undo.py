"""``pbem undo``: orders that are not sent are taken back."""

from __future__ import annotations

import click

from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.home import games, sentences
from pbem.home.play import orders as playing
from pbem.port.messages import Message, counted


@click.command()
@click.argument("count", type=click.IntRange(min=1), default=1)
@click.option("--all", "everything", is_flag=True, help="Take back every order that can be.")
@home_options
def undo(count: int, everything: bool) -> None:
    """Take back your last COUNT orders, as long as they are not sent and no dice or secrets were opened since.

    \b
    Example:
      pbem undo
    """
    known = setting()
    folder, identity = known.folder(), known.unlocked()
    with known.home.lock():
        after, gone = playing.undo(games.open_session(folder, identity), count, everything=everything)
        games.save_session(folder, identity, after)
    output.talk(
        counted(
            gone,
            "{n} order taken back. {next_debt}",
            "{n} orders taken back. {next_debt}",
            next_debt=sentences.next_debt(after),
        )
    )
    output.talk(Message("Next: pbem orders"))


COMMAND = undo
