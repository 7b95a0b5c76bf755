"""``python -m tests.tools.bench``: figures of this machine."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.bytes.canon import Json
from pbem.cli import output
from pbem.cli.app import json_option
from tests.tools import bench as measured
from tests.tools.bench.told import lines


@click.command()
@click.option(
    "--games",
    type=click.Path(exists=True, path_type=Path),
    metavar="PATH",
    help="On the games in this folder, or on this one (else on a demonstration that is played first).",
)
@click.option(
    "--runs",
    type=click.IntRange(1, 100),
    default=5,
    show_default=True,
    help="Each figure is the median of so many runs.",
)
@json_option
def bench(games: Path | None, runs: int, as_json: bool) -> None:
    """Measure on this machine, game by game: rules, verification against its floor, memory, and what people wait for.

    Times are those of the processor, each the median of several runs.

    \b
    Examples:
      python -m tests.tools.bench
      python -m tests.tools.bench --games examples --runs 3
    """
    found: list[Json] = []
    for each in measured.run(output.talk, games, runs):
        found.append(each)
        if not as_json:
            output.data_all(lines(each))
    if as_json:
        output.data_json(found)


if __name__ == "__main__":
    bench()
