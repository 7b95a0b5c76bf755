"""``pbem orders``: what may be done now."""

from __future__ import annotations

import click
from attrs import AttrsInstance

from pbem.bytes.errors import NotYourTurn
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.home import games, sentences
from pbem.home.games import Seen
from pbem.home.play import order_lines
from pbem.home.play import orders as playing
from pbem.home.responder.end import left_to_responder
from pbem.store.game import GameFolder

_EXAMPLES = 3


@click.command(short_help="What you may do now.")
@json_option
@click.option(
    "--all", "everything", is_flag=True, help="List every legal order instead of a few of each kind."
)
@click.option("--kind", default="", metavar="KIND", help="Only orders of this kind.")
@home_options
def orders(as_json: bool, everything: bool, kind: str) -> None:
    """List what you may do now, by kind, with examples.

    \b
    Example:
      pbem orders
    """
    folder = setting().folder()
    _orders(folder, games.look(folder), as_json=as_json, everything=everything, only=kind)


def _orders(folder: GameFolder, view: Seen, *, as_json: bool, everything: bool, only: str = "") -> None:
    due = view.owed
    if due.what and due.seat != view.seat:
        raise NotYourTurn("not-your-turn", sentences.owes(view, due), hint="See `pbem status`.")
    codec = view.game.rules.actions
    grouped: dict[str, list[AttrsInstance]] = {kind: [] for kind in playing.kinds_of(due)}
    for action in playing.options(view):
        if not only or codec.kind(action) == only:
            grouped.setdefault(codec.kind(action), []).append(action)
    if as_json:
        for actions in grouped.values():
            for action in actions:
                output.data_json({**codec.dump(action), "text": order_lines.write(codec, action)})
        return
    moment = sentences.when(view.game.rules.moment(view.position.game))
    output.data(f"{moment[0].upper()}{moment[1:]}. {sentences.next_debt(view)}")
    for kind, actions in grouped.items():
        if only and kind != only:
            continue
        output.data(f"{codec.usage(kind)}  ({len(actions)} legal)")
        for action in actions if everything else _spread(actions):
            output.data(f"    pbem do {order_lines.write(codec, action)}")
    _after(folder, view, due.what)


def _after(folder: GameFolder, view: Seen, what: str) -> None:
    """What to look at, or to type, besides the list."""
    if any(deck.held(view.seat) for deck in view.position.table.decks.values()):
        output.data("Which of these your own cards allow: pbem hand")
    if what == "reply":
        output.data(f"Next: {sentences.reply_command(view.owed)}")
    elif left_to_responder(folder, view):
        output.data(
            "Your responder answers this roll. Next: pbem fetch (or pbem responder off, to take over)"
        )
    elif what not in playing.DECISIONS:
        output.data("Next: pbem send")


def _spread(actions: list[AttrsInstance]) -> list[AttrsInstance]:
    """A few, from the beginning, the middle and the end."""
    if len(actions) <= _EXAMPLES:
        return actions
    return [actions[n * (len(actions) - 1) // (_EXAMPLES - 1)] for n in range(_EXAMPLES)]


COMMAND = orders
