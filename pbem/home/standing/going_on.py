"""The one place in which orders that were given in advance go into a turn (``schemas/standing.md``).

Orders that wait for a roll or an answer are given at every command; all others only if the player lets a program act.
Nothing is signed here, and nothing is stored: the caller stores the session and the lines that are left in one change.
"""

from __future__ import annotations

from pbem.bytes.errors import IllegalOrder, PbemError, Violation
from pbem.bytes.records import evolve, field, frozen
from pbem.home.play import orders as playing
from pbem.home.play.orders import DECISIONS
from pbem.home.play.passing import only_legal_order
from pbem.home.standing import answers, conditions
from pbem.home.standing.answers import Begins, Prepared, at_once
from pbem.home.standing.kept import AGAIN, EMPTY, Kept, Standing
from pbem.port.messages import Message
from pbem.port.standing import TakesStanding
from pbem.protocol.session import Session

_MAX_ORDERS = 1_000
_HALTED = Message("orders wait there that are not given any more: pbem standing show")


@frozen(kw_only=True)
class Progress:
    """How far it came: the session with its draft, and the lines that are left.

    Orders that waited: ``given`` went into the draft, ``illegal`` halted the rest, for its ``violations``, and ``dropped``
    says why ``count`` of them were taken away. The other lines: ``answered`` counts the orders that they gave, ``reason``
    says why they stop, ``waits`` that it is before lines that begin by themselves later, ``begun`` that some have begun.
    ``changed``: whether the lines have to be stored.
    """

    session: Session
    standing: Standing = field(default=EMPTY, repr=False)
    given: tuple[str, ...] = ()
    illegal: str = ""
    violations: tuple[Violation, ...] = ()
    dropped: str = ""
    count: int = 0
    answered: int = 0
    reason: str = ""
    waits: bool = False
    begun: bool = False
    changed: bool = False


def go_on(session: Session, standing: Standing, *, acting: bool, begins: Begins = at_once) -> Progress:
    """Everything that may be given now; with ``acting`` up to a person's first decision, and why it is theirs.

    Asked in this order: the orders that wait, the only legal order, the lines of an occasion, those for kinds of orders, the
    person.
    Without ``acting`` only the orders that wait are given.

    A renewal, a take-back and the answer to one, an upgrade, a note, a refusal and a paper are never written: each is a
    person's word. Raises ConflictError as :meth:`pbem.protocol.session.Session.automatic` does.
    """
    if not acting:
        return _give_waiting(session, standing)
    left = used_up(session, standing)
    done = Progress(session=session, standing=left, changed=left != standing)
    for _ in range(_MAX_ORDERS):
        now = done.session
        ahead = now if now.owed.kind in DECISIONS else now.automatic()
        done = evolve(done, session=ahead)
        if not ahead.is_my_turn:
            return done
        if ahead.owed.kind not in DECISIONS or ahead.owed.offer is not None:
            return evolve(done, reason=Message("only you can write it"))
        after = _give_waiting(ahead, done.standing)
        if after.dropped:
            return evolve(done, reason=_HALTED)
        done = evolve(
            done, session=after.session, standing=after.standing, changed=done.changed or after.changed
        )
        if after.given and not after.illegal:
            done = evolve(done, given=(*done.given, *after.given))
            continue
        if after.illegal:
            why = Message(
                "your queue stops at {line}: {why}", line=after.illegal, why=_first_violation(after)
            )
            return evolve(
                done,
                given=(*done.given, *after.given),
                illegal=after.illegal,
                violations=after.violations,
                reason=why,
            )
        if done.standing.halted:
            return evolve(done, reason=_HALTED)
        if (only := only_legal_order(ahead)) is not None:
            done = evolve(done, session=ahead.order(only))
            continue
        done = _answer_once(done, begins)
        if done.reason:
            return done
    return evolve(done, reason=Message("its orders come to no end"))


def _first_violation(halted: Progress) -> str:
    first = halted.violations[0]
    return f"{first.message} [{first.paragraph}]" if first.paragraph else first.message


# --- orders that wait -------------------------------------------------------------------------------------------------


