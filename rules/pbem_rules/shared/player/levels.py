"""How much each level looks at: numbers of positions, never a time."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from pbem.port.player import QUICK, SOUND, STRONG


@frozen(kw_only=True)
class Level:
    """``listed``: orders of a kind that are weighed. ``tried``: the best of them that are played on by the real rules, each
    with ``throws`` falls of the dice, for at most ``ahead`` decisions of either side."""

    listed: int
    tried: int = 0
    throws: int = 0
    ahead: int = 0


LEVELS: Mapping[str, Level] = {
    QUICK: Level(listed=60),
    SOUND: Level(listed=200, tried=2, throws=3, ahead=10),
    STRONG: Level(listed=400, tried=6, throws=9, ahead=20),
}
