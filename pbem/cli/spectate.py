"""``pbem replay spectate``: the game for those who watch, some turns late."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.app import home_options
from pbem.cli.log_lines import film_of
from pbem.cli.verdict_first import judging
from pbem.home.viewing import spectators
from pbem.store.atomic import write_bytes


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option(
    "--delay",
    type=click.IntRange(min=0),
    metavar="TURNS",
    help="So many whole turns of the game late (1 without either option).",
)
@click.option(
    "--turn-files",
    "files",
    type=click.IntRange(min=0),
    metavar="N",
    help="So many turn files late, in place of turns.",
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
def spectate(file: Path | None, delay: int | None, files: int | None, out: Path) -> None:
    """Write the game as it stood some turns ago, for anybody to verify and replay; a finished game is given whole.

    No log has a clock, so a delay is not in days. Publish the file under one name as often as you like. Nothing that only
    you know is in it.

    \b
    Examples:
      pbem replay spectate --delay 1 --out watch.pbem
      pbem replay spectate --turn-files 6
    """
    name, film = film_of(file, draft=False)
    with judging(name, film.verdict):
        turns = delay if delay is not None else 0 if files is not None else 1
        found = spectators.stream(film, turns, files=files or 0)
        write_bytes(out, found.data, mode=0o644)
        output.talk(
            "Wrote {out}: {entries} entries in {bundles} turn files, up to turn {turn}; {kept_back} newer "
            "entries are held back.",
            out=out,
            entries=found.entries,
            bundles=found.bundles,
            turn=found.turn,
            kept_back=found.kept_back,
        )
        if found.rejected:
            output.talk("The turn file that does not hold is in it too: pbem verify says the same of it.")
        elif not film.verdict.good:
            output.talk(
                "What does not hold is not in it yet: pbem verify will say that it holds. Tell who watches."
            )
        output.talk("Those who watch type: pbem verify {out}, or pbem replay {out} --html game.html", out=out)


COMMAND = spectate
