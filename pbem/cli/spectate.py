"""``pbem spectate``: the game for those who watch, some turns late."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.app import home_options
from pbem.cli.judging import judging
from pbem.cli.look import film_of
from pbem.desk import spectators
from pbem.store.atomic import write_bytes


@click.command(short_help="A file for spectators, some turns late.")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option(
    "--delay",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    metavar="TURNS",
    help="So many turns late.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("watch.pbem"),
    show_default=True,
    metavar="FILE",
    help="Where.",
)
@home_options
def spectate(file: Path | None, delay: int, out: Path) -> None:
    """Write the game as it stood some turns ago, for anybody to verify and replay; a finished game is given whole.

    Publish the file under one name as often as you like: who looks again sees more. Nothing that only you know is in it.

    \b
    Example:
      pbem spectate --delay 1 --out watch.pbem
    """
    name, film = film_of(file, draft=False)
    with judging(name, film.verdict):
        found = spectators.stream(film, delay)
        write_bytes(out, found.data, mode=0o644)
        output.talk(
            f"Wrote {out}: {found.entries} entries in {found.bundles} turn files, up to turn {found.turn}; "
            f"{found.kept_back} newer entries are held back."
        )
        if found.rejected:
            output.talk("The turn file that does not hold is in it too: pbem verify says the same of it.")
        elif not film.verdict.good:
            output.talk(
                "What does not hold is not in it yet: pbem verify will say that it holds. Tell who watches."
            )
        output.talk(f"Whoever watches types: pbem verify {out}, or pbem replay {out} --html game.html")


COMMANDS = (spectate,)
