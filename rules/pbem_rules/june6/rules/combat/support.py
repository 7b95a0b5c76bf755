"""Support from afar: artillery, air and naval markers (16, 17.3, 18.3).

Artillery is ordered as ``HQ:points`` (``HQ/82:1``). Points are whole; every halving rounds down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.messages import Message, counted
from pbem_rules.june6 import words
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, Activation, Play, Position, State, Unit
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.lookup import (
    absent,
    activation,
    corps_activation,
    formation_of,
    on_map,
    ratings,
    units_of,
)
from pbem_rules.june6.rules.movement.checks import belongs
from pbem_rules.shared.orders import broken
from pbem_rules.shared.small_number import small_number

CORPS = "corps"
STRONGPOINT = "strongpoint"


def parse(text: str) -> tuple[str, int]:
    """``("HQ/82", 1)`` from ``"HQ/82:1"``; zero points when it is written in any other way (``"HQ/82:01"``)."""
    name, _, points = text.rpartition(":")
    amount = small_number(points)
    return (name, amount) if name and amount is not None else (text, 0)


def total_points(artillery: Iterable[str]) -> int:
    """The points ordered."""
    return sum(parse(text)[1] for text in artillery)


def is_corps(data: Data, unit: Unit) -> bool:
    """Whether it gives corps artillery now: of a corps, and not assigned to a division (16.25)."""
    found = data.formations.get(formation_of(data, unit))
    return found is not None and found.kind == CORPS


@BOOK.rule("16.12")
def reach(data: Data, unit: Unit) -> int:
    """How many hexes the artillery of a unit reaches, the target's included."""
    far = is_corps(data, unit) and data.unit(unit.id).hq
    return data.numbers.ranges.corps_artillery if far else data.numbers.ranges.division_artillery


@BOOK.rule("16.14", "16.22")
def left(at: Position, unit: Unit, *, attacking: bool) -> int:
    """The points a unit can still give in this activation (N41, N42). Markers of 16.13 are not looked at."""
    frame = activation(at.state)
    points = ratings(at.data, unit).artillery * _times(at, unit, attacking=attacking)
    if not unit.efficiency or (attacking and frame is not None and not frame.full):
        points //= 2
    spent = dict(frame.spent) if frame is not None else {}
    if unit.id in spent:
        return max(0, points - spent[unit.id])
    return 0 if unit.fired else points


@BOOK.rule("16.26", "7.55")
def _times(at: Position, unit: Unit, *, attacking: bool) -> int:
    """Only in attack, and only the headquarters, not the 5th Artillery Group (N187)."""
    whole = corps_activation(at.state) if attacking else None
    kind = at.data.unit(unit.id)
    doubled = whole is not None and kind.hq and kind.formation == whole.corps
    return at.data.numbers.corps_activation.artillery_times if doubled else 1


@BOOK.rule("16.26", "7.55")
def _lends_over(at: Position, corps: str) -> int:
    """How far a corps headquarters may be from the division it lends points to (16.23b, N187)."""
    whole = corps_activation(at.state)
    wide = whole is not None and whole.corps == corps
    ranges = at.data.numbers.ranges
    return ranges.corps_artillery if wide else ranges.corps_to_division_artillery


# --- who may support whom ---------------------------------------------------------------------------------------------


def attack_right(at: Position, unit: Unit, attackers: Sequence[Unit]) -> Iterator[Violation]:
    """Why a unit's artillery may not take part in an attack of the active formations; empty when it may."""
    frame = activation(at.state)
    if frame is None:
        return
    if is_corps(at.data, unit):
        yield from _corps_in_attack(at, frame, unit, attackers)
    else:
        yield from _division_in_attack(at, frame, unit)


@BOOK.rule("16.21")
def _division_in_attack(at: Position, frame: Activation, unit: Unit) -> Iterator[Violation]:
    """The headquarters itself has to be active, not only its formation (N68)."""
    division = at.data.formations.get(formation_of(at.data, unit))
    head = at.state.board.get(division.hq) if division is not None and division.hq else None
    if not (belongs(at.data, frame, unit) and _is_active(at.data, head, frame)):
        said = Message(
            "{unit} is not active; divisional artillery attacks with its own division", unit=unit.id
        )
        yield broken("16.21", said, unit.id)


@BOOK.rule("6.13", "N68")
def _is_active(data: Data, head: Unit | None, frame: Activation) -> bool:
    """Not one that carries a marker in a full activation, nor one without it that has had its activation."""
    return head is not None and on_map(data, head) and head.efficiency == frame.full


