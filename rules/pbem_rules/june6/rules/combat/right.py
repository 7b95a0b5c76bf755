"""Who may attack what: the right to attack, the attackers and the target (12.1 to 12.3, 13.53, 13.63)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from pbem.bytes.errors import Violation
from pbem.port.messages import Message
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import Activation, Combat, Position, State, Task, Unit
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.engineers import engineers
from pbem_rules.june6.rules.ground import terrain
from pbem_rules.june6.rules.lookup import activation, enemy_of, holder, on_map, units_of, waits
from pbem_rules.june6.rules.movement.checks import belongs
from pbem_rules.shared.orders import broken

AGAIN, ROUT = "again", "rout"


_PARAGRAPH = {AGAIN: "13.53", ROUT: "13.63"}


@frozen(kw_only=True)
class Right:
    """On what ground a side attacks now: its activation, or the ``task`` of a breakthrough or rout."""

    side: str
    frame: Activation
    task: Task | None = None

    @property
    def support(self) -> bool:
        """Whether artillery and markers may be used (13.53, 13.63)."""
        return self.task is None


def right(state: State) -> Right | None:
    """The right to attack that the position gives, or None when nobody may declare an attack."""
    last, frame = state.frames[-1] if state.frames else None, activation(state)
    if frame is None:
        return None
    if isinstance(last, Combat) and last.stage == "after" and last.tasks and last.tasks[0].kind in _PARAGRAPH:
        return Right(side=last.tasks[0].side, frame=frame, task=last.tasks[0])
    return Right(side=frame.side, frame=frame) if last is frame else None


def attacker_violations(at: Position, given: Right, name: str) -> tuple[Violation, ...]:
    """Every reason why a unit may not attack at all now, whatever the target."""
    unit = at.state.board.get(name)
    if unit is None or at.data.unit(name).side != given.side or not on_map(at.data, unit):
        return (broken("12.21", Message("{name} is not a unit of yours on the map", name=name), name),)
    found = list(brackets(at.data, unit))
    if given.task is not None:
        found.extend(_again(given.task, unit))
    else:
        found.extend(_active(at.data, given.frame, unit))
        found.extend(_unspent(given.frame, unit))
        found.extend(_began_in_contact(given.frame, unit))
    return tuple(found)


@BOOK.rule("12.11", "12.51a")
def brackets(data: Data, unit: Unit) -> tuple[Violation, ...]:
    """The violation of attacking with a bracketed strength; empty for units that may attack."""
    if not data.unit(unit.id).defends_only:
        return ()
    return (broken("12.11", Message("{unit} can only defend", unit=unit.id), unit.id),)


@BOOK.rule("12.21", "12.22")
def _active(data: Data, frame: Activation, unit: Unit) -> tuple[Violation, ...]:
    found = []
    if not belongs(data, frame, unit):
        found.append(
            broken("12.21", Message("{unit} does not belong to the active formation", unit=unit.id), unit.id)
        )
    if frame.full and waits(unit):
        found.append(
            broken(
                "3.63",
                Message("{unit} is {waits} and is not active", unit=unit.id, waits=waits(unit)),
                unit.id,
            )
        )
    if not frame.full and unit.id in frame.moved:
        found.append(
            broken(
                "12.22",
                Message("{unit} has moved and cannot attack at reduced efficiency", unit=unit.id),
                unit.id,
            )
        )
    if not frame.full and unit.id not in frame.moved and unit.id not in frame.in_zone:
        said = Message("{unit} did not begin the activation in an enemy zone of control", unit=unit.id)
        found.append(broken("7.4", said, unit.id))
    return tuple(found)


@BOOK.rule("12.23")
def _unspent(frame: Activation, unit: Unit) -> tuple[Violation, ...]:
    """Marching, rallying and attacking exclude one another (3.63, 7.3, 21.22); one attack a unit (N31)."""
    found = []
    if unit.id in frame.attacked:
        found.append(
            broken("12.23", Message("{unit} has attacked in this activation (N31)", unit=unit.id), unit.id)
        )
    if unit.id in frame.strategic:
        found.append(broken("7.3", Message("{unit} has used strategic movement", unit=unit.id), unit.id))
    if unit.id in frame.rallied:
        found.append(broken("21.22", Message("{unit} has rallied", unit=unit.id), unit.id))
    return tuple(found)


@BOOK.rule("13.12", "12.24", "22.24")
def _began_in_contact(frame: Activation, unit: Unit) -> tuple[Violation, ...]:
    if unit.id in frame.starters:
        return ()
    found = []
    if unit.disorder:
        found.append(
            broken(
                "13.12",
                Message("{unit} is in Disorder and did not begin next to an enemy", unit=unit.id),
                unit.id,
            )
        )
    if unit.isolated:
        found.append(
            broken(
                "22.24",
                Message("{unit} is isolated and did not begin next to an enemy", unit=unit.id),
                unit.id,
            )
        )
    return tuple(found)


def _again(task: Task, unit: Unit) -> tuple[Violation, ...]:
    if unit.id in task.units:
        return ()
    said = (
        Message("{unit} is not a motorised unit that attacked and has not attacked again", unit=unit.id)
        if task.kind == AGAIN
        else Message("{unit} is not a defender of the hex that was attacked, or has attacked", unit=unit.id)
    )
    return (broken(_PARAGRAPH[task.kind], said, unit.id),)


@BOOK.rule("12.31", "12.32")
def target_violations(at: Position, given: Right, unit: Unit, target: str) -> tuple[Violation, ...]:
    """Every reason why the unit may not attack this hex."""
    if target not in at.data.ground.grid.adjacent.get(unit.where, ()):
        return (
            broken(
                "12.21",
                Message(
                    "{unit} at {hex} is not adjacent to {target}", unit=unit.id, hex=unit.where, target=target
                ),
                unit.id,
            ),
        )
    if given.task is None and across(at, unit, target):
        return tuple(_assault_crossing(at, given.frame, unit, target))
    closed = terrain.can_enter(at, unit, unit.where, target)
    if not terrain.unbridged_river(at, unit.where, target):
        return tuple(broken("12.31", violation.message, unit.id) for violation in closed)
    found = [
        broken("12.32" if violation.paragraph == "8.43" else "12.31", violation.message, unit.id)
        for violation in closed
    ]
    if not closed and given.task is None and unit.id not in given.frame.ashore:
        said = Message(
            "{unit} did not begin the activation beside the river, so does not attack across it", unit=unit.id
        )
        found.append(broken("12.32", said, unit.id))
    return tuple(found)


@BOOK.rule("20.31", "12.32")
def across(at: Position, unit: Unit, target: str) -> bool:
    """Whether an attack takes a unit over a river with engineers: Allied, on foot, no Commando or Ranger (N37)."""
    swims = terrain.swims(at.data, unit.id)
    return swims and terrain.needs_engineers(at, unit.id, unit.where, target)


@BOOK.rule("20.32")
def _assault_crossing(at: Position, frame: Activation, unit: Unit, target: str) -> Iterator[Violation]:
    for closed in terrain.can_enter(at, unit, unit.where, target, helped=True):
        yield broken("12.31", closed.message, unit.id)
    if unit.id not in frame.ashore:
        said = Message(
            "{unit} did not begin the activation beside the river, so does not attack across it", unit=unit.id
        )
        yield broken("20.32", said, unit.id)
    yield from engineers.crossing(at, frame, unit, unit.where).refusals


def feasible(at: Position, given: Right, units: Sequence[Unit], target: str) -> tuple[Violation, ...]:
    """Why units that may each attack a hex cannot do so together: the engineers take only so many across (20.31)."""
    if given.task is not None:
        return ()
    wet = [unit for unit in units if across(at, unit, target)]
    if len(wet) < 2:
        return ()
    alone = {violation for unit in wet for violation in target_violations(at, given, unit, target)}
    return tuple(each for each in engineers.all_across(at.data, at.state, wet) if each not in alone)


def targets(at: Position, given: Right) -> Mapping[str, tuple[Unit, ...]]:
    """The hexes that may be attacked now, in hex order, each with the units that may attack it."""
    found: dict[str, list[Unit]] = {}
    enemy = enemy_of(given.side)
    for unit in units_of(at, given.side):
        around = at.data.ground.grid.adjacent.get(unit.where, ())
        near = [hex_ for hex_ in around if holder(at, hex_) == enemy]
        if given.task is None:
            near = [hex_ for hex_ in near if hex_ not in given.frame.targets]
        if not near or attacker_violations(at, given, unit.id):
            continue
        for hex_ in near:
            if not target_violations(at, given, unit, hex_):
                found.setdefault(hex_, []).append(unit)
    return {hex_: tuple(found[hex_]) for hex_ in sorted(found)}
