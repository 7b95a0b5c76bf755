"""Orders: what may be done now, doing it, and taking it back while nothing irreversible has been written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from pbem.bytes import canon
from pbem.bytes.errors import IllegalOrder, NotYourTurn, UsageError, Violation
from pbem.bytes.records import AttrsInstance, frozen
from pbem.games.hand import wrong_card
from pbem.home import sentences
from pbem.home.games import Seen
from pbem.home.play import order_lines
from pbem.home.play.typed_text import plain
from pbem.home.play.wording import Line, OrderReader, Wide
from pbem.log.entries import PROTOCOL
from pbem.port import listing
from pbem.port.game import Choice, Conceal
from pbem.port.messages import Message, Series
from pbem.protocol.session import Session
from pbem.replay import table
from pbem.replay.table import NextStep

Heard = Callable[[str, Session, Session], None]
"""What is told an order as it was understood, and the game before and after it."""


class Waits(Protocol):
    """Takes the orders that are typed while a roll or an answer is open (:mod:`pbem.home.standing.waiting`)."""

    def takes(self, session: Session) -> bool:
        """Whether an order would wait now."""

    def take(self, session: Session, text: str) -> None:
        """Let an order wait. Raises UsageError for one that is not understood."""


DECISIONS = table.DECISIONS
_IRREVERSIBLE = frozenset({"rsp", "open", "show"})
_MAX_LINES = 500
_COMMENT = re.compile(r"(?:^|\s)#")


@frozen(kw_only=True)
class Fault:
    """What is wrong with one line of orders (numbered from 1): violations, or one sentence when it is not understood."""

    line: int
    text: str
    violations: tuple[Violation, ...] = ()
    message: str = ""


class RefusedOrdersError(IllegalOrder):
    """Orders that were all refused because some of them are wrong; ``faults`` has every one.

    ``waited``: what waited for its time is in the turn all the same.
    """

    waited = False

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(tuple(each for fault in faults for each in fault.violations))
        if not self.violations:
            self.code = "not-understood"
            self.exit_code = UsageError.exit_code
            self.message = Series((fault.message for fault in faults), "; ")


def lines_of(text: str) -> tuple[tuple[int, str], ...]:
    """The orders of a file with their line numbers: one a line, ``#`` begins a comment, blank lines are nothing.

    Raises UsageError ``too-many-orders`` and ``no-orders``.
    """
    found = []
    for number, line in enumerate(plain(text).splitlines(), 1):
        order = _COMMENT.split(line, maxsplit=1)[0].strip()
        if order:
            found.append((number, order))
    if not found:
        raise UsageError.of(
            "no-orders", "There is no order in it.", hint="One order a line; see `pbem orders`."
        )
    if len(found) > _MAX_LINES:
        raise UsageError.of(
            "too-many-orders",
            "{len} orders are too many; {max_lines} are allowed.",
            len=len(found),
            max_lines=_MAX_LINES,
        )
    return tuple(found)


def do(
    session: Session,
    orders: Sequence[tuple[int, str]],
    heard: Heard | None = None,
    later: Waits | None = None,
) -> Session:
    """Write every order into the draft, or none; ``heard`` is told each line as it was understood (:mod:`wording`).

    What needs no decision is written where a later decision depends on it; the rest waits until the turn is sent. Orders
    behind a roll or an answer that is open go to ``later``. Raises
    RefusedOrdersError with all faults of all lines, and NotYourTurn when the first order comes out of turn.
    """
    faults: list[Fault] = []
    for number, text in orders:
        line = Line(text=text)
        try:
            session = onward(session)
            if later is not None and later.takes(session):
                later.take(session, text)
                continue
            _ready(session)
            if order_lines.is_recommended(text) and not session.game.rules.actions.knows(text):
                from pbem.home.play import recommended  # noqa: PLC0415  # thinks as the computer does: for its word alone

                session = recommended.given(session, lambda now, order: _given(now, order, heard))
                continue
            before, known = session, order_reader(session)
            line = known.plain(text)
            if (given := _as_it_stands(session, line.text)) is None:
                line = known.line(text)
                given = session.order(session.game.rules.actions.parse(line.text))
            session = given
            if heard is not None:
                heard(line.text, before, session)
        except NotYourTurn as error:
            if not faults and number == orders[0][0]:
                raise
            faults.append(_fault(number, text, sentences.of_error(error)))
        except IllegalOrder as error:
            said = _other(session, line.text) or line.aside
            faults.append(
                Fault(
                    line=number,
                    text=order_lines.said(session.game.rules, line.text),
                    violations=error.violations,
                    message=said,
                )
            )
        except UsageError as error:
            faults.append(_fault(number, text, sentences.of_error(error, line.aside)))
        except ValueError as error:
            faults.append(_fault(number, text, Message("The line cannot be read: {error}.", error=error)))
    if faults:
        raise RefusedOrdersError(faults)
    return onward(session)


def _fault(number: int, text: str, message: str) -> Fault:
    return Fault(line=number, text=order_lines.as_typed(text), message=message)


def _as_it_stands(session: Session, text: str) -> Session | None:
    """The session with an order that needs no reader: judged once, by writing it. None: it has to be understood first."""
    try:
        return session.order(session.game.rules.actions.parse(text))
    except (IllegalOrder, UsageError, ValueError):
        return None


def _given(session: Session, order: AttrsInstance, heard: Heard | None) -> Session:
    after = session.order(order)
    if heard is not None:
        heard(session.game.rules.actions.typed(order), session, after)
    return onward(after)


def _ready(session: Session) -> None:
    """Raises NotYourTurn, UsageError ``over``, and IllegalOrder where something has to be sent before any order."""
    due = session.owed
    if due.kind and due.seat != session.seat:
        raise sentences.not_yours(session)
    session.must_hold(due)
    if due.kind not in DECISIONS:
        paragraph = due.demand.paragraph if due.demand is not None else ""
        comes = sentences.thing(due, session.position.rules.name, cited=False)
        before = Message("{partition} comes first: pbem send", partition=comes)
        raise IllegalOrder((Violation(paragraph=paragraph or "log", message=before),))


def _other(session: Session, text: str) -> str:
    """What is owed, where an order is of another kind than that; "" where it is of one that is owed."""
    due, codec = onward(session).owed, session.game.rules.actions
    if (
        due.seat == session.seat
        and due.kind in DECISIONS
        and codec.knows(text.split(maxsplit=1)[0])
        and codec.kind(codec.parse(text)) not in kinds_of(due)
    ):
        return Message(
            "What you owe now is {thing}: pbem orders lists it.",
            thing=sentences.thing(due, session.position.rules.name),
        )
    return ""


def onward(session: Session) -> Session:
    """The session at our next decision when only automatic entries lie before it, else the session itself.

    So nothing irreversible is written before the player sends, except what his next decision depends on.
    """
    if not session.is_my_turn or session.owed.kind in DECISIONS:
        return session
    ahead = session.automatic()
    return ahead if ahead.is_my_turn else session


def order_reader(view: Seen | Session) -> OrderReader:
    """What reads the lines that a player types now."""
    return OrderReader(
        rules=view.game.rules,
        state=view.position.game,
        side=view.side,
        kinds=kinds_of(view.owed),
        legal=lambda: options_in_brief(view)[0],
        wide=lambda: options_in_brief(view)[1],
        package=view.game.info.package,
    )


def options(view: Seen | Session) -> Iterator[AttrsInstance]:
    """The legal orders of this home's side, when it holds the pen and the game waits for its decision."""
    if _decides(view):
        yield from _playable(view, view.game.rules.options(view.position.game, view.side))


