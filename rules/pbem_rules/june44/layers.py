"""What no counter shows and every move depends on: zones of control, and lines of supply (6.0, 7.2)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.port.scene import Layer
from pbem_rules.june44 import supply
from pbem_rules.june44.course import View
from pbem_rules.june44.lookup import enemy_of, is_artillery, on_map, units_of
from pbem_rules.june44.model import ALLIED, GERMAN, State
from pbem_rules.june44.printed import Data
from pbem_rules.june44.scenes_ground import chart
from pbem_rules.june44.zones import crosses, front
from pbem_rules.shared.game import ShownLayer
from pbem_rules.shared.layers import SUPPLY, ZOC, Head, lines, zones

_NAMES = {ALLIED: "Allied", GERMAN: "German"}


# --- zones of control ---------------------------------------------------------------------------------------------------


def _zones(data: Data, state: State, side: str) -> Layer:
    at = front(data, state)
    on_the_map = (where for where in sorted(at.zone[side]) if where in data.ground.terrain)
    head = Head(side=side, name=_NAMES[side], paragraph="6.0")
    return zones(head, on_the_map, at.zone[enemy_of(side)], lambda where: _exerted(data, state, where, side))


def _exerted(data: Data, state: State, where: str, side: str) -> str:
    """Whose zone lies on a hex, in a few words."""
    at, ground = front(data, state), data.ground
    names: list[str] = []
    for source in ground.grid.adjacent[where]:
        if source not in at.sources[side] or not crosses(ground, source, where):
            continue
        units = [unit for unit in state.board.stack(source) if data.unit(unit.id).side == side]
        if any(not is_artillery(data, unit) for unit in units):
            names.append(_called([unit.id for unit in units], source))
        if side == GERMAN and source in at.works:
            names.append(f"the defences of {source}")
    return f"{_NAMES[side]} zone of {', '.join(names)}"


def _called(names: Sequence[str], where: str) -> str:
    """A unit that stands alone by its name; of a stack, how many and where (6.5, N58)."""
    return names[0] if len(names) == 1 else f"the {len(names)} units in {where}"


# --- lines of supply ----------------------------------------------------------------------------------------------------


def _supply(data: Data, state: State, side: str) -> Layer:
    units = (unit for unit in units_of(data, state, side) if on_map(unit))
    found = ((unit.id, unit.where, supply.trace(data, state, unit)) for unit in units)
    head = Head(side=side, name=_NAMES[side], paragraph="7.2")
    return lines(
        head,
        "lines of supply",
        found,
        chart(data).at,
        lambda names: f"{_called(names, state.board[names[0]].where)} out of supply",
    )


# --- the two together -----------------------------------------------------------------------------------------------------

LAYERS = (
    ShownLayer[View](
        name=ZOC,
        about="zones of control, and where the enemy's lie over them (6.0)",
        draw=lambda view: _zones(view.data, view.state, view.side) if view.side in _NAMES else None,
    ),
    ShownLayer[View](
        name=SUPPLY,
        about="lines of supply to their sources, and units without one (7.2)",
        draw=lambda view: _supply(view.data, view.state, view.side) if view.side in _NAMES else None,
    ),
)
