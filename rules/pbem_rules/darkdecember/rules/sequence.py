"""The sequence of play (I8), and the order ``done``."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.game import Choice, Demand
from pbem.port.messages import Message, OrderWord
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import (
    COLUMNS,
    COMBAT,
    DROP,
    EXPLOITATION,
    FUEL,
    MOVE,
    OPENING,
    OVER,
    REACTION,
    REPLACEMENT,
    SETUP,
    SUPPLY,
    WORKS,
    Unit,
)
from pbem_rules.darkdecember.printed.data import ALLIED, GERMAN
from pbem_rules.darkdecember.rules import commanders, setup, supply
from pbem_rules.darkdecember.rules.combat import parts as combat
from pbem_rules.darkdecember.rules.combat.attack import possible, still_to_come
from pbem_rules.darkdecember.rules.combat.course import under_way
from pbem_rules.darkdecember.rules.movement import bridging, columns, infiltration
from pbem_rules.darkdecember.rules.movement.bridging import BRIDGE
from pbem_rules.darkdecember.rules.movement.entries import ENTER, able, delay
from pbem_rules.darkdecember.rules.movement.infiltration import INFILTRATE
from pbem_rules.darkdecember.rules.movement.keeping_out import HOLD
from pbem_rules.darkdecember.rules.movement.leaving import LEAVE
from pbem_rules.darkdecember.rules.movement.move import MOVE as MOVING
from pbem_rules.darkdecember.rules.movement.move import anybody_moves, reacting, reserves_react
from pbem_rules.darkdecember.rules.movement.restricted import wake_brigade
from pbem_rules.darkdecember.rules.opening import dice, drop, fuel, replacements
from pbem_rules.darkdecember.rules.opening.calls import CALL
from pbem_rules.darkdecember.rules.play import Play, empty_forts
from pbem_rules.darkdecember.rules.view import View
from pbem_rules.darkdecember.rules.works import forts
from pbem_rules.shared.orders import Kind, broken
from pbem_rules.shared.sequence import Phase, Sequence


@frozen(kw_only=True)
class Done:
    """Nothing more in this phase, or no answer."""


DONE = Kind[Done, View, Play](Done, early="I8a")
_KEPT = ("id", "where", "reduced", "column", "supply", "dry", "woken", "free", "reserve", "entered")
"""What stays with a unit when a half ends; in the middle of a turn also the bridge that it builds (5.2, N46)."""


@DONE.wrong
def columns_in_zones(view: View, _order: Done) -> Iterator[Violation]:
    return columns.in_zones(view) if view.state.phase == COLUMNS else iter(())


@DONE.wrong
def left_to_others(view: View, _order: Done) -> Iterator[Violation]:
    return still_to_come(view) if view.state.phase == COMBAT and not under_way(view) else iter(())


@DONE.wrong
@BOOK.rule("3.4c", "3.5d")
def reinforcements_left(view: View, _order: Done) -> Iterator[Violation]:
    if view.state.phase != MOVE:
        return
    if view.side == ALLIED and next(HOLD.listed(view), None) is not None:
        yield broken(
            "3.5d",
            Message("reinforcements have to be kept out: {order}", order=OrderWord("hold", "darkdecember")),
        )
    late = sorted(able(view))
    if late:
        yield broken("3.4c", Message("these have to come: {units}", units=", ".join(late)), late[0])


@DONE.legal
def nothing_more(_view: View) -> Iterator[Done]:
    yield Done()


@DONE.carry_out
def done(play: Play, _order: Done) -> None:
    state = play.state
    if under_way(play):
        combat.no_more(play)
    elif state.phase == WORKS and len(state.tries) > state.diced:
        play.change(blowing=True)
    elif state.phase == FUEL:
        fuel.spare_nobody(play)
    else:
        SEQUENCE.leave(play, state.phase)


def _if_any(possible: Callable[[View], bool], *, until_done: bool = True) -> Callable[[Play], bool]:
    """What skips a phase in which the side of the half can do nothing.

    ``until_done``: else it goes on until somebody says that they are done; if not, as long as something is possible.
    """

    def at_once(play: Play) -> bool:
        if play.state.open:
            return False
        if not possible(View(data=play.data, state=play.state, side=play.state.half)):
            SEQUENCE.leave(play, play.state.phase)
            return True
        if until_done:
            play.change(open=True)
        return until_done

    return at_once


@BOOK.rule("3.0", "3.4", "I8a")
def moving(view: View) -> tuple[Demand, ...]:
    """Movement."""
    side = view.state.half
    more = (HOLD.word,) if side == ALLIED else (LEAVE.word, INFILTRATE.word)
    kinds = (MOVING.word, BRIDGE.word, ENTER.word, *more, CALL.word, "done")
    return (Choice(side=side, kinds=kinds, why=Message("movement"), paragraph="3.0"),)


def can_move(view: View) -> bool:
    """Whether the side of a view has anybody who moves or comes."""
    listings = (ENTER.listed(view), CALL.listed(view), BRIDGE.listed(view))
    return anybody_moves(view) or any(next(listing, None) is not None for listing in listings)


@BOOK.rule("4.0", "I8c")
def attacking(view: View) -> tuple[Demand, ...]:
    """Attacks."""
    side = view.state.half
    return (Choice(side=side, kinds=("attack", "done"), why=Message("combat"), paragraph="4.0"),)


def movement_begins(play: Play) -> None:
    """The 29th Armoured Brigade is looked for; bridges that were built last time are used."""
    wake_brigade(play)
    bridging.open_bridges(play)


def movement_ends(play: Play) -> None:
    """Reinforcements that found no way wait, empty fortifications go, nations part."""
    delay(play)
    empty_forts(play)
    part_nations(play)


@BOOK.rule("3.7c", "N85")
def part_nations(play: Play) -> None:
    """At the end of Allied movement the fewer of two nations in a hex are removed."""
    for where in sorted(play.held(ALLIED)) if play.state.half == ALLIED else ():
        names = play.units_of(ALLIED, where)
        american = [name for name in names if play.nation(name) == "us"]
        others = [name for name in names if name not in american]
        for name in min(american, others, key=len):
            play.destroy(name, "3.7c")


def left_empty(play: Play) -> None:
    """Reserves have moved: fortifications that they left go."""
    empty_forts(play)


def exploitation_ends(play: Play) -> None:
    """Fortifications that were left go; who has entered strategic movement is no reserve."""
    left_empty(play)
    columns.no_reserves_any_more(play)


def combat_ends(play: Play) -> None:
    """Bridges stand; the last combat is forgotten."""
    bridging.finish(play)
    play.change(battle=None, duties=())


@BOOK.rule("I8a", "N80")
def next_half(play: Play) -> str:
    """What happened to units in a half is forgotten; the other side's half begins, or the game is over."""
    state = play.state
    if state.half == ALLIED and state.turn >= play.data.scenarios[state.scenario].last:
        return OVER
    kept = (*_KEPT, "bridging") if state.half == GERMAN else _KEPT
    play.put(*(Unit(**{name: getattr(unit, name) for name in kept}) for unit in state.board))
    turn = state.turn + (state.half == ALLIED)
    play.change(
        half=play.enemy(state.half), turn=turn, waived="", thrown=(), tries=(), diced=0, released=False
    )
    return OPENING


