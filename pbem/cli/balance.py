"""``pbem game balance``: many games, and how they end."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.scenario_options import pack_option, scenario_option
from pbem.dev import balance as balances
from pbem.home.packs import installed as packs


@click.command()
@click.argument("game")
@scenario_option
@click.option(
    "--games", type=click.IntRange(1, 100_000), default=10, show_default=True, help="How many games."
)
@click.option(
    "--seed",
    type=int,
    default=1,
    show_default=True,
    help="The seed of the first game; the next has the next.",
)
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="How many processes.")
@pack_option
@json_option
@home_options
def balance(
    game: str, scenario: str, games: int, seed: int, jobs: int, pack: Path | None, as_json: bool
) -> None:
    """Let the demonstration player play GAME against itself, in memory, and count how the games end.

    \b
    Example:
      pbem game balance june6 --scenario landings --games 100 --jobs 4
    """
    found = balances.run(
        game,
        scenario=scenario,
        games=games,
        seed=seed,
        jobs=jobs,
        pack=packs.chosen(setting().home, pack),
        progress=output.talk,
    )
    output.figures(found, as_json)


COMMAND = balance
