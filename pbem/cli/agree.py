"""``pbem end agree``: both agree on how the game ends."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import questions
from pbem.cli.app import home_options, setting
from pbem.cli.signed_results import (
    agreed_to,
    answered,
    draw_option,
    folder_of,
    out_option,
    paper_argument,
    same,
    tell,
    winner_of,
    winner_option,
    yes_option,
)
from pbem.home.kept_papers import kept as kept_papers
from pbem.home.papers import results
from pbem.port.messages import Message


@click.command()
@paper_argument
@winner_option
@draw_option
@click.option("--level", default="by agreement", show_default=True, help="The result in words.")
@yes_option
@out_option
@home_options
def agree(
    paper: Path | None, winner: str | None, draw: bool, level: str, yes: bool, out: Path | None
) -> None:
    """Offer a result (--winner SIDE or --draw), signed by you; or, with PAPER, accept the other's offer.

    It binds when both have signed. Who signs second opens their vault under it; `pbem end result FILE` opens the other's.
    The computer answers at once: it takes what gives it no less than 20 games that it plays on from here.

    \b
    Examples:
      pbem end agree --draw
      pbem end agree result-52cc5c01.pbem
    """
    known = setting()
    folder = folder_of(paper)
    if paper is not None:
        place = kept_papers.named(folder, paper)
        agreed_to(results.told(place), Message("Sign it?"), yes=yes)
        tell(results.accepted(folder, known.unlocked(), place), out or same(paper, place), folder)
        return
    side = winner_of(winner, draw=draw)
    made = results.offered(folder, known.unlocked(), side, level)
    if not yes:
        ends = Message("{side} wins", side=Message(side)) if side else Message("a draw")
        questions.agreed(Message("Sign how the game ends: {ends}?", ends=ends), abort=True)
    tell(answered(made, folder), out, folder)


COMMAND = agree
