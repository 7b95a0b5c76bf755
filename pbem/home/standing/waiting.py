"""Orders typed while a roll or an answer is open: they wait in the home, and what came of them is told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import AttrsInstance, evolve

from pbem.bytes.errors import IllegalOrder, UsageError, Violation
from pbem.home.play.folding import fold
from pbem.home.play.order_lines import is_recommended, said
from pbem.home.play.wording import OrderReader
from pbem.home.sentences import next_debt, not_yours
from pbem.home.standing import conditions, open_roll
from pbem.home.standing.going_on import Progress
from pbem.home.standing.kept import MOST_WAITING, Kept, Standing
from pbem.port.game import Ruleset
from pbem.port.listing import Points
from pbem.port.messages import Message, counted
from pbem.port.standing import NEXT, Line
from pbem.protocol.session import Session


def kept(session: Session, text: str) -> Kept:
    """A line as it waits. Raises UsageError as the reader and the codec do."""
    (line,) = conditions.written(session, [Line(when=NEXT, do=(understood(session, text),))])
    return line


def typed(session: Session, orders: Iterable[str]) -> list[Kept]:
    """Orders as they wait. Raises UsageError ``not-now`` where nothing is open, and as the reader and the codec do."""
    open_roll.check(session)
    return [kept(session, each) for each in orders]


def understood(session: Session, text: str) -> str:
    """The line as it will be given. Raises UsageError for one that nobody can understand before its time."""
    if is_recommended(text):
        raise UsageError(
            "not-now",
            Message(
                "{debt} What is recommended depends on what comes of that. An order that you name can wait for it.",
                debt=next_debt(session),
            ),
            hint=Message("Next: pbem send") if session.is_my_turn else not_yours(session).hint,
        )
    codec = session.game.rules.actions
    reader = OrderReader(
        rules=session.game.rules,
        state=session.position.game,
        side=session.side,
        kinds=codec.kinds,
        legal=tuple,
        package=session.game.info.package,
    )
    line = reader.line(text)
    if line.aside:
        raise UsageError("not-understood", line.aside)
    order = codec.parse(line.text)
    _names_what_is(session, reader, order)
    return codec.typed(order)


def _names_what_is(session: Session, reader: OrderReader, order: AttrsInstance) -> None:
    """Raises IllegalOrder, as the order itself would, where it names a unit or a hex that the game does not have."""
    rules, named = session.game.rules, session.game.rules.actions.typed(order).partition(" ")[2]
    try:
        found = rules.pointless(reader.state, session.side, order) if isinstance(rules, Points) else ()
    except Exception:  # what the rules cannot judge before its time is judged then
        return
    for each in found:
        known = not each.subject or each.subject not in named or fold(each.subject) in reader.names
        if not known and not _printed(rules, each.subject):
            raise IllegalOrder((each,))


def _printed(rules: Ruleset[object], name: str) -> bool:
    try:
        return bool(rules.show(name))
    except UsageError:
        return False


def with_more(standing: Standing, later: Sequence[Kept]) -> Standing:
    """With what was typed behind what waits.

    Raises UsageError ``too-many``, and ``waits-already`` for the very lines that are the last: a command that was broken
    off is typed again, and nothing may be given twice for that.
    """
    lines, more = ([each.line for each in some] for some in (standing.waiting, later))
    if more and lines[-len(more) :] == more:
        raise UsageError.of("waits-already", "That waits already.", hint="See: pbem standing show")
    if len(lines) + len(more) > MOST_WAITING:
        raise UsageError.of(
            "too-many", "At most {most} orders may wait.", most=MOST_WAITING, hint="See: pbem standing show"
        )
    return evolve(standing, waiting=(*standing.waiting, *later))


# --- in sentences -----------------------------------------------------------------------------------------------------


def told(came: Progress) -> tuple[str, ...]:
    """What came of the orders that waited: what was given, what halted them and why, what is dropped."""
    rules = came.session.game.rules
    if came.dropped:
        return (
            counted(
                came.count,
                "{n} order that waited is dropped: {why}.",
                "{n} orders that waited are dropped: {why}.",
                why=came.dropped,
            ),
        )
    found: list[str] = [
        Message("It waited, and is given: {line}", line=said(rules, line)) for line in came.given
    ]
    if came.illegal:
        found.append(Message("What waits stops at: {line}", line=said(rules, came.illegal)))
        found += [rule(each) for each in came.violations]
        found.append(
            Message("The others wait. Next: pbem standing show, then pbem standing go or pbem standing drop")
        )
    return tuple(found)


def added(session: Session, later: Sequence[Kept], standing: Standing) -> tuple[str, ...]:
    """What was added to what waits, and how many wait now; nothing when nothing was added."""
    if not later:
        return ()
    rules = session.game.rules
    return (
        *(Message("It waits: {line}", line=said(rules, each.line.do[0])) for each in later),
        counted(
            len(standing.waiting),
            "{n} order waits for your next decision, and is given when it is legal then (pbem standing show).",
            "{n} orders wait for your next decisions, and are given while they are legal then (pbem standing show).",
        ),
    )


def undone(count: int) -> tuple[str, ...]:
    """What is said when orders were taken back that others waited behind."""
    if not count:
        return ()
    return (
        counted(
            count,
            "{n} order that waited behind it is dropped.",
            "{n} orders that waited behind it are dropped.",
        ),
    )


def rule(violation: Violation) -> str:
    """A rule that an order breaks, indented."""
    if not violation.paragraph:
        return Message("  {message}", message=violation.message)
    return Message("  {message} [{paragraph}]", message=violation.message, paragraph=violation.paragraph)
