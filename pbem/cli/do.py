"""``pbem do``: orders into the turn."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from attrs import frozen

from pbem.bytes.errors import UsageError
from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.clock import dated
from pbem.cli.explain import ExplainsOrders
from pbem.home import games, sentences
from pbem.home.identity import Identity
from pbem.home.kept_papers import game_over
from pbem.home.keys import renewal
from pbem.home.play import order_lines
from pbem.home.play import orders as playing
from pbem.home.play.left_open import AFTER_ALL, left_open
from pbem.home.play.typed_text import decoded
from pbem.home.standing import kept, waiting
from pbem.home.standing.going_on import Progress, go_on
from pbem.home.standing.kept import Standing
from pbem.home.standing.waiting import Later
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.store.game import GameFolder

_MAX_ORDERS = 200_000
_MANY, _SHOWN = 12, 3


def _begun(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    from pbem.cli.completion import orders_begun  # noqa: PLC0415  # only a shell asks for it, at the Tab key

    return orders_begun(context, parameter, begun)


@click.command(
    cls=ExplainsOrders,
    context_settings={"ignore_unknown_options": True},
)
@click.argument("order", nargs=-1, type=click.UNPROCESSED, shell_complete=_begun)
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
        raise UsageError("two-sources", Message("Give one order or --file, not both."))
    game_over.check(folder)
    found = playing.lines_of(_text(source)) if source else tuple(enumerate(order_lines.several(order), 1))
    given = give(folder, found, dry_run=dry_run)
    after = given.after
    if after.owed != given.before.owed:
        output.talk(sentences.next_debt(after))
        output.talk(
            Message(
                "Next: {what}",
                what="pbem orders" if after.mine and after.owed.what in playing.DECISIONS else "pbem send",
            )
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
    identity = known.unlocked()
    later = Later()
    heard: list[str] = []
    left: list[str] = []
    whole = any(order_lines.is_recommended(text) for _, text in found)

    def hear(line: str, given: Session, came: Session) -> None:
        heard.append(line)
        left.append(left_open(given, came, line))

    with known.home.lock(), dated(folder):
        opened = session or games.open_session(folder, identity)
        first = what_waits(folder, identity, opened, store=not dry_run)
        before = first.session
        why = _reason(before) if whole else ""
        # What was typed for the decision that an order has just taken must not become an order for another one.
        after = playing.do(before, found, hear, None if first.given else later)
        standing = waiting.with_more(first.standing, later)
        then = go_on(after, standing, acting=False)
        if not dry_run:
            if renewal.asked(folder) and not known.home.is_copy():
                begun = renewal.begin(folder, identity, before, known.entropy)
                from pbem.cli.seat import told_of_renewal  # noqa: PLC0415  # few orders make new keys

                told_of_renewal(begun)
                before, later = begun.session, Later()
                after = playing.do(before, found, None, later)
                standing = waiting.with_more(first.standing, later)
            then = go_on(after, standing, acting=False)
            change = kept.change(folder, identity, then.standing) if later.orders or then.changed else None
            games.save_session(folder, identity, then.session, change=change)
            if whole and not then.given:
                made = playing.undoable(after)[0] - playing.undoable(before)[0]
                _remember(folder, then.session, made)
    _read_as(opened, found, heard, why, whole=whole)
    _tell(before, after, later, standing, then)
    output.talk_all(filter(None, left))
    if any(left) and not onward and playing.undoable(after)[1]:
        output.talk(AFTER_ALL)
    if dry_run:
        output.talk(Message("Nothing was written."))
    return Given(before=opened, after=then.session, unmoved=any(left))


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
            output.talk(Message("... and {n} more orders.", n=len(heard) - len(shown)))
        output.talk_all(filter(None, (why,)))
    for (_, typed), line in zip(() if whole else found, heard, strict=False):
        if not order_lines.same(typed, line):
            output.talk(Message("Read as: {line}", line=order_lines.said(rules, line)))


def _tell(before: Session, after: Session, later: Later, standing: Standing, then: Progress) -> None:
    """What came of the orders, which of them wait, and what of those that waited came after them."""
    output.talk_all(sentences.in_short(after.happened[len(before.happened) :]))
    output.talk_all(waiting.added(after, later.orders, standing))
    output.talk_all(waiting.told(then))
    output.talk_all(sentences.told(then.session.happened[len(after.happened) :]))


def what_waits(folder: GameFolder, identity: Identity, session: Session, *, store: bool = True) -> Progress:
    """The game behind what waited and could be given, told and stored."""
    came = go_on(session, kept.read(folder, identity), acting=False)
    if came.changed and store:
        games.save_session(
            folder, identity, came.session, change=kept.change(folder, identity, came.standing)
        )
    output.talk_all(waiting.told(came))
    output.talk_all(sentences.told(came.session.happened[len(session.happened) :]))
    return came


def _text(source: Path) -> str:
    try:
        with source.open("rb") as file:
            text = decoded(file.read(4 * _MAX_ORDERS))
    except OSError as error:
        raise UsageError(
            "no-orders",
            Message(
                "The orders in {shown} cannot be read: {what}.",
                shown=games.shown(source),
                what=error.strerror or error,
            ),
        ) from error
    except ValueError as error:
        raise UsageError(
            "no-orders",
            Message("{shown} is not a file of text.", shown=games.shown(source)),
            hint=Message("Save it as plain text (UTF-8), one order a line."),
        ) from error
    if len(text) > _MAX_ORDERS:
        raise UsageError(
            "too-many-orders",
            Message(
                "{shown} is longer than {max_orders} characters.",
                shown=games.shown(source),
                max_orders=_MAX_ORDERS,
            ),
        )
    return text


COMMAND = do
