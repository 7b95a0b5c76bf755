"""Arrivals: entry hexes, landing boxes, and what becomes of a formation that could not come (3.31, 3.5, 10.2, 10.3)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.game import Choice
from pbem.port.messages import Message, counted
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ENTRY_HEXES, GERMAN, Arrival, Play, Position, Unit, View
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.arrivals.arriving import BOX, ENTRY, SHUT_OUT, blocked, called
from pbem_rules.june6.rules.command import led
from pbem_rules.june6.rules.lookup import on_map, title
from pbem_rules.june6.rules.markers.cup import LOOSE
from pbem_rules.june6.words import either
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class EnterBy:
    """The entry hex letter of a German formation that arrives this turn (3.31, 10.35); ``-`` holds it back (10.36)."""

    formation: str
    letter: str


HELD_BACK = "-"
ENTER_BY = Kind[EnterBy, View, Play](EnterBy, early="3.31", exact=True)


def name_of(arrival: Arrival) -> str:
    """How an order names an arrival: its formation, or ``loose`` for units that have none."""
    return arrival.formation or LOOSE


def is_german(data: Data, arrival: Arrival) -> bool:
    """Whether it enters over the edge of the map."""
    return data.unit(arrival.units[0]).side == GERMAN


def replace(play: Play, old: Arrival, new: Arrival | None) -> None:
    """One arrival is changed or, for None, gone; the order of the others stays."""
    changed = tuple(new if each is old else each for each in play.state.arrivals)
    play.change(arrivals=tuple(each for each in changed if each is not None))


# --- entry hexes ------------------------------------------------------------------------------------------------------


@BOOK.rule("3.31", "10.35")
def undecided(at: Position) -> tuple[Arrival, ...]:
    """The German arrivals of this turn whose letter is open; a letter once named stays (10.35)."""
    return tuple(
        arrival
        for arrival in at.state.arrivals
        if arrival.turn == at.state.turn and not arrival.letter and is_german(at.data, arrival)
    )


def choice(at: Position) -> Choice:
    """The next letter to be named."""
    first = undecided(at)[0]
    why = Message(
        "entry hex of {name_of}: {place}, or - to hold it back a turn",
        name_of=name_of(first),
        place=", ".join(first.place),
    )
    return Choice(side=GERMAN, kinds=("enter-by",), why=why, paragraph="3.31")


@ENTER_BY.wrong
def not_there(view: View, order: EnterBy) -> Iterator[Violation]:
    """Why a formation may not enter there."""
    formation = order.formation
    if view.state.phase != ENTRY_HEXES or view.side != GERMAN:
        yield broken("3.31", Message("entry hexes are not named now"), formation)
        return
    found = _named(view, formation)
    if found is None:
        said = Message(
            "{formation} is not an arrival of this turn whose entry hex is open", formation=formation
        )
        yield broken("10.35", said, formation)
    elif order.letter != HELD_BACK:
        yield from _open_letter(found, order.letter)


def _named(at: Position, name: str) -> Arrival | None:
    return next((each for each in undecided(at) if name_of(each) == name), None)


def _open_letter(arrival: Arrival, letter: str) -> Iterator[Violation]:
    name = name_of(arrival)
    if len(letter) != 1 or letter not in arrival.place:
        said = Message(
            "{name} enters by {place}, not by {letter}", name=name, place=either(arrival.place), letter=letter
        )
        yield broken("10.35", said, name)


@ENTER_BY.carry_out
def enter_by(play: Play, order: EnterBy) -> None:
    """The letter stands, or the formation waits a turn."""
    data = play.data
    arrival = _named(play, order.formation)
    assert arrival is not None
    name = title(data, name_of(arrival))
    if order.letter == HELD_BACK:
        replace(play, arrival, _later(data, arrival))
        text = Message("{formation} is held back until the next turn.", formation=name)
        kind, paragraph = "held-back", "10.36"
    else:
        replace(play, arrival, evolve(arrival, letter=order.letter))
        text = Message("{formation} will enter by {letter}.", formation=name, letter=order.letter)
        if blocked(play, order.letter):
            text = Message(
                "{formation} will enter by {letter} if Allied units leave it open.",
                formation=name,
                letter=order.letter,
            )
        kind, paragraph = "entry", "10.35"
    play.say(kind, text, paragraph, side=GERMAN, units=arrival.units)


@BOOK.rule("10.36")
def _later(data: Data, arrival: Arrival) -> Arrival:
    """Due next turn at a letter of its owner's choice."""
    anywhere = "".join(sorted(data.ground.entries))
    return evolve(arrival, turn=arrival.turn + 1, place=anywhere, letter="", tries=0)


