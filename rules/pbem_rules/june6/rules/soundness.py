"""Whether a state can be gone on from with these charts and counters: for one that another version or data pack left."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.port.messages import Message
from pbem_rules.june6.model import Position
from pbem_rules.shared.orders import broken


def unsound(at: Position) -> Iterator[Violation]:
    """What does not fit: counters that are not printed, a step that a counter has not, hexes off the map."""
    ground, known = at.data.ground, at.data.units
    for unit in at.state.board:
        if unit.id not in known:
            yield _slip(unit.id, "is on the map, and there is no such counter")
        elif unit.reduced and known[unit.id].reduced is None:
            yield _slip(unit.id, "has lost a step, and here its counter has only one")
    missing = [
        each for each in (*at.state.lost, *at.state.returned, *dict(at.state.returns)) if each not in known
    ]
    yield from (_slip(each, "was in play, and there is no such counter") for each in missing)
    hexes = (
        *at.state.beaches,
        *at.state.beaches_lost,
        *dict(at.state.held),
        *at.state.destroyed,
        *at.state.delays,
    )
    yield from (
        _slip(each, "is not a hex of this map") for each in dict.fromkeys(hexes) if each not in ground.terrain
    )
    for side in (*at.state.blown, *at.state.pontoons):
        if any(each not in ground.terrain for each in side.split("/")):
            yield _slip(side, "is not a hexside of this map")


def _slip(subject: str, message: str) -> Violation:
    return broken("2.4", Message("{subject} {message}", subject=subject, message=message), subject)
