"""What no counter shows and every move depends on: zones of control, and lines of supply (6.0, 7.2)."""

from __future__ import annotations

from itertools import pairwise

from pbem.scene import Layer, Spot, Stroke, Tint
from pbem_rules.june44 import supply
from pbem_rules.june44.lookup import enemy_of, is_artillery, on_map, units_of
from pbem_rules.june44.model import ALLIED, GERMAN, State
from pbem_rules.june44.printed import Data
from pbem_rules.june44.scenes_ground import chart
from pbem_rules.june44.zones import crosses, front

ZOC, SUPPLY = "zoc", "supply"
LAYERS = (
    (ZOC, "zones of control, and where the enemy's lie over them (6.0)"),
    (SUPPLY, "lines of supply to their sources, and units without one (7.2)"),
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


# --- zones of control ---------------------------------------------------------------------------------------------------


def _zones(data: Data, state: State, side: str) -> Layer:
    at = front(data, state)
    theirs = at.zone[enemy_of(side)]
    tints = tuple(
        Tint(
            cell=where,
            why=_exerted(data, state, where, side),
            strength="shared" if where in theirs else "full",
        )
        for where in sorted(at.zone[side])
        if where in data.ground.terrain
    )
    return Layer(name=ZOC, side=side, title=f"{_NAMES[side]} zones of control", paragraph="6.0", tints=tints)


def _exerted(data: Data, state: State, where: str, side: str) -> str:
    """Whose zone lies on a hex, in a few words."""
    at, ground = front(data, state), data.ground
    names: list[str] = []
    for source in ground.grid.adjacent[where]:
        if source not in at.sources[side] or not crosses(ground, source, where):
            continue
        units = [unit for unit in state.board.stack(source) if data.unit(unit.id).side == side]
        names.extend(unit.id for unit in units if not is_artillery(data, unit))
        if side == GERMAN and source in at.works:
            names.append(f"the defences of {source}")
    return f"{_NAMES[side]} zone of {', '.join(names)}"


# --- lines of supply ----------------------------------------------------------------------------------------------------


def _supply(data: Data, state: State, side: str) -> Layer:
    """The line of every unit on the map, hex to hex, each stretch once; who has none is coloured."""
    drawn = chart(data)
    stretches: dict[tuple[str, str], None] = {}
    sources: dict[str, None] = {}
    cut: dict[str, list[str]] = {}
    for unit in units_of(data, state, side):
        if not on_map(unit):
            continue
        path = supply.trace(data, state, unit)
        if path is None:
            cut.setdefault(unit.where, []).append(unit.id)
            continue
        sources[path[-1]] = None
        for here, there in pairwise(path):
            stretches[min(here, there), max(here, there)] = None
    return Layer(
        name=SUPPLY,
        side=side,
        title=f"{_NAMES[side]} lines of supply",
        paragraph="7.2",
        tints=tuple(
            Tint(cell=where, why=f"{', '.join(names)} out of supply", strength="cut")
            for where, names in sorted(cut.items())
        ),
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