@ENTER_BY.legal
def letters(view: View) -> Iterator[EnterBy]:
    """Every letter for the first arrival that still needs one, closed ones too (N82), and holding it back."""
    waiting = undecided(view)
    if view.state.phase != ENTRY_HEXES or not waiting:
        return
    first, name = waiting[0], name_of(waiting[0])
    for letter in first.place:
        yield EnterBy(formation=name, letter=letter)
    yield EnterBy(formation=name, letter=HELD_BACK)


# --- arriving ---------------------------------------------------------------------------------------------------------


@BOOK.rule("3.5", "10.21")
@BOOK.rule("10.31", "10.34")
def place_arrivals(play: Play) -> None:
    """Everybody who arrives this turn without a release roll is put where he enters."""
    for arrival in play.state.arrivals:
        unnamed = is_german(play.data, arrival) and not arrival.letter
        if arrival.turn == play.state.turn and not unnamed and not _needs_release(arrival):
            come(play, arrival)


def _needs_release(arrival: Arrival) -> bool:
    return arrival.release is not None and not arrival.automatic


def come(play: Play, arrival: Arrival) -> None:
    """One arrival is put into its box or at its letter; its headquarters takes the others under command."""
    german = is_german(play.data, arrival)
    where = f"{ENTRY}{arrival.letter}" if german else f"{BOX}{arrival.place}"
    replace(play, arrival, None)
    known = (play.board.get(name) or Unit(id=name, where=where) for name in arrival.units)
    play.put(*(evolve(unit, where=where) for unit in known))
    under_command(play, arrival)
    text = counted(
        len(arrival.units),
        "{units} is ready at {where}.",
        "{units} are ready at {where}.",
        units=", ".join(arrival.units),
        where=called(where),
    )
    play.say("arrived", text, "10.31" if german else "10.21", units=arrival.units)


@BOOK.rule("7.25", "10.12")
def under_command(play: Play, arrival: Arrival) -> None:
    """Efficiency of the arrivals, and of those of their formation that wait when its headquarters is among them.

    Units that have entered the map before it wait until it does so too (7.24b).
    """
    data, formation = play.data, play.data.formations.get(arrival.formation)
    with_hq = formation is not None and formation.hq in arrival.units
    board = play.board
    coming = (
        unit
        for unit in board
        if not on_map(data, unit)
        if unit.id in arrival.units or (with_hq and data.unit(unit.id).formation == arrival.formation)
    )
    play.put(
        *(
            evolve(unit, efficiency=led(data, unit, board) and not arrival.reduced_phase)
            for unit in tuple(coming)
        )
    )


# --- at the end of the turn -------------------------------------------------------------------------------------------


@BOOK.rule("10.34")
@BOOK.rule("10.37")
def carry_over(play: Play) -> None:
    """Arrivals of this turn that did not come: refused ones enter next turn, shut out ones choose again (N76, N77).

    A formation that has rolled and was refused counts as refused, even if its entry is closed when the turn ends.
    """
    changed = []
    for arrival in play.state.arrivals:
        if arrival.turn != play.state.turn:
            changed.append(arrival)
        elif arrival.tries:
            changed.append(evolve(arrival, turn=arrival.turn + 1, automatic=True, tries=0))
        else:
            changed.append(_later(play.data, arrival))
    play.change(arrivals=tuple(changed))
    _shut_out(play)


def _shut_out(play: Play) -> None:
    """Units that wait at a letter that Allied units have closed become arrivals of the next turn, release or no."""
    data, found = play.data, list[Arrival]()
    for letter in sorted(data.ground.entries):
        state = play.state
        waiting = state.board.stack(f"{ENTRY}{letter}")
        if not waiting or not blocked(play, letter):
            continue
        for name in dict.fromkeys(data.unit(unit.id).formation for unit in waiting):
            units = tuple(unit.id for unit in waiting if data.unit(unit.id).formation == name)
            found.append(
                Arrival(
                    formation=name,
                    units=units,
                    turn=state.turn + 1,
                    place="".join(sorted(data.ground.entries)),
                    markers=_free_markers(play, name, units),
                )
            )
        play.mark(*(unit.id for unit in waiting), where=SHUT_OUT)
    play.change(arrivals=(*play.state.arrivals, *found))


def _free_markers(at: Position, formation: str, units: tuple[str, ...]) -> int:
    """The markers of a formation's turn of entry when its headquarters is among those shut out."""
    known = at.data.formations.get(formation)
    if known is None or known.hq not in units:
        return 0
    dues = at.data.scenarios[at.state.scenario].arrivals
    return max((due.markers for due in dues if due.formation == formation), default=0)
