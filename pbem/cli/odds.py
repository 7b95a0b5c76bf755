"""``pbem odds``: what an order may bring, before it is given."""

from __future__ import annotations

import click

from pbem.bytes.errors import UsageError
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.completion import orders_begun
from pbem.cli.explain import ExplainsOrders
from pbem.home import games
from pbem.home.games import Seen
from pbem.home.play import odds as table
from pbem.home.play import order_lines
from pbem.port.messages import Message


@click.command(
    cls=ExplainsOrders,
    context_settings={"ignore_unknown_options": True},
)
@click.argument("order", nargs=-1, type=click.UNPROCESSED, shell_complete=orders_begun)
@click.option("--unit", default="", metavar="UNIT", help="List only orders that name this unit.")
@click.option("--target", default="", metavar="HEX", help="List only orders against this hex or place.")
@click.option(
    "--from", "place", default="", metavar="HEX", help="As if the units of ORDER had moved to this hex."
)
@json_option
@home_options
def odds(order: tuple[str, ...], unit: str, target: str, place: str, as_json: bool) -> None:
    """Show the exact chances of an order from the charts, with every modifier and its paragraph.

    Nothing is rolled and nothing is written. What you cannot know (the enemy's mode) has a table for each possibility.
    Without ORDER, list every order that you may give now and a roll hangs on, one line each, the most promising first:
    where the defender is hurt most surely and the attacker least.

    \b
    Examples:
      pbem odds attack E0645 505/82 508/82
      pbem odds attack E0645 505/82 --from E0646
      pbem odds --target Carentan
      pbem odds
    """
    view = games.look(setting().folder())
    if order:
        _one(view, order_lines.join(order), place, as_json=as_json)
        return
    if place:
        raise UsageError(
            "no-order",
            Message("--from asks about one order."),
            hint=Message("Type: pbem odds ORDER --from HEX"),
        )
    every = table.every(view, unit=unit, target=target)
    for action, found in every:
        typed = order_lines.write(view.game.rules.actions, action)
        if as_json:
            output.data_json({"order": typed, "forecast": table.as_json(found)})
        else:
            output.data(f"pbem odds {typed}")
            output.data(Message("    {line}", line=table.line(found)))
    if not every:
        raise UsageError(
            "no-odds",
            Message("Nothing that you asked for and may order now depends on a roll.")
            if unit or target
            else Message("Nothing that you may order now depends on a roll."),
            hint=Message("See `pbem orders`."),
        )


def _one(view: Seen, text: str, place: str, *, as_json: bool) -> None:
    line, found = table.forecast(view, text, place)
    if as_json:
        output.data_json(table.as_json(found))
        return
    if not order_lines.same(text, line):
        output.talk(Message("Read as: {line}", line=line))
    output.data_all(table.lines(found))
    if place:
        output.talk(Message("This is only supposed: nobody has moved."))
    else:
        output.talk(Message("Next: pbem do {line}", line=line))


COMMAND = odds
