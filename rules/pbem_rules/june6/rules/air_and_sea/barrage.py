"""Artillery that bombards: time-on-target missions of US headquarters, and German rockets (16.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message, Series
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import (
    ALLIED,
    GERMAN,
    Activation,
    Bombardment,
    CorpsActivation,
    Mission,
    Play,
    Position,
    Unit,
    View,
)
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.air_and_sea.bombardment import ROCKETS
from pbem_rules.june6.rules.combat import support
from pbem_rules.june6.rules.lookup import absent, enemy_of, holder, on_map
from pbem_rules.june6.rules.movement.checks import belongs
from pbem_rules.kernel.derived import derived
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Barrage:
    """Active US headquarters or German rocket units bombard (16.4); each mission is ``UNIT:HEX`` (``HQ/1:E2821``)."""

    missions: tuple[str, ...]


_US = "us"
_FORM = Message("name missions as UNIT:HEX (HQ/1:E2821)")
BARRAGE = Kind[Barrage, View, Play](Barrage, early="16.41", exact=True)


def parse(text: str) -> tuple[str, str]:
    """``("HQ/1", "E2821")`` from ``"HQ/1:E2821"``; an empty hex when there is none."""
    name, _, target = text.rpartition(":")
    return (name, target) if name else (text, "")


@BARRAGE.untimely
@BARRAGE.wrong
def no_barrage(view: View, order: Barrage) -> Iterator[Violation]:
    """Everything wrong with a barrage of the active formations."""
    data, state, side = view.data, view.state, view.side
    frame = state.frames[-1] if state.frames else None
    if isinstance(frame, CorpsActivation) and frame.side == side:
        yield from _wrong_free(view, frame, order)
        return
    if not isinstance(frame, Activation) or frame.side != side:
        said = Message("artillery bombards when its formation is active, and none of yours is")
        yield broken("16.41", said)
        return
    if not order.missions:
        yield broken("16.41", _FORM)
    seen: set[str] = set()
    for text in order.missions:
        name, target = parse(text)
        unit, wrong = state.board.get(name), tuple(absent(view, side, name, "16.41"))
        if unit is None or wrong:
            yield from wrong
        elif name in seen:
            said = Message("{name} is named twice, and fires once a turn", name=name)
            yield broken(_once(data, name), said, name)
        else:
            yield from _firer(view, frame, unit)
            yield from _target(view, unit, target)
        seen.add(name)


@BOOK.rule("16.26", "7.55")
def free_mission(at: Position, frame: CorpsActivation) -> Unit | None:
    """The headquarters that may still make the mission that costs it no points; None when there is none (N189)."""
    unit = at.state.board.get(at.data.formations[frame.corps].hq)
    if frame.mission or unit is None or at.data.unit(unit.id).nation != _US or not on_map(at.data, unit):
        return None
    if next(_silenced(unit), None) is not None:
        return None
    return unit if any(_free_targets(at, unit)) else None


def _free_targets(at: Position, unit: Unit) -> Iterator[str]:
    for target in at.data.ground.grid.within(unit.where, reach(at.data, unit)):
        if next(_target(at, unit, target), None) is None:
            yield target


def _wrong_free(at: Position, frame: CorpsActivation, order: Barrage) -> Iterator[Violation]:
    """Everything wrong with the mission that a Corps Activation begins with."""
    unit = free_mission(at, frame)
    if unit is None:
        said = Message("no mission without cost is left to this Corps Activation")
        yield broken("16.26", said, frame.corps)
    elif [parse(text)[0] for text in order.missions] != [unit.id]:
        yield broken("16.26", Message("{unit} makes this mission, and one only", unit=unit.id), unit.id)
    else:
        yield from _target(at, unit, parse(order.missions[0])[1])


def _firer(at: Position, frame: Activation, unit: Unit) -> Iterator[Violation]:
    """Every reason why a unit cannot bombard at all now."""
    if not able(at.data, unit.id):
        said = Message("{unit} is neither a US headquarters nor a rocket unit", unit=unit.id)
        yield broken("16.41", said, unit.id)
        return
    yield from _active(at.data, frame, unit)
    yield from _silenced(unit)
    yield from _instead(at, unit)


@BOOK.rule("16.41")
def able(data: Data, unit: str) -> bool:
    """Whether a unit is one of those that bombard: every US headquarters, a division's too (N125)."""
    kind = data.unit(unit)
    return kind.type == ROCKETS or (kind.hq and kind.nation == _US)


