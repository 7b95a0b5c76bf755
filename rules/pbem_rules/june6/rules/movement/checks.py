"""Who may move, how far, and where a move may end (7.3, 7.4, 8.1, 8.2, 9.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, TypeVar

from attrs import AttrsInstance

from pbem.bytes.errors import Violation
from pbem.port.messages import Message
from pbem_rules.june6 import words
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, Activation, Play, Position, State, Unit, View
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.ground.stacking import stacking_violations
from pbem_rules.june6.rules.lookup import formation_of, on_map, titles, waits
from pbem_rules.june6.rules.movement.costs import HALVES, Mover, allowance, landing_points, points
from pbem_rules.june6.rules.movement.delay_points import stops_before_it
from pbem_rules.june6.rules.movement.steps import obstacles, stops_in_zone_of_control
from pbem_rules.shared.orders import Kind, broken, not_own

O = TypeVar("O", bound="_ForOneUnit")  # noqa: E741  # an order
LOOSE = "loose"
_NEVER_STRATEGIC = frozenset({"detachment", "strongpoint"})


def active(state: State, side: str) -> Activation | None:
    """The activation of ``side`` that is going on now, with nothing above it; else None."""
    frame = state.frames[-1] if state.frames else None
    return frame if isinstance(frame, Activation) and frame.side == side else None


def belongs(data: Data, frame: Activation, unit: Unit) -> bool:
    """Whether a unit acts in an activation: of an active formation, or without any when loose units act (7.26).

    At reduced efficiency only units that carry the marker act.
    """
    return _commanded(data, frame, unit) and (frame.full or not unit.efficiency)


def _commanded(data: Data, frame: Activation, unit: Unit) -> bool:
    if data.unit(unit.id).side != frame.side:
        return False
    formation = formation_of(data, unit)
    return formation in frame.formations if formation else LOOSE in frame.formations


def members(at: Position, frame: Activation) -> tuple[Unit, ...]:
    """The units that act in an activation, in order of id."""
    kinds, formations, pieces = at.data.units, frame.formations, at.state.board.pieces
    mine = (
        name
        for name, unit in pieces.items()
        if (unit.assigned or unit.corps or kinds[name].formation or LOOSE) in formations
        and kinds[name].side == frame.side
        and (frame.full or not unit.efficiency)
    )
    return tuple(pieces[name] for name in sorted(mine))


def any_reduced(at: Position, frame: Activation) -> bool:
    """Whether any unit that acts in an activation is reduced; asked at every entry, and most units are not."""
    return any(unit.reduced and belongs(at.data, frame, unit) for unit in at.state.board.pieces.values())


def find(at: Position, side: str, name: str) -> Unit | Violation:
    """A unit of ``side`` on the board, or why there is none."""
    unit = at.state.board.get(name)
    if unit is None or name not in at.data.units:
        if name not in at.state.lost:
            return not_own("8.11", name, known=name in at.data.units, own=True)
        said = Message("{name} has been eliminated", name=name)
        return broken("8.11", said, name)
    if at.data.unit(name).side != side:
        return not_own("8.11", name, known=True, own=False)
    return unit


@BOOK.rule("7.3")
@BOOK.rule("7.4")
def barred_from_acting(data: Data, frame: Activation, unit: Unit) -> Iterator[Violation]:
    """Why a unit takes no part in the activation ``frame``."""
    if not _commanded(data, frame, unit):
        paragraph = "7.3" if frame.full else "7.4"
        said = Message(
            "{unit} does not belong to a formation that is active ({titles})",
            unit=unit.id,
            titles=titles(data, frame.formations),
        )
        yield broken(paragraph, said, unit.id)
    else:
        yield from _no_marker_at_full_efficiency(frame, unit)
        yield from _marker_at_reduced_efficiency(frame, unit)


@BOOK.rule("3.63", "N12")
def _no_marker_at_full_efficiency(frame: Activation, unit: Unit) -> Iterator[Violation]:
    if frame.full and waits(unit):
        said = Message(
            "{unit} is {waits} and waits for the Reduced Efficiency phase", unit=unit.id, waits=waits(unit)
        )
        yield broken("3.63", said, unit.id)


@BOOK.rule("7.26")
def _marker_at_reduced_efficiency(frame: Activation, unit: Unit) -> Iterator[Violation]:
    if not frame.full and unit.efficiency:
        said = Message("{unit} has no Reduced Efficiency marker and has had its activation", unit=unit.id)
        yield broken("7.26", said, unit.id)


def barred_from_moving(data: Data, frame: Activation, unit: Unit) -> Iterator[Violation]:
    """Why a unit may not move in the activation ``frame``, wherever it would go."""
    yield from barred_from_acting(data, frame, unit)
    yield from _moves_before_combat(frame, unit)
    yield from _moves_once(frame, unit)
    yield from _is_free_to_move(unit)


@BOOK.rule("12.21", "12.22")
def _moves_before_combat(frame: Activation, unit: Unit) -> Iterator[Violation]:
    if frame.stage != "move":
        paragraph = "12.21" if frame.full else "12.22"
        said = Message("the formation of {unit} has finished moving; its combats are on", unit=unit.id)
        yield broken(paragraph, said, unit.id)


@BOOK.rule("8.11")
@BOOK.rule("21.22")
def _moves_once(frame: Activation, unit: Unit) -> Iterator[Violation]:
    if unit.id in frame.moved or unit.id in frame.strategic:
        yield broken("8.11", Message("{unit} has moved in this activation", unit=unit.id), unit.id)
    if unit.id in frame.rallied:
        yield broken("21.22", Message("{unit} has rallied in this activation", unit=unit.id), unit.id)


@BOOK.rule("8.22")
def _is_free_to_move(unit: Unit) -> Iterator[Violation]:
    for held, word in ((unit.pinned, "pinned"), (unit.scattered, "scattered")):
        if held:
            said = Message("{unit} is {marked} and cannot move", unit=unit.id, marked=words.word(word))
            yield broken("8.22", said, unit.id)


def walk(mover: Mover, path: tuple[str, ...]) -> Iterator[Violation]:
    """Everything wrong with a path, from the first step to the stack it ends in."""
    if not path:
        yield broken("8.11", Message("{unit} is given no hex to go to", unit=mover.unit.id), mover.unit.id)
        return
    frm, spent, most = mover.unit.where, landing_points(mover), allowance(mover)
    told = set[tuple[str, str]]()
    for n, to in enumerate(path):
        closed = tuple(obstacles(mover, frm, to))
        for found in closed:  # what bars one hex of a way is not told of each further one
            if (found.paragraph, _template(found)) not in told:
                yield found
        told.update((found.paragraph, _template(found)) for found in closed)
        if any(found.paragraph in {"8.11", "8.13", "8.47", "8.48", "10.23"} for found in closed):
            return
        if n + 1 < len(path) and not mover.strategic:
            yield from stops_in_zone_of_control(mover, to, path[n + 1])
        spent += points(mover, frm, to) or 0
        mover = mover if mover.strategic else mover.beyond(to)
        if n + 1 < len(path) and mover.delays and not mover.strategic:
            yield from stops_before_it(mover, to, most - spent, path[n + 1])
        frm = to
    yield from _has_the_points(mover, spent, frm)
    if not mover.holds_enemy(frm):
        yield from _ends_within_stacking(mover, frm)


def _template(found: Violation) -> str:
    """A sentence without what it is about."""
    return found.message.template if isinstance(found.message, Message) else found.message


@BOOK.rule("8.12")
def _has_the_points(mover: Mover, spent: int, where: str) -> Iterator[Violation]:
    most = allowance(mover)
    if spent > most:
        said = Message(
            "{unit} has {most} points and would need {spent} to reach {where}",
            unit=mover.unit.id,
            most=in_points(mover, most),
            spent=in_points(mover, spent),
            where=where,
        )
        yield broken("8.12", said, mover.unit.id)


def in_points(mover: Mover, amount: int) -> str:
    """An amount of points for people; strategic movement reckons in halves."""
    if not mover.strategic:
        return str(amount)
    whole, half = divmod(amount, HALVES)
    return f"{whole or ''}½" if half else str(whole)


@BOOK.rule("9.11")
def _ends_within_stacking(mover: Mover, where: str) -> Iterator[Violation]:
    """Each unit's move ends within the limits (N7)."""
    yield from stacking_violations(mover, where, (mover.unit.id,))


