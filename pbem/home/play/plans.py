"""Plans for activations: drafted, kept locked beside the vault, held against the board, followed (``schemas/standing.md``).

What a plan means is the game's affair (:mod:`pbem.port.plans`). Here it is a table, the position on which its author made
it, and what has become of it since. How it is kept: :mod:`pbem.home.play.kept_plans`; as a sheet:
:mod:`pbem.home.play.plan_sheets`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from attrs import AttrsInstance, evolve, field, frozen

from pbem.bytes.canon import Json, parse_json
from pbem.bytes.errors import CONFUSED, UsageError
from pbem.games import registry
from pbem.games.cards import wrong_card
from pbem.home.play.standing_orders import Deciding, mixing, standing_answer
from pbem.port.game import Answered
from pbem.port.messages import Message, counted
from pbem.port.plans import Occasion, TakesPlans
from pbem.protocol.session import Session
from pbem.replay.table import DECISIONS, Position

MAX_PLANS = 100
_MOST = 1_000
_CHANGED = Message("the game has been taken back, ruled on or upgraded since it was made")
_SLIPS = Message("it has slips: pbem plan show")
_NAMED = 12


@frozen(kw_only=True)
class Plan:
    """A plan and what its author had seen: ``seen`` entries, which led to the position ``then`` (canonical bytes).

    ``law``: the rules in force then, and how often the game had been taken back or ruled on. ``began``: the activation that
    it is followed in, by the game's name for it, from entry ``since`` on. ``handed``: why it has been handed back: it is not
    followed any more, until its author lets it stand anew.
    """

    tables: Mapping[str, Json]
    seen: int
    then: bytes = field(repr=False)
    law: str
    began: str = ""
    since: int = 0
    handed: str = ""

    @property
    def when(self) -> str:
        """The marker that it is for."""
        return str(self.tables.get("when", ""))


Plans = tuple[Plan, ...]

Starts = Callable[[Plan, str], str]
"""Says of a plan, and the activation that it would begin, why it does not begin yet; "" when it does."""


@frozen(kw_only=True)
class Found:
    """What the plans of a side say to what it owes now: an order of ``plan``, or why that is handed back; neither: nothing.

    ``at``: the activation; ``begins``: the plan is not followed yet, and this order would begin it.
    """

    plan: Plan | None = None
    at: str = ""
    order: AttrsInstance | None = None
    reason: str = ""
    legal: int = 0

    @property
    def begins(self) -> bool:
        """Whether this order would be the first of its plan."""
        return self.plan is not None and self.order is not None and self.plan.began != self.at


def planning(game: registry.Game) -> TakesPlans[object]:
    """The game's plans. Raises UsageError ``no-plans`` for a game that has none."""
    if (rules := taking(game)) is None:
        said = Message("In {title} no activation can be planned.", title=game.info.title)
        raise UsageError("no-plans", said, hint=Message("Standing orders: pbem standing usual"))
    return rules


def taking(game: registry.Game) -> TakesPlans[object] | None:
    """The game's plans; None for a game that has none."""
    rules = game.rules
    return rules if isinstance(rules, TakesPlans) else None


# --- making -----------------------------------------------------------------------------------------------------------


def made(view: Deciding, tables: Mapping[str, Json]) -> Plan:
    """A plan on the board as it is now."""
    position = view.position
    then = view.game.rules.write(position.game)
    return Plan(tables=tables, seen=position.count, then=then, law=_law(position))


def _law(position: Position[object]) -> str:
    table = position.table
    return f"{table.rules}/{table.data}/{table.backs}/{table.rulings}"


def drafted(session: Session, markers: Iterable[str] = ()) -> Plans:
    """The adviser's plans for some markers; without any, for all that a side may plan.

    Raises UsageError ``no-plans``, and ``no-marker`` for what is not a marker of this side.
    """
    rules, state, side = planning(session.game), session.position.game, session.side
    known = rules.plan_markers(state, side, session.secrets)
    wanted = tuple(markers) or tuple(known)
    for each in wanted:
        if each not in known:
            names = ", ".join(known)
            said = Message("{marker} is not a marker that you may plan.", marker=each)
            raise UsageError("no-marker", said, hint=Message("There are: {names}.", names=names))
    found = (rules.plan_template(state, side, each) for each in wanted)
    return tuple(made(session, each) for each in found if each)


