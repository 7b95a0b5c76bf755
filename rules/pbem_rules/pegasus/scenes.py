"""The areas as cells of a map, with every counter and marker on them."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.port.game import Moment, Outcome
from pbem.port.scene import Arrow, Counter, Pile, Scene, Spot
from pbem_rules.pegasus import victory
from pbem_rules.pegasus.model import DEAD, ITEMS, State, Unit
from pbem_rules.pegasus.printed import Data
from pbem_rules.pegasus.scenes_ground import Chart, chart

_SYMBOLS = {
    "platoon": ("airborne", "..."),
    "para": ("airborne", "..."),
    "sappers": ("engineer", ".."),
    "hq": ("headquarters", ".."),
    "leader": ("headquarters", "."),
    "squad": ("infantry", ".."),
    "german": ("infantry", "..."),
    "tank": ("armour", "."),
    "officer": ("headquarters", "."),
    "car": ("mechanized", "."),
}


def scene(data: Data, state: State, recent: tuple[Outcome, ...], moment: Moment) -> Scene:
    """The whole map; ``recent`` becomes arrows."""
    drawn = chart(data.terrain)
    return Scene(
        ground=drawn.ground,
        piles=tuple(_piles(data, state)),
        arrows=tuple(_arrows(drawn, recent)),
        marks=tuple(_marks(state, drawn)),
        heading=f"Turn {moment.turn}, {moment.turn_name} - {moment.phase} - {data.scenarios[state.scenario].name}",
        panel=tuple(_panel(data, state)),
    )


# --- counters ---------------------------------------------------------------------------------------------------------


def _piles(data: Data, state: State) -> Iterator[Pile]:
    for where in data.terrain.areas:
        counters = [
            counter(data, state, state.units[name])
            for name in sorted(state.units)
            if state.units[name].where == where and state.units[name].kind not in ITEMS
        ]
        if where in state.chits:
            counters.append(
                Counter(
                    name=f"chit {where}",
                    side="german",
                    symbol="infantry",
                    size="",
                    values="?",
                    title="a chit face down",
                )
            )
        if counters:
            yield Pile(cell=where, counters=tuple(counters))
    for entry in sorted(data.terrain.entries):
        line = [state.units[n] for n in sorted(state.units) if state.units[n].where == f"queue:{entry}"]
        if line:
            yield Pile(
                cell="", counters=tuple(counter(data, state, u) for u in line), label=f"before {entry}"
            )


def counter(data: Data, state: State, unit: Unit) -> Counter:
    """A unit as it is drawn."""
    kind = data.forces.kinds[unit.kind]
    symbol, size = _SYMBOLS[unit.kind]
    full = kind.strength or 1
    items = [
        n for n in sorted(state.units) if state.units[n].bearer == unit.id and state.units[n].where != DEAD
    ]
    marks = [
        word
        for word, holds in (
            ("SUP", unit.suppressed),
            ("W", unit.wounded),
            ("IMM", unit.immobile),
            (f"P{unit.prisoners}", bool(unit.prisoners)),
            *((each, True) for each in items),
        )
        if holds
    ]
    return Counter(
        name=unit.id,
        side=kind.side,
        symbol=symbol,
        size=size,
        values=f"{unit.strength}" if kind.strength else "",
        steps=unit.strength or 1,
        full_steps=full,
        marks=tuple(marks),
        title=f"{unit.id}, {kind.name}",
    )


def _marks(state: State, drawn: Chart) -> Iterator[Spot]:
    for where in state.held:
        if where in drawn.at and where in {*state.cleared}:
            x, y = drawn.at[where]
            yield Spot(style="objective", at=(x - 0.2, y - 0.2), title=f"{where}: cleared and held")
    if state.pegasus == "destroyed":
        for cell in drawn.ground.cells:
            if cell.name == "PB":
                yield Spot(style="blown-bridge", at=cell.centre, title="the canal bridge is destroyed")


def _arrows(drawn: Chart, recent: tuple[Outcome, ...]) -> Iterator[Arrow]:
    styles = {"moved": "move", "fired": "attack", "grenade": "attack", "shelled": "attack", "piat": "attack"}
    for each in recent:
        points = tuple(drawn.at[where] for where in each.hexes if where in drawn.at)
        if each.kind in styles and len(points) > 1 and points[0] != points[-1]:
            yield Arrow(style=styles[each.kind], points=points, title=each.text)


def _panel(data: Data, state: State) -> Iterator[str]:
    terms = victory.score(data, state)
    yield f"Score: {sum(term.value for term in terms)}"
    yield from (f"  {term.text} {term.value:+d}" for term in terms)
    yield f"German plan: {state.plan or 'not drawn'}; chits face down: {len(state.chits)}"
    charges = {"": "none", "hidden": "chit face down", "blank": "none under the bridge"}
    yield f"Charges: {charges.get(state.charges, state.charges)}; canal bridge: {state.pegasus}"
    if state.german_force:
        yield f"German force: {state.german_force}; British force: {state.british_force or '-'}"
    dead = [
        name
        for name in sorted(state.units)
        if state.units[name].where == DEAD and state.units[name].kind not in ITEMS
    ]
    if dead:
        yield f"Lost: {', '.join(dead)}"
