"""``pbem status``, ``orders``, ``do`` and ``undo``: one player's own turn."""

from __future__ import annotations

from pathlib import Path

import click
from attrs import AttrsInstance

from pbem.bytes.errors import NotYourTurn, UsageError
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.delivery import now
from pbem.cli.keys import told_of_renewal
from pbem.home import games, sentences
from pbem.home.games import Seen
from pbem.home.keys import renewal
from pbem.home.papers import game_over
from pbem.home.play import order_lines, status
from pbem.home.play import orders as playing
from pbem.home.responder.end import left_to_responder
from pbem.store.game import GameFolder

_EXAMPLES = 3
_MAX_ORDERS = 200_000


@click.command(short_help="Whose turn it is, and what to type next.", name="status")
@json_option
@home_options
def status_(as_json: bool) -> None:
    """Say where your games stand and what to type next.

    \b
    Example:
      pbem status
    """
    known = setting()
    folders = games.begun(known.home)
    chosen = (known.folder(),) if known.wanted else folders
    found = [status.status(folder, now()) for folder in chosen]
    if as_json:
        for each in found:
            output.data_json(each.json())
        return
    for each in found:
        for line in each.lines():
            output.data(line)
        if each is not found[-1]:
            output.data("")
    waiting = status.invitations(known.home)
    for line in waiting:
        output.data(line)
    if not found and not waiting:
        _welcome()


def _welcome() -> None:
    known = setting()
    output.data(f"There is no game in {known.home.path} yet.")
    if known.home.identity() is None:
        output.data('Next: pbem identity new "Your Name"')
    else:
        output.data("Next: pbem new GAME (see pbem games), or pbem join FILE")


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


@click.command(short_help="Write orders into your turn.", context_settings={"ignore_unknown_options": True})
@click.argument("order", nargs=-1, type=click.UNPROCESSED)
@click.option(
    "--file",
    "source",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A file of orders, one a line; # comments.",
)
@click.option("--dry-run", is_flag=True, help="Say what would happen and write nothing.")
@click.option("--play-on", is_flag=True, help="Play on although the game is over on paper.")
@home_options
def do(order: tuple[str, ...], source: Path | None, dry_run: bool, play_on: bool) -> None:
    """Write an order, or a file of orders, into your turn. Without one, list what you may do.

    All orders are written or none; every rule that any of them breaks is named with its paragraph.

    \b
    Examples:
      pbem do move 505/82 W3225
      pbem do --file orders.txt
    """
    known = setting()
    folder = known.folder()
    if play_on:
        game_over.play_on(folder)
    if not order and source is None:
        _orders(folder, games.look(folder), as_json=False, everything=False)
        return
    if order and source is not None:
        raise UsageError("two-sources", "Give one order or --file, not both.")
    game_over.check(folder)
    found = playing.lines_of(_text(source)) if source is not None else ((1, order_lines.join(order)),)
    _do(folder, found, dry_run=dry_run)


def _do(folder: GameFolder, found: tuple[tuple[int, str], ...], *, dry_run: bool) -> None:
    known = setting()
    identity = known.unlocked()
    with known.home.lock():
        before = games.open_session(folder, identity)
        after = playing.do(before, found)
        if not dry_run:
            if renewal.asked(folder) and not known.home.is_copy():
                had = before.agent is not None
                begun = renewal.begin(folder, identity, before, known.entropy)
                told_of_renewal(begun, agent=had)
                before, after = begun.session, playing.do(begun.session, found)
            games.save_session(folder, identity, after)
    output.talk_all(sentences.told(after.happened[len(before.happened) :]))
    if dry_run:
        output.talk("Nothing was written.")
    if after.owed != before.owed:
        output.talk(sentences.next_debt(after))
        output.talk(
            f"Next: {'pbem orders' if after.mine and after.owed.what in playing.DECISIONS else 'pbem send'}"
        )


def _text(source: Path) -> str:
    try:
        with source.open(encoding="utf-8") as file:
            text = file.read(_MAX_ORDERS + 1)
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError("no-orders", f"The orders in {games.shown(source)} cannot be read.") from error
    if len(text) > _MAX_ORDERS:
        raise UsageError("too-many-orders", f"{games.shown(source)} is longer than {_MAX_ORDERS} characters.")
    return text


@click.command(short_help="Take back orders that are not sent.")
@click.argument("count", type=click.IntRange(min=1), default=1)
@click.option("--all", "everything", is_flag=True, help="Take back every order that can be.")
@home_options
def undo(count: int, everything: bool) -> None:
    """Take back your last COUNT orders, as long as they are not sent and no dice or secrets were opened since.

    \b
    Example:
      pbem undo
    """
    known = setting()
    folder, identity = known.folder(), known.unlocked()
    with known.home.lock():
        after, gone = playing.undo(games.open_session(folder, identity), count, everything=everything)
        games.save_session(folder, identity, after)
    output.talk(f"{gone} {'order' if gone == 1 else 'orders'} taken back. {sentences.next_debt(after)}")
    output.talk("Next: pbem orders")


COMMANDS = (status_, orders, do, undo)
