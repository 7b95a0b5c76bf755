"""Orders that wait are taken in, and given in their order while each is legal (``schemas/standing.md``)."""

from __future__ import annotations

from attrs import define, evolve, field, frozen

from pbem.bytes.errors import IllegalOrder, PbemError, UsageError, Violation
from pbem.home.identity import Identity
from pbem.home.play import orders as playing
from pbem.home.play.order_lines import is_recommended, said
from pbem.home.play.queue import EMPTY, MOST, Queue, Waiting, read
from pbem.home.play.wording import Ear
from pbem.log import start_of
from pbem.log.entries import PROTOCOL
from pbem.port.messages import Message, Series, counted
from pbem.protocol.session import Session
from pbem.replay.fold import Happened, fold_log
from pbem.store.game import GameFolder

_ANSWER = "answer"


@frozen(kw_only=True)
class Given:
    """The game behind the orders of the queue that could be given, and what still waits.

    ``lines`` are those given, ``illegal`` is the one that stopped it with the rules that it breaks, ``dropped`` says why
    nothing waits any more. ``touched``: whether anything has to be stored.
    """

    session: Session
    queue: Queue
    lines: tuple[str, ...] = ()
    illegal: str = ""
    violations: tuple[Violation, ...] = ()
    dropped: str = ""
    count: int = 0
    touched: bool = False


@define(kw_only=True)
class Later:
    """Takes the lines that have to wait while orders are written (:func:`pbem.home.play.orders.do`)."""

    orders: list[Waiting] = field(factory=list)

    def takes(self, session: Session) -> bool:
        """Whether an order would wait now; behind one that waits every order does."""
        return bool(self.orders) or open_for(session)

    def take(self, session: Session, text: str) -> None:
        """Understand a line and let it wait. Raises UsageError as the ear and the codec do."""
        from pbem.home.play import queue_fit  # noqa: PLC0415  # few orders wait

        self.orders.append(queue_fit.waiting(session, understood(session, text)))


def open_for(session: Session) -> bool:
    """Whether a roll of this side, or an answer to what it ordered, is open: then orders may wait for it.

    In the other side's own turn nothing is taken: what would be typed there was never meant for it.
    """
    due, table = session.owed, session.position.table
    if not due.what or due.what in ("reply", "audit") or table.ended is not None:
        return False
    if due.seat == session.seat:
        return due.what not in (*playing.DECISIONS, _ANSWER)
    if table.pending is not None:
        return table.pending.by == session.seat
    last = _last_order(session)
    return last is not None and _phase(session, last.before.game) == _phase(session, session.position.game)


def _last_order(session: Session) -> Happened[object] | None:
    """The order that this side gave last, in its draft or in the last turn file, which is its own then."""
    trail = [*session.happened]
    if not trail and session.mark is not None and session.log.bundles[-1].header.by == session.seat:
        log = session.log
        fold_log(session.game, log, start_of(log), trail.append, session.mark)
    mine = (each for each in reversed(trail) if each.seat == session.seat)
    return next(
        (each for each in mine if each.kind == "seal" or not PROTOCOL.knows(str(each.obj["k"]))), None
    )


def _phase(session: Session, state: object) -> tuple[int, str]:
    moment = session.game.rules.moment(state)
    return moment.turn, moment.phase


def understood(session: Session, text: str) -> str:
    """The line as it will be given. Raises UsageError for one that nobody can understand before its time."""
    if is_recommended(text):
        raise UsageError(
            "not-now", Message("What is recommended hangs on what comes: only an order can wait.")
        )
    codec = session.game.rules.actions
    ear = Ear(
        rules=session.game.rules,
        state=session.position.game,
        side=session.side,
        kinds=codec.kinds,
        legal=tuple,
        package=session.game.info.package,
    )
    line = ear.line(text)
    if line.aside:
        raise UsageError("not-understood", line.aside)
    return codec.typed(codec.parse(line.text))


def with_more(queue: Queue, later: Later) -> Queue:
    """The queue with what was typed behind it.

    Raises UsageError ``queue-full``, and ``waits-already`` for the very lines that are its last: a command that was broken
    off is typed again, and nothing may be given twice for that.
    """
    lines, more = [each.line for each in queue.orders], [each.line for each in later.orders]
    if more and lines[-len(more) :] == more:
        raise UsageError("waits-already", Message("That waits already."), hint=Message("See: pbem queue"))
    if len(queue.orders) + len(later.orders) > MOST:
        raise UsageError(
            "queue-full",
            Message("At most {most} orders may wait.", most=MOST),
            hint=Message("See: pbem queue"),
        )
    return queue.with_orders(tuple(later.orders))


