"""The one check whether the Germans turn back."""

from __future__ import annotations

from pbem.port.messages import Message
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, DEAD, GERMAN, OFF, QUEUE, Unit
from pbem_rules.pegasus.play import Play
from pbem_rules.pegasus.rules.germans.road import along, by_road, leave
from pbem_rules.pegasus.rules.germans.tanks import drive
from pbem_rules.pegasus.rules.ground import hops, nearest_entry
from pbem_rules.pegasus.rules.losses import wreck_tank


@BOOK.rule("7.1", "N21")
def first_shot(play: Play, target: Unit) -> None:
    """After a shot at the tank ``target``."""
    if play.state.anti_tank_shots == play.state.tanks_killed == 1 and play.unit(target.id).where == DEAD:
        check_retreat(play, target)


@BOOK.rule("7.1")
def check_retreat(play: Play, lost: Unit) -> None:
    """The die, after the tank ``lost`` was destroyed."""
    face = play.die("retreat")
    found = play.data.tables.retreat[face]
    said = {
        "force": Message("The whole force turns back."),
        "nearest": Message("The nearest tank turns back."),
        "none": Message("Nobody turns back."),
    }
    play.say("retreat", said[found], "7.1", side=GERMAN, hexes=(lost.where,), faces=(face,))
    if found == "force":
        for unit in play.board:
            if unit.force == lost.force and unit.kind in ("tank", "german"):
                turn_back(play, unit)
    if found == "nearest":
        others = [unit for unit in play.on_map(GERMAN) if unit.kind == "tank"]
        if others:
            near = min(others, key=lambda unit: (hops(play.data.terrain, lost.where, unit.where), unit.id))
            back_off(play, near.id)


@BOOK.rule("7.1", "N40")
def turn_back(play: Play, unit: Unit) -> None:
    """One unit of the force."""
    if unit.where in play.data.terrain.areas:
        play.mark(unit.id, retreating=True)
    elif unit.where.startswith(QUEUE):
        play.mark(unit.id, where=OFF, out=True)
        play.say("left", Message("{unit} does not come.", unit=unit.id), "7.1", side=GERMAN, units=(unit.id,))


@BOOK.rule("7.2", "N46")
def back_off(play: Play, name: str) -> None:
    """One tank goes one area back towards the nearest entry area.

    Tanks move before the fire that brings the check, so that who is stuck has no move left to lose this turn.
    """
    here = play.unit(name).where
    goal = nearest_entry(play.data.terrain, here, by_road(play))
    if here == goal:
        leave(play, name)
        return
    step = along(play, here, goal) if goal else None
    if step is not None and not play.troops(step, BRITISH):
        drive(play, name, step)
        return
    fields = [
        each
        for each in sorted(play.data.terrain.ways[here])
        if not play.area(each).obstructed and not play.area(each).road and not play.troops(each, BRITISH)
    ]
    if not fields:
        return
    drive(play, name, fields[0])
    face = play.die("stuck")
    if play.data.tables.stuck[face] == "stuck":
        said = Message("{name} is stuck in {fields}.", name=name, fields=fields[0])
        play.say("stuck", said, "7.2", units=(name,), faces=(face,))
        second = play.die("panic")
        if play.data.tables.panic[second] == "abandoned":
            wreck_tank(play, name, "7.2")