def _give_waiting(session: Session, standing: Standing) -> Progress:
    """Give the orders that wait, in their order, as long as they are asked for and legal.

    An order of a kind that is not asked for goes on waiting: somebody has to decide first. The first that breaks a rule,
    or that means something else by now, halts them, and so does one that is given again and is not asked for.
    """
    if not standing.waiting:
        return Progress(session=session, standing=standing)
    if why := conditions.void(
        session, () if standing.halted and not standing.waiting[0].line.do else standing.waiting
    ):
        left = evolve(standing, waiting=(), halted=False)
        return Progress(
            session=session, standing=left, dropped=why, count=len(standing.waiting), changed=True
        )
    given: list[str] = []
    while standing.waiting and not standing.halted:
        ahead, first = playing.onward(session), standing.waiting[0]
        if not (ahead.is_my_turn and ahead.owed.kind in DECISIONS):
            break
        text = first.line.do[0]
        asked = text.split(maxsplit=1)[0] in playing.kinds_of(ahead.owed)
        if not asked and (first.began != AGAIN or only_legal_order(ahead) is not None):
            break
        before = conditions.board(ahead)
        after, broken = _tried(ahead, first, conditions.changed(ahead, first, before))
        if after is None:
            return Progress(
                session=session,
                standing=evolve(standing, halted=True),
                given=tuple(given),
                illegal=text,
                violations=broken,
                changed=True,
            )
        given.append(text)
        session = playing.onward(after)
        behind = conditions.followed(standing.waiting[1:], before, conditions.board(session))
        standing = evolve(standing, waiting=behind)
    return Progress(session=session, standing=standing, given=tuple(given), changed=bool(given))


def _tried(session: Session, order: Kept, changed: str) -> tuple[Session | None, tuple[Violation, ...]]:
    if changed:
        return None, (Violation(paragraph="", message=changed),)
    try:
        return session.order(session.game.rules.actions.parse(order.line.do[0])), ()
    except IllegalOrder as error:
        return None, error.violations
    except (PbemError, ValueError) as error:
        return None, (Violation(paragraph="", message=str(error)),)


# --- lines ------------------------------------------------------------------------------------------------------------


def _answer_once(done: Progress, begins: Begins) -> Progress:
    """Give one order: by the lines of the occasion that goes on, else by those for kinds of orders."""
    session, standing = done.session, done.standing
    prepared = answers.prepared(session, standing)
    if prepared.reason and not prepared.stopped:
        left = _marked(standing, prepared, stopped=str(prepared.reason))
        return evolve(done, standing=left, reason=handed_back(prepared), changed=True)
    if prepared.order is not None:
        if prepared.begins and not done.begun and (later := begins(prepared.when, prepared.at)):
            return evolve(done, reason=later, waits=True)
        after = session.order(prepared.order)
        begun = _marked(standing, prepared, since=after.position.count) if prepared.begins else standing
        changed = done.changed or begun is not standing
        return evolve(
            done, session=after, standing=begun, answered=done.answered + 1, begun=True, changed=changed
        )
    lines = tuple(each.line for each in standing.lines)
    answer = answers.by_kind(session, lines, answers.mixing(session))
    if answer.action is None:
        return evolve(done, reason=handed_back(prepared) if prepared.stopped else answer.reason)
    return evolve(done, session=session.order(answer.action), answered=done.answered + 1)


def _marked(standing: Standing, prepared: Prepared, *, stopped: str = "", since: int = 0) -> Standing:
    """The lines once those of an occasion have begun, or were handed back."""

    def marked(each: Kept) -> Kept:
        return evolve(each, stopped=stopped) if stopped else evolve(each, began=prepared.at, since=since)

    return evolve(
        standing, lines=tuple(marked(each) if each in prepared.lines else each for each in standing.lines)
    )


def handed_back(prepared: Prepared) -> Message:
    """The sentence for the author of lines that are handed back."""
    return Message("what you prepared for {when} waits: {reason}", when=prepared.when, reason=prepared.reason)


def used_up(session: Session, standing: Standing) -> Standing:
    """The lines without those whose activation has been signed and is over."""
    rules, begun = session.game.rules, any(each.began for each in standing.lines)
    if not begun or not isinstance(rules, TakesStanding):
        return standing
    occasions = rules.standing_occasions(session.position.game, session.side, session.secrets)
    going, signed = {each.at for each in occasions.values() if each.at}, session.base.count
    left = tuple(
        each for each in standing.lines if not each.began or each.began in going or each.since > signed
    )
    return evolve(standing, lines=left) if len(left) < len(standing.lines) else standing


def with_board_of_now(session: Session, standing: Standing, some: tuple[Kept, ...]) -> Standing:
    """The lines, ``some`` of them as if their author had written them on the board of now; what was handed back goes on."""
    now = conditions.seen(session)

    def fresh(each: Kept) -> Kept:
        if each not in some:
            return each
        if each.began == AGAIN:  # in its own turn all the same
            return evolve(each, seen=evolve(now, turn=max(now.turn, each.seen.turn)), since=0)
        return evolve(each, seen=now, stopped="")

    lines, waiting = (tuple(map(fresh, part)) for part in (standing.lines, standing.waiting))
    return evolve(
        standing,
        lines=lines,
        waiting=waiting,
        halted=standing.halted and not any(each in some for each in standing.waiting),
    )