@BOOK.rule("16.23", "16.25")
def _corps_in_attack(
    at: Position, frame: Activation, unit: Unit, attackers: Sequence[Unit]
) -> Iterator[Violation]:
    corps = formation_of(at.data, unit)
    if corps in frame.formations:
        if all(formation_of(at.data, other) != corps for other in attackers):
            said = Message("{unit} supports the units of its own corps only, and none attacks", unit=unit.id)
            yield broken("16.23", said, unit.id)
        return
    near = _lends_over(at, corps)
    for name in frame.formations:
        division = at.data.formations.get(name)
        if division is None or division.kind == CORPS or not division.hq:
            continue
        hq = at.state.board.get(division.hq)
        if hq is None or not _is_active(at.data, hq, frame) or not _under(at.data, corps, name):
            continue
        if at.data.ground.grid.distance(unit.where, hq.where) <= near:
            return
    said = Message(
        "{unit} may lend artillery only to an active division of its own within {near} hexes",
        unit=unit.id,
        near=near,
    )
    yield broken("16.23", said, unit.id)


def _under(data: Data, corps: str, division: str) -> bool:
    """Allied corps lend to their own divisions only; German ones to any German division (16.23b)."""
    below, above = data.formations[division], data.formations[corps]
    return below.corps == corps if above.side == ALLIED else below.side == above.side


@BOOK.rule("19.22")
@BOOK.rule("16.24")
def defence_right(data: Data, unit: Unit, defenders: Sequence[Unit]) -> Iterator[Violation]:
    """Why a unit's artillery may not help the defenders; empty when it may.

    German corps help every German unit; an Allied corps has only units of its own nationality under it (N67).
    """
    own = formation_of(data, unit)
    if not is_corps(data, unit):
        if all(formation_of(data, other) != own for other in defenders):
            said = Message("{unit} defends units of its own division only", unit=unit.id)
            yield broken("16.21", said, unit.id)
        return
    for other in defenders:
        name = formation_of(data, other)
        kind = data.unit(other.id)
        if kind.type == STRONGPOINT:
            continue
        division = data.formations.get(name)
        if kind.side != ALLIED or name == own or (division is not None and division.corps == own):
            return
    yield broken("16.24", Message("{unit} supports none of the units under attack", unit=unit.id), unit.id)


# --- the order ------------------------------------------------------------------------------------------------------


def check_artillery(  # what is ordered, by whom and for whom
    at: Position,
    side: str,
    target: str,
    supported: Sequence[Unit],
    artillery: Sequence[str],
    *,
    attacking: bool,
) -> Iterator[Violation]:
    """Every reason why the artillery ordered for one combat may not fire."""
    seen: set[str] = set()
    for text in artillery:
        name, points = parse(text)
        unit, wrong = at.state.board.get(name), tuple(absent(at, side, name, "16.11"))
        if points < 1:
            said = Message("{text!r} is not artillery; write 'HQ:points' with at least one point", text=text)
            yield broken("16.31", said, text)
        elif unit is None or wrong:
            yield from wrong
        elif name in seen:
            yield broken("16.31", Message("{name} is named twice", name=name), name)
        else:
            yield from _firer(at, unit, points, target, attacking=attacking)
            yield from (
                attack_right(at, unit, supported) if attacking else defence_right(at.data, unit, supported)
            )
        seen.add(name)


@BOOK.rule("16.11", "16.13", "22.23")
def _firer(at: Position, unit: Unit, points: int, target: str, *, attacking: bool) -> Iterator[Violation]:
    full = ratings(at.data, unit).artillery * _times(at, unit, attacking=attacking)
    have = left(at, unit, attacking=attacking)
    if not full:
        yield broken("16.11", Message("{unit} has no artillery points", unit=unit.id), unit.id)
    elif have < points:
        yield _too_few(at.state, unit, have, points, full)
    for marker in silencing(unit):
        said = Message("{unit} carries {marker} and cannot fire", unit=unit.id, marker=marker)
        yield broken("16.13", said, unit.id)
    away = at.data.ground.grid.distance(unit.where, target)
    if away > reach(at.data, unit):
        said = Message(
            "{unit} is {away} hexes from {target}; its artillery reaches {reach}",
            unit=unit.id,
            away=away,
            target=target,
            reach=reach(at.data, unit),
        )
        yield broken("16.12", said, unit.id)