SEQUENCE = Sequence[View, Play](
    (
        Phase(SETUP, Message("Set-up"), owed=setup.owed),
        Phase(OPENING, Message("Weather"), opens=dice.withdrawals, owed=dice.opening),
        Phase(SUPPLY, Message("Supply"), opens=supply.determine, owed=dice.determined),
        Phase(FUEL, Message("Fuel"), opens=fuel.begin, owed=fuel.owed),
        Phase(
            REPLACEMENT,
            Message("Replacements"),
            opens=replacements.income,
            at_once=_if_any(replacements.any_legal),
            owed=replacements.owed,
        ),
        Phase(DROP, Message("Parachute drop"), owed=drop.owed),
        Phase(
            COLUMNS,
            Message("Strategic movement"),
            opens=movement_begins,
            at_once=_if_any(columns.any_legal),
            owed=columns.owed,
        ),
        Phase(MOVE, Message("Movement"), at_once=_if_any(can_move), owed=moving, closes=movement_ends),
        Phase(
            REACTION, Message("Reaction"), at_once=_if_any(reserves_react), owed=reacting, closes=left_empty
        ),
        Phase(
            COMBAT,
            Message("Combat"),
            at_once=_if_any(possible, until_done=False),
            owed=attacking,
            closes=combat_ends,
        ),
        Phase(
            EXPLOITATION,
            Message("Exploitation"),
            at_once=_if_any(columns.reserves_left),
            owed=columns.exploiting,
            closes=exploitation_ends,
        ),
        Phase(
            WORKS,
            Message("Bridges and fortifications"),
            at_once=_if_any(forts.any_legal),
            owed=forts.owed,
            closes=next_half,
        ),
        Phase(OVER, Message("The game is over")),
    ),
    phase=lambda view: view.state.phase,
    enter=lambda play, name: play.change(phase=name, open=False),
    procedures=(combat.PROCEDURE, commanders.PROCEDURE, infiltration.PROCEDURE),
)
