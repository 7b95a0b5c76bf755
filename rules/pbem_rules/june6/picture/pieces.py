"""Counters, the piles they lie in, and the arrows of what has just happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from pbem.port.game import Outcome
from pbem.port.messages import Message, Series
from pbem.port.scene import Arrow, Counter, Pile, Point
from pbem_rules.june6.model import Position, Unit
from pbem_rules.june6.picture.ground import Chart
from pbem_rules.june6.printed.data import Data, Ratings, UnitType
from pbem_rules.june6.rules.lookup import ratings
from pbem_rules.kernel.derived import derived

_SIZES = {"battalion": "II", "regiment": "III", "brigade": "X", "hq": "HQ"}
_FORMATION_SIZES = {"division": "XX", "corps": "XXX"}
_SYMBOLS = {"antitank": "anti-tank", "mechanised": "panzergrenadier"}
_ROUTES = {"moved": "move", "marched": "strategic", "retreated": "retreat", "advanced": "advance"}
_PARTS = 2
_LOOSE = {"german": "#8a8f86", "allied": "#b9a56a"}


# --- counters ---------------------------------------------------------------------------------------------------------


def counter(data: Data, unit: Unit) -> Counter:
    """A unit as a player sees it: the face that is up, its steps and its markers."""
    kind, face = data.unit(unit.id), ratings(data, unit)
    full = 1 if kind.reduced is None else 2
    formation = data.formations.get(kind.formation)
    return Counter(
        name=unit.id,
        side=kind.side,
        symbol=symbol(kind),
        size=_size(data, kind),
        values=values(kind, face),
        band=formation.colour if formation is not None else _LOOSE[kind.side],
        steps=full - (unit.reduced and full > 1),
        full_steps=full,
        marks=marks(unit),
        title=title(data, kind, face),
    )


def symbol(kind: UnitType) -> str:
    """The name of the map symbol."""
    return "bicycle" if kind.move == "bicycle" else _SYMBOLS.get(kind.type, kind.type)


def _size(data: Data, kind: UnitType) -> str:
    if kind.hq:
        formation = data.formations.get(kind.formation)
        return _FORMATION_SIZES.get(formation.kind if formation is not None else "", "")
    return _SIZES.get(kind.size, "")


def values(kind: UnitType, face: Ratings) -> str:
    """Strength, cohesion and movement as printed; a strength that only defends stands in brackets (12.11).

    A headquarters and other artillery show their artillery points in the place of a strength that hardly counts.
    """
    if face.artillery:
        return f"A{face.artillery}-{face.cohesion}-{face.ma}"
    strength = f"[{face.cs}]" if kind.defends_only else str(face.cs)
    return f"{strength}-{face.cohesion}-{face.ma}"


def marks(unit: Unit) -> tuple[str, ...]:
    """The markers on a unit, in short."""
    carried = (
        ("RE", not unit.efficiency),
        (f"D{unit.disorder}", unit.disorder > 0),
        ("PIN", unit.pinned),
        ("ISO", unit.isolated),
        ("SCT", unit.scattered),
        ("FIRED", unit.fired),
    )
    return tuple(word for word, on in carried if on)


def title(data: Data, kind: UnitType, face: Ratings) -> str:
    """The unit in words with everything that its face says."""
    formation = data.formations.get(kind.formation)
    said = [f"{kind.id}: {kind.name}" + (f", {formation.name}" if formation is not None else "")]
    strength = (
        Message("strength {n} in defence", n=face.cs)
        if kind.defends_only
        else Message("strength {n}", n=face.cs)
    )
    said += [strength, Message("cohesion {n}", n=face.cohesion)]
    said.append(Message("movement {n} ({way})", n=face.ma, way=_WAYS[kind.move]))
    said += [Message("armour {n}", n=face.armour)] if face.armour else []
    said += [Message("antitank {n}", n=face.at)] if face.at else []
    said += [Message("artillery {n}", n=face.artillery)] if face.artillery else []
    return Series(said)


_WAYS = {str(each): each for each in (Message("leg"), Message("motor"), Message("bicycle"))}


# --- piles ------------------------------------------------------------------------------------------------------------


def piles(at: Position, chart: Chart) -> tuple[Pile, ...]:
    """Every place with its counters: fighting units first, the strongest uppermost; boxes off the map as trays."""
    last, board = _last_drawn(at.data), at.state.board
    before, now, drawn = last.pieces, board.pieces, dict(last.piles)
    fresh = [(name, unit) for name, unit in now.items() if before.get(name) is not unit]
    changed = {unit.where for _, unit in fresh}
    changed.update(before[name].where for name, _ in fresh if name in before)
    changed.update(before[name].where for name in before.keys() - now.keys())
    for where in changed:
        drawn.pop(where, None)
    found = {
        where: drawn.get(where) or _pile(at.data, board.stack(where), chart, where)
        for where in board.places()
    }
    last.pieces, last.piles = now, found
    return tuple(found.values())


class _Last:
    """The pieces drawn last and their piles: from one entry of a log to the next few places change."""

    def __init__(self) -> None:
        self.pieces: Mapping[str, Unit] = {}
        self.piles: dict[str, Pile] = {}


@derived
def _last_drawn(_data: Data) -> _Last:
    return _Last()


def _pile(data: Data, stack: tuple[Unit, ...], chart: Chart, where: str) -> Pile:
    def rank(unit: Unit) -> tuple[bool, int, str]:
        return not data.unit(unit.id).combat, -ratings(data, unit).cs, unit.id

    counters = tuple(counter(data, unit) for unit in sorted(stack, key=rank))
    if ":" not in where:
        return Pile(cell=where, counters=counters)
    return Pile(cell=where, counters=counters, at=chart.boxes.get(where), label=label(where))


def label(where: str) -> str:
    """A place off the map in words."""
    kind, _, name = where.partition(":")
    said = {
        "box": Message("{name} landing box", name=name),
        "entry": Message("Entry {name}", name=name),
        "glider": Message("{name}: gliders", name=name),
    }
    return said.get(kind) or f"{kind} {name}"


# --- arrows -----------------------------------------------------------------------------------------------------------


def arrows(data: Data, chart: Chart, recent: Iterable[Outcome]) -> tuple[Arrow, ...]:
    """What has just happened as arrows: moves, landings, marches, attacks, retreats and advances."""
    return tuple(arrow for outcome in recent for arrow in _arrows(data, chart, outcome))


def _arrows(data: Data, chart: Chart, outcome: Outcome) -> Iterator[Arrow]:
    hexes = tuple(where for where in outcome.hexes if where in data.ground.terrain or where in chart.boxes)
    if outcome.kind in ("attack", "bombarded"):
        for frm in hexes[:-1]:
            yield Arrow(style="attack", points=(chart.at(frm), chart.at(hexes[-1])), title=outcome.text)
        return
    style, points = _ROUTES.get(outcome.kind, ""), tuple(chart.at(where) for where in hexes)
    if outcome.kind in ("landed", "entered") and hexes:
        style = "landing" if outcome.kind == "landed" else "move"
        points = (_off_map(data, chart, hexes[0], landing=style == "landing"), *points)
    if style and len(points) >= _PARTS and any(a != b for a, b in pairwise(points)):
        yield Arrow(style=style, points=points, title=outcome.text)


def _off_map(data: Data, chart: Chart, first: str, *, landing: bool) -> Point:
    """The tray from which a unit came to the first hex of its path."""
    ways_in, word = (data.ground.beaches, "box") if landing else (data.ground.entries, "entry")
    for name, hexes in ways_in.items():
        if first in hexes:
            return chart.boxes[f"{word}:{name}"]
    return chart.at(first)