def with_more(plans: Plans, more: Iterable[Plan]) -> Plans:
    """Some plans with others, each in the place of the one for the same marker."""
    new = {each.when: each for each in more}
    kept = tuple(new.pop(each.when, each) for each in plans)
    return (*kept, *new.values())


def renewed(view: Deciding, plan: Plan) -> Plan:
    """The same plan, on the board as it is now: its author has looked."""
    return evolve(made(view, plan.tables), began=plan.began, since=plan.since)


# --- following --------------------------------------------------------------------------------------------------------


def answer(session: Session, plans: Plans) -> Found:
    """What the plans say to what is owed now."""
    due, rules = session.owed, taking(session.game)
    if rules is None or not plans or not session.mine or due.what not in DECISIONS or due.demand is None:
        return Found()
    state, side = session.position.game, session.side
    occasion = rules.plan_occasion(state, side)
    chosen = None if occasion is None else _chosen(plans, occasion)
    if chosen is None:
        return Found()
    plan, at = chosen
    if plan.handed:
        return Found(plan=plan, at=at, reason=plan.handed)
    if plan.law != _law(session.position):
        return Found(plan=plan, at=at, reason=_CHANGED)
    if rules.plan_check(state, side, plan.tables):
        return Found(plan=plan, at=at, reason=_SLIPS)
    try:
        then = _then(session, plan)
    except CONFUSED:
        return Found(plan=plan, at=at, reason=_CHANGED)
    secrets = mixing(session)
    found = rules.plan_answer(then, state, side, plan.tables, secrets, due.demand)
    if found.action is None:
        return Found(plan=plan, at=at, reason=found.reason, legal=found.legal) if found.reason else Found()
    broken = session.game.rules.check(state, side, found.action) or wrong_card(
        session.game.rules, state, side, found.action, secrets.hand
    )
    if broken:
        return Found(plan=plan, at=at, reason=broken[0].message)
    return Found(plan=plan, at=at, order=found.action)


def _chosen(plans: Plans, occasion: Occasion) -> tuple[Plan, str] | None:
    """The plan that is followed in the activation that goes on, else the first that may begin in it."""
    names = {occasion.at, *(at for _, at in occasion.begins)} - {""}
    for plan in plans:
        if plan.began in names:
            return plan, plan.began
    for when, at in occasion.begins:
        for plan in plans:
            if plan.when == when and not plan.began:
                return plan, at
    return None


def begun(plans: Plans, found: Found, session: Session) -> Plans:
    """The plans once an order of one of them stands in the draft of ``session``."""
    plan = found.plan
    if plan is None or plan.began == found.at:
        return plans
    now = evolve(plan, began=found.at, since=session.position.count)
    return tuple(now if each is plan else each for each in plans)


def handed_back(plans: Plans, found: Found) -> Plans:
    """The plans once one of them was handed back: nobody follows it until its author has looked."""
    return tuple(evolve(each, handed=str(found.reason)) if each is found.plan else each for each in plans)


def unused(session: Session, plans: Plans) -> Plans:
    """Without those whose activation has been signed and is over."""
    rules = taking(session.game)
    if rules is None:
        return plans
    occasion = rules.plan_occasion(session.position.game, session.side)
    at = {occasion.at, *(name for _, name in occasion.begins)} if occasion is not None else {""}
    signed = session.base.count
    return tuple(each for each in plans if not each.began or each.began in at or each.since > signed)


def waiting(found: Found) -> Message:
    """What its author is told of a plan that is handed back."""
    assert found.plan is not None
    return Message("the plan for {when} waits: {reason}", when=found.plan.when, reason=found.reason)


