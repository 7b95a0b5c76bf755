"""Advances after combat: who may, how far, and the ambush in the bocage (13.4, 13.5, 13.62)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.game import Die, Roll
from pbem.port.messages import Message, Series, counted
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, GERMAN, Activation, Combat, Play, Position, Task, Unit, View
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.combat import counterattack
from pbem_rules.june6.rules.combat.losses import DIS1, suffer
from pbem_rules.june6.rules.combat.modifiers import ASSAULT, STAND
from pbem_rules.june6.rules.combat.results import alive
from pbem_rules.june6.rules.combat.under_way import head_task
from pbem_rules.june6.rules.ground import occupying, stacking, terrain, zones_of_control
from pbem_rules.june6.rules.lookup import holder, ratings, side_of, units_at
from pbem_rules.june6.words import AND, either
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Advance:
    """One unit advances along ``path`` after combat (13.4, 13.52, 13.62)."""

    unit: str
    path: tuple[str, ...]


ADVANCE = Kind[Advance, View, Play](Advance, early="13.42", exact=True)


KIND, AMBUSH = "advance", "ambush"
_BOCAGE = "bocage"
_FURTHEST = 2


# --- who --------------------------------------------------------------------------------------------------------------


@BOOK.rule("13.41", "12.24")
def fit(unit: Unit) -> bool:
    """Whether its markers let a unit advance."""
    return not (unit.disorder or unit.scattered or unit.pinned or unit.isolated)


def entitled(at: Position, names: Sequence[str]) -> tuple[str, ...]:
    """The units that fought and may advance, then the headquarters stacked with those that are combat units (13.41)."""
    fought = tuple(unit for unit in alive(at.state, names) if fit(unit))
    places = sorted({unit.where for unit in fought if at.data.unit(unit.id).combat})
    staffs = [
        unit.id
        for where in places
        for unit in units_at(at.state, where)
        if at.data.unit(unit.id).hq and fit(unit) and unit.id not in names
    ]
    return (*(unit.id for unit in fought), *staffs)


def goals(combat: Combat, side: str) -> tuple[str, ...]:
    """The hexes that a side's first advance may enter: the defender's, or those the attackers left (13.62)."""
    return (combat.target,) if side == combat.side else combat.emptied


# --- where ------------------------------------------------------------------------------------------------------------


@BOOK.rule("13.44", "13.45")
@BOOK.rule("13.52")
def check(at: Position, combat: Combat, task: Task, order: Advance) -> tuple[Violation, ...]:
    """Every reason why the unit may not advance along the path."""
    unit = at.state.board.get(order.unit)
    if unit is None or order.unit not in task.units:
        return (broken("13.41", _barred(unit, order.unit, combat), order.unit),)
    found = tuple(_on_its_way(at, combat, task, unit, order)) or tuple(_full(at, unit, order.path[-1]))
    staff = at.data.unit(unit.id).hq
    if not found and staff and not zones_of_control.held_with(at, order.path[-1], task.side):
        said = Message("{unit} advances only to join a combat unit", unit=unit.id)
        return (broken("13.41", said, unit.id),)
    return found


def _on_its_way(at: Position, combat: Combat, task: Task, unit: Unit, order: Advance) -> Iterator[Violation]:
    path, frm = order.path, unit.where
    entered, most = _reach(at.data, combat, task, unit)
    yield from _length(order, most)
    if path and path[0] not in entered:
        yield broken("13.42", Message("the advance goes into {entered}", entered=either(entered)), path[0])
    for to in path[:_FURTHEST]:
        yield from _step(at, unit, frm, to, helped=_attacked_across(at.data, combat, unit, to))
        frm = to
    if len(path) > 1 and path[-1] == unit.where:
        yield broken("13.52", Message("{unit} cannot advance to where it stands", unit=unit.id), unit.id)


def _reach(data: Data, combat: Combat, task: Task, unit: Unit) -> tuple[tuple[str, ...], int]:
    """The hexes that a unit's advance may enter first, and how many it may enter in all.

    A unit held up by a counterattack stands in the defender's hex already and has the rest of its advance left.
    """
    most = hexes(data, task, unit.id)
    if unit.id in combat.onward[:1]:
        return data.ground.grid.adjacent[unit.where], most - 1
    return goals(combat, task.side), most


def _barred(unit: Unit | None, name: str, combat: Combat | None = None) -> str:
    """Why a unit has no part in the advance, as far as can be seen."""
    if unit is None:
        return Message("{name} is not on the map", name=name)
    marks = (
        (Message("in Disorder"), unit.disorder),
        (Message("scattered"), unit.scattered),
        (Message("pinned"), unit.pinned),
        (Message("isolated"), unit.isolated),
    )
    carried = Series((said for said, there in marks if there), AND)
    if carried:
        return Message("{name} is {marks}, so does not advance", name=name, marks=carried)
    if combat is not None and name in combat.advanced:
        return Message("{name} has advanced already", name=name)
    if combat is not None and name in (*combat.attackers, *combat.defenders):
        return Message("{name} is not among those that may advance", name=name)
    return Message("{name} did not fight in this combat", name=name)


@ADVANCE.untimely
@BOOK.rule("13.41", "13.42")
def not_offered(view: View, order: Advance) -> Iterator[Violation]:
    """Why nobody was asked for an advance after an attack of this activation."""
    unit, frame = view.state.board.get(order.unit), view.state.frames[-1] if view.state.frames else None
    active = isinstance(frame, Activation) and frame.side == view.side
    if unit is None or not unit.fought or not active or not order.path:
        return
    if holder(view, order.path[0]) not in ("", view.side):
        said = Message("the enemy has not left {hex}: nobody advances", hex=order.path[0])
        yield broken("13.42", said, order.path[0])
    elif not fit(unit):
        yield broken("13.41", _barred(unit, order.unit), order.unit)


def _length(order: Advance, most: int) -> Iterator[Violation]:
    if not order.path:
        yield broken("13.42", Message("say where {unit} advances", unit=order.unit), order.unit)
    elif len(order.path) > most:
        said = counted(
            most,
            "{unit} advances {n} hex at most, not {far}",
            "{unit} advances {n} hexes at most, not {far}",
            unit=order.unit,
            far=len(order.path),
        )
        yield broken("13.52" if most > 1 else "13.42", said, order.unit)


@BOOK.rule("N245")
def hexes(data: Data, task: Task, unit: str) -> int:
    """How many hexes a unit may advance: two in a breakthrough, if it is motorised."""
    return task.distance if terrain.motorised(data, unit) else 1


@BOOK.rule("20.34")
def _attacked_across(data: Data, combat: Combat, unit: Unit, to: str) -> bool:
    """Whether this step, the first, is the way over which the unit attacked: it needs no engineers again (N169)."""
    return unit.id in combat.attackers and to == combat.target and terrain.swims(data, unit.id)


def _step(at: Position, unit: Unit, frm: str, to: str, *, helped: bool) -> Iterator[Violation]:
    if to not in at.data.ground.grid.adjacent.get(frm, ()):
        yield broken("13.42", Message("{frm} and {to} are not adjacent", frm=frm, to=to), to)
    elif holder(at, to) not in ("", side_of(at.data, unit.id)):
        yield broken("8.14", Message("{to} is held by the enemy", to=to), to)
    else:
        for closed in terrain.can_enter(at, unit, frm, to, helped=helped):
            yield broken("12.31", closed.message, unit.id)


def _full(at: Position, unit: Unit, where: str) -> Iterator[Violation]:
    return (
        broken("13.42", each.message, where) for each in stacking.stacking_violations(at, where, (unit.id,))
    )


def paths(at: Position, combat: Combat, task: Task, unit: str) -> Iterator[tuple[str, ...]]:
    """Every advance open to a unit, shorter ones first."""
    adjacent, piece = at.data.ground.grid.adjacent, at.state.board.get(unit)
    if piece is None:
        return
    entered, most = _reach(at.data, combat, task, piece)
    for goal in entered:
        tried: list[tuple[str, ...]] = [(goal,)]
        if most > 1:
            tried.extend((goal, further) for further in adjacent[goal])
        for path in tried:
            if not check(at, combat, task, Advance(unit=unit, path=path)):
                yield path


def options(at: Position, combat: Combat, task: Task) -> Iterator[Advance]:
    """Every legal advance of the task's units."""
    for unit in task.units:
        for path in paths(at, combat, task, unit):
            yield Advance(unit=unit, path=path)


