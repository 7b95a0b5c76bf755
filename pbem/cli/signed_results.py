"""What ``pbem end`` and ``pbem referee`` share: options, the question, and the words on a paper."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from pbem.bytes.errors import UsageError
from pbem.cli import output, questions
from pbem.cli.app import setting
from pbem.cli.scenario_options import side_called
from pbem.home.kept_papers import keeping
from pbem.home.kept_papers import kept as kept_papers
from pbem.home.papers import reader, results
from pbem.home.papers.results import Made
from pbem.home.practice import is_practice
from pbem.home.viewing import logs as looking
from pbem.store.game import GameFolder

out_option = click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Where to write it.")


paper_argument = click.argument("paper", required=False, type=click.Path(path_type=Path))


winner_option = click.option("--winner", type=side_called, metavar="SIDE", help="The side that wins.")


yes_option = click.option("--yes", is_flag=True, help="Do not ask.")


draw_option = click.option("--draw", is_flag=True, help="Nobody wins.")


def winner_of(winner: str | None, *, draw: bool) -> str:
    """The side that was named; "" for a draw."""
    if draw == (winner is not None):
        raise UsageError.of("usage", "Say either --winner SIDE or --draw.")
    return winner or ""


def folder_of(paper: Path | None) -> GameFolder:
    """The game meant: the one named with --game, that of the paper, or the only one."""
    known = setting()
    found = reader.game_of(known.home, paper) if paper is not None and not known.wanted else None
    folder = found or known.folder()
    if paper is not None:
        looking.lines_of(
            kept_papers.named(folder, paper)
        )  # whether it is there is said before a password is asked for
    return folder


def agreed_to(lines: Iterable[str], question: str, *, yes: bool) -> None:
    """Show what a paper says before it is signed: the name of its file may say anything."""
    output.talk_all(lines)
    if not yes:
        questions.agreed(question, abort=True)


def same(given: Path | None, place: Path | None) -> Path | None:
    """The file that was named is written over with one more signature; a paper of the home is copied out instead."""
    return given if given == place else None


def answered(made: Made, folder: GameFolder) -> Made:
    """An end that one player signs; against the computer, with its answer."""
    if not is_practice(folder):
        return made
    from pbem.dev import practice  # noqa: PLC0415  # the computer's side: no game by mail needs it

    return practice.answer(setting().home, folder, setting().unlocked(), made)


def tell(made: Made, out: Path | None, folder: GameFolder | None = None) -> None:
    """Write a paper, keep it with its game where that is here, and say what it is and what comes next."""
    place = out or Path(made.name)
    results.store(made, place)
    if folder is not None:
        with setting().home.lock():
            keeping.keep(folder, made.data)
    output.talk("Wrote {place}.", place=place)
    output.talk_all(made.lines)
    output.talk("Next: {next}", next=made.then(str(place)))