def doubts(session: Session, plan: Plan) -> tuple[str, ...]:
    """Why a plan would be handed back if its marker came up now; nothing while it stands."""
    rules, state, side = taking(session.game), session.position.game, session.side
    if plan.handed:
        return (plan.handed,)
    if rules is None or plan.law != _law(session.position):
        return (_CHANGED,)
    if rules.plan_check(state, side, plan.tables):
        return (_SLIPS,)
    try:
        return tuple(rules.plan_doubts(_then(session, plan), state, side, plan.tables))
    except CONFUSED:
        return (_CHANGED,)


def _then(session: Session, plan: Plan) -> object:
    return session.game.rules.load(parse_json(plan.then))


@frozen(kw_only=True)
class Progress:
    """How far plans and a sheet have answered: the session with its draft, the plans that are left, how many answers.

    ``reason``: why they stop; ``waits``: before a plan that begins later, by itself; ``begun``: a plan has begun.
    """

    session: Session
    plans: Plans = field(default=(), repr=False)
    answered: int = 0
    reason: str = ""
    waits: bool = False
    begun: bool = False


P = TypeVar("P", bound=Progress)


def at_once(_plan: Plan, _at: str) -> str:
    """A plan begins as soon as its activation has come."""
    return ""


def one_more(done: P, sheet: Mapping[str, Json] | None, starts: Starts) -> P:
    """With one more answer: of the plan that speaks of what is owed, else of the sheet."""
    session = done.session
    told = answer(session, done.plans)
    stopped = told.plan is not None and bool(told.plan.handed)  # its combats are still answered by the sheet
    if told.reason and not stopped:
        return evolve(done, plans=handed_back(done.plans, told), reason=waiting(told))
    if told.order is not None and told.plan is not None:
        if told.begins and not done.begun and (later := starts(told.plan, told.at)):
            return evolve(done, reason=later, waits=True)
        after = session.order(told.order)
        left = begun(done.plans, told, after)
        return evolve(done, session=after, plans=left, answered=done.answered + 1, begun=True)
    found = Answered(action=None, reason=Message("no orders stand in this game"))
    if sheet is not None:
        found = standing_answer(session, sheet, mixing(session))
    if found.action is None:
        return evolve(done, reason=waiting(told) if stopped else found.reason)
    return evolve(done, session=session.order(found.action), answered=done.answered + 1)


def follow(session: Session, sheet: Mapping[str, Json] | None, plans: Plans) -> Progress:
    """Everything that plans and sheet answer, up to the first decision that they leave; the draft is not signed.

    What needs no decision is written on the way only where a decision of this side comes after it.
    """
    done = Progress(session=session, plans=unused(session, plans))
    for _ in range(_MOST):
        now = done.session
        ahead = now if now.owed.what in DECISIONS else now.automatic()
        if not ahead.mine:
            return done
        done = one_more(evolve(done, session=ahead), sheet, at_once)
        if done.reason:
            return done
    raise UsageError(
        "endless", Message("The plans gave {most} answers in one turn and did not end.", most=_MOST)
    )


# --- which would wake one ---------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Outlook:
    """How many of one's markers have a plan, and those that have none, by name: they would wake one."""

    planned: int
    awake: tuple[str, ...]

    def said(self) -> Message:
        """In a sentence."""
        every = self.planned + len(self.awake)
        if not self.awake:
            return counted(every, "Your {n} marker has a plan.", "All of your {n} markers have a plan.")
        names = [*self.awake[:_NAMED], *(("...",) if len(self.awake) > _NAMED else ())]
        return counted(
            every,
            "{planned} of your {n} marker has a plan; {awake} would wake you.",
            "{planned} of your {n} markers have a plan; {awake} would wake you.",
            planned=self.planned,
            awake=", ".join(names),
        )


def outlook(session: Session, plans: Plans) -> Outlook | None:
    """What a side's markers would do when they came up; None where nothing is planned in a game."""
    rules = taking(session.game)
    if rules is None or not session.owed.what:
        return None
    known = rules.plan_markers(session.position.game, session.side, session.secrets)
    ready = {each.when for each in plans if not each.began and not doubts(session, each)}
    awake = tuple(each for each in known if each not in ready)
    return Outlook(planned=len(known) - len(awake), awake=awake)
