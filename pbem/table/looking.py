"""Ways to look at the map: a layer for one side, or all of it in another mode."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.home.viewing import map_options
from pbem.port import insight
from pbem.port.messages import Message
from pbem.port.scene import Layer
from pbem.table.open_home import Room
from pbem.view.map import layers


def layer(room: Room, given: Mapping[str, Json]) -> Json:
    """A layer of the map for one side: its drawing, and what the key says of it."""
    stand, side, name = room.stand(), given.get("side"), given.get("layer")
    rules = stand.game.rules
    if side not in rules.sides or name not in [known for known, _ in insight.layers(rules)]:
        raise UsageError("no-layer", Message("There is no such layer."))
    found = insight.layer(rules, stand.state, str(side), str(name))
    return _drawn(room, () if found is None else (found,))


def look(room: Room, given: Mapping[str, Json]) -> Json:
    """What lies over the ground in a mode of :data:`map_options.MODES`, for both sides. Raises UsageError ``no-layer``."""
    stand, mode = room.stand(), given.get("mode")
    if mode not in map_options.MODES:
        raise UsageError("no-layer", Message("There is no such layer."))
    return _drawn(room, map_options.mode_layers(stand.game.rules, stand.state, stand.scene, str(mode)))


def _drawn(room: Room, found: Iterable[Layer]) -> Json:
    every = tuple(found)
    on = room.board(room.stand().scene)
    drawing = layers.definitions(every) + layers.draw_layers(every, on.layout) if every else ""
    return {"drawing": drawing, "key": [words for _, _, words in layers.entries(every)]}
