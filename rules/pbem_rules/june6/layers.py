"""What no counter shows and every move depends on: zones of control, and lines of communication (11.1, 5.3)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from pbem.scene import Layer, Spot, Stroke, Tint
from pbem_rules.june6 import communication, control
from pbem_rules.june6.lookup import enemy_of, on_map
from pbem_rules.june6.model import ALLIED, GERMAN, State
from pbem_rules.june6.printed import Data
from pbem_rules.june6.scenes_ground import chart

ZOC, SUPPLY = "zoc", "supply"
LAYERS = (
    (ZOC, "zones of control, and where the enemy's lie over them (11.1)"),
    (SUPPLY, "lines of communication to their sources, and units without one (5.3)"),
)
_NAMES = {ALLIED: "Allied", GERMAN: "German"}
_SIGN = (0.3, -0.3)


def layer(data: Data, state: State, side: str, name: str) -> Layer | None:
    """A layer for one side; None for a name or a side that has none."""
    if side not in _NAMES:
        return None
    match name:
        case "zoc":
            return _zones(data, state, side)
        case "supply":
            return _supply(data, state, side)
        case _:
            return None


# --- zones of control -------------------------------------------------------------------------------------------------


def _zones(data: Data, state: State, side: str) -> Layer:
    _, mine = control.pressed(data, state, side)
    _, theirs = control.pressed(data, state, enemy_of(side))
    tints = tuple(
        Tint(
            cell=where,
            why=_exerted(data, state, where, side),
            strength="shared" if where in theirs else "full",
        )
        for where in sorted(mine)
        if where in data.ground.terrain
    )
    return Layer(name=ZOC, side=side, title=f"{_NAMES[side]} zones of control", paragraph="11.1", tints=tints)


def _exerted(data: Data, state: State, where: str, side: str) -> str:
    """Whose zone lies on a hex, in a few words."""
    sources = control.zone_sources(data, state, where, side)
    names = [
        name
        for source in sources
        for name in state.board.at(source)
        if data.units[name].combat and data.units[name].side == side
    ]
    return f"{_NAMES[side]} zone of {', '.join(names)}"


# --- lines of communication -------------------------------------------------------------------------------------------


def _supply(data: Data, state: State, side: str) -> Layer:
    """The line of every unit on the map, hex to hex, each stretch once; who has none is coloured."""
    units = [unit for unit in state.board if data.unit(unit.id).side == side and on_map(data, unit)]
    lines = communication.traced(data, state, units)
    drawn = chart(data)
    stretches: dict[tuple[str, str], None] = {}
    sources: dict[str, None] = {}
    cut: dict[str, list[str]] = {}
    for unit in units:
        path = lines[unit.id]
        if path is None:
            cut.setdefault(unit.where, []).append(unit.id)
            continue
        sources[path[-1]] = None
        for here, there in itertools.pairwise(path):
            stretches[min(here, there), max(here, there)] = None
    return Layer(
        name=SUPPLY,
        side=side,
        title=f"{_NAMES[side]} lines of communication",
        paragraph="5.3",
        tints=tuple(_cut(cut)),
        strokes=tuple(
            Stroke(style="supply-line", points=(drawn.at(here), drawn.at(there))) for here, there in stretches
        ),
        signs=tuple(
            Spot(
                style="supply",
                at=(drawn.at(where)[0] + _SIGN[0], drawn.at(where)[1] + _SIGN[1]),
                title=f"{_NAMES[side]} source of supply in {where}",
            )
            for where in sorted(sources)
        ),
    )


def _cut(cut: dict[str, list[str]]) -> Iterator[Tint]:
    for where, names in sorted(cut.items()):
        verb = "has" if len(names) == 1 else "have"
        yield Tint(cell=where, why=f"{', '.join(names)} {verb} no line of communication", strength="cut")
