"""Tanks and the Mercedes: they keep to the road."""

from __future__ import annotations

from collections.abc import Callable

from pbem.bytes.values import evolve
from pbem.port.game import Reason
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.charges import strain
from pbem_rules.pegasus.garrison import wake_around
from pbem_rules.pegasus.ground import Cost, border_cost, hops, reach
from pbem_rules.pegasus.losses import wreck_tank
from pbem_rules.pegasus.model import BRITISH, DEAD, GERMAN, OFF, Unit
from pbem_rules.pegasus.play import Play
from pbem_rules.pegasus.volleys import opportunity


@BOOK.rule(
    "6.2", "8.2", text="A vehicle pays 1 more for an area of the enemy, and for the wreck of the Mercedes."
)
def road_cost(play: Play, start: str, end: str) -> int | None:
    """What a vehicle pays for a step along the road; None where there is no road, or no bridge any more."""
    terrain, movement = play.data.terrain, play.data.movement
    if end not in terrain.road or (end == terrain.pegasus and play.state.pegasus == "destroyed"):
        return None
    border = border_cost(play.data, start, end)
    if border is None:
        return None
    wreck = movement.wreck if end in play.state.car_wrecks else 0
    return border + wreck + (movement.enemy if play.at(end, BRITISH) else 0)


def along(play: Play, start: str, goal: str) -> str | None:
    """The next road area on the shortest way to ``goal``; None when there is none."""

    def back(one: str, other: str) -> int | None:
        return road_cost(play, other, one)

    left = reach(play.data.terrain, goal, back)
    steps = [
        (left[other] + cost, other)
        for other in (*play.area(start).single, *play.area(start).double)
        if other in left and (cost := road_cost(play, start, other)) is not None
    ]
    return min(steps)[1] if steps else None


def tanks(play: Play) -> None:
    """Every tank that can move, in order of name."""
    for name in [unit.id for unit in play.on_map(GERMAN) if unit.kind == "tank"]:
        unit = play.units[name]
        if not unit.immobile:
            _go(play, name, _backwards if unit.retreating else ahead)


@BOOK.rule(
    "5.8",
    "7.1",
    "8.1",
    "N37",
    "N39",
    "N51",
    text="A tank goes along the road as far as its points take it; its move ends in an area with British troops.",
)
def _go(play: Play, name: str, way: Callable[[Play, str], str | None]) -> None:
    """One tank; ``way`` gives its next area, "" off the map, None when there is no road."""
    unit = play.units[name]
    points = play.data.movement.tank - unit.spent
    stayed = unit.since < play.state.turn and unit.where in play.data.terrain.road
    held = stayed and unit.where in play.state.ready and bool(play.troops(unit.where, BRITISH))
    while points > 0 and play.units[name].where != DEAD:
        here, step = play.units[name].where, way(play, name)
        cost = road_cost(play, here, step) if step else 0
        if step is None or cost is None or (cost > points and not held):
            return
        if held and not push(play, name):
            return
        held, points = False, points - cost
        if step == OFF:
            leave(play, name)
            return
        roll(play, name, step)
        if play.troops(step, BRITISH):
            return


@BOOK.rule(
    "8.1",
    "N45",
    text="Tanks follow the road to the crossroads, over the canal bridge, and out at Ranville; one that came in "
    "there goes to the crossroads first.",
)
def ahead(play: Play, name: str) -> str | None:
    """The next area of a tank; with the canal bridge down, towards the bridge end of its bank."""
    terrain, here = play.data.terrain, play.units[name].where
    if here == terrain.crossroads:
        play.change(name, inbound=False)
    inbound, out = play.units[name].inbound, terrain.entries[play.data.forces.tank_out]
    if here == out and not inbound:
        return OFF
    step = along(play, here, terrain.crossroads if inbound else out)
    if step is not None:
        return step
    end = min(terrain.ends, key=lambda end: (hops(terrain, here, end), end))
    return None if end == here else along(play, here, end)


