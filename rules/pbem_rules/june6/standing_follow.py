"""Sealed standing orders at work: a part is opened when it is first asked, and then both programs carry it out (N203).

What is carried out is no entry of the log: it follows from the opened part as the result of a combat follows from its die.
So nobody can depart from his orders, and whoever replays the log sees that they were followed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from attrs import AttrsInstance

from pbem.bytes import canon
from pbem.bytes.canon import encode_value
from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import Choice, Demand, Disclose, Outcome, Shown, Step
from pbem_rules.june6 import standing
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import OVER, Instructed, State
from pbem_rules.june6.orders import ORDERS, Order
from pbem_rules.june6.printed import Data
from pbem_rules.june6.standing_sealed import PARTS, label, part_slips
from pbem_rules.june6.standing_sheet import Sheet

_MOST = 500
"""No combat has so many answers: what comes after them is asked of the person."""


class Game(Protocol):
    """What carrying out needs of the game."""

    def demands(self, state: State) -> tuple[Demand, ...]:
        """What is owed."""
        ...

    def check(self, state: State, side: str, action: AttrsInstance) -> Sequence[Violation]:
        """Why an order is not legal."""
        ...

    def carry_out(self, state: State, side: str, action: AttrsInstance) -> Step[State]:
        """What an order does, without anything that standing orders add."""
        ...


def _slot(state: State, owed: Demand) -> int:
    """The part of a sealed sheet that a demand is answered from, from 1; 0 for none."""
    if not isinstance(owed, Choice) or "lean" in owed.kinds:
        return 0
    table = standing.topic(state, owed)
    return PARTS.index(table) + 1 if table in PARTS else 0


def _sheet(state: State, side: str) -> Instructed | None:
    return next((each for each in state.sheets if each.turn == state.turn and each.side == side), None)


# --- opening ----------------------------------------------------------------------------------------------------------


@BOOK.rule(
    "N203", text="A part is opened at the first demand it speaks of, the others when the game is over."
)
def instead(state: State, owed: tuple[Demand, ...]) -> tuple[Demand, ...]:
    """What is owed where sheets have been sealed: the opening of a part goes before the decision it speaks of."""
    if state.phase == OVER:
        return tuple(_unopened(state))
    first = owed[0] if owed else None
    slot = _slot(state, first) if first is not None else 0
    sheet = _sheet(state, first.side) if first is not None and slot else None
    if sheet is None or slot in dict(sheet.shown):
        return owed
    return (_opening(sheet, (slot,), f"the standing orders on {PARTS[slot - 1]}"),)


def _unopened(state: State) -> list[Disclose]:
    found = []
    for sheet in state.sheets:
        left = tuple(n for n in range(1, len(PARTS) + 1) if n not in dict(sheet.shown))
        if left:
            found.append(_opening(sheet, left, f"the standing orders of turn {sheet.turn}"))
    return sorted(found, key=lambda each: each.side)


def _opening(sheet: Instructed, slots: tuple[int, ...], why: str) -> Disclose:
    at = label(sheet.turn, sheet.side)
    return Disclose(side=sheet.side, at=at, ns=slots, why=why, paragraph="N203")


def is_part(action: object) -> bool:
    """Whether an action opens a part of a sheet."""
    return isinstance(action, Shown) and action.at.startswith("standing/")


def wrong(data: Data, owed: tuple[Demand, ...], action: Shown) -> tuple[Violation, ...]:
    """Why a part cannot be opened now, or is none."""
    due = owed[0] if owed else None
    if (
        not isinstance(due, Disclose)
        or (due.side, due.at) != (action.side, action.at)
        or action.n not in due.ns
    ):
        said = f"{action.at}/{action.n} is not to be opened now"
        return (Violation(paragraph="N203", message=said, subject=action.at),)
    found = part_slips(data, action.side, PARTS[action.n - 1], action.value)
    return tuple(Violation(paragraph="N203", message=each.message, subject=action.at) for each in found)


def opened(state: State, action: Shown) -> Step[State]:
    """The state with a part open, for both to read."""
    text = encode_value(action.value).decode()
    sheets = tuple(
        evolve(sheet, shown=(*sheet.shown, (action.n, text)))
        if label(sheet.turn, sheet.side) == action.at
        else sheet
        for sheet in state.sheets
    )
    said = Outcome(
        kind="orders-opened",
        text=f"The {action.side.capitalize()} standing orders on {PARTS[action.n - 1]} are open.",
        paragraph="N203",
        side=action.side,
    )
    return Step(state=evolve(state, sheets=sheets), outcomes=(said,))


# --- carrying out -----------------------------------------------------------------------------------------------------


@BOOK.rule("N203", text="What an open part answers is carried out at once, and asked of nobody.")
def carried_out(data: Data, game: Game, step: Step[State]) -> Step[State]:
    """The step, and everything that open parts answer after it."""
    state, said = step.state, list(step.outcomes)
    for _ in range(_MOST):
        found = _next(data, game, state)
        if found is None:
            break
        owed, order = found
        if isinstance(order, str):
            text = f"The {owed.side.capitalize()} standing orders hand this back: {order}."
            said.append(Outcome(kind="orders-back", text=text, paragraph="N203", side=owed.side))
            break
        text = f"The {owed.side.capitalize()} standing orders say: {ORDERS.write(order)}."
        said.append(Outcome(kind="orders", text=text, paragraph="N203", side=owed.side))
        after = game.carry_out(state, owed.side, order)
        state = after.state
        said.extend(after.outcomes)
    return Step(state=state, outcomes=tuple(said))


def _next(data: Data, game: Game, state: State) -> tuple[Choice, Order | str] | None:
    """The first demand and its answer, or why it is handed back; None where no open part speaks."""
    owed = next(iter(game.demands(state)), None)
    slot = _slot(state, owed) if owed is not None else 0
    if not slot or not isinstance(owed, Choice):
        return None
    sheet = _sheet(state, owed.side)
    if sheet is None or slot not in dict(sheet.shown):
        return None
    tables = canon.decode(dict(sheet.shown)[slot].encode())
    order = standing.answer(data, state, owed.side, Sheet(tables=tables), owed)
    if not isinstance(order, str) and game.check(state, owed.side, order):
        return owed, "what they say is not allowed here"
    return owed, order
