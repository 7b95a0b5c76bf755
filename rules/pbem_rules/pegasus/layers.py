"""Where a unit that moves in is fired at: the nearest thing to a zone of control in this game (9.2)."""

from __future__ import annotations

from pbem.port.scene import Layer, Tint
from pbem_rules.pegasus.model import BRITISH, GERMAN, State, Unit
from pbem_rules.pegasus.options import troops
from pbem_rules.pegasus.printed import Data

ZOC = "zoc"
LAYERS = ((ZOC, "areas where a unit that moves in meets opportunity fire (9.2)"),)
_NAMES = {BRITISH: "British", GERMAN: "German"}


def layer(data: Data, state: State, side: str, name: str) -> Layer | None:
    """The layer for the British or the Germans; None for anything else."""
    if side not in _NAMES or name != ZOC:
        return None
    tints: list[Tint] = []
    shooters = [unit for unit in troops(data, state, side) if _armed(unit)]
    for where in data.terrain.areas:
        names = [unit.id for unit in shooters if _covers(data, unit, where)]
        if names:
            tints.append(Tint(cell=where, why=f"under the fire of {', '.join(names)}"))
    return Layer(
        name=ZOC,
        side=side,
        title=f"under {_NAMES[side]} opportunity fire",
        paragraph="9.2",
        tints=tuple(tints),
    )


def _armed(unit: Unit) -> bool:
    able = unit.strength > 0 or unit.kind == "tank"
    return able and unit.free and not unit.suppressed and not unit.slow and not unit.in_bunker


def _covers(data: Data, shooter: Unit, where: str) -> bool:
    """Whether a shooter fires at a unit that comes into an area: its own, or a clear one beside it."""
    if shooter.where == where:
        return True
    clear = not data.terrain.areas[where].obstructed
    return clear and data.terrain.beside(shooter.where, where)
