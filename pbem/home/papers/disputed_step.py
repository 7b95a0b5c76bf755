"""The disputed step of a capsule, or of the paper about a false refusal, as a position that can be drawn.

The state in the paper is what both players know: what is hidden in it stays hidden.
"""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from pbem.bytes import canon, container
from pbem.bytes.errors import PbemError
from pbem.games.registry import Finder
from pbem.home.viewing import logs as looking
from pbem.home.viewing import map_options
from pbem.papers import capsule, false_refusal
from pbem.papers.paper import is_paper
from pbem.port.scene import Scene
from pbem.replay.table import Position
from pbem.view.map.svg import draw


@frozen(kw_only=True)
class Step:
    """The position before entry ``entry``; ``title`` is the game's."""

    position: Position[object]
    title: str
    entry: int

    def scene(self, side: str | None = None) -> Scene:
        """The picture, as both players may see it, or one of them."""
        return self.position.rules.scene(self.position.game, side)


def step(path: Path, find: Finder | None = None) -> Step | None:
    """The step in a file; None when it is no paper that holds one. Raises what is wrong with the paper."""
    try:
        lines = container.unpack(looking.data_of(path))
    except PbemError:
        return None
    kind = canon.decode(lines.partition(b"\n")[0]).get("a") if is_paper(lines) else None
    if kind == capsule.PAPER:
        cut = capsule.read(lines)
        position, entry = capsule.before_step(cut, find), cut.at
    elif kind == false_refusal.PAPER:
        refusal = false_refusal.read(lines)
        position, entry = false_refusal.before_step(refusal, find), refusal.reason.entry
    else:
        return None
    return Step(position=position, title=position.ruling.info.title, entry=min(entry, position.count))


def drawn(found: Step, out: Path) -> bytes:
    """The picture as a file: SVG, or PNG by its name."""
    return map_options.encoded(draw(found.scene(), title=found.title), out)
