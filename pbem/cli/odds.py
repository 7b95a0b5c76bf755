"""``pbem odds``: what an order may bring, before it is given."""

from __future__ import annotations

from collections.abc import Sequence

import click
from attrs import AttrsInstance

from pbem.bytes.errors import UsageError
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.clock import dated
from pbem.cli.completion import orders_begun
from pbem.cli.explain import ExplainsOrders
from pbem.home import games
from pbem.home.games import Seen
from pbem.home.play import odds as table
from pbem.home.play import order_lines
from pbem.home.play import orders as playing
from pbem.port.insight import Forecast
from pbem.port.messages import Message, Series

_SCREEN = 10
"""So many orders fit a terminal of 24 lines, two lines each."""


@click.command(cls=ExplainsOrders, context_settings={"ignore_unknown_options": True})
@click.argument("order", nargs=-1, type=click.UNPROCESSED, shell_complete=orders_begun)
@click.option("--unit", default="", metavar="UNIT", help="List only orders that name this unit.")
@click.option("--target", default="", metavar="HEX", help="List only orders against this hex or place.")
@click.option(
    "--from", "place", default="", metavar="HEX", help="As if the units of ORDER had moved to this hex."
)
@click.option("--all", "whole", is_flag=True, help="List every such order, not the best against each place.")
@json_option
@home_options
def odds(order: tuple[str, ...], unit: str, target: str, place: str, whole: bool, as_json: bool) -> None:
    """Show the exact chances of an order from the charts, with every modifier and its paragraph.

    Nothing is rolled and nothing is written. What you cannot know (the enemy's mode) has a table for each possibility.
    Without ORDER, list the orders with a roll that you may give now, the best against each place, the most promising first:
    where the defender is hurt most surely and the attacker least. --all and --json list all.

    \b
    Examples:
      pbem odds attack E0645 505/82 508/82
      pbem odds attack E0645 505/82 --from E0646
      pbem odds --target Carentan
      pbem odds
    """
    folder = setting().folder()
    view = games.look(folder)
    with dated(folder):
        if order:
            _one(view, order_lines.join(order), place, as_json=as_json)
        else:
            _every(view, unit, target, place, whole=whole, as_json=as_json)


def _every(view: Seen, unit: str, target: str, place: str, *, whole: bool, as_json: bool) -> None:
    if place:
        raise UsageError.of(
            "no-order", "--from asks about one order.", hint="Type: pbem odds ORDER --from HEX"
        )
    every = table.every(view, unit=unit, target=target)
    if as_json:
        for action, found in every:
            typed = order_lines.write(view.game.rules.actions, action)
            output.data_json({"order": typed, "forecast": table.as_json(found)})
    else:
        whole = whole or bool(unit or target)  # who narrows the list wants all that is left
        _list(view, every, most=len(every) if whole else _SCREEN, whole=whole)
    if not every:
        raise UsageError(
            "no-odds",
            Message("Nothing that you asked for and may order now depends on a roll.")
            if unit or target
            else Message("Nothing that you may order now depends on a roll."),
            hint=Message("See `pbem orders`."),
        )


def _list(view: Seen, every: Sequence[tuple[AttrsInstance, Forecast]], *, most: int, whole: bool) -> None:
    shown = [(*each, 0) for each in every] if whole else table.best(every)
    for action, found, more in shown[:most]:
        output.data(Series(("pbem odds ", order_lines.shown(view.game.rules, action)), ""))
        line = table.line(found)
        output.data(
            Message("    {line}  ({more} more like it)", line=line, more=more)
            if more
            else Message("    {line}", line=line)
        )
    if len(shown[:most]) < len(every):
        output.talk(
            "{shown} of {every} orders; the others: --all, or those of a unit or place: --unit, --target.",
            shown=len(shown[:most]),
            every=len(every),
        )


def _one(view: Seen, text: str, place: str, *, as_json: bool) -> None:
    try:
        line, found = table.forecast(view, text, place)
    except UsageError as error:
        if error.code != "unknown-order" or len(text.split()) > 1:
            raise
        hint = Message(
            "Of a unit or a place: pbem odds --unit UNIT, or --target HEX. {hint}", hint=error.hint
        )
        raise UsageError(error.code, error.message, hint=hint) from error
    if as_json:
        output.data_json(table.as_json(found))
        return
    if not playing.order_reader(view).same(text, line):
        output.talk("Read as: {line}", line=order_lines.said(view.game.rules, line))
    output.data_all(table.lines(found))
    if place:
        output.talk("This is only supposed: nobody has moved.")
    else:
        output.talk("Next: pbem do {line}", line=order_lines.said(view.game.rules, line))


COMMAND = odds
