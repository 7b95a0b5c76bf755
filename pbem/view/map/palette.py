"""Colours and inks. Sides differ in lightness and shape as well as in hue: no picture needs colour vision."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pbem.bytes.records import frozen
from pbem.port.messages import Message

PAPER = "#f6f1e2"
PANEL = "#fbf8ee"
WARNING = "#a3161b"
INK = "#2b2a26"
FAINT = "#6a6453"
HEX_NUMBER = "#332d20"
DEEP = "#8fb7c9"
SEA = "#a5c7d5"
SHALLOW = "#c3dbe2"
SURF = "#dcebec"
COAST = "#5d7f8c"
CLEAR = "#efe8c8"
FARMLAND = "#e9da9e"
BOCAGE = "#d3dca8"
WOODS = "#b4cb92"
HEAVY_WOODS = "#8fb074"
MARSH = "#d6e2cf"
CITY = "#dfc2ad"
SAND = "#f3dfa6"
UNKNOWN = "#e3e0d6"
RIVER = "#5a9cc4"
RIVER_EDGE = "#2f6d97"
ROAD = "#c8412f"
ROAD_EDGE = "#5c2119"
LANE = "#fdf9ea"
LANE_EDGE = "#6a5836"
BLOCK = "#8d6253"
TREE = "#5d8a4a"
TREE_DARK = "#41693a"
HEDGE = "#7d9a55"
BLUFF = "#8a6239"
CLIFF = "#5b4631"
WALL = "#6d4038"

TERRAIN: dict[str, str] = {
    "clear": CLEAR,
    "farmland": FARMLAND,
    "bocage": BOCAGE,
    "woods": WOODS,
    "heavy-woods": HEAVY_WOODS,
    "marsh": MARSH,
    "town": CLEAR,
    "city": CITY,
    "houses": CITY,
    "sea": SEA,
    "beach": CLEAR,
}
"""Ground colours by terrain style; a style not named here gets ``UNKNOWN`` and a plain hatch."""

PAINT = {**TERRAIN, "town": "#cfa88f", "sea": SHALLOW}
INKS = {
    "primary": ROAD,
    "main": ROAD,
    "secondary": LANE_EDGE,
    "road": LANE_EDGE,
    "roads": ROAD,
    "bluff": BLUFF,
    "cliff": CLIFF,
    "marsh": "#22626a",
    "woods": TREE_DARK,
    "bridges": INK,
    "blown": WARNING,
}
"""What an owner paints with: a ground by its style, a line by a word in the name of its list."""

GROUNDS = {
    "clear": Message("clear"),
    "farmland": Message("farmland"),
    "bocage": Message("bocage"),
    "woods": Message("woods"),
    "heavy-woods": Message("heavy woods"),
    "marsh": Message("marsh"),
    "town": Message("town"),
    "city": Message("city"),
    "houses": Message("houses"),
    "beach": Message("beach"),
    "sea": Message("sea"),
}
"""What each style is called."""


def ground_word(style: str, word: Callable[[str], str] = str) -> str:
    """What a terrain style is called; one that is not known keeps its name."""
    return word(GROUNDS.get(style, style))


TEXTURES = {"farmland": "clear", "heavy-woods": "woods", "houses": "city"}
"""The texture of a style that has none of its own."""


@frozen(kw_only=True)
class SideLook:
    """How the counters of one side look: fill, edge, ink, and the shape of the corners (``round`` or ``cut``)."""

    fill: str
    edge: str
    ink: str
    shape: str


_KNOWN: dict[str, SideLook] = {
    "allied": SideLook(fill="#dccf9c", edge="#453e20", ink="#1c1b18", shape="round"),
    "german": SideLook(fill="#5d6a66", edge="#1f2826", ink="#ffffff", shape="cut"),
    "axis": SideLook(fill="#5d6a66", edge="#1f2826", ink="#ffffff", shape="cut"),
    "american": SideLook(fill="#b7bf86", edge="#38401c", ink="#1c1b18", shape="round"),
    "us": SideLook(fill="#b7bf86", edge="#38401c", ink="#1c1b18", shape="round"),
    "british": SideLook(fill="#e0b98a", edge="#53360f", ink="#1c1b18", shape="round"),
}
_SPARE = (
    SideLook(fill="#b9d3ea", edge="#28547a", ink="#1c1b18", shape="round"),
    SideLook(fill="#7a3b36", edge="#3a1512", ink="#ffffff", shape="cut"),
    SideLook(fill="#f1e3a0", edge="#746420", ink="#1c1b18", shape="round"),
    SideLook(fill="#3f5a78", edge="#142638", ink="#ffffff", shape="cut"),
)


def side_looks(sides: Iterable[str]) -> dict[str, SideLook]:
    """A look for each side: customary ones by name, the rest from the spare looks in the order of their names."""
    looks: dict[str, SideLook] = {}
    spare = 0
    for name in sorted(set(sides)):
        known = _KNOWN.get(name.casefold())
        if known is None:
            known = _SPARE[spare % len(_SPARE)]
            spare += 1
        looks[name] = known
    return looks


MARKS: dict[str, tuple[str, str]] = {
    "RE": ("#2f6db3", "#ffffff"),
    "D1": ("#f2c230", "#1c1b18"),
    "D2": ("#e4791f", "#1c1b18"),
    "PIN": ("#b3202c", "#ffffff"),
    "ISO": ("#6a3d8f", "#ffffff"),
    "SCT": ("#1d7f78", "#ffffff"),
    "FIRED": ("#4b4a45", "#ffffff"),
}
"""Badges by the word on them: ground and ink. A word not named here is white on black."""
