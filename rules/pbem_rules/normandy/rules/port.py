"""The port of Cherbourg: its demolition, its repair, what it is worth (18.13 to 18.18)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message, counted
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED, GERMAN
from pbem_rules.normandy.rules.cotentin import harbour
from pbem_rules.normandy.rules.night import part
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position, View
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Demolish:
    """The destruction of the port of Cherbourg begins (18.13)."""


@frozen(kw_only=True)
class Repair:
    """Combat supply repairs so many points of the port (18.17)."""

    points: int


DEMOLISH = Kind[Demolish, View, Play](Demolish, early="18.13", exact=True)
REPAIR = Kind[Repair, View, Play](Repair, early="18.17")


@BOOK.rule("18.14", "N104")
def taken(at: Position) -> bool:
    """Whether the Allied side holds the port."""
    hexes = harbour(at.data)
    allied = at.state.port_taken or any(at.units_of(ALLIED, each) for each in hexes)
    return allied and not any(at.units_of(GERMAN, each) for each in hexes)


def hold(play: Play) -> None:
    """Who has taken the port is written down at the end of a turn: they need not stay in it (N104, N125)."""
    if taken(play) != play.state.port_taken:
        play.change(port_taken=taken(play))


@BOOK.rule("18.18", "N57")
def works(at: Position) -> bool:
    """Whether the port brings combat supply."""
    return taken(at) and at.state.port > 0


@BOOK.rule("18.13", "N57")
def can_demolish(at: Position) -> bool:
    """Whether the demolition may begin."""
    return not at.state.falling and not taken(at) and part(at).issuperset(harbour(at.data))


@DEMOLISH.wrong
def not_now(view: View, _order: Demolish) -> Iterator[Violation]:
    if view.state.falling:
        yield broken("18.13", Message("the destruction has begun already"))
    elif not can_demolish(view):
        yield broken("18.13", Message("the port of Cherbourg is not in German hands"))


@DEMOLISH.legal
def demolitions(view: View) -> Iterator[Demolish]:
    if can_demolish(view):
        yield Demolish()


@DEMOLISH.carry_out
def demolish(play: Play, _order: Demolish) -> None:
    play.change(falling=True, port=play.data.charts.port.start)
    play.say("port", Message("The destruction of the port of Cherbourg begins."), "18.13", side=GERMAN)


@BOOK.rule("18.14")
def falls(play: Play) -> None:
    """The demolition goes on."""
    state = play.state
    if state.falling and state.port and not taken(play):
        left = max(0, state.port - play.data.charts.port.daily)
        play.change(port=left)
        play.say("port", Message("The port of Cherbourg falls to {points}.", points=left), "18.14")


def _counts(at: Position) -> bool:
    """Whether the scenario counts the port."""
    scenario = at.data.scenarios.get(at.state.scenario)
    return scenario is not None and scenario.port


@BOOK.rule("18.15", "18.16", "N58")
def judged(play: Play) -> None:
    """Victory points for the port, in the night of the day on which it is looked at."""
    rule, state = play.data.charts.port, play.state
    if state.day != rule.checked or not _counts(play):
        return
    score = state.port if taken(play) else state.port - rule.start
    play.change(port_score=score)
    said = Message("The port of Cherbourg: {points} victory points for the Allied side.", points=score)
    play.say("port", said, "18.15" if score < 0 else "18.16", side=ALLIED)


@REPAIR.wrong
def cannot_be_repaired(view: View, order: Repair) -> Iterator[Violation]:
    most, price = view.data.charts.port.start - view.state.port, view.data.charts.points.repair
    if not taken(view):
        yield broken("18.17", Message("the Allied side does not hold the port of Cherbourg"))
    elif not 1 <= order.points <= most:
        yield broken("18.17", counted(most, "the port lacks {n} point", "the port lacks {n} points"))
    elif order.points * price > view.state.points:
        yield broken("18.17", counted(order.points * price, "that costs {n} point", "that costs {n} points"))


@REPAIR.legal
def repairs(view: View) -> Iterator[Repair]:
    for points in range(1, view.data.charts.port.start - view.state.port + 1):
        yield Repair(points=points)


@REPAIR.carry_out
@BOOK.rule("18.17")
def repair(play: Play, order: Repair) -> None:
    """Points are paid, the port rises."""
    play.pay(order.points * play.data.charts.points.repair)
    play.change(port=play.state.port + order.points)
    said = Message("The port of Cherbourg is repaired to {points}.", points=play.state.port)
    play.say("port", said, "18.17", side=ALLIED)
