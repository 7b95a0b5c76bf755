"""``pbem bench``: figures of this machine."""

from __future__ import annotations

import click

from pbem.cli import output
from pbem.cli.app import json_option
from pbem.dev import bench as measured


@click.command(short_help="Measure on this machine.")
@json_option
def bench(as_json: bool) -> None:
    """Measure on this machine, as ratios against a floor measured in the same run.

    \b
    Example:
      pbem bench
    """
    found = measured.run(output.talk)
    if as_json:
        output.data_json(found)
        return
    for line in measured.told(found):
        output.data(line)


COMMAND = bench
