"""``pbem bench``: figures of this machine."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

import click
from attrs import asdict

from pbem.cli import output
from pbem.cli.app import json_option
from pbem.cli.extras import needs_club
from pbem.dev import bench as measured
from pbem.port.messages import Message


@click.group(invoke_without_command=True)
@json_option
@click.pass_context
def bench(context: click.Context, as_json: bool) -> None:
    """Measure on this machine, as ratios against a floor measured in the same run.

    \b
    Examples:
      pbem bench
      pbem bench archive
    """
    if context.invoked_subcommand is not None:
        return
    found = measured.run(output.talk)
    if as_json:
        output.data_json(found)
        return
    for line in measured.told(found):
        output.data(line)


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
