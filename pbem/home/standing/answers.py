"""What lines say to a decision: those of an occasion of one's own, and those for what the other side's turn asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import cached_property
from typing import Protocol

from pbem.bytes.canon import Json
from pbem.bytes.errors import CONFUSED, Violation
from pbem.bytes.records import AttrsInstance, evolve, frozen
from pbem.games import registry
from pbem.games.driver import kinds
from pbem.games.hand import wrong_card
from pbem.home.play.order_lines import is_recommended
from pbem.home.standing import conditions
from pbem.home.standing.kept import Board, Kept, Standing
from pbem.home.standing.lines import Vocabulary, slips_of, vocabulary_of
from pbem.port.game import Choice, Conceal, Demand, Secrets
from pbem.port.messages import Message, Series
from pbem.port.standing import ANY, SKIP, Answered, Line, Occasion, TakesStanding
from pbem.protocol.session import Session
from pbem.replay.table import DECISIONS, NextStep, Position

_MOST_REASONS = 3


class Deciding(Protocol):
    """A seat that may owe a decision: a session, or what is seen of one."""

    @property
    def game(self) -> registry.Game:
        """The game."""

    @property
    def seat(self) -> str:
        """The seat."""

    @property
    def side(self) -> str:
        """The side it plays."""

    @property
    def position(self) -> Position[object]:
        """The position after everything that is written."""

    @property
    def owed(self) -> NextStep:
        """What is owed in it."""


def mixing(session: Session) -> Secrets:
    """What lines may know in the player's own home: their secrets, and 32 bytes that belong to what is owed now.

    They come from the key of the vault, the game, what is asked and the log's head: the same whenever the lines are asked
    again in this place, and nobody else can tell them before the vault is opened. No commitment is made under this label.
    """
    due = session.owed.demand
    label = f"mix/{due.why}" if isinstance(due, Choice | Conceal) else "mix"
    return evolve(session.secrets, mix=session.vault.salt(session.log.gid, label, 0, session.head))


# --- what the other side's turn asks ----------------------------------------------------------------------------------


def by_kind(view: Deciding, lines: Sequence[Line], secrets: Secrets | None = None) -> Answered:
    """What lines answer to what this seat owes now: a legal order, or why it is handed back.

    Only what its owner could decide now is ever answered; seeds and openings are not their affair.
    """
    due, rules = view.owed, view.game.rules
    if not isinstance(rules, TakesStanding):
        return Answered(reason=Message("{title} takes no orders in advance", title=view.game.info.title))
    if due.seat != view.seat or due.kind not in DECISIONS or due.demand is None:
        return Answered(reason=Message("no decision is owed by this side"))
    asked, demand = kinds(due.demand), due.demand
    lines = rules.standing_decided(view.position.game, view.side, lines)
    left = {*asked} - {each.when for each in lines if any(map(is_recommended, each.do))}
    # None of these lines is for an occasion.
    vocabulary = Vocabulary(words=rules.standing_words(view.position.game, view.side), occasions=frozenset())
    gates = [each for each in lines if each.when == ANY]
    for kind in asked:
        for line in (each for each in lines if each.when == kind):
            wrong = next((each for each in (*gates, line) if slips_of(view.game, vocabulary, each)), None)
            if wrong is not None:
                return Answered(reason=_slips(wrong))
            if not all(_why_met(rules, view, line, key, value, demand) for key, value in line.where.items()):
                continue
            if reasons := [each for gate in (*gates, line) for each in _why_ask(rules, view, gate, demand)]:
                return Answered(reason=Series(reasons, "; "))
            answer = _answer_of_line(rules, view, line, secrets or Secrets(), demand, left)
            if answer.action is not None or answer.reason:
                return answer
    return Answered(reason=Message("no line says anything of {kinds}", kinds=", ".join(asked)))


def _slips(line: Line) -> Message:
    return Message("the line for {when} has slips: pbem standing show", when=line.when)


def _why_met(
    rules: TakesStanding[object], view: Deciding, line: Line, key: str, value: Json, demand: Demand
) -> str:
    """Why a condition of a line is met, as the game says it; "" if it is not met."""
    return rules.standing_holds(view.position.game, view.side, key, value, line, demand)


def _why_ask(rules: TakesStanding[object], view: Deciding, line: Line, demand: Demand) -> Iterable[str]:
    return filter(None, (_why_met(rules, view, line, key, value, demand) for key, value in line.ask.items()))


def _answer_of_line(  # what is asked, of whom, and what the lines know
    rules: TakesStanding[object], view: Deciding, line: Line, secrets: Secrets, demand: Demand, left: Set[str]
) -> Answered:
    state, side = view.position.game, view.side
    if line.do:
        for text in line.do:
            order = _typed(view, line, text, secrets, left)
            if order is not None and not _broken(view, order, secrets):
                return Answered(action=order)
        if all(map(is_recommended, line.do)):
            return Answered()  # what is recommended is of another kind: the next line is asked
        return Answered(reason=Message("no order of the line is allowed here"))
    if not line.choose:
        return Answered(reason=Message("your lines leave this to you"))
    choice = rules.standing_choose(state, side, line, secrets, demand)
    return choice if choice.action is None else allowed(choice.action, _broken(view, choice.action, secrets))


def _typed(view: Deciding, line: Line, text: str, secrets: Secrets, left: Set[str]) -> AttrsInstance | None:
    """The order of a line; what is recommended if it is of the line's kind, or the only one of which no line says so."""
    rules, state = view.game.rules, view.position.game
    if is_recommended(text):
        kind = rules.actions.kind(order := rules.advise(state, view.side, evolve(secrets, mix=b""), 0))
        return order if kind == line.when or left == {kind} else None
    return rules.complete(state, view.side, rules.actions.parse(text))


