"""``pbem do``: orders into the turn."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.bytes.errors import UsageError
from pbem.bytes.records import frozen
from pbem.bytes.system_words import system_says
from pbem.bytes.text import shown
from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.clock import dated
from pbem.cli.explain import ExplainsOrders
from pbem.home import games, sentences
from pbem.home.identity import Identity
from pbem.home.kept_papers import game_over
from pbem.home.play import order_lines
from pbem.home.play import orders as playing
from pbem.home.play.left_open import AFTER_ALL, left_open
from pbem.home.play.typed_text import decoded
from pbem.home.standing.open_roll import Later
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.store.game import Change, GameFolder

if TYPE_CHECKING:
    from pbem.home.standing.going_on import Progress
    from pbem.home.standing.kept import Kept

_MAX_ORDERS = 200_000
_MANY, _SHOWN = 12, 3


def _begun(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    from pbem.cli.completion import orders_begun  # noqa: PLC0415  # only a shell asks for it, at the Tab key

    return orders_begun(context, parameter, begun)


@click.command(cls=ExplainsOrders, context_settings={"ignore_unknown_options": True})
@click.argument("order", nargs=-1, type=click.UNPROCESSED, shell_complete=_begun)
@click.option(
    "--file",
    "source",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A file of orders, one a line; # comments.",
)
@click.option("--dry-run", is_flag=True, help="Say what would happen and write nothing.")
@click.option("--play-on", is_flag=True, help="Play on although the game is over by a signed paper.")
@home_options
def do(order: tuple[str, ...], source: Path | None, dry_run: bool, play_on: bool) -> None:
    """Write orders into your turn, with the word `then` between them, or a file of them. Without any, list what you may do.

    Capital letters do not matter, a unit or a kind of order may be cut short as long as it is clear, a place may be called
    by its name, and names with blanks need no quotes. All orders are written or none; every rule that any of them breaks is
    named with its paragraph. `pbem do KIND --help` explains a kind.

    While a roll or an answer of the other side is open, orders wait in your home, and are given when it is your decision
    again: `pbem standing show` shows them.

    The word `recommended` in place of an order gives what the computer would order for you: a whole set-up or purchase
    at once, else one order. One `pbem undo` takes all of it back.

    \b
    Examples:
      pbem do move 505/82 W3225
      pbem do move 505 sainte-mère-église then move 508/82 W3226
      pbem do attack --help
      pbem do recommended
      pbem do --file orders.txt
    """
    known = setting()
    folder = known.folder()
    if play_on:
        game_over.play_on(folder)
    if not order and source is None:
        from pbem.cli.orders import list_orders  # noqa: PLC0415  # what may be done, where nothing is ordered

        list_orders(folder, games.look(folder))
        return
    if order and source is not None:
        raise UsageError.of("two-sources", "Give one order or --file, not both.")
    game_over.check(folder)
    found = playing.lines_of(_text(source)) if source else tuple(enumerate(order_lines.several(order), 1))
    given = give(folder, found, dry_run=dry_run)
    after = given.after
    if after.owed != given.before.owed:
        output.talk(sentences.next_debt(after))
        output.talk(
            "Next: {what}",
            what="pbem orders" if after.is_my_turn and after.owed.kind in playing.DECISIONS else "pbem send",
        )


@frozen(kw_only=True)
class Given:
    """The game before and after the orders, and whether units were left unmoved that can still move."""

    before: Session
    after: Session
    unmoved: bool


def give(
    folder: GameFolder,
    found: Sequence[tuple[int, str]],
    *,
    dry_run: bool = False,
    session: Session | None = None,
    onward: bool = False,
) -> Given:
    """Write orders into the draft, all or none, and say how they were read and what came of them.

    ``session`` is the game as it is known to lie in the home; without it, the game is opened. ``onward``: it may be
    signed at once, so that it is not said here that units left unmoved can still move.
    """
    known = setting()
    identity, store = known.unlocked(), not dry_run
    whole = any(order_lines.is_recommended(text) for _, text in found)
    with known.home.lock(), dated(folder):
        opened = session or games.open_session(folder, identity)
        if not {games.ASK, games.GIVEN}.isdisjoint(folder.facts()):
            from pbem.home.beside.seat import check_seat  # noqa: PLC0415  # few seats change hands

            check_seat(folder, opened)
        ahead = _what_waits(folder, identity, opened, store=store)
        before = opened if ahead is None else ahead.session
        why = _reason(before) if whole else ""
        # What was typed for the decision that an order has just taken must not become an order for another one.
        takes = ahead is None or not ahead.given
        try:
            turn = _ordered(before, found, takes=takes)
        except playing.RefusedOrdersError as error:
            error.waited = store and ahead is not None and bool(ahead.given)
            raise
        if store and folder.facts().get(games.RENEW) and not known.home.is_copy():
            before = _with_new_keys(folder, identity, before)
            turn = _ordered(before, found, takes=takes)
        last, change, said = _behind(folder, identity, ahead, turn)
        if store:
            games.save_session(folder, identity, last, change=change)
            if whole and last.draft == turn.after.draft:
                made = playing.undoable(turn.after)[0] - playing.undoable(before)[0]
                _remember(folder, last, made)
    _read_as(opened, found, turn.heard, why, whole=whole)
    output.talk_all(sentences.in_short(turn.after.happened[len(before.happened) :]))
    output.talk_all((*said, *turn.left))
    if turn.left and not onward and playing.undoable(turn.after)[1]:
        output.talk(AFTER_ALL)
    if dry_run:
        output.talk("Nothing was written.")
    return Given(before=opened, after=last, unmoved=bool(turn.left))


@frozen(kw_only=True)
class _Turn:
    """A turn with orders: how they were read (``heard``), what wait (``later``), and what they leave unmoved (``left``)."""

    after: Session
    heard: tuple[str, ...]
    left: tuple[str, ...]
    later: tuple[Kept, ...]


def _ordered(before: Session, found: Sequence[tuple[int, str]], *, takes: bool) -> _Turn:
    """The orders written into the turn; with ``takes`` those wait for which a roll or an answer is open."""
    heard, left, later = list[str](), list[str](), Later()

    def hear(line: str, given: Session, came: Session) -> None:
        heard.append(line)
        left.append(left_open(given, came, line))

    after = playing.do(before, found, hear, later if takes else None)
    return _Turn(after=after, heard=tuple(heard), left=tuple(filter(None, left)), later=tuple(later.orders))


def _what_waits(folder: GameFolder, identity: Identity, session: Session, *, store: bool) -> Progress | None:
    if not folder.standing_counts()[1]:
        return None
    from pbem.cli.in_advance import what_waits  # noqa: PLC0415  # few orders wait

    return what_waits(folder, identity, session, store=store)


def _behind(
    folder: GameFolder, identity: Identity, ahead: Progress | None, turn: _Turn
) -> tuple[Session, Change | None, tuple[str, ...]]:
    """The game behind what waits, as it is to be stored, and what came of it."""
    if ahead is None and not turn.later:
        return turn.after, None, ()
    from pbem.cli.in_advance import behind  # noqa: PLC0415  # as above

    return behind(folder, identity, ahead, turn.after, turn.later)


def _with_new_keys(folder: GameFolder, identity: Identity, session: Session) -> Session:
    from pbem.cli.seat import with_new_keys  # noqa: PLC0415  # few orders make new keys

    return with_new_keys(folder, identity, session)


def _reason(session: Session) -> str:
    from pbem.home.play import recommended  # noqa: PLC0415  # thinks as the computer does: for its own word alone

    return recommended.reason(session)


def _remember(folder: GameFolder, session: Session, count: int) -> None:
    from pbem.home.play import recommended  # noqa: PLC0415  # as above

    recommended.remember(folder, session, count)


def _read_as(
    session: Session, found: Sequence[tuple[int, str]], heard: Sequence[str], why: str, *, whole: bool
) -> None:
    """How the lines were understood, or what was recommended and why."""
    rules = session.game.rules
    if whole:
        shown = heard if len(heard) <= _MANY else heard[:_SHOWN]
        output.talk_all(Message("Recommended: {line}", line=order_lines.said(rules, line)) for line in shown)
        if len(shown) < len(heard):
            output.talk("... and {n} more orders.", n=len(heard) - len(shown))
        output.talk_all(filter(None, (why,)))
    for (_, typed), line in zip(() if whole else found, heard, strict=False):
        if not playing.order_reader(session).same(typed, line):
            output.talk("Read as: {line}", line=order_lines.said(rules, line))


def _text(source: Path) -> str:
    try:
        with source.open("rb") as file:
            text = decoded(file.read(4 * _MAX_ORDERS))
    except OSError as error:
        raise UsageError.of(
            "no-orders",
            "The orders in {shown} cannot be read: {what}.",
            shown=shown(source),
            what=system_says(error),
        ) from error
    except ValueError as error:
        raise UsageError.of(
            "no-orders",
            "{shown} is not a file of text.",
            shown=shown(source),
            hint="Save it as plain text (UTF-8), one order a line.",
        ) from error
    if len(text) > _MAX_ORDERS:
        raise UsageError.of(
            "too-many-orders",
            "{shown} is longer than {max_orders} characters.",
            shown=shown(source),
            max_orders=_MAX_ORDERS,
        )
    return text


COMMAND = do
