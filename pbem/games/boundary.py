"""The one border between a game's code and everybody who asks it: whatever goes wrong behind it is a finding, not a crash.

What a game cannot judge is not legal: an exception in ``check`` or ``apply``, an answer that is not one, and outcomes,
violations or demands without end make an order illegal, like a rule that it breaks (:class:`NotJudged`). Where nobody chose
anything, under dice and cards, it is the game's own fault (:class:`GameFault`). Bounds are counts, never a clock, so that
one log has one verdict on every machine. How deep calls may go and how much memory there is are matters of a machine: what
fails by these is never held against a player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import TypeVar

from attrs import AttrsInstance

from pbem.bytes.codec import kind_of
from pbem.bytes.errors import GameFault, IllegalOrder, NotJudged, PbemError, Violation
from pbem.port.game import (
    MAX_DICE,
    MAX_FACE,
    MAX_SIDES,
    Choice,
    Conceal,
    Deal,
    Dealt,
    Demand,
    Die,
    Disclose,
    Mask,
    Masked,
    Outcome,
    Reason,
    Requested,
    Result,
    Roll,
    Rolled,
    Ruleset,
    Sealed,
    Shown,
    Side,
    Step,
    Table,
)
from pbem.port.messages import Message, spelled

S = TypeVar("S")
T = TypeVar("T")

MOST_OUTCOMES, MOST_VIOLATIONS, MOST_DEMANDS = 10_000, 1_000, 1_000
"""So many may come of one entry. The most of any recorded game is a hundredth of it."""

MOST_STATE = 4 * 1024 * 1024
"""Bytes of a state. The largest of any recorded game has a fortieth of it."""

MOST_LEVEL, MOST_SCORE = 200, 2**53 - 1
"""Characters that say how a game ended, and the highest score."""

MACHINE = (RecursionError, MemoryError)
"""What hangs on the machine: no verdict on a player may rest on it."""

_DEMANDS = (Choice, Conceal, Roll, Disclose, Mask, Deal)
_TOLD = (Sealed, Requested, Rolled, Shown, Masked, Dealt)
_FORCED = (Requested, Rolled, Masked, Dealt)


class _AmissError(Exception):
    """A game's answer that is not one, in words."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said


def asked(
    rules: Ruleset[S], what: str, ask: Callable[[], T], *, but: tuple[type[PbemError], ...] = (GameFault,)
) -> T:
    """What a game answers where no entry is to blame; ``what`` says what was asked for.

    Raises GameFault, and ``but``, as the game may raise them.
    """
    try:
        return ask()
    except but:
        raise
    except Exception as error:
        raise game_fault(rules, what, error) from error


def demands(rules: Ruleset[S], state: S) -> tuple[Demand, ...]:
    """Who owes what. Raises GameFault."""
    return asked(rules, Message("what is owed"), lambda: _demands(rules, state))


def write(rules: Ruleset[S], state: S) -> bytes:
    """The canonical bytes of a state. Raises GameFault; :func:`unwritable` says who is to blame where an order led there."""
    return asked(rules, Message("writing the state"), lambda: _written(rules, state))


def result(rules: Ruleset[S], state: S) -> Result | None:
    """How a game has ended, None while it goes on. Raises GameFault, also for a result that no game can have."""
    return asked(rules, Message("the result"), lambda: _result(rules, state))


def unwritable(rules: Ruleset[S], state: S, kind: str, fault: GameFault, *, chosen: bool) -> PbemError:
    """The finding about an entry after which a state cannot be written; ``state`` is the one before it."""
    if not chosen or isinstance(fault.__cause__, MACHINE):
        return fault
    said = Message(
        "after this {kind} the rules of {game} cannot write the state, and what they cannot write is not legal",
        game=rules.title,
        kind=kind,
    )
    return NotJudged((Violation(paragraph=_paragraph(rules, state), message=said),))


def check(
    rules: Ruleset[S], state: S, side: Side, action: AttrsInstance | Table, *, forced: bool = False
) -> tuple[Violation, ...]:
    """Every rule that an action breaks; one that the game cannot judge is told as a violation, too. Raises GameFault."""
    try:
        return _violations(rules, state, side, action, forced=forced)
    except NotJudged as error:
        return error.violations


def complete(rules: Ruleset[S], state: S, side: Side, action: AttrsInstance) -> AttrsInstance:
    """The order with what was left out filled in; as it is, where the game cannot do that: :func:`check` says why."""
    try:
        return rules.complete(state, side, action)
    except Exception:  # what is amiss with the order is said by the check of it
        return action


def apply(
    rules: Ruleset[S], state: S, side: Side, action: AttrsInstance | Table, *, forced: bool = False
) -> Step[S]:
    """What an action does, once it has been found legal, to a state that the game can go on from.

    ``forced``: nobody chose it. Raises IllegalOrder with every violation, NotJudged among them, and GameFault.
    """
    broken = _violations(rules, state, side, action, forced=forced)
    if broken:
        raise IllegalOrder(broken)
    return carry_out(rules, state, side, action, forced=forced)


