"""``pbem game lint``: what is wrong with a game that somebody writes."""

from __future__ import annotations

import sys

import click

from pbem.bytes.canon import Json
from pbem.cli import output
from pbem.cli.app import json_option
from pbem.dev import game_lint
from pbem.port.messages import Message, counted


@click.command()
@click.argument("game")
@click.option(
    "--games", default=1, show_default=True, metavar="N", help="Random games to play of each scenario."
)
@click.option(
    "--actions", default=0, metavar="N", help="Stop each random game after so many actions (else at its end)."
)
@json_option
def lint(game: str, games: int, actions: int, as_json: bool) -> None:
    """Look for slips in GAME, an installed game or a package of games: orders that do nothing, rules without a paragraph,
    values that no rule reads, options that change nothing, styles that nobody draws; then play it at random.

    Exit code 0 only when there are none.

    \b
    Examples:
      pbem game lint ford
      pbem game lint ford_rules --games 3
    """
    effort = game_lint.Effort(games=games, actions=actions)
    found: list[Json] = []
    for info in game_lint.meant(game):
        count = 0
        for slip in game_lint.lint(info, effort):
            count += 1
            found.append({"game": info.name, "about": slip.about, "text": slip.text})
            if not as_json:
                output.data("{game}: {about}: {text}", game=info.name, about=slip.about, text=slip.text)
        if not as_json:
            slips = counted(count, "{n} slip", "{n} slips") if count else Message("no slips")
            output.talk("{title}: {slips}.", title=info.title, slips=slips)
    if as_json:
        output.data_json(found)
    if found:
        sys.exit(3)


COMMAND = lint
