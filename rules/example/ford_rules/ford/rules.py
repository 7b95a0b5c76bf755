"""The rules: why an order is not allowed, and what one that is does."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import AttrsInstance, evolve

from ford_rules.ford.book import BOOK
from ford_rules.ford.model import BLUE, LAST_TURN, RED, State
from ford_rules.ford.orders import Attack, Done, Move
from ford_rules.ford.printed import Data
from pbem.bytes.errors import Violation
from pbem.port.game import Outcome, Reason, Result, Rolled, Step, Table
from pbem_rules.kernel.paths import Reach, reach


def wrong(data: Data, state: State, side: str, action: AttrsInstance | Table) -> Iterator[Violation]:
    """Every rule that an action breaks; it may be anything that arrives in a mail."""
    match action:
        case Move():
            yield from _ready(data, state, side, action.unit, "1.1")
            if action.to not in reached(data, state, action.unit):
                yield _no("1.1", f"{action.unit} does not reach {action.to}", action.unit)
        case Attack():
            yield from _ready(data, state, side, action.unit, "2.1")
            if action.target not in targets(data, state, action.unit):
                yield _no("2.1", f"{action.target} is no enemy beside {action.unit}", action.target)
        case Rolled(faces=faces):
            if len(faces) != 1 or not 1 <= faces[0] <= 6:
                yield _no("2.1", "an attack takes one six-sided die", "")


def _ready(data: Data, state: State, side: str, name: str, paragraph: str) -> Iterator[Violation]:
    unit = state.board.get(name)
    if unit is None or data.units[name].side != side:
        yield _no(paragraph, f"there is no unit {name!r} of yours", name)
    elif unit.acted:
        yield _no(paragraph, f"{name} has acted this turn", name)


def _no(paragraph: str, message: str, subject: str) -> Violation:
    return Violation(paragraph=paragraph, message=message, subject=subject)


@BOOK.rule("1.1", text="A unit moves once a turn, up to two hexes, through hexes that are free.")
def reached(data: Data, state: State, name: str) -> tuple[str, ...]:
    """The hexes that a unit can move to, in hex order."""
    unit = state.board.get(name)
    if unit is None:
        return ()

    def step(_here: str, there: str, _spent: int, _before: str | None) -> int | None:
        return None if state.board.at(there) else 1

    found: Reach[str] = reach(unit.where, data.grid.adjacent, step, data.moves)
    return tuple(where for where in data.grid.hexes if where in found and where != unit.where)


@BOOK.rule("2.1", text="A unit that has not acted attacks an enemy beside it.")
def targets(data: Data, state: State, name: str) -> tuple[str, ...]:
    """The enemies beside a unit, in hex order."""
    unit = state.board.get(name)
    if unit is None:
        return ()
    beside = [each for where in data.grid.adjacent[unit.where] for each in state.board.at(where)]
    return tuple(each for each in beside if data.units[each].side != data.units[name].side)


def carried_out(data: Data, state: State, side: str, action: AttrsInstance | Table) -> Step[State]:
    """What a legal action does."""
    match action:
        case Move(unit=name, to=to):
            moved = evolve(state.board[name], where=to, acted=True)
            path = (state.board[name].where, to)
            said = Outcome(
                kind="moved", text=f"{name} moved to {to}.", paragraph="1.1", side=side, hexes=path
            )
            return Step(state=evolve(state, board=state.board.put(moved)), outcomes=(said,))
        case Attack(unit=name, target=target):
            board = state.board.put(evolve(state.board[name], acted=True))
            return Step(state=evolve(state, board=board, fight=(name, target), fights=state.fights + 1))
        case Rolled(faces=faces):
            return _fought(data, state, faces[0])
        case Done():
            return Step(state=_next(state, side))
    raise AssertionError(f"{action!r} is nothing that this game knows")


@BOOK.rule("2.2", "N1", text="With 5 or more the enemy is gone.")
def _fought(data: Data, state: State, face: int) -> Step[State]:
    name, target = state.fight
    more = data.units[name].strength - data.units[target].strength
    lost = name if repulsed(face) else target if face + more >= data.needed else ""
    said = Outcome(
        kind="removed" if lost else "held",
        text=f"{name} attacked {target}: {lost + ' is gone' if lost else target + ' holds'}.",
        paragraph="2.3" if repulsed(face) else "2.2",
        side=data.units[name].side,
        units=(name, target),
        hexes=(state.board[name].where, state.board[target].where),
        faces=(face,),
        reasons=(Reason(paragraph="N1", text="difference in strength", value=more),),
        total=face + more,
    )
    if lost:
        state = evolve(state, board=state.board.remove(lost), gone=(*state.gone, lost))
    return Step(state=evolve(state, fight=()), outcomes=(said,))


@BOOK.rule("2.3", text="When the die shows a one the attacker is gone instead.")
def repulsed(face: int) -> bool:
    """Whether an attack costs the attacker."""
    return face == 1


def _next(state: State, side: str) -> State:
    if side == BLUE and state.turn == LAST_TURN:
        return evolve(state, over=True)
    rested = state.board.put(*(evolve(unit, acted=False) for unit in state.board))
    turn = state.turn + (side == BLUE)
    return evolve(state, board=rested, turn=turn, side=BLUE if side == RED else RED)


@BOOK.rule("3.1", text="After the fourth turn Red has won with a unit at the ford, Blue otherwise.")
def result(data: Data, state: State) -> Result | None:
    """Who has won; None before the end."""
    if not state.over:
        return None
    held = any(data.units[name].side == RED for name in state.board.at(data.ford))
    return Result(
        winner=RED if held else BLUE, level=f"{'Red' if held else 'Blue'} holds the ford", score=int(held)
    )
