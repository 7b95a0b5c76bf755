"""Other ways to look at the map: a layer for one side, or the whole map as control, supply or bare ground."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.home.viewing import map_options
from pbem.port import insight
from pbem.port.scene import Layer
from pbem.table.open_home import Room
from pbem.view.map import layers


def layer(room: Room, name: str, side: str) -> Json:
    """A layer of the map for one side: its ``drawing``, what the ``key`` says of it, and a sample for each line of that
    (``swatches``, 24 by 17 pixels). Raises UsageError ``no-layer``."""
    stand = room.stand()
    rules = stand.game.rules
    if side not in rules.sides or name not in [known for known, _ in insight.layers(rules)]:
        raise UsageError.of("no-layer", "There is no such layer.")
    found = insight.layer(rules, stand.state, side, name)
    return _drawn(room, () if found is None else (found,))


def look(room: Room, mode: str) -> Json:
    """What lies over the ground in a mode of the map (``units``, ``control``, ``supply``, ``terrain``), as :func:`layer`
    gives it; the page itself takes the counters away. Raises UsageError ``no-look``."""
    if mode not in map_options.MODES:
        raise UsageError.of("no-look", "There is no such layer.")
    stand = room.stand()
    return _drawn(room, map_options.mode_layers(stand.game.rules, stand.state, stand.scene, mode))


def _drawn(room: Room, found: Sequence[Layer]) -> Json:
    if not found:
        return {"drawing": "", "key": [], "swatches": []}
    on = room.board(room.stand().scene)
    drawing = layers.definitions(found) + layers.draw_layers(found, on.layout)
    rows = tuple(layers.entries(found))
    return {
        "drawing": drawing,
        "key": [words for _, _, words in rows],
        "swatches": [layers.swatch(style) for _, style, _ in rows],
    }