@BOOK.rule("8.24")
def barred_from_roads(mover: Mover) -> Iterator[Violation]:
    """Why a unit may not use strategic movement at all."""
    data, state, unit, name = mover.data, mover.state, mover.unit, mover.unit.id
    first = data.numbers.movement.strategic_allied_first_turn
    reasons = (
        (
            mover.kind.type in _NEVER_STRATEGIC,
            Message("{name} is a {type}", name=name, type=words.word(mover.kind.type)),
        ),
        (_formation_kind(data, unit) == "garrison", Message("{name} belongs to a garrison", name=name)),
        (
            mover.kind.side == ALLIED and state.turn < first,
            Message("Allied units do so from turn {first} only", first=first),
        ),
        (
            _too_near(mover),
            Message(
                "an enemy unit is nearer than {least} hexes",
                least=data.numbers.movement.strategic_start_distance,
            ),
        ),
    )
    for barred, said in reasons:
        if barred:
            yield broken("8.24", Message("no strategic movement: {said}", said=said), name)
    yield from _in_communication(mover)
    if unit.where.startswith(("box:", "glider:")):
        said = Message("no strategic movement: {name} has yet to land", name=name)
        yield broken("8.47", said, name)


@BOOK.rule("22.26", "8.24")
def _in_communication(mover: Mover) -> Iterator[Violation]:
    """A unit that enters the map does so before or with its headquarters (8.48, N18)."""
    name = mover.unit.id
    if mover.unit.isolated:
        yield broken("22.26", Message("no strategic movement: {name} is isolated", name=name), name)
    headquarters = headquarters_of(mover, mover.unit)
    if headquarters is None:
        said = Message("no strategic movement: {name} has no headquarters in play", name=name)
        yield broken("8.24", said, name)
    elif on_map(mover.data, mover.unit) and not on_map(mover.data, headquarters):
        said = Message(
            "no strategic movement: {headquarters} is not on the map yet", headquarters=headquarters.id
        )
        yield broken("8.24", said, name)
    elif headquarters.isolated and headquarters.id != name:
        said = Message("no strategic movement: {headquarters} is isolated", headquarters=headquarters.id)
        yield broken("22.26", said, name)