def equipped(at: Position, frame: Activation) -> bool:
    """Whether any active unit may still bombard, whatever is in reach."""
    for name in _artillery(at.data)[frame.side]:
        unit = at.state.board.get(name)
        if unit is None or unit.fired or not belongs(at.data, frame, unit) or not on_map(at.data, unit):
            continue
        if next(_firer(at, frame, unit), None) is None:
            return True
    return False


@derived
def _artillery(data: Data) -> Mapping[str, tuple[str, ...]]:
    """The units of each side that bombard."""
    units = [kind for kind in data.units.values() if able(data, kind.id)]
    return {side: tuple(kind.id for kind in units if kind.side == side) for side in (ALLIED, GERMAN)}


@BOOK.rule("16.41", "N126")
def _active(data: Data, frame: Activation, unit: Unit) -> Iterator[Violation]:
    if not belongs(data, frame, unit) or (frame.full and not unit.efficiency):
        yield broken("16.41", Message("{unit} is not active", unit=unit.id), unit.id)


@BOOK.rule("16.13", "N127")
def _silenced(unit: Unit) -> Iterator[Violation]:
    for marker in support.silencing(unit):
        said = Message("{unit} carries {marker} and cannot fire", unit=unit.id, marker=marker)
        yield broken("16.13", said, unit.id)


def _once(data: Data, name: str) -> str:
    """The paragraph by which artillery fires once a turn: rockets have no points, and one of their own."""
    return "16.43" if data.unit(name).type == ROCKETS else "16.22"


@BOOK.rule("16.22", "16.42", "16.43")
def _instead(at: Position, unit: Unit) -> Iterator[Violation]:
    """A headquarters must have points to forgo (N126)."""
    if unit.fired:
        yield broken(_once(at.data, unit.id), Message("{unit} has fired this turn", unit=unit.id), unit.id)
    elif at.data.unit(unit.id).hq and not support.left(at, unit, attacking=True):
        yield broken("16.42", Message("{unit} has no artillery points to use for it", unit=unit.id), unit.id)


@BOOK.rule("16.12", "16.41")
def _target(at: Position, unit: Unit, target: str) -> Iterator[Violation]:
    if ":" in target or holder(at, target) != enemy_of(at.data.unit(unit.id).side):
        said = Message("no enemy units stand in {hex}", hex=target) if target else _FORM
        yield broken("16.41", said, unit.id)
        return
    away = at.data.ground.grid.distance(unit.where, target)
    if away > reach(at.data, unit):
        said = Message(
            "{unit} is {away} hexes from {target} and bombards up to {reach}",
            unit=unit.id,
            away=away,
            target=target,
            reach=reach(at.data, unit),
        )
        yield broken("16.12", said, unit.id)


def reach(data: Data, unit: Unit) -> int:
    """How many hexes a unit bombards."""
    return (
        data.numbers.ranges.nebelwerfer if data.unit(unit.id).type == ROCKETS else support.reach(data, unit)
    )


@BARRAGE.carry_out
@BOOK.rule("16.42", "16.43")
def fire(play: Play, order: Barrage) -> None:
    """The firers are turned over; a die for each mission is rolled at once."""
    pairs = [parse(text) for text in order.missions]
    firers, side = tuple(name for name, _ in pairs), play.data.unit(pairs[0][0]).side
    if play.state.frames and isinstance(play.state.frames[-1], CorpsActivation):
        play.alter(mission=True)
    else:
        play.mark(*firers, fired=True)
    play.change(barrages=play.state.barrages + 1)
    missions = tuple(Mission(target=target, by=name) for name, target in pairs)
    play.push(Bombardment(side=side, why=f"barrage/{play.state.barrages}", missions=missions))
    fires = Series(Message("{unit} fires on {hex}", unit=name, hex=target) for name, target in pairs)
    text = Message("{missions}.", missions=fires)
    hexes = tuple(target for _, target in pairs)
    play.say("barrage", text, "16.41", side=side, units=firers, hexes=hexes)


@BARRAGE.legal
def barrages(view: View) -> Iterator[Barrage]:
    """Every legal barrage of one unit."""
    data, state = view.data, view.state
    frame = state.frames[-1] if state.frames else None
    if isinstance(frame, CorpsActivation):
        head = free_mission(view, frame)
        if head is not None:
            yield from (Barrage(missions=(f"{head.id}:{hex_}",)) for hex_ in _free_targets(view, head))
        return
    if not isinstance(frame, Activation):
        return
    for name in _artillery(data)[view.side]:
        unit = state.board.get(name)
        if unit is None or not on_map(data, unit) or next(_firer(view, frame, unit), None) is not None:
            continue
        for target in data.ground.grid.within(unit.where, reach(data, unit)):
            if next(_target(view, unit, target), None) is None:
                yield Barrage(missions=(f"{unit.id}:{target}",))