def _broken(view: Deciding, order: AttrsInstance, secrets: Secrets) -> Sequence[Violation]:
    rules, state = view.game.rules, view.position.game
    return rules.check(state, view.side, order) or wrong_card(rules, state, view.side, order, secrets.hand)


def allowed(order: AttrsInstance, broken: Iterable[Violation]) -> Answered:
    """An order that a line gives, or the first rule that forbids it."""
    for wrong in broken:
        said = Message(
            "not allowed here: {message} [{paragraph}]", message=wrong.message, paragraph=wrong.paragraph
        )
        return Answered(reason=said)
    return Answered(action=order)


# --- an occasion of one's own -----------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Prepared:
    """What the lines of an occasion say to what is owed: an order, or why it is handed back; neither: nothing.

    ``at``: the activation; ``begins``: no line is followed in it yet, and this order would begin it. ``stopped``: it was
    handed back before.
    """

    lines: tuple[Kept, ...] = ()
    at: str = ""
    order: AttrsInstance | None = None
    reason: str = ""
    stopped: bool = False

    @property
    def when(self) -> str:
        """The word for the occasion."""
        return self.lines[0].line.when if self.lines else ""

    @property
    def begins(self) -> bool:
        """Whether this order would be the first."""
        return self.order is not None and all(each.began != self.at for each in self.lines)


def prepared(session: Session, standing: Standing) -> Prepared:
    """What the lines of the occasion that goes on, or that could begin now, say."""
    due, rules = session.owed, session.game.rules
    if (
        not isinstance(rules, TakesStanding)
        or not session.is_my_turn
        or due.kind not in DECISIONS
        or due.demand is None
    ):
        return Prepared()
    occasions = _occasions(session, standing)
    chosen = _chosen(standing, occasions)
    if chosen is None:
        return Prepared()
    lines, at, occasion = chosen
    if stopped := next((each.stopped for each in lines if each.stopped), ""):
        return Prepared(lines=lines, at=at, reason=stopped, stopped=True)
    try:
        if why := invalid(session, lines):
            return Prepared(lines=lines, at=at, reason=why)
        answer = _next_answer(session, lines, occasion, due.demand)
    except CONFUSED:
        return Prepared(lines=lines, at=at, reason=conditions.CHANGED)
    return Prepared(lines=lines, at=at, order=answer.action, reason=answer.reason)


def _occasions(session: Session, standing: Standing) -> Mapping[str, Occasion]:
    """Those of the game; none where no line could be for one."""
    rules, state, side = session.game.rules, session.position.game, session.side
    if not isinstance(rules, TakesStanding) or not standing.lines:
        return {}
    if {each.line.when for each in standing.lines} <= rules.standing_words(state, side).keys():
        return {}
    return rules.standing_occasions(state, side, session.secrets)


def _chosen(
    standing: Standing, occasions: Mapping[str, Occasion]
) -> tuple[tuple[Kept, ...], str, Occasion] | None:
    """The lines that are followed in what goes on, else the first that may begin in it."""
    going = {when: each for when, each in occasions.items() if each.at}
    names = {each.at for each in going.values()}
    for kept in standing.lines:
        if kept.began in names and kept.line.when in going:
            same = (each for each in standing.lines if each.line.when == kept.line.when)
            return (
                tuple(each for each in same if each.began in ("", kept.began)),
                kept.began,
                going[kept.line.when],
            )
    for when, each in going.items():
        lines = tuple(kept for kept in standing.lines if kept.line.when == when and not kept.began)
        if lines:
            return lines, each.at, each
    return None


def invalid(session: Session, lines: Iterable[Kept]) -> str:
    """Why lines are not followed, whatever the board: the game was turned back, or they have slips; "" when they are."""
    vocabulary = vocabulary_of(session.game, session.position.game, session.side)
    for each in lines:
        if conditions.turned(session, each.seen.entry):
            return conditions.CHANGED
        if slips_of(session.game, vocabulary, each.line):
            return _slips(each.line)
    return ""


def _next_answer(session: Session, lines: tuple[Kept, ...], occasion: Occasion, demand: Demand) -> Answered:
    """The choice that an attack of a line asks for, else the next order; what the lines do not speak of is left."""
    now = _Boards(session)
    answer = _in_combat(session, lines, occasion, demand, now)
    if answer.action is not None or answer.reason:
        return answer
    left = remaining(session, lines)
    first = next((order for each in left.values() for order in each), None)
    if first is None or session.game.rules.actions.kind(first) not in kinds(demand):
        return Answered()
    if reasons := tuple(dict.fromkeys(_reasons(session, lines, left, occasion, now.board, demand))):
        return Answered(reason=Series(reasons[:_MOST_REASONS], "; "))
    return _first_order_left(session, lines, left, demand, now)