@BOOK.rule("7.1", text="A tank that turns back goes towards the nearest entry area and out.")
def _backwards(play: Play, name: str) -> str | None:
    """The next area of a tank that turns back."""
    here = play.units[name].where
    goal = home(play, here)
    return OFF if goal == here else along(play, here, goal) if goal else None


def roll(play: Play, name: str, area: str) -> None:
    """A tank comes into an area."""
    start = play.units[name].where
    play.place(name, area)
    play.say("moved", f"{name} drives to {area}.", "8.1", side=GERMAN, units=(name,), areas=(start, area))
    strain(play, area)


def leave(play: Play, name: str) -> None:
    """A vehicle leaves the map and does not come back."""
    where = play.units[name].where
    play.change(name, where=OFF, out=True)
    play.hold(where)
    play.say("left", f"{name} leaves the map.", "8.1", side=GERMAN, units=(name,), areas=(where,))


@BOOK.rule(
    "8.3",
    text="Against a ready position on the road: 1-2 it stays; 3-6 it drives on, the position is "
    "gone and the British give way; +1 with infantry.",
)
def push(play: Play, name: str) -> bool:
    """A tank that begins its move in the area of a British unit in a ready position; whether it gets on."""
    here = play.units[name].where
    with_infantry = bool(play.troops(here, GERMAN))
    reasons = (
        (Reason(paragraph="8.3", text="infantry", value=play.data.tables.ready_infantry),)
        if with_infantry
        else ()
    )
    face = play.die("push")
    total = face + sum(each.value for each in reasons)
    moves = play.data.tables.ready[total] == "moves"
    said = f"{name} {'breaks through' if moves else 'is held'} at {here}."
    play.say(
        "pushed",
        said,
        "8.3",
        side=GERMAN,
        units=(name,),
        areas=(here,),
        faces=(face,),
        reasons=reasons,
        total=total,
    )
    if not moves:
        return False
    play.state = evolve(play.state, ready=tuple(each for each in play.state.ready if each != here))
    _step_aside(play, here)
    return True


@BOOK.rule("8.3", "24.1", "N39", text="The British step aside into an area beside the road without Germans.")
def _step_aside(play: Play, here: str) -> None:
    """Everybody British in an area, into the first one by name; chits face down are avoided, or wake."""
    area = play.area(here)
    aside = [
        each
        for each in (*area.single, *area.double)
        if not play.area(each).road and not play.at(each, GERMAN)
    ]
    if not aside:
        return
    where = min(aside, key=lambda each: (each in play.state.chits, each))
    names = tuple(unit.id for unit in play.at(here, BRITISH))
    text = f"{', '.join(names)} give way to {where}."
    play.say("aside", text, "8.3", side=BRITISH, units=names, areas=(here, where))
    for unit in play.at(here, BRITISH):
        play.place(unit.id, where)
        wake_around(play, unit.id)


# --- retreat ----------------------------------------------------------------------------------------------------------


@BOOK.rule(
    "7.1",
    "N21",
    text="The check is made when the first PIAT or gun shot of the game destroys the first tank that is lost.",
)
def first_shot(play: Play, target: Unit) -> None:
    """After a shot at the tank ``target``."""
    if play.state.anti_tank_shots == play.state.tanks_killed == 1 and play.units[target.id].where == DEAD:
        check_retreat(play, target)


@BOOK.rule("7.1", text="1-3 the force of the lost tank goes, 4 the nearest tank, 5-6 nobody.")
def check_retreat(play: Play, lost: Unit) -> None:
    """The die, after the tank ``lost`` was destroyed."""
    face = play.die("retreat")
    found = play.data.tables.retreat[face]
    said = {
        "force": "The whole force turns back.",
        "nearest": "The nearest tank turns back.",
        "none": "Nobody turns back.",
    }
    play.say("retreat", said[found], "7.1", side=GERMAN, areas=(lost.where,), faces=(face,))
    if found == "force":
        for unit in [play.units[name] for name in sorted(play.units)]:
            if unit.force == lost.force and unit.kind in ("tank", "german"):
                _turn_back(play, unit)
    if found == "nearest":
        others = [unit for unit in play.on_map(GERMAN) if unit.kind == "tank"]
        if others:
            near = min(others, key=lambda unit: (hops(play.data.terrain, lost.where, unit.where), unit.id))
            _back_off(play, near.id)


