"""The Cotentin: whether it is cut off, and who stays near its coast during the landing (18.6 to 18.10)."""

from __future__ import annotations

from pbem_rules.kernel.derived import derived
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED, GERMAN, State
from pbem_rules.normandy.printed import Data
from pbem_rules.normandy.rules.view import Position, View
from pbem_rules.normandy.rules.zones import zone_of_control

_SHEET = "A"


def inside(where: str) -> bool:
    """Whether a hex lies in the Cotentin: on map A (N102)."""
    return where.startswith(_SHEET)


def harbour(data: Data) -> tuple[str, ...]:
    """The hexes of the port: the city of Cherbourg."""
    return tuple(where for where, name in data.ground.names.items() if name == "Cherbourg")


@BOOK.rule("18.6", "18.7", "N102")
def cut_off(at: Position) -> bool:
    """Whether the Cotentin is cut off from the rest."""
    return _cut_off(at.state, at.data)


@derived
def _cut_off(state: State, data: Data) -> bool:
    view, ground = View(data=data, state=state), data.ground
    barred = {unit.where for unit in state.board if view.side_of(unit.id) == ALLIED}
    friends = {unit.where for unit in state.board if view.side_of(unit.id) == GERMAN}
    barred |= set(zone_of_control(view, ALLIED)) - friends
    seen = set(harbour(data))
    border = sorted(seen)
    while border:
        here = border.pop()
        if not inside(here):
            return False
        found = [
            where
            for where in ground.grid.adjacent[here]
            if where not in seen and ground.is_land(where) and where not in barred
        ]
        seen.update(found)
        border += found
    return True


@BOOK.rule("18.9", "18.10", "N103")
def frozen(at: Position, name: str) -> bool:
    """Whether a German unit may not move while the landing goes on."""
    where = at.board[name].where
    if not at.state.wave or at.side_of(name) != GERMAN or not inside(where):
        return False
    ground, rule = at.data.ground, at.data.charts.cotentin
    near = ground.grid.within(where, rule.coast)
    if not any(
        ground.is_land(one) and not all(ground.is_land(two) for two in ground.grid.adjacent[one])
        for one in near
    ):
        return False
    return not any(_frees(at, unit.id, where) for unit in at.board if unit.where in ground.grid)


def _frees(at: Position, name: str, where: str) -> bool:
    """Whether an Allied unit on the map is near enough to free who stands in a hex."""
    if at.side_of(name) != ALLIED:
        return False
    rule, away = at.data.charts.cotentin, at.data.ground.grid.distance(at.board[name].where, where)
    if at.type_of(name).branch == "ship":
        return away <= rule.ships_within
    return at.formation_of(name).nation == "us" and away <= rule.us_within