def carry_out(
    rules: Ruleset[S], state: S, side: Side, action: AttrsInstance | Table, *, forced: bool = False
) -> Step[S]:
    """What an action does that has been found legal. Raises NotJudged, GameFault, and IllegalOrder for an order that changes
    nothing: it could be given for ever, and every clock and counter would begin anew with it.
    """
    try:
        step = rules.apply(state, side, action)
        outcomes = tuple(islice(step.outcomes, MOST_OUTCOMES + 1))
        if len(outcomes) > MOST_OUTCOMES:
            raise _AmissError(Message("more than {n} outcomes", n=MOST_OUTCOMES))
        if not all(isinstance(each, Outcome) for each in outcomes):
            raise _AmissError(Message("something that is not an outcome"))
        _demands(rules, step.state)
        still = isinstance(step.state, type(state)) and step.state == state
    except Exception as error:
        raise _unjudged(rules, state, action, error, forced=forced) from error
    if still and not isinstance(action, _TOLD):
        said = Message("this {kind} changes nothing", kind=kind_of(type(action)))
        raise IllegalOrder((Violation(paragraph=_paragraph(rules, state), message=said),))
    return Step(state=step.state, outcomes=outcomes)


def _violations(
    rules: Ruleset[S], state: S, side: Side, action: AttrsInstance | Table, *, forced: bool
) -> tuple[Violation, ...]:
    try:
        found = tuple(islice(rules.check(state, side, action), MOST_VIOLATIONS))
        if not all(isinstance(each, Violation) for each in found):
            raise _AmissError(Message("something that is not a violation"))
    except Exception as error:
        raise _unjudged(rules, state, action, error, forced=forced) from error
    return found


def _written(rules: Ruleset[S], state: S) -> bytes:
    data = rules.write(state)
    if len(data) > MOST_STATE:
        raise _AmissError(Message("more than {n} bytes", n=MOST_STATE))
    return data


def _result(rules: Ruleset[S], state: S) -> Result | None:
    found: object = rules.result(state)
    if found is None:
        return None
    if (
        not isinstance(found, Result)
        or not (found.winner is None or _is_short(found.winner))  # a side that nobody plays can win, too
        or not _is_short(found.level)
        or type(found.score) is not int
        or abs(found.score) > MOST_SCORE
        or not all(isinstance(each, Reason) for each in found.reasons[:MOST_OUTCOMES])
    ):
        raise _AmissError(Message("a result that no game can have"))
    return found


def _is_short(text: object) -> bool:
    return isinstance(text, str) and len(text) <= MOST_LEVEL and text.isprintable()


def _demands(rules: Ruleset[S], state: S) -> tuple[Demand, ...]:
    owed: Iterable[Demand] = rules.demands(state)
    found = tuple(islice(owed, MOST_DEMANDS + 1))
    if len(found) > MOST_DEMANDS or not all(
        isinstance(each, _DEMANDS) and each.side in rules.sides for each in found
    ):
        raise _AmissError(Message("demands that nobody can answer"))
    for each in found:
        if isinstance(each, Roll) and not throwable(each.dice):
            raise _AmissError(
                Message("{why} asks for dice that a roll cannot have: {n}", why=each.why, n=len(each.dice))
            )
    return found


def throwable(dice: Sequence[Die]) -> bool:
    """Whether one roll of the log can have these dice: those who drive a game in memory are held to it as well."""
    fine = all(1 <= die.sides <= MAX_SIDES and abs(die.low) <= MAX_FACE for die in dice)
    return fine and 1 <= len(dice) <= MAX_DICE


def _unjudged(
    rules: Ruleset[S], state: S, action: AttrsInstance | Table, error: Exception, *, forced: bool
) -> NotJudged | GameFault:
    """The finding about an action: the game's fault where nobody chose it, or where it hangs on the machine."""
    kind = kind_of(type(action))
    if forced or isinstance(action, _FORCED) or isinstance(error, MACHINE):
        return game_fault(rules, _named(action, kind), error)
    said = Message(
        "the rules of {game} cannot judge this {kind} ({error}), and what they cannot judge is not legal",
        game=rules.title,
        kind=kind,
        error=_class(error),
    )
    return NotJudged((Violation(paragraph=_paragraph(rules, state), message=said),))


def _named(action: AttrsInstance | Table, kind: str) -> str:
    match action:
        case Rolled(why=why) | Requested(why=why):
            return Message("the roll {roll}", roll=why)
        case Masked(deck=deck) | Dealt(deck=deck) | Shown(at=deck):
            return Message("the cards of {deck}", deck=spelled(deck))
        case _:
            return kind


def _paragraph(rules: Ruleset[S], state: S) -> str:
    """The rule under which something is owed; empty where the game names none."""
    try:
        return next((str(each.paragraph) for each in _demands(rules, state)), "")
    except Exception:  # the position itself is amiss: there is no rule to name
        return ""


def game_fault(rules: Ruleset[S], what: str, error: BaseException) -> GameFault:
    """The finding that a game failed where nobody is to blame."""
    if isinstance(error, MACHINE):
        hint = Message("It hangs on this machine: try another, or Python with more room.")
    else:
        hint = Message("Nobody broke a rule: it is a fault of the game. Tell who looks after the program.")
    return GameFault(
        Message(
            "the rules of {game} fail at {what} ({error}).", game=rules.title, what=what, error=_class(error)
        ),
        hint=hint,
    )


def _class(error: BaseException) -> str:
    return error.said if isinstance(error, _AmissError) else type(error).__name__
