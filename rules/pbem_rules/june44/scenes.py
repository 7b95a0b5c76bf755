"""A position of June '44 as a scene: the map, every counter, recent arrows, and the lines of the panel beside it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pbem.port.game import Moment, Outcome
from pbem.port.scene import Arrow, Counter, Pile, Scene, Spot
from pbem_rules.june44 import control, fog, hands, victory
from pbem_rules.june44.lookup import ENTRY, SEA, face, scenario_of
from pbem_rules.june44.model import ALLIED, GERMAN, OVER, State, Unit
from pbem_rules.june44.printed import Data
from pbem_rules.june44.scenes_ground import Chart, chart

_SIZES = {"division": "XX", "brigade": "X", "regiment": "III"}
_SYMBOLS = {
    "mechanised": "panzergrenadier",
    "parachute": "airborne",
    "mobile": "bicycle",
    "garrison": "infantry",
}
_BANDS = {"us": "#5d7a3a", "cw": "#b9a56a", "german": "#8a8f86"}
_ROUTES = {"moved": "move", "advanced": "advance", "landed": "landing"}
_CORNER = (-0.34, -0.27)
_PARTS = 2


def scene(
    data: Data, state: State, recent: tuple[Outcome, ...], moment: Moment, viewer: str | None = None
) -> Scene:
    """The whole map; what ``viewer`` may not look at is drawn face down (see :mod:`fog`). ``recent`` becomes arrows."""
    drawn = chart(data)
    return Scene(
        ground=drawn.ground,
        piles=tuple(_piles(data, state, drawn, viewer)),
        arrows=tuple(arrow for outcome in recent for arrow in _arrows(drawn, outcome)),
        marks=tuple(_marks(data, state, drawn)),
        heading=f"Turn {moment.turn}, {moment.turn_name} - {_weather(data, state)}{moment.phase}",
        panel=tuple(_panel(data, state)),
    )


def _weather(data: Data, state: State) -> str:
    found = data.charts.weather.get(state.weather)
    return f"{found.name} - " if found is not None else ""


# --- counters -------------------------------------------------------------------------------------------------------------


def counter(data: Data, unit: Unit, turn: int) -> Counter:
    """A unit as it is drawn; ``NEW`` is on those that have come ashore this turn."""
    kind, values = data.unit(unit.id), face(data, unit)
    guns = kind.type == "artillery"
    attack = f"({values.attack})" if guns else str(values.attack)
    full = 1 if kind.back is None else 2
    marks = tuple(word for word, on in (("FIRED", unit.fired), ("NEW", unit.landed == turn)) if on)
    return Counter(
        name=unit.id,
        side=kind.side,
        symbol=_SYMBOLS.get(kind.type, kind.type),
        size=_SIZES[kind.size],
        values=f"{attack}-{values.defence}-{values.move}",
        band=_BANDS[kind.nation],
        steps=full - unit.reduced,
        full_steps=full,
        marks=marks,
        title=f"{kind.name}: attack {attack}, defence {values.defence}, movement {values.move}",
    )


def _piles(data: Data, state: State, drawn: Chart, viewer: str | None) -> Iterator[Pile]:
    defences = {each.hex: each.strength for each in state.defences if each.strength != 0}
    places = sorted({*state.board.places(), *defences})
    for where in places:
        counters = list(_seen(data, state, where, viewer))
        if where in defences:
            strength = defences[where]
            shown = "?" if strength is None else str(strength)
            counters.append(
                _marker(f"beach {where}", "strongpoint", shown, f"beach defence, strength {shown}")
            )
        if ":" in where:
            yield Pile(
                cell=where, counters=tuple(counters), at=drawn.points.get(where), label=_label(data, where)
            )
        else:
            yield Pile(cell=where, counters=tuple(counters))


def _seen(data: Data, state: State, where: str, viewer: str | None) -> Iterator[Counter]:
    """The units in a place that the viewer may look at, then one face down for each beneath (6.5)."""
    found = fog.stack(data, state, where, viewer)
    yield from (counter(data, unit, state.turn) for unit in found.units)
    for n in range(1, found.beneath + 1):
        said = f"a unit beneath, {where}: seen when it is in a combat (6.5)"
        yield _marker(f"{where} ?{n}", "", "?", said, found.side)


def _marker(name: str, symbol: str, values: str, title: str, side: str = GERMAN) -> Counter:
    return Counter(name=name, side=side, symbol=symbol, size="", values=values, title=title)


def _label(data: Data, where: str) -> str:
    if where.startswith(SEA):
        return f"off {data.ground.beaches[where.removeprefix(SEA)].name}"
    return f"entry {where.removeprefix(ENTRY)}"


def _marks(data: Data, state: State, drawn: Chart) -> Iterator[Spot]:
    for where, name in sorted(data.ground.cities.items()):
        x, y = drawn.at(where)
        side = "Allied" if control.holds(data, state, ALLIED, where) else "German"
        worth = victory.worth(data, state, where)
        said = f"{name}: {worth} victory point{'s' if worth > 1 else ''}, {side}"
        yield Spot(style="objective", at=(x + _CORNER[0], y + _CORNER[1]), title=said)
    for where in state.mulberries:
        x, y = drawn.at(where)
        yield Spot(style="box", at=(x - _CORNER[0], y + _CORNER[1]), text="M", title=f"Mulberry, {where}")
    for each in state.missions:
        x, y = drawn.at(each.hex)
        said = f"air unit over {each.hex}: {each.result or 'face down'}"
        yield Spot(style="air", at=(x - _CORNER[0], y - _CORNER[1]), text=each.result[:1] or "?", title=said)


def _arrows(drawn: Chart, outcome: Outcome) -> Iterator[Arrow]:
    points = tuple(drawn.points[where] for where in outcome.hexes if where in drawn.points)
    style = "attack" if outcome.kind == "attack" else _ROUTES.get(outcome.kind, "")
    if outcome.kind == "landed" and outcome.hexes:
        points = (drawn.points[f"{SEA}{outcome.hexes[0]}"], *points)
    if style and len(points) >= _PARTS and any(a != b for a, b in pairwise(points)):
        yield Arrow(style=style, points=points, title=outcome.text)


# --- panel ----------------------------------------------------------------------------------------------------------------


def _panel(data: Data, state: State) -> Iterator[str]:
    terms = victory.terms(data, state)
    yield f"Victory points: {sum(term.value for term in terms)} of {victory.needed(data, state)}"
    yield from (f"  {term.text} {term.value:+d}" for term in terms)
    if state.phase == OVER:
        return
    yield f"Allied supply points: {state.supply}; naval points: {state.naval}; air units: {state.air}"
    held = ", ".join(f"{side} {len(hands.hand(state, side))}" for side in (GERMAN, ALLIED))
    yield f"Event cards held: {held}; undrawn: {len(state.undrawn)}, discarded: {len(state.discards)}"
    for name, turn in state.effects:
        yield f"  in force: {name.replace('-', ' ')}, up to turn {turn}"
    for side in (ALLIED, GERMAN):
        lost = [name for name in (*state.lost, *state.gone) if data.unit(name).side == side]
        if lost:
            yield f"Lost, {side}: {', '.join(lost)}"
    yield from _due(data, state)


def _due(data: Data, state: State) -> Iterator[str]:
    turns = scenario_of(data, state).turns
    first = scenario_of(data, state).first_turn
    for turn in sorted({each.turn for each in state.due})[:2]:
        names = ", ".join(f"{each.unit} ({each.place})" for each in state.due if each.turn == turn)
        number = turn - first
        yield f"Due {turns[number] if number < len(turns) else f'turn {turn}'}: {names}"