def options_in_brief(view: Seen | Session) -> tuple[Iterator[AttrsInstance], Wide]:
    """The same without the kinds that are too many to be listed whole; and these, by unit, to be listed when asked for."""
    state, side = view.position.game, view.side
    rules, found = listing.wide(view.game.rules, state, side) if _decides(view) else (None, {})
    if rules is None:
        return options(view), {}
    owed = {kind: units for kind, units in found.items() if kind in kinds_of(view.owed)}
    return _playable(view, rules.options(state, side, but=owed)), {
        kind: {unit: _playable(view, rules.options_of(state, side, kind, unit)) for unit in units}
        for kind, units in owed.items()
    }


def _decides(view: Seen | Session) -> bool:
    return view.is_my_turn and view.owed.kind in DECISIONS


def _playable(view: Seen | Session, actions: Iterable[AttrsInstance]) -> Iterator[AttrsInstance]:
    """Those that are owed, and that the cards in the hand allow."""
    kinds, rules, game = kinds_of(view.owed), view.game.rules, view.position.game
    hand, secret = view.secrets.hand if isinstance(view, Session) else {}, rules.secret
    for action in actions:
        kind = rules.actions.kind(action)
        if kind in kinds and (kind in secret or not wrong_card(rules, game, view.side, action, hand)):
            yield action


def kinds_of(due: NextStep) -> tuple[str, ...]:
    """The kinds of order that are owed."""
    match due.demand:
        case Choice(kinds=kinds):
            return kinds
        case Conceal(kind=kind):
            return (kind,)
    return ()


def undo(session: Session, count: int = 1, *, everything: bool = False) -> tuple[Session, int]:
    """The session without the last ``count`` orders of its draft (or all that can go), and how many went.

    What follows an order goes with it. Raises UsageError ``nothing-to-undo`` and ``no-way-back``.
    """
    kinds, orders, free = _drafted(session)
    if not orders:
        raise UsageError("nothing-to-undo", Message("There is no order to take back."), hint=_back(session))
    wanted = len(free) if everything else count
    if not free or not 1 <= wanted <= len(free):
        known = Message("Dice or secrets have been opened since: they cannot be unseen.")
        what = Message("{len} of {len_a} orders can be taken back.", len=len(free), len_a=len(orders))
        raise UsageError(
            "no-way-back",
            Message("{what} {known}", what=what, known=known) if len(free) < len(orders) else what,
        )
    return session.undo(len(kinds) - free[-wanted]), wanted


def _back(session: Session) -> Message:
    """How the last order that was sent can still be taken back."""
    for bundle in reversed(session.log.bundles if session.position.table.ended is None else ()):
        kinds = [str(canon.decode(line)["k"]) for line in bundle.lines]
        orders = [n for n, kind in enumerate(kinds) if kind == "seal" or not PROTOCOL.knows(kind)]
        if orders and bundle.header.by == session.seat:
            return Message(
                "What has been sent stands, unless both agree: pbem offer takeback --to {n} goes back to before your last "
                "order.",
                n=bundle.header.first + orders[-1] - 1,
            )
    return Message("What has been sent stands; see `pbem status`.")


def undoable(session: Session) -> tuple[int, int]:
    """How many orders the draft holds, and how many of the last of them can be taken back."""
    _, orders, free = _drafted(session)
    return len(orders), len(free)


def _drafted(session: Session) -> tuple[list[str], list[int], list[int]]:
    """The kinds of the draft's entries, which of them are orders, and which orders can be taken back."""
    kinds = [str(canon.decode(line)["k"]) for line in session.draft]
    floor = max((n for n, kind in enumerate(kinds, 1) if kind in _IRREVERSIBLE), default=0)
    orders = [n for n, kind in enumerate(kinds) if kind == "seal" or not PROTOCOL.knows(kind)]
    return kinds, orders, [n for n in orders if n >= floor]
