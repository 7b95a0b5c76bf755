"""``pbem result``, ``resign`` and ``agree``: how a game ended, on signed paper."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.home.papers import kept as kept_papers
from pbem.home.papers import results
from pbem.home.papers.results import Made
from pbem.store.game import GameFolder

out_option = click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Where to write it.")
paper_argument = click.argument("paper", required=False, type=click.Path(path_type=Path))
winner_option = click.option("--winner", metavar="SIDE", help="The side that wins.")
yes_option = click.option("--yes", is_flag=True, help="Do not ask.")
draw_option = click.option("--draw", is_flag=True, help="Nobody wins.")


@click.command(short_help="The signed result of a finished game, for a ladder.")
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
      pbem result
      pbem result result-52cc5c01.pbem
    """
    known = setting()
    folder, identity = known.folder(), known.unlocked()
    place = kept_papers.named(folder, paper) if paper is not None else None
    if place is not None:
        ask(results.told(place), "Sign it?", yes=yes)
    tell(results.played(folder, identity, place), out or same(paper, place), folder)


@click.command(short_help="Give the game up.")
@yes_option
@out_option
@home_options
def resign(yes: bool, out: Path | None) -> None:
    """Write and sign your resignation: the other side wins. Your signature alone makes it bind. When the other has signed it
    too, `pbem result FILE` puts your vault key under it, so that the game can be audited.

    \b
    Example:
      pbem resign
    """
    known = setting()
    folder = known.folder()
    if not yes:
        click.confirm("Resign this game?", abort=True, err=True)
    tell(results.resigned(folder, known.unlocked()), out, folder)


@click.command(short_help="Agree on how the game ends.")
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

    It binds when both have signed. Who signs second opens their vault under it; `pbem result FILE` opens the other's.

    \b
    Examples:
      pbem agree --draw
      pbem agree result-52cc5c01.pbem
    """
    known = setting()
    folder = known.folder()
    if paper is not None:
        place = kept_papers.named(folder, paper)
        ask(results.told(place), "Sign it?", yes=yes)
        tell(results.accepted(folder, known.unlocked(), place), out or same(paper, place), folder)
        return
    tell(results.offered(folder, known.unlocked(), winner_of(winner, draw=draw), level), out, folder)


def winner_of(winner: str | None, *, draw: bool) -> str:
    """The side that was named; "" for a draw."""
    if draw == (winner is not None):
        raise click.UsageError("Say either --winner SIDE or --draw.")
    return winner or ""


def ask(lines: tuple[str, ...], question: str, *, yes: bool) -> None:
    """Show what a paper says before it is signed: the name of its file may say anything."""
    output.talk_all(lines)
    if not yes:
        click.confirm(question, abort=True, err=True)


def same(given: Path | None, place: Path | None) -> Path | None:
    """The file that was named is written over with one more signature; a paper of the home is copied out instead."""
    return given if given == place else None


def tell(made: Made, out: Path | None, folder: GameFolder | None = None) -> None:
    """Write a paper, keep it with its game where that is here, and say what it is and what comes next."""
    place = out or Path(made.name)
    results.store(made, place)
    if folder is not None:
        with setting().home.lock():
            kept_papers.keep(folder, made.data)
    output.talk(f"Wrote {place}.")
    output.talk_all(made.lines)
    output.talk(f"Next: {made.next.format(file=place)}")


COMMANDS = (result, resign, agree)
