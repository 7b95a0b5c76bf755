"""``pbem end result``: the signed result of a finished game."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.app import home_options, setting
from pbem.cli.signed_results import agreed_to, folder_of, out_option, paper_argument, same, tell, yes_option
from pbem.home.kept_papers import kept as kept_papers
from pbem.home.papers import results
from pbem.port.messages import Message


@click.command()
@paper_argument
@yes_option
@out_option
@home_options
def result(paper: Path | None, yes: bool, out: Path | None) -> None:
    """Write the result of this home's finished game, signed by you; or, with PAPER, sign the other's as well.

    With a resignation or an agreement that both have signed, your vault key is put under it, so that everybody can audit the
    game: do not play on after that.

    \b
    Examples:
      pbem end result
      pbem end result result-52cc5c01.pbem
    """
    known = setting()
    folder, identity = folder_of(paper), known.unlocked()
    place = kept_papers.named(folder, paper) if paper is not None else None
    if place is not None:
        agreed_to(results.told(place), Message("Sign it?"), yes=yes)
    tell(results.played(folder, identity, place), out or same(paper, place), folder)


COMMAND = result
