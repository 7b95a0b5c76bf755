"""How tanks move."""

from __future__ import annotations

from collections.abc import Callable

from pbem.port.messages import Message
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, DEAD, GERMAN, OFF
from pbem_rules.pegasus.play import Play
from pbem_rules.pegasus.rules.charges import strain
from pbem_rules.pegasus.rules.garrison import wake_around
from pbem_rules.pegasus.rules.germans.road import along, by_road, leave, road_cost
from pbem_rules.pegasus.rules.ground import hops, nearest_entry
from pbem_rules.shared.modifiers import reasons


def move(play: Play) -> None:
    """Every tank that can move, in order of name."""
    for name in [unit.id for unit in play.on_map(GERMAN) if unit.kind == "tank"]:
        unit = play.unit(name)
        if not unit.immobile:
            go(play, name, backwards if unit.retreating else ahead)


@BOOK.rule("5.8", "7.1", "8.1", "N37", "N39", "N51")
def go(play: Play, name: str, way: Callable[[Play, str], str | None]) -> None:
    """One tank; ``way`` gives its next area, "" off the map, None when there is no road."""
    unit = play.unit(name)
    points = play.data.movement.tank - unit.spent
    stayed = unit.since < play.state.turn and unit.where in play.data.terrain.road
    held = stayed and unit.where in play.state.ready and bool(play.troops(unit.where, BRITISH))
    while points > 0 and play.unit(name).where != DEAD:
        here, step = play.unit(name).where, way(play, name)
        cost = road_cost(play, here, step) if step else 0
        if step is None or cost is None or (cost > points and not held):
            return
        if held and not push(play, name):
            return
        held, points = False, points - cost
        if step == OFF:
            leave(play, name)
            return
        drive(play, name, step)
        if play.troops(step, BRITISH):
            return


@BOOK.rule("8.1", "N45")
def ahead(play: Play, name: str) -> str | None:
    """The next area of a tank; with the canal bridge down, towards the bridge end of its bank."""
    terrain, here = play.data.terrain, play.unit(name).where
    if here == terrain.crossroads:
        play.mark(name, inbound=False)
    inbound, out = play.unit(name).inbound, terrain.entries[play.data.forces.tank_out]
    if here == out and not inbound:
        return OFF
    step = along(play, here, terrain.crossroads if inbound else out)
    if step is not None:
        return step
    end = min(terrain.ends, key=lambda end: (hops(terrain, here, end), end))
    return None if end == here else along(play, here, end)


@BOOK.rule("7.1")
def backwards(play: Play, name: str) -> str | None:
    """The next area of a tank that turns back."""
    here = play.unit(name).where
    goal = nearest_entry(play.data.terrain, here, by_road(play))
    return OFF if goal == here else along(play, here, goal) if goal else None


def drive(play: Play, name: str, area: str) -> None:
    """A tank comes into an area."""
    start, text = play.unit(name).where, Message("{unit} drives to {area}.", unit=name, area=area)
    play.place(name, area)
    play.say("moved", text, "8.1", side=GERMAN, units=(name,), hexes=(start, area))
    strain(play, area)


@BOOK.rule("8.3")
def push(play: Play, name: str) -> bool:
    """A tank that begins its move in the area of a British unit in a ready position; whether it gets on."""
    here, tables = play.unit(name).where, play.data.tables
    added = reasons("8.3", (play.troops(here, GERMAN), Message("infantry"), tables.ready_infantry))
    throw = play.throw("push", added)
    moves = tables.ready[throw.total] == "moves"
    play.say(
        "pushed",
        Message("{unit} breaks through at {area}.", unit=name, area=here)
        if moves
        else Message("{unit} is held at {area}.", unit=name, area=here),
        "8.3",
        side=GERMAN,
        units=(name,),
        hexes=(here,),
        throw=throw,
    )
    if moves:
        play.change(ready=tuple(each for each in play.state.ready if each != here))
        step_aside(play, here)
    return moves


@BOOK.rule("8.3", "24.1", "N39")
def step_aside(play: Play, here: str) -> None:
    """Everybody British in an area, into the first one by name; chits face down are avoided, or wake."""
    beside = play.data.terrain.ways[here]
    aside = [each for each in beside if not play.area(each).road and not play.at(each, GERMAN)]
    if not aside:
        return
    where = min(aside, key=lambda each: (each in play.state.chits, each))
    names = tuple(unit.id for unit in play.at(here, BRITISH))
    text = Message("{names} give way to {where}.", names=", ".join(names), where=where)
    play.say("aside", text, "8.3", side=BRITISH, units=names, hexes=(here, where))
    for name in names:
        play.place(name, where)
        wake_around(play, name)