@BOOK.rule("13.43")
def compelled(at: Position, combat: Combat, task: Task) -> bool:
    """Whether some unit that fought must still advance: the task says must and it can (headquarters never must)."""
    return task.must and any(
        not at.data.unit(unit).hq
        and unit not in combat.onward[:1]
        and next(paths(at, combat, task, unit), None) is not None
        for unit in task.units
    )


@BOOK.rule("13.42", "13.51", "13.62")
def enter(play: Play, order: Advance) -> None:
    """One unit advances; it has no further part in the task."""
    before, combat = play.state, play.combat
    unit, task = before.board[order.unit], combat.tasks[0]
    for where in order.path:
        occupying.occupy(play, unit, where)
    play.mark(unit.id, where=order.path[-1])
    occupying.absorb(play, order.path[-1])
    text = Message("{unit} advanced to {path}.", unit=unit.id, path=order.path[-1])
    paragraph = "13.52" if len(order.path) > 1 else "13.43" if task.must else "13.42"
    hexes = (unit.where, *order.path)
    play.say("advanced", text, paragraph, side=task.side, units=(unit.id,), hexes=hexes)
    play.outcomes.extend(occupying.occupation(before, play.state, task.side))
    left = evolve(task, units=tuple(name for name in task.units if name != unit.id))
    play.alter(tasks=(left, *combat.tasks[1:]), advanced=(*combat.advanced, unit.id))