@BOOK.rule(
    "7.1", "N40", text="Who is on the map goes back to an entry area; who waits before one does not come."
)
def _turn_back(play: Play, unit: Unit) -> None:
    """One unit of the force."""
    if unit.where in play.data.terrain.areas:
        play.change(unit.id, retreating=True)
    elif unit.where.startswith("queue:"):
        play.change(unit.id, where=OFF, out=True)
        play.say("left", f"{unit.id} does not come.", "7.1", side=GERMAN, units=(unit.id,))


@BOOK.rule(
    "7.2",
    "N46",
    text="A tank that cannot go back by road goes into the open: 1-3 stuck for the rest of the turn (and "
    "5-6 of a second die: abandoned), 4-6 it goes on.",
)
def _back_off(play: Play, name: str) -> None:
    """One tank goes one area back towards the nearest entry area.

    Tanks move before the fire that brings the check, so that who is stuck has no move left to lose this turn.
    """
    unit = play.units[name]
    goal = home(play, unit.where)
    if unit.where == goal:
        leave(play, name)
        return
    step = along(play, unit.where, goal) if goal else None
    if step is not None and not play.troops(step, BRITISH):
        roll(play, name, step)
        return
    area = play.area(unit.where)
    fields = [
        each
        for each in sorted((*area.single, *area.double))
        if not play.area(each).obstructed and not play.area(each).road and not play.troops(each, BRITISH)
    ]
    if not fields:
        return
    roll(play, name, fields[0])
    face = play.die("stuck")
    if play.data.tables.stuck[face] == "stuck":
        play.say("stuck", f"{name} is stuck in {fields[0]}.", "7.2", units=(name,), faces=(face,))
        second = play.die("panic")
        if play.data.tables.panic[second] == "abandoned":
            wreck_tank(play, name, "7.2")


def home(play: Play, where: str) -> str:
    """The entry area nearest by road; "" when there is no way to one."""

    def cost(one: str, other: str) -> int | None:
        return road_cost(play, one, other)

    return nearest_entry(play, where, cost)


def nearest_entry(play: Play, where: str, cost: Cost) -> str:
    """The entry area that costs least; "" when none can be reached."""
    paid = reach(play.data.terrain, where, cost)
    found = [(paid[each], each) for each in play.data.terrain.entries.values() if each in paid]
    return min(found)[1] if found else ""


# --- the Mercedes -----------------------------------------------------------------------------------------------------


@BOOK.rule(
    "5.2",
    "16.4",
    "N22",
    text="The Mercedes drives from Ranville to LePort: 1-3 slow, 4-6 medium; fast for good once "
    "it is fired at.",
)
def car(play: Play) -> None:
    """The car with Schmidt, along the road."""
    auto = play.units["Mercedes"]
    if auto.where not in play.data.terrain.areas:
        return
    if auto.since == play.state.turn and play.troops(auto.where, BRITISH):
        return  # it has just come in
    if auto.where in play.state.engaged:
        return
    movement, goal = play.data.movement, play.data.terrain.entries[play.data.forces.car_out]
    speed = "fast" if auto.fast else movement.car_die[play.die("car")]
    points = movement.car[speed]
    while points > 0 and play.units["Mercedes"].where in play.data.terrain.areas:
        here = play.units["Mercedes"].where
        if here == goal:
            leave(play, "Mercedes")
            leave(play, "Schmidt")
            return
        step = along(play, here, goal)
        cost = road_cost(play, here, step) if step else None
        if step is None or cost is None or cost > points:
            return
        points -= cost
        play.place("Mercedes", step)
        play.place("Schmidt", step)
        play.say(
            "moved",
            f"The Mercedes drives to {step}.",
            "5.2",
            side=GERMAN,
            units=("Mercedes",),
            areas=(here, step),
        )
        opportunity(play, "Mercedes")
        if play.troops(step, BRITISH):
            return
