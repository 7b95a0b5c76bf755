"""Flak in range of a mission (10.10, 10.11)."""

from __future__ import annotations

from pbem.port.game import Reason
from pbem.port.messages import Message
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import GERMAN
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position

STOPPED = -1
"""The mission is driven off."""


@BOOK.rule("10.10", "N43")
def in_range(at: Position, where: str) -> int:
    """How many flak units that have not moved reach a hex."""
    grid, most = at.data.ground.grid, at.data.charts.flak.range
    return sum(
        at.type_of(name).flak
        and not at.board[name].moved
        and grid.distance(near, where) <= min(at.type_of(name).range, most)
        for near in grid.within(where, most)
        for name in at.units_of(GERMAN, near)
    )


@BOOK.rule("10.10", "10.11", "N48")
def fires(play: Play, where: str, face: int) -> int:
    """A die of flak at a mission against a hex: the points that it takes, or STOPPED."""
    chart, units = play.data.charts.flak, in_range(play, where)
    more = Reason(paragraph="10.10", text=Message("flak units"), value=units * chart.each)
    total = face + more.value
    stopped, lost = total >= chart.stop, total >= chart.lose
    said = (
        Message("Flak drove the aircraft over {hex} off.", hex=where)
        if stopped
        else Message("Flak took an air point over {hex}.", hex=where)
        if lost
        else Message("Flak over {hex} hit nothing.", hex=where)
    )
    play.say("flak", said, "10.11", side=GERMAN, hexes=(where,), faces=(face,), reasons=(more,), total=total)
    return STOPPED if stopped else int(lost)