# --- ambush -----------------------------------------------------------------------------------------------------------


@BOOK.rule("N244")
@BOOK.rule("13.46")
def ambush_lurks(data: Data, combat: Combat, must: bool) -> bool:
    """Whether the Allied units that may advance have to roll for ambush."""
    return (
        must
        and combat.side == ALLIED
        and combat.mode == ASSAULT
        and combat.defence == STAND
        and data.ground.terrain[combat.target] == _BOCAGE
    )


def ambush_roll(combat: Combat, task: Task) -> Roll:
    """One ten-sided die for each unit, in the order of the task's units."""
    dice = (Die(sides=10, low=0),) * len(task.units)
    return Roll(side=ALLIED, why=f"ambush/{combat.n}", dice=dice, paragraph="13.46")


def ambushed(play: Play, faces: tuple[int, ...]) -> None:
    """The dice say which units take Disorder-1 when the advance is over: die above cohesion."""
    combat = play.combat
    caught = tuple(
        name
        for name, face in zip(combat.tasks[0].units, faces, strict=True)
        if face > ratings(play.data, play.board[name]).cohesion
    )
    said = (
        Message("Ambushed in the bocage: {caught}.", caught=", ".join(caught))
        if caught
        else Message("No ambush in the bocage.")
    )
    kind, hexes = "ambushed" if caught else "ambush", (combat.target,)
    play.say(kind, said, "13.46", side=ALLIED, units=caught, hexes=hexes, faces=faces)
    play.alter(ambushed=caught, tasks=combat.tasks[1:])


def finished(play: Play) -> None:
    """The advance is over: the ambushed units take their Disorder, the task is done."""
    for name in play.combat.ambushed:
        suffer(play, name, DIS1)
    play.alter(ambushed=(), tasks=play.combat.tasks[1:])


ADVANCE.wrong(lambda view, order: check(view, *head_task(view.state), order))
ADVANCE.legal(lambda view: options(view, *head_task(view.state)))


@ADVANCE.carry_out
@BOOK.rule("14.12")
def advanced(play: Play, order: Advance) -> None:
    """A unit advances; perhaps only into the first hex, and the German's answer is due (N101)."""
    combat = play.combat
    if counterattack.answerable(play.data, combat):
        whole = play.state, list(play.outcomes)
        enter(play, evolve(order, path=order.path[:1]))
        units = counterattack.able(play, play.combat)
        if units:
            onward = (order.unit, *order.path[1:]) if len(order.path) > 1 else ()
            asked = Task(kind=counterattack.KIND, side=GERMAN, units=units)
            play.alter(onward=onward, tasks=(asked, *play.combat.tasks))
            return
        play.state, play.outcomes = whole
    enter(play, order)


def declined(play: Play) -> None:
    """There is no counterattack: an advance that was held up in the hex goes on as it was ordered (N101)."""
    before = play.combat
    play.alter(tasks=before.tasks[1:])
    if before.onward:
        unit, *path = before.onward
        enter(play, Advance(unit=unit, path=tuple(path)))
        play.alter(advanced=before.advanced, onward=())


@BOOK.rule("14.27", "14.29")
@BOOK.rule("14.28")
def resumed(play: Play) -> bool:
    """The advance is taken up again, unless it is over, the first unit having lost the hex (N104)."""
    combat = play.combat
    first = play.board.get(combat.advanced[0])
    if first is None or first.where != combat.target:
        return False
    task = combat.tasks[1]
    names = (*combat.onward[:1], *task.units)
    units = tuple(unit.id for unit in alive(play.state, names) if fit(unit))
    play.alter(tasks=(evolve(task, units=units), *combat.tasks[2:]))
    return True
