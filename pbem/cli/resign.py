"""``pbem end resign``: the game is given up."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import questions
from pbem.cli.app import home_options, setting
from pbem.cli.signed_results import answered, out_option, tell, yes_option
from pbem.home import games
from pbem.home.papers import results
from pbem.port.messages import Message


@click.command()
@yes_option
@out_option
@home_options
def resign(yes: bool, out: Path | None) -> None:
    """Write and sign your resignation: the other side wins. Your signature alone makes it bind. When the other has signed it
    too, `pbem end result FILE` puts your vault key under it, so that the game can be audited. A game for one has nobody to
    resign to: stop when you like.

    \b
    Example:
      pbem end resign
    """
    known = setting()
    folder = known.folder()
    made = results.resigned(folder, known.unlocked())
    if not yes:
        questions.agreed(Message("Resign {game}?", game=games.label(folder.facts())), abort=True)
    tell(answered(made, folder), out, folder)


COMMAND = resign
