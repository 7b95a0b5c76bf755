"""The sequence of play (N2): the phases of a turn, the order ``done``, and the end of a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import Choice, Demand
from pbem.port.messages import Message
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED, GERMAN, Piece
from pbem_rules.normandy.printed import Turn
from pbem_rules.normandy.printed.calendar import day_name, day_number
from pbem_rules.normandy.rules import (
    companies,
    days,
    engineers,
    march,
    port,
    returning,
    stacking,
    victory,
    withdrawal,
)
from pbem_rules.normandy.rules.air import parts as air
from pbem_rules.normandy.rules.assign import ASSIGN
from pbem_rules.normandy.rules.combat import parts as combat
from pbem_rules.normandy.rules.done import Done
from pbem_rules.normandy.rules.june6 import walk
from pbem_rules.normandy.rules.move import MOVE, Move
from pbem_rules.normandy.rules.night import OVER, is_over
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import View
from pbem_rules.shared.orders import Kind
from pbem_rules.shared.sequence import Phase, Sequence

DONE = Kind[Done, View, Play](Done, early="N2", exact=True)
KINDS = (MOVE, *march.KINDS, *companies.KINDS, ASSIGN, *days.KINDS, *air.KINDS, *combat.KINDS, DONE)
LABELS = (*days.LABELS, *air.LABELS, *combat.LABELS)
PROCEDURES = (*days.PROCEDURES, air.PROCEDURE, combat.PROCEDURE)
END, FINISHED = "end", "over"
_STACKED = ("allied-move", "allied-mech", "german-move", "german-mech")
"""The phases in which somebody may wait for another to leave (N164). Stacks are looked at after every movement (2.3)."""
_LANDING = "06-06"

# --- done ---------------------------------------------------------------------------------------------------------


@DONE.wrong
@BOOK.rule("2.3", "N128")
def stacks(view: View, _order: Done) -> Iterator[Violation]:
    """Hexes in which too many stand when a side is done with moving."""
    if view.state.phase in (*_STACKED, *walk.PHASES) and not combat.under_way(view):
        for each in stacking.broken_stacks(view, view.side):
            if any(_can_leave(view, name) for name in view.units_of(view.side, each.subject)):
                yield each


def _can_leave(view: View, name: str) -> bool:
    """Whether a unit has a hex to go to in this phase."""
    beside = view.data.ground.grid.adjacent[view.board[name].where]
    return any(not MOVE.verdict(view, Move(unit=name, path=(where,))) for where in beside)


@BOOK.rule("2.1", "N128")
def surplus(play: Play) -> None:
    """Hexes that nobody can part any more lose who came there, the last by name first."""
    for where in play.board.places():
        while where in play.data.land.terrain and stacking.exceeds_stacking(play, where):
            came = [name for name in play.board.at(where) if play.unit(name).spent]
            if not came:
                break
            play.eliminate(came[-1], "2.1")


@DONE.legal
def nothing_more(view: View) -> Iterator[Done]:
    order = Done()
    if not any(stacks(view, order)):
        yield order


@DONE.carry_out
def done(play: Play, _order: Done) -> None:
    if combat.under_way(play):
        combat.no_more(play)
    elif not days.done(play):
        if play.state.phase in _STACKED:
            surplus(play)
        play.change(stage=OVER)


# --- the phases of a side -----------------------------------------------------------------------------------------


def _moving(side: str) -> Callable[[View], tuple[Demand, ...]]:
    """A side moves."""

    def owed(view: View) -> tuple[Demand, ...]:
        if is_over(view):
            return ()
        digs = side == GERMAN or view.chosen("allied-trenches")
        more = (*(("dig", "abandon") if digs else ()), *(("sail",) if side == ALLIED else ()))
        back = next(returning.returning(view, side), None) is not None
        more = (*more, *(("replace",) if back else ()))
        kinds = ("move", "march", "enter", *more, "break-down", "join", "assign", "done")
        return (Choice(side=side, kinds=kinds, why=Message("movement"), paragraph="8.1"),)

    return owed


@BOOK.rule("8.5")
def _mechanised(side: str) -> Callable[[View], tuple[Demand, ...]]:
    """The mechanised units of a side move again."""

    def owed(view: View) -> tuple[Demand, ...]:
        if is_over(view):
            return ()
        why = Message("mechanised movement")
        return (Choice(side=side, kinds=("move", "done"), why=why, paragraph="8.5"),)

    return owed


def _change(play: Play, how: Callable[[Piece], Piece]) -> None:
    """The units on the board that a rule changes."""
    changed = [after for unit in play.board if (after := how(unit)) != unit]
    if changed:
        play.put(*changed)


def _turned_over(play: Play, unit: Piece) -> bool:
    """Whether it is a counter with a Moved side: a gun or a ship (8.2, 13.4)."""
    return play.type_of(unit.id).branch in ("artillery", "ship")


def _rested(side: str) -> Callable[[Play], None]:
    """A movement phase of a side begins: everybody may move, and who marched bears the marker no more (9.18)."""

    def opens(play: Play) -> None:
        def how(unit: Piece) -> Piece:
            if play.side_of(unit.id) != side:
                return unit
            return evolve(unit, moved=unit.moved and _turned_over(play, unit), spent=0, strategic=False)

        _change(play, how)

    return opens


def _again(side: str) -> Callable[[Play], None]:
    """The mechanised phase of a side begins: its units may move, the markers stay."""

    def opens(play: Play) -> None:
        def how(unit: Piece) -> Piece:
            mine = play.side_of(unit.id) == side
            return evolve(unit, moved=unit.moved and _turned_over(play, unit), spent=0) if mine else unit

        _change(play, how)

    return opens


# --- the end of a turn --------------------------------------------------------------------------------------------


@BOOK.rule("5.7", "N2")
def opening(play: Play) -> str:
    """The phase in which the turn that it is now begins."""
    return days.first_of_6_june(play) or ("flak" if play.state.part else "mulberries")


@BOOK.rule("2.5", "8.2", "11.1", "13.4", "15.5", "17.4", "N4", "N108")
def end_of_turn(play: Play) -> str:
    """A turn ends, and the next begins, if there is one."""
    night = play.night

    def how(unit: Piece) -> Piece:
        waits = play.type_of(unit.id).branch == "ship" and not night
        moved, fired = unit.moved and waits, unit.fired and waits
        dug = engineers.rested(play, unit.dug)
        return evolve(
            unit, moved=moved, spent=0, attacked=False, hit=False, still=False, fired=fired, dug=dug
        )

    _change(play, how)
    thrown = sorted({*play.state.mixed, *play.state.thrown})
    mixed = tuple(where for where in thrown if len(stacking.armies(play, play.board.at(where))) > 1)
    kept = {name: points for name, points in play.state.kept.items() if name in play.data.units}
    play.change(escaped=(), mixed=mixed, thrown=(), wave=0, kept=kept)
    port.hold(play)
    air.clear(play)
    victory.take_stock(play)
    if play.state.part == 2:  # PM
        withdrawal.leave(play)
    return _next_turn(play)


def _next_turn(play: Play) -> str:
    state, last = play.state, play.data.scenarios[play.state.scenario].last
    now = Turn(day=day_number(state.day) or last.day, part=state.part)
    if now >= last:
        play.change(over=True)
        return FINISHED
    then = now.following()
    given = state.supply == "given" and not (state.day == _LANDING and day_name(then.day) != _LANDING)
    play.change(day=day_name(then.day), part=then.part, supply="given" if given else "traced")
    play.say("turn", Message("{turn} begins.", turn=then.title), "5.7")
    return opening(play)


# --- the list -----------------------------------------------------------------------------------------------------


def _allied_combat_ends(play: Play) -> str | None:
    combat.closes(play)
    return "german-move" if play.night else None


@BOOK.rule("8.5")
def _german_combat_ends(play: Play) -> str | None:
    combat.closes(play)
    return END if play.night else None


_TURN = (
    Phase[View, Play]("flak", Message("Flak"), opens=air.opens, owed=air.flak_owed),
    Phase[View, Play]("air", Message("Air"), owed=air.air_owed),
    Phase[View, Play]("recon", Message("Armed reconnaissance"), owed=air.recon_owed),
    Phase[View, Play]("carpet", Message("Carpet bombing"), owed=air.carpet_owed),
    Phase[View, Play]("allied-move", Message("Allied movement"), opens=_rested(ALLIED), owed=_moving(ALLIED)),
    Phase[View, Play](
        "allied-combat", Message("Allied combat"), owed=combat.owed, closes=_allied_combat_ends
    ),
    Phase[View, Play](
        "allied-mech",
        Message("Allied mechanised movement"),
        opens=_again(ALLIED),
        owed=_mechanised(ALLIED),
        closes=air.bombs_fall,
    ),
    Phase[View, Play]("german-move", Message("German movement"), opens=_rested(GERMAN), owed=_moving(GERMAN)),
    Phase[View, Play](
        "german-combat", Message("German combat"), owed=combat.owed, closes=_german_combat_ends
    ),
    Phase[View, Play](
        "german-mech", Message("German mechanised movement"), opens=_again(GERMAN), owed=_mechanised(GERMAN)
    ),
    Phase[View, Play](END, Message("End of the turn"), closes=end_of_turn),
    Phase[View, Play](FINISHED, Message("The end")),
)


def _enter(play: Play, phase: str) -> None:
    play.change(phase=phase, stage="", settled=())


SEQUENCE = Sequence[View, Play](
    (*days.PHASES.values(), *_TURN), phase=lambda view: view.state.phase, enter=_enter, procedures=PROCEDURES
)
