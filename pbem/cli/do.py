"""``pbem do``: orders into the turn."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.bytes.errors import UsageError
from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.keys import told_of_renewal
from pbem.cli.orders import _orders
from pbem.home import games, sentences
from pbem.home.keys import renewal
from pbem.home.papers import game_over
from pbem.home.play import order_lines
from pbem.home.play import orders as playing
from pbem.store.game import GameFolder

_MAX_ORDERS = 200_000


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


COMMAND = do