def _in_combat(
    session: Session, lines: tuple[Kept, ...], occasion: Occasion, demand: Demand, now: _Boards
) -> Answered:
    """What an attack of a line asks for; a condition of the kind that is owed hands back before that."""
    rules, state, side = session.game.rules, session.position.game, session.side
    assert isinstance(rules, TakesStanding)
    for kept in lines:
        for key, value in conditions.asks(session, kept.line).items():
            if key in kinds(demand) and (why := _why_met(rules, session, kept.line, key, value, demand)):
                return Answered(reason=why)
    secrets = mixing(session)
    for kept in lines:
        choice = (
            rules.standing_choose(state, side, kept.line, secrets, demand) if kept.line.choose else Answered()
        )
        if choice.reason:
            return choice
        if choice.action is not None:
            too_costly = [
                each for line in lines for each in conditions.cost(session, line, occasion, now.board)
            ]
            broken = _broken(session, choice.action, secrets)
            return Answered(reason=too_costly[0]) if too_costly else allowed(choice.action, broken)
    return Answered()


def _first_order_left(
    session: Session,
    lines: tuple[Kept, ...],
    left: Mapping[int, Sequence[AttrsInstance]],
    demand: Demand,
    now: _Boards,
) -> Answered:
    """The first order that is left and not passed over."""
    for n, kept in enumerate(lines):
        for order in left[n]:
            whole = session.game.rules.complete(session.position.game, session.side, order)
            broken = _broken(session, whole, session.secrets)
            if kept.line.otherwise == SKIP and (
                broken
                or next(conditions.of_order(session, lines, kept, order, now.board, alone=True), None)
                or _unmet_condition(session, kept, demand)
            ):
                continue
            return Answered(reason=_not_allowed(session, order, broken)) if broken else Answered(action=whole)
    return Answered()


class _Boards:
    """The board of now, worked out when it is first asked for."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @cached_property
    def board(self) -> Board:
        return conditions.board(self._session)


def remaining(session: Session, lines: Sequence[Kept]) -> dict[int, list[AttrsInstance]]:
    """The orders that are still to be given, by the number of their line."""
    rules, codec = session.game.rules, session.game.rules.actions
    assert isinstance(rules, TakesStanding)
    found: dict[int, list[AttrsInstance]] = {}
    for n, kept in enumerate(lines):
        orders = (
            rules.standing_order(session.position.game, session.side, codec.parse(text))
            for text in kept.line.do
        )
        found[n] = [each for each in orders if each is not None]
    return found


def _reasons(
    session: Session,
    lines: Sequence[Kept],
    left: Mapping[int, Sequence[AttrsInstance]],
    occasion: Occasion,
    now: Board,
    demand: Demand,
) -> Iterable[str]:
    yield from conditions.doubts(session, lines, left, occasion, now)
    for kept in lines:
        if kept.line.otherwise != SKIP and (reason := _unmet_condition(session, kept, demand)):
            yield reason


def _unmet_condition(session: Session, kept: Kept, demand: Demand) -> str:
    """Why a condition that the game knows hands a line back; those about the board are held elsewhere."""
    rules = session.game.rules
    assert isinstance(rules, TakesStanding)
    asks = conditions.asks(session, kept.line)
    game_own = {key: value for key, value in asks.items() if key not in ("enemy", "losses", *kinds(demand))}
    reasons = (_why_met(rules, session, kept.line, key, value, demand) for key, value in game_own.items())
    return next(filter(None, reasons), "")


def _not_allowed(session: Session, order: AttrsInstance, broken: Sequence[Violation]) -> Message:
    return Message(
        "{order} is not allowed: {message} [{paragraph}]",
        order=session.game.rules.actions.typed(order),
        message=broken[0].message,
        paragraph=broken[0].paragraph,
    )


def doubts(session: Session, lines: tuple[Kept, ...], occasion: Occasion) -> tuple[str, ...]:
    """Why the lines of an occasion would be handed back if it came now, as far as that can be told before."""
    if stopped := next((each.stopped for each in lines if each.stopped), ""):
        return (stopped,)
    try:
        if why := invalid(session, lines):
            return (why,)
        left, now = remaining(session, lines), conditions.board(session)
        demand = session.owed.demand
        unmet = (
            _unmet_condition(session, each, demand)
            for each in lines
            if demand is not None and each.line.otherwise != SKIP
        )
        return (*conditions.doubts(session, lines, left, occasion, now), *filter(None, unmet))
    except CONFUSED:
        return (conditions.CHANGED,)


Begins = Callable[[str, str], str]
"""Says of an occasion, and the activation that would begin, why its lines do not begin yet; "" when they do."""


def at_once(_when: str, _at: str) -> str:
    """Lines begin as soon as their occasion has come."""
    return ""