def give(session: Session, queue: Queue) -> Given:
    """Everything of the queue that is asked for and legal, in its order.

    An order of another kind than what is owed goes on waiting: somebody has to decide first. The first that breaks a rule,
    or that means something else by now, stops the queue. Nothing is signed.
    """
    if not queue.orders:
        return Given(session=session, queue=queue)
    from pbem.home.play import queue_fit  # noqa: PLC0415  # few orders wait

    if why := queue_fit.void(session, queue):
        return Given(session=session, queue=EMPTY, dropped=why, count=len(queue.orders), touched=True)
    lines: list[str] = []
    while queue.orders and not queue.stopped:
        ahead, first = playing.onward(session), queue.orders[0]
        if not (ahead.mine and ahead.owed.what in playing.DECISIONS):
            break
        codec = ahead.game.rules.actions
        if first.line.split(maxsplit=1)[0] not in playing.kinds_of(ahead.owed):
            break
        before = queue_fit.scene(ahead)
        broken = _broken(queue_fit.changed(ahead, first, before))
        if not broken:
            try:
                after = ahead.order(codec.parse(first.line))
            except IllegalOrder as error:
                broken = error.violations
            except (PbemError, ValueError) as error:
                broken = _broken(str(error))
        if broken:
            stopped = evolve(queue, stopped=True)
            return Given(
                session=session,
                queue=stopped,
                lines=tuple(lines),
                illegal=first.line,
                violations=tuple(broken),
                touched=True,
            )
        lines.append(first.line)
        session = playing.onward(after)
        queue = queue_fit.followed(queue.without(1), session.side, before, queue_fit.scene(session))
    return Given(session=session, queue=queue, lines=tuple(lines), touched=bool(lines))


def look(folder: GameFolder, identity: Identity, session: Session) -> Given:
    """What of the queue that a home keeps for a game can be given now; nothing is stored."""
    return give(session, read(folder, identity))


def _broken(why: str) -> tuple[Violation, ...]:
    return (Violation(paragraph="", message=why),) if why else ()


def told(given: Given) -> tuple[str, ...]:
    """What came of the queue, in sentences: what was given, what stopped it and why, what is left."""
    rules, found = given.session.game.rules, list[str]()
    if given.dropped:
        return (
            counted(
                given.count,
                "{n} order that waited is dropped: {why}.",
                "{n} orders that waited are dropped: {why}.",
                why=given.dropped,
            ),
        )
    found += [Message("From your queue: {line}", line=said(rules, line)) for line in given.lines]
    if given.illegal:
        found.append(Message("Your queue stops at: {line}", line=said(rules, given.illegal)))
        found += [_rule(each) for each in given.violations]
        found.append(Message("The others wait. Next: pbem queue, then pbem queue go or pbem queue drop"))
    return tuple(found)


def why(given: Given) -> str:
    """Why a queue stops, as one line."""
    rules = given.session.game.rules
    reasons = Series((_rule(each).strip() for each in given.violations), " ")
    return Message("your queue stops at {line}: {why}", line=said(rules, given.illegal), why=reasons)


def waits(session: Session, later: Later, queue: Queue) -> tuple[str, ...]:
    """What was added to the queue, and how many wait now; nothing when nothing was added."""
    if not later.orders:
        return ()
    rules = session.game.rules
    return (
        *(Message("It waits: {line}", line=said(rules, each.line)) for each in later.orders),
        counted(
            len(queue.orders),
            "{n} order waits for your next decision, and is given when it is legal then (pbem queue).",
            "{n} orders wait for your next decisions, and are given while they are legal then (pbem queue).",
        ),
    )


def _rule(violation: Violation) -> str:
    if not violation.paragraph:
        return Message("  {message}", message=violation.message)
    return Message("  {message} [{paragraph}]", message=violation.message, paragraph=violation.paragraph)


def listed(session: Session, queue: Queue) -> tuple[str, ...]:
    """What waits, numbered; of a queue that has stopped with what keeps its first order back now."""
    if not queue.orders:
        return (Message("No orders wait."),)
    from pbem.home.play import queue_fit  # noqa: PLC0415  # few orders wait

    rules = session.game.rules
    lines: list[str] = [
        Message("{n}. {line}", n=n, line=said(rules, each.line)) for n, each in enumerate(queue.orders, 1)
    ]
    if dropped := queue_fit.void(session, queue):
        lines.append(Message("They are not given any more: {why}.", why=dropped))
    elif queue.stopped:
        tried = give(session, evolve(queue, stopped=False))
        lines.append(
            Message("The queue has stopped. pbem queue go gives what is legal, pbem queue drop N drops one.")
        )
        lines += [_rule(each) for each in tried.violations] if not tried.lines else []
    return tuple(lines)
