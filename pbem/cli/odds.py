"""``pbem odds``: what an order may bring, before it is given."""

from __future__ import annotations

import click

from pbem.bytes.errors import UsageError
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.home import games
from pbem.home.play import odds as table
from pbem.home.play import order_lines


@click.command(
    short_help="What an attack may bring, exactly.", context_settings={"ignore_unknown_options": True}
)
@click.argument("order", nargs=-1, type=click.UNPROCESSED)
@json_option
@home_options
def odds(order: tuple[str, ...], as_json: bool) -> None:
    """Show the exact chances of an order from the charts, with every modifier and its paragraph.

    Nothing is rolled and nothing is written. What you cannot know (the enemy's mode) has a table for each possibility.
    Without ORDER, list every order that you may give now and a roll hangs on, one line each.

    \b
    Examples:
      pbem odds attack E0645 505/82 508/82
      pbem odds
    """
    view = games.look(setting().folder())
    if order:
        found = table.forecast(view, order_lines.join(order))
        if as_json:
            output.data_json(table.as_json(found))
            return
        for line in table.lines(found):
            output.data(line)
        output.talk(f"Next: pbem do {order_lines.join(order)}")
        return
    codec, some = view.game.rules.actions, False
    for action, found in table.every(view):
        some = True
        typed = order_lines.write(codec, action)
        if as_json:
            output.data_json({"order": typed, "forecast": table.as_json(found)})
        else:
            output.data(f"pbem odds {typed}")
            output.data(f"    {table.line(found)}")
    if not some:
        raise UsageError(
            "no-odds", "No roll hangs on anything that you may order now.", hint="See `pbem orders`."
        )


COMMAND = odds