def headquarters_of(at: Position, unit: Unit) -> Unit | None:
    """The headquarters a unit answers to this turn, on the map or waiting to enter; None when there is none."""
    formation = at.data.formations.get(formation_of(at.data, unit))
    return at.state.board.get(formation.hq) if formation is not None and formation.hq else None


def _formation_kind(data: Data, unit: Unit) -> str:
    formation = data.formations.get(formation_of(data, unit))
    return formation.kind if formation is not None else ""


def _too_near(mover: Mover) -> bool:
    """A unit that enters the map starts from nowhere near (N9)."""
    if not on_map(mover.data, mover.unit):
        return False
    around = mover.data.numbers.movement.strategic_start_distance - 1
    return any(mover.holds_enemy(where) for where in mover.data.ground.grid.within(mover.unit.where, around))


def acting(state: State, unit: str) -> tuple[Activation, Unit]:
    frame = state.current(Activation)
    return frame, state.board[unit]


class _ForOneUnit(AttrsInstance, Protocol):
    @property
    def unit(self) -> str: ...


def for_one_unit(kind: Kind[O, View, Play]) -> None:
    """What every order for one unit asks alike: there is such a unit, and out of turn only its activation says more."""

    @kind.invalid
    def no_such_unit(view: View, order: O) -> Iterator[Violation]:
        found = find(view, view.side, order.unit)
        if isinstance(found, Violation):
            yield found

    @kind.untimely
    def not_now(view: View, order: O) -> tuple[Violation, ...]:
        return kind.verdict(view, order) if active(view.state, view.side) is not None else ()


def movers(view: View) -> tuple[Unit, ...]:
    frame = active(view.state, view.side)
    return members(view, frame) if frame is not None else ()
