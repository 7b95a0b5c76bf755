"""What is wrong with an order or with something the protocol tells: first whether it is due, then the rule's own answer."""

from __future__ import annotations

from attrs import AttrsInstance

from pbem.bytes.errors import Violation
from pbem.port.game import (
    Choice,
    Conceal,
    Deal,
    Dealt,
    Demand,
    Die,
    Disclose,
    Mask,
    Masked,
    Requested,
    Roll,
    Rolled,
    Sealed,
    Shown,
    Table,
)
from pbem_rules.june44 import (
    air,
    cards,
    combat,
    combining,
    hands,
    invasion,
    movement,
    reinforcements,
    replacements,
    results,
    sequence,
    stacking,
)
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.lookup import broken
from pbem_rules.june44.model import State
from pbem_rules.june44.orders import (
    ORDERS,
    Advance,
    Attack,
    Beaches,
    Bombard,
    Combine,
    Contest,
    Defend,
    Discard,
    Done,
    Fly,
    Land,
    Lose,
    Move,
    Play,
    Replace,
)
from pbem_rules.june44.printed import Data


def demands(data: Data, state: State) -> tuple[Demand, ...]:
    """Who owes what: a card laid on the table, then a combat under way, then the phase."""
    if state.combat is not None and state.pending is None and not state.masking:
        return results.demands(data, state)
    return sequence.demands(data, state)


def check(data: Data, state: State, side: str, action: AttrsInstance | Table) -> tuple[Violation, ...]:
    """Every rule that an action breaks; empty when it is legal."""
    owed = demands(data, state)
    first = owed[0] if owed else None
    if isinstance(action, Sealed | Requested | Rolled | Shown | Masked | Dealt):
        return _check_chance(data, state, first, action)
    if not _awaited(first, side, ORDERS.kind(action)):
        return broken("5.0", _instead(first, ORDERS.kind(action)), ORDERS.kind(action))
    return _wrong(data, state, side, action)


@BOOK.rule("5.0", text="Nobody acts before his time, or goes back.")
def _awaited(first: Demand | None, side: str, kind: str) -> bool:
    match first:
        case Choice():
            return first.side == side and kind in first.kinds
        case Conceal():
            return first.side == side and kind == first.kind
        case _:
            return False


def _instead(first: Demand | None, kind: str) -> str:
    match first:
        case None:
            return "the game is over"
        case Choice(side=side, kinds=kinds, why=why):
            return f"{kind} is not due: the {side} side decides on {why} ({', '.join(kinds)})"
        case _:
            return f"{kind} is not due: the {first.side} side has to act first"


# --- what the protocol tells ----------------------------------------------------------------------------------------------


def _check_chance(data: Data, state: State, first: Demand | None, action: Table) -> tuple[Violation, ...]:
    match first, action:
        case Roll(why=why, dice=dice), Rolled() if action.why == why:
            return _wrong_faces(dice, action)
        case Conceal(), Sealed():
            return invasion.wrong_seal(state, action)
        case Disclose(at=at), Shown() if action.at == at:
            if at == hands.DECK:
                return cards.wrong_shown(data, state, action)
            return invasion.wrong_shown(data, state, action)
        case Mask(side=side, deck=deck), Masked() if (action.side, action.deck) == (side, deck):
            return ()
        case Deal(to=to, deck=deck, slots=slots), Dealt() if (action.to, action.deck) == (to, deck):
            return () if action.slots == slots else broken("12.0", f"the cards {slots} are due")
        case _:
            return broken("5.0", f"{action} is not due")


def _wrong_faces(dice: tuple[Die, ...], action: Rolled) -> tuple[Violation, ...]:
    fits = len(dice) == len(action.faces) and all(
        die.low <= face < die.low + die.sides for die, face in zip(dice, action.faces, strict=True)
    )
    return () if fits else broken("3.1", f"{action.faces} are no faces of {action.why}")


# --- orders ---------------------------------------------------------------------------------------------------------------


def _wrong(data: Data, state: State, side: str, action: AttrsInstance) -> tuple[Violation, ...]:
    match action:
        case Move():
            return movement.check(data, state, side, action)
        case Attack():
            return combat.check_attack(data, state, side, action)
        case Defend():
            return combat.check_defend(data, state, results.under_way(state), action)
        case Lose() if state.combat is None:
            return stacking.check_removal(data, state, side, action)
        case Lose():
            return results.check_lose(data, state, action)
        case Advance():
            return results.check_advance(data, state, action)
        case Done():
            return _wrong_done(data, state, side)
        case _:
            return _wrong_preparation(data, state, side, action)


def _wrong_preparation(data: Data, state: State, side: str, action: AttrsInstance) -> tuple[Violation, ...]:
    match action:
        case Beaches():
            return invasion.wrong_strengths(data, state, action)
        case Replace():
            return replacements.wrong(data, state, side, action)
        case Land():
            return reinforcements.wrong(data, state, action)
        case Play():
            return cards.wrong_play(data, state, side, action)
        case Discard():
            return cards.wrong_discard(data, state, side, action)
        case Fly():
            return air.wrong_flight(data, state, action)
        case Bombard():
            return air.wrong_plan(data, state, action)
        case Contest():
            return air.wrong_contest(state, action)
        case Combine():
            return combining.wrong(data, state, action)
        case _:
            return broken("5.0", f"{type(action).__name__} is no order of June '44")


def _wrong_done(data: Data, state: State, side: str) -> tuple[Violation, ...]:
    """Why a phase cannot end yet."""
    if state.combat is not None:
        return ()
    if sequence.mover(state):
        return stacking.before_done(data, state, side)
    if sequence.fighter(state) and side == "allied":
        return invasion.unattacked(data, state)
    return ()
