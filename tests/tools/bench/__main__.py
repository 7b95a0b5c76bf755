"""``pbem bench``: figures of this machine."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

import click
from attrs import asdict

from pbem.bytes.canon import Json
from pbem.cli import output
from pbem.cli.app import json_option
from pbem.cli.extras import needs_club
from pbem.dev import bench as measured
from pbem.dev.bench.told import lines
from pbem.port.messages import Message


@click.group(invoke_without_command=True)
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
@click.option(
    "--rally",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help='A game of "Rally the Troops", checked out: its rules are measured beside these, with node.',
)
@json_option
@click.pass_context
def bench(context: click.Context, games: Path | None, runs: int, rally: Path | None, as_json: bool) -> None:
    """Measure on this machine, game by game: rules, verification against its floor, memory, and what people wait for.

    Times are those of the processor, each the median of several runs.

    \b
    Examples:
      pbem bench
      pbem bench --games examples --runs 3
      pbem bench archive
    """
    if context.invoked_subcommand is not None:
        return
    found: list[Json] = []
    for each in measured.run(output.talk, games, runs, rally):
        found.append(each)
        if not as_json:
            output.data_all(lines(each))
    if as_json:
        output.data_json(found)


@bench.command(short_help="Measure how fast archives are judged.")
@click.option(
    "--games", type=click.IntRange(1, 100_000), default=200, show_default=True, help="How many logs."
)
@click.option(
    "--workers",
    type=click.IntRange(1, 1024),
    default=os.cpu_count() or 1,
    help="With up to so many workers (else one a core).",
)
@json_option
def archive(games: int, workers: int, as_json: bool) -> None:
    """Measure how many logs a second `pbem archive verify` judges here, with one worker and with more.

    The logs are made first: games of the demonstration players, some turns long, of every game that is installed.

    \b
    Example:
      pbem bench archive --games 2000
    """
    needs_club("Archives")
    from pbem.archive import measuring  # noqa: PLC0415  # an extra

    with tempfile.TemporaryDirectory() as place:
        output.talk(Message("Making {games} logs ...", games=games))
        size = measuring.archive(Path(place), games, lambda _: None)
        found = list(measuring.measure(Path(place), workers))
    if as_json:
        output.data(json.dumps({"logs": games, "bytes": size, "runs": [asdict(each) for each in found]}))
        return
    output.data_all(measuring.lines(games, size, found))


COMMAND = bench