def silencing(unit: Unit) -> tuple[str, ...]:
    """The markers on a unit that keep artillery from firing, with their articles (16.13)."""
    carried = (
        (Message("a Disorder marker"), unit.disorder),
        (Message("an Isolated marker"), unit.isolated),
        (Message("a Pinned marker"), unit.pinned),
    )
    return tuple(marker for marker, there in carried if there)


def _too_few(state: State, unit: Unit, have: int, points: int, full: int) -> Violation:
    frame = activation(state)
    if unit.fired and not have:
        return broken("16.22", Message("{unit} has fired this turn", unit=unit.id), unit.id)
    said = counted(
        have,
        "{unit} has {n} point left, not {points}",
        "{unit} has {n} points left, not {points}",
        unit=unit.id,
        points=points,
    )
    if frame is not None and unit.id in dict(frame.spent):
        return broken("16.22", said, unit.id)
    return broken("16.31" if points > full else "16.14", said, unit.id)


def fire(play: Play, artillery: Iterable[str]) -> None:
    """The artillery ordered fires: turned to its Fired side, its points spent (16.22)."""
    shots = [parse(text) for text in artillery]
    if not shots:
        return
    play.mark(*(name for name, _ in shots), fired=True)
    frames = list(play.state.frames)
    for i in range(len(frames) - 1, -1, -1):
        frame = frames[i]
        if isinstance(frame, Activation):
            spent = dict(frame.spent)
            for name, points in shots:
                spent[name] = spent.get(name, 0) + points
            frames[i] = evolve(frame, spent=tuple(sorted(spent.items())))
            break
    play.change(frames=tuple(frames))


def sources(
    at: Position, side: str, target: str, supported: Sequence[Unit], *, attacking: bool
) -> tuple[str, ...]:
    """All artillery that may take part in one combat with all its points, as it is ordered, in order of id."""
    found = []
    for unit in units_of(at, side):
        if ratings(at.data, unit).artillery and on_map(at.data, unit):
            text = f"{unit.id}:{left(at, unit, attacking=attacking)}"
            if not any(check_artillery(at, side, target, supported, (text,), attacking=attacking)):
                found.append(text)
    return tuple(found)


# --- air and naval markers --------------------------------------------------------------------------------------------


def most_markers(data: Data, word: str) -> int:
    """The most ``air`` or ``naval`` markers that support one combat (17.31, 18.31)."""
    printed = data.numbers.combat
    return printed.air_markers_most if word == "air" else printed.naval_markers_most


@BOOK.rule("17.12", "17.31", "17.32")
@BOOK.rule("18.12", "18.13", "18.31")
def check_markers(at: Position, side: str, target: str, air: int, naval: int) -> Iterator[Violation]:
    """Every reason why the air or naval markers ordered for one combat may not be used."""
    for paragraph, once, word, ordered, left_over in (
        ("17.31", "17.12", "air", air, at.state.air),
        ("18.31", "18.12", "naval", naval, at.state.naval),
    ):
        if not ordered:
            continue
        most, what = most_markers(at.data, word), words.word(word)
        if side != ALLIED:
            yield broken(paragraph, Message("only the Allied player has {what} markers", what=what), side)
            continue
        if not 0 < ordered <= most:
            said = Message(
                "{what} markers named: {ordered}; at most {most} support one combat",
                ordered=ordered,
                what=what,
                most=most,
            )
            yield broken(paragraph, said, target)
        if ordered > left_over:
            said = Message(
                "{what} markers named: {ordered}; still available this turn: {left_over}",
                ordered=ordered,
                what=what,
                left_over=left_over,
            )
            yield broken(once, said, target)
    if naval and target not in at.data.ground.naval_range:
        yield broken("18.13", Message("{target} is out of naval range", target=target), target)
    if air and naval:
        yield broken("17.32", Message("air and naval markers cannot support the same combat"), target)


def _helps(
    at: Position, side: str, target: str, guns: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], int, int]]:
    """Artillery none or all, with no markers or any legal number of one kind; the bare one left out."""
    markers = [(0, 0)]
    if side == ALLIED:
        air = min(at.data.numbers.combat.air_markers_most, at.state.air)
        naval = min(at.data.numbers.combat.naval_markers_most, at.state.naval)
        markers.extend((n, 0) for n in range(1, air + 1))
        if target in at.data.ground.naval_range:
            markers.extend((0, n) for n in range(1, naval + 1))
    for artillery in ((), guns) if guns else ((),):
        for a, n in markers:
            if artillery or a or n:
                yield artillery, a, n
