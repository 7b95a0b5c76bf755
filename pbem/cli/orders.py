"""``pbem orders``: what may be done now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import TypeVar

import click

from pbem.bytes.errors import UsageError
from pbem.bytes.records import AttrsInstance, evolve, frozen
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.clock import dated
from pbem.cli.words import Words
from pbem.home import games, sentences
from pbem.home.games import Seen
from pbem.home.kept_papers import game_over
from pbem.home.play import order_lines
from pbem.home.play import orders as playing
from pbem.home.play.orders_about import naming
from pbem.home.play.wording import OrderReader, Wide
from pbem.port.messages import OrderWord, Series, counted
from pbem.protocol.session import Session
from pbem.store.game import GameFolder

_EXAMPLES = 3
_SCREEN = 20
"""So many orders of one kind fit a terminal of 24 lines."""
E = TypeVar("E")


@click.command()
@click.argument("what", nargs=-1, metavar="[WHAT]...")
@json_option
@click.option(
    "--all", "everything", is_flag=True, help="List every legal order instead of a few of each kind."
)
@click.option("--kind", default="", metavar="KIND", help="Only orders of this kind.")
@click.option("--unit", default="", metavar="UNIT", help="Only orders that name this unit.")
@click.option("--hex", "place", default="", metavar="HEX", help="Only orders that name this hex or place.")
@home_options
def orders(  # each way to narrow the list is an option
    what: tuple[str, ...], as_json: bool, everything: bool, kind: str, unit: str, place: str
) -> None:
    """List what you may do now: how many orders of each kind, and a few of them.

    WHAT is a kind of order, a unit or a place; with --kind, --unit and --hex it is said which.

    \b
    Examples:
      pbem orders
      pbem orders 505/82
      pbem orders --unit 505 --kind move --all
      pbem orders --hex Caen
    """
    known = setting()
    folder = known.folder()
    view: Seen | Session = games.look(folder)
    if _holds_cards(view) and not known.must_ask():
        view = games.open_session(folder, known.unlocked())
    wanted = Wanted(kind=kind, unit=unit, place=place)
    if what:
        wanted = wanted.narrowed(view, " ".join(what))
    list_orders(folder, view, as_json=as_json, everything=everything, wanted=wanted)


@frozen(kw_only=True)
class Wanted:
    """Which orders are asked for: of this kind, that name this unit and this place; "" asks nothing."""

    kind: str = ""
    unit: str = ""
    place: str = ""

    def narrowed(self, view: Seen | Session, what: str) -> Wanted:
        """The same, with a word that is a kind of order, a unit or a place. Raises UsageError as OrderReader does."""
        if kind := playing.order_reader(view).words.exactly(what):
            return evolve(self, kind=kind)
        for name in ("unit", "place"):
            try:
                playing.order_reader(view).called(what, name)
            except UsageError as error:
                if error.code == "several" or name == "place":
                    raise
            else:
                return evolve(self, **{name: what})
        return self

    def with_kind_in_full(self, view: Seen | Session) -> Wanted:
        """The same, its kind no longer abbreviated. Raises UsageError ``unknown-order`` and ``several``."""
        words, kinds = playing.order_reader(view).words, playing.kinds_of(view.owed)
        return evolve(self, kind=words.kind(kinds, self.kind)) if self.kind else self


def list_orders(
    folder: GameFolder,
    view: Seen | Session,
    *,
    as_json: bool = False,
    everything: bool = False,
    wanted: Wanted | None = None,
) -> None:
    """Print the legal orders of a game, those that are asked for. Raises NotYourTurn."""
    due = view.owed
    if due.kind and due.seat != view.seat:
        with dated(folder):
            raise sentences.not_yours(view)
    wanted = (wanted or Wanted()).with_kind_in_full(view)
    codec, wanted_kind = view.game.rules.actions, wanted.kind
    is_wanted = naming(playing.order_reader(view), wanted.unit, wanted.place)
    grouped: dict[str, list[AttrsInstance]] = {kind: [] for kind in playing.kinds_of(due)}
    list_all = everything or as_json or wanted.place
    options, by_unit = (playing.options(view), {}) if list_all else playing.options_in_brief(view)
    for action in chain(options, _of_unit(by_unit, playing.order_reader(view), wanted.unit)):
        if wanted_kind in ("", codec.kind(action)) and is_wanted(action):
            grouped.setdefault(codec.kind(action), []).append(action)
    if as_json:
        for actions in grouped.values():
            for action in actions:
                output.data_json({**codec.dump(action), "text": order_lines.write(codec, action)})
        return
    output.data_all(filter(None, (game_over.said(folder),)))
    moment = sentences.begun(view.game.rules.moment(view.position.game))
    output.data("{moment}. {next_debt}", moment=moment, next_debt=sentences.next_debt(view))
    for kind, actions in grouped.items():
        units = {} if wanted.unit else by_unit.get(kind, {})
        if wanted_kind in ("", kind) and (actions or units or wanted_kind):
            _print_kind(view, kind, actions, units, everything=everything, alone=bool(wanted_kind))
    if wanted_kind and wanted_kind not in grouped:
        output.data("{kind} is not among these.", kind=OrderWord(wanted_kind, view.game.rules.name))
    elif (wanted.unit or wanted.place) and not any(grouped.values()):
        output.data("No legal order names it now.")
    _print_next(folder, view, due.kind)


def _print_kind(
    view: Seen | Session,
    kind: str,
    actions: list[AttrsInstance],
    units: Mapping[str, Iterator[AttrsInstance]],
    *,
    everything: bool,
    alone: bool,
) -> None:
    """Print how a kind is typed, how many orders there are, and a few; all if only this kind was asked for and they fit."""
    usage = view.game.rules.actions.usage(kind)
    shown = actions if everything or (alone and len(actions) <= _SCREEN) else _spread(actions)
    heading = counted(len(actions), "{usage}  ({n} legal)", "{usage}  ({n} legal)", usage=usage)
    if units:
        shown = _one_of_each(units)
        heading = counted(len(units), "{usage}  ({n} unit)", "{usage}  ({n} units)", usage=usage)
    output.data(heading)
    for action in shown:
        output.data(Series(("    pbem do ", order_lines.shown(view.game.rules, action)), ""))
    if alone and len(shown) < max(len(actions), len(units)):
        output.data("All of them: pbem orders --kind {kind} --all", kind=kind)


def _holds_cards(view: Seen | Session) -> bool:
    return any(deck.held(view.seat) for deck in view.position.table.decks.values())


def _print_next(folder: GameFolder, view: Seen | Session, due: str) -> None:
    """What to look at, or to type, besides the list."""
    if isinstance(view, Seen) and _holds_cards(view):
        output.data("Which of these your own cards allow: pbem orders hand")
    if due == "reply":
        output.data("Next: {reply_command}", reply_command=sentences.reply_command(view.owed))
    elif due not in playing.DECISIONS:
        output.data("Next: pbem send")


def _of_unit(by_unit: Wide, reader: OrderReader, unit: str) -> Iterator[AttrsInstance]:
    """Of the kinds that are listed unit by unit, the orders of the unit that is asked for."""
    names = reader.called(unit, "unit") if unit else frozenset()
    return (
        action
        for units in by_unit.values()
        for name, actions in units.items()
        if name in names
        for action in actions
    )


def _one_of_each(units: Mapping[str, Iterator[AttrsInstance]]) -> list[AttrsInstance]:
    """An order of each of a few units from the beginning, the middle and the end."""
    names = [*units]
    first_orders = (next(units[name], None) for name in _spread(names))
    return [order for order in first_orders if order is not None]


def _spread(actions: list[E]) -> list[E]:
    """A few, from the beginning, the middle and the end."""
    if len(actions) <= _EXAMPLES:
        return actions
    return [actions[n * (len(actions) - 1) // (_EXAMPLES - 1)] for n in range(_EXAMPLES)]


COMMAND = Words("orders", alone=orders, later={"hand": "The cards in your hand."})
