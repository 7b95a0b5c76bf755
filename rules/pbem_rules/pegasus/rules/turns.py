"""The sequence of play: which phase, what runs by itself, what waits for the player; and the order ``done``."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.game import Choice, Demand
from pbem.port.messages import Message
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, GERMAN, WITNESS
from pbem_rules.pegasus.play import Play, View
from pbem_rules.pegasus.rules import arrivals, charges, close_combat, landing, recovery
from pbem_rules.pegasus.rules.germans import car, fire, infantry, tanks
from pbem_rules.shared.orders import Kind, broken
from pbem_rules.shared.sequence import Phase
from pbem_rules.shared.straight import StraightSequence, dice_missing

OVER = "over"


@frozen(kw_only=True)
class Done:
    """The phase is over."""


DONE = Kind[Done, View, Play](Done)


@DONE.legal
def done(_view: View) -> Iterator[Done]:
    yield Done()


@DONE.carry_out
def next_phase(play: Play, _order: Done) -> None:
    SEQUENCE.leave(play, play.state.phase)


@BOOK.rule("N1")
def gives_no_orders(side: str) -> Iterator[Violation]:
    """The witness has a part in every roll, and nothing else to do."""
    if side == WITNESS:
        yield broken("N1", Message("the witness gives no orders."))


def german_move(play: Play) -> None:
    """The Germans move: who comes in, then vehicles, then infantry."""
    charges.blow(play)
    arrivals.german_line_up(play)
    play.mark(*(unit.id for unit in play.board if play.side_of(unit) == GERMAN and unit.spent), spent=0)
    arrivals.enter(play)
    tanks.move(play)
    car.move(play)
    infantry.move(play)


def end_of_turn(play: Play) -> str:
    """The charges, and the next turn or the end of the game."""
    charges.remove(play)
    if play.state.turn >= len(play.data.tables.times):
        return OVER
    play.change(turn=play.state.turn + 1)
    return "recovery"


def _orders(phase: str, *kinds: str) -> Callable[[View], tuple[Demand, ...]]:
    return lambda _: (Choice(side=BRITISH, kinds=(*kinds, "done"), why=phase, paragraph="9.1"),)


def _phase(title: Message, closes: Callable[[Play], str | None]) -> Phase[View, Play]:
    """A phase without a decision of the player's."""
    return Phase(str(title), title, closes=closes)


@BOOK.rule("9.1", "N34")
def enter(play: Play, phase: str) -> None:
    """A phase begins."""
    if phase == OVER:
        play.change(over=True)
    else:
        play.change(phase=phase, hit=(), guns_used=(), given=())


_MOVE, _FIRE = Message("british move"), Message("british fire")
SEQUENCE = StraightSequence[View, Play](
    (
        _phase(Message("landing"), landing.land_all),
        _phase(Message("recovery"), recovery.recover_all),
        Phase(str(_MOVE), _MOVE, owed=_orders(_MOVE, "move", "grenade", "gammon", "clear", "ready", "give")),
        _phase(Message("german move"), german_move),
        Phase(str(_FIRE), _FIRE, owed=_orders(_FIRE, "fire", "piat", "shell")),
        _phase(Message("german fire"), fire.fire),
        _phase(Message("melee"), close_combat.close_combat),
        _phase(Message("bridge"), end_of_turn),
        Phase(OVER, Message("the game is over")),
    ),
    phase=lambda view: OVER if view.state.over else view.state.phase,
    enter=enter,
    procedures=(dice_missing(BRITISH),),
)
