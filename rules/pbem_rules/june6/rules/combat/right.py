"""Who may attack what: the right to attack, the attackers and the target (12.1 to 12.3, 13.53, 13.63)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import Activation, Combat, Position, State, Task, Unit
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.engineers import engineers
from pbem_rules.june6.rules.ground import terrain
from pbem_rules.june6.rules.lookup import absent, activation, enemy_of, holder, units_of, waits
from pbem_rules.june6.rules.movement.checks import belongs
from pbem_rules.shared.orders import broken, not_among

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


def attacker_violations(at: Position, given: Right, name: str) -> Iterator[Violation]:
    """Every reason why a unit may not attack at all now, whatever the target."""
    unit, wrong = at.state.board.get(name), tuple(absent(at, given.side, name, "12.21"))
    if unit is None or wrong:
        yield from wrong
        return
    yield from brackets(at.data, unit)
    if given.task is not None:
        yield from _again(given.task, unit)
    else:
        yield from _active(at.data, given.frame, unit)
        yield from _unspent(given.frame, unit)
        yield from _began_in_contact(given.frame, unit)


@BOOK.rule("12.11", "12.51a")
def brackets(data: Data, unit: Unit) -> Iterator[Violation]:
    """The violation of attacking with a bracketed strength; none for units that may attack."""
    if data.unit(unit.id).defends_only:
        yield broken("12.11", Message("{unit} can only defend", unit=unit.id), unit.id)


@BOOK.rule("12.21", "12.22")
def _active(data: Data, frame: Activation, unit: Unit) -> Iterator[Violation]:
    name = unit.id
    if not belongs(data, frame, unit):
        yield broken("12.21", Message("{unit} does not belong to the active formation", unit=name), name)
    if frame.full and waits(unit):
        said = Message("{unit} is {waits} and is not active", unit=name, waits=waits(unit))
        yield broken("3.63", said, name)
    if not frame.full and name in frame.moved:
        said = Message("{unit} has moved and cannot attack at reduced efficiency", unit=name)
        yield broken("12.22", said, name)
    if not frame.full and name not in frame.moved and name not in frame.in_zone:
        said = Message("{unit} did not begin the activation in an enemy zone of control", unit=name)
        yield broken("7.4", said, name)


@BOOK.rule("12.23")
def _unspent(frame: Activation, unit: Unit) -> Iterator[Violation]:
    """Marching, rallying and attacking exclude one another (3.63, 7.3, 21.22); one attack a unit (N31)."""
    name = unit.id
    if name in frame.attacked:
        yield broken("12.23", Message("{unit} has attacked in this activation (N31)", unit=name), name)
    if name in frame.strategic:
        yield broken("7.3", Message("{unit} has used strategic movement", unit=name), name)
    if name in frame.rallied:
        yield broken("21.22", Message("{unit} has rallied", unit=name), name)


@BOOK.rule("13.12", "12.24", "22.24")
def _began_in_contact(frame: Activation, unit: Unit) -> Iterator[Violation]:
    name = unit.id
    if name in frame.starters:
        return
    if unit.disorder:
        said = Message("{unit} is in Disorder and did not begin next to an enemy", unit=name)
        yield broken("13.12", said, name)
    if unit.isolated:
        said = Message("{unit} is isolated and did not begin next to an enemy", unit=name)
        yield broken("22.24", said, name)


def _again(task: Task, unit: Unit) -> Iterator[Violation]:
    if unit.id not in task.units:
        yield not_among(_PARAGRAPH[task.kind], unit.id, task.units)


@BOOK.rule("12.31", "12.32")
def target_violations(at: Position, given: Right, unit: Unit, target: str) -> Iterator[Violation]:
    """Every reason why the unit may not attack this hex."""
    name, where = unit.id, unit.where
    if target not in at.data.ground.grid.adjacent.get(where, ()):
        said = Message("{unit} at {hex} is not adjacent to {target}", unit=name, hex=where, target=target)
        yield broken("12.21", said, name)
        return
    if given.task is None and across(at, unit, target):
        yield from _assault_crossing(at, given.frame, unit, target)
        return
    closed, river = terrain.can_enter(at, unit, where, target), terrain.unbridged_river(at, where, target)
    for each in closed:
        yield broken("12.32" if river and each.paragraph == "8.43" else "12.31", each.message, name)
    if river and not closed and given.task is None:
        yield from _beside_the_river(given.frame, name, "12.32")


@BOOK.rule("20.31", "12.32")
def across(at: Position, unit: Unit, target: str) -> bool:
    """Whether an attack takes a unit over a river with engineers: Allied, on foot, no Commando or Ranger (N37)."""
    swims = terrain.swims(at.data, unit.id)
    return swims and terrain.needs_engineers(at, unit.id, unit.where, target)


@BOOK.rule("20.32")
def _assault_crossing(at: Position, frame: Activation, unit: Unit, target: str) -> Iterator[Violation]:
    for closed in terrain.can_enter(at, unit, unit.where, target, helped=True):
        yield broken("12.31", closed.message, unit.id)
    yield from _beside_the_river(frame, unit.id, "20.32")
    yield from engineers.crossing(at, frame, unit, unit.where).refusals


def _beside_the_river(frame: Activation, unit: str, paragraph: str) -> Iterator[Violation]:
    if unit not in frame.ashore:
        said = Message(
            "{unit} did not begin the activation beside the river, so does not attack across it", unit=unit
        )
        yield broken(paragraph, said, unit)


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
        if not near or any(attacker_violations(at, given, unit.id)):
            continue
        for hex_ in near:
            if not any(target_violations(at, given, unit, hex_)):
                found.setdefault(hex_, []).append(unit)
    return {hex_: tuple(found[hex_]) for hex_ in sorted(found)}
