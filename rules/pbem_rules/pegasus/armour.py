"""Tanks and the Mercedes: they keep to the road."""

from __future__ import annotations

from pbem.ruleset import Reason
from pbem.values import evolve
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.charges import strain
from pbem_rules.pegasus.ground import border_cost, hops, reach
from pbem_rules.pegasus.losses import wreck_tank
from pbem_rules.pegasus.model import BRITISH, DEAD, GERMAN, OFF, Unit
from pbem_rules.pegasus.play import Play
from pbem_rules.pegasus.volleys import opportunity


def road_cost(play: Play, start: str, end: str) -> int | None:
    """What a vehicle pays along the road: no costs but borders, and 1 for a wrecked car (8.2)."""
    terrain = play.data.terrain
    if end not in terrain.road or (end == terrain.pegasus and play.state.pegasus == "destroyed"):
        return None
    border = border_cost(terrain, start, end)
    return None if border is None else border + (1 if end in play.state.car_wrecks else 0)


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
        if unit.where == DEAD or unit.immobile:
            continue
        if unit.retreating:
            withdraw(play, name)
        else:
            drive(play, name)


@BOOK.rule(
    "8.1", "8.2", text="Tanks follow the road to the crossroads, over the canal bridge, and out at Ranville."
)
def drive(play: Play, name: str) -> None:
    """One tank goes on with its 3 points; it stops before a bridge that is gone, and where it meets British units."""
    goal = play.data.terrain.entries["Ranville"]
    points = play.data.movement.tank - play.units[name].spent
    if play.units[name].where in play.state.ready and play.troops(play.units[name].where, BRITISH):
        if not push(play, name):
            return
        points -= 1
    while points > 0 and play.units[name].where != DEAD:
        here = play.units[name].where
        if here == goal:
            leave(play, name)
            return
        step = along(play, here, goal) or _ahead(play, here)
        cost = road_cost(play, here, step) if step else None
        if step is None or cost is None or cost > points:
            return
        points -= cost
        roll(play, name, step)
        if play.units[name].where == step and play.at(step, BRITISH):
            return


def _ahead(play: Play, here: str) -> str | None:
    """With the canal bridge down: on to the bridge end of this bank."""
    terrain = play.data.terrain
    ends = sorted(terrain.ends, key=lambda end: (hops(terrain, here, end), end))
    for end in ends:
        if end != here:
            step = along(play, here, end)
            if step is not None:
                return step if end == ends[0] else None
        else:
            return None
    return None


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
    area = play.area(here)
    aside = [
        o for o in sorted((*area.single, *area.double)) if not play.area(o).road and not play.at(o, GERMAN)
    ]
    step = along(play, here, play.data.terrain.entries["Ranville"])
    if aside:
        for unit in play.at(here, BRITISH):
            play.place(unit.id, aside[0])
    if step is not None:
        roll(play, name, step)
    return True


# --- retreat ----------------------------------------------------------------------------------------------------------


@BOOK.rule(
    "7.1",
    "N21",
    text="If the first PIAT or gun shot of the game destroys a tank: 1-3 its force goes, 4 the "
    "nearest tank, 5-6 nobody.",
)
def check_retreat(play: Play, lost: Unit) -> None:
    """After the first shot of the game at a tank, when it has destroyed the tank ``lost``."""
    face = play.die("retreat")
    found = play.data.tables.retreat[face]
    said = {
        "force": "The whole force turns back.",
        "nearest": "The nearest tank turns back.",
        "none": "Nobody turns back.",
    }
    play.say("retreat", said[found], "7.1", side=GERMAN, areas=(lost.where,), faces=(face,))
    if found == "force":
        for unit in [
            u for u in play.on_map(GERMAN) if u.force == lost.force and u.kind in ("tank", "german")
        ]:
            play.change(unit.id, retreating=True)
    if found == "nearest":
        others = [unit for unit in play.on_map(GERMAN) if unit.kind == "tank"]
        if others:
            near = min(others, key=lambda unit: (hops(play.data.terrain, lost.where, unit.where), unit.id))
            _back_off(play, near.id)


@BOOK.rule(
    "7.2",
    text="A tank that cannot go back by road goes into the open: 1-3 stuck (and 5-6 of a second "
    "die: abandoned), 4-6 it goes on.",
)
def _back_off(play: Play, name: str) -> None:
    """One tank goes one area back towards its entry."""
    unit = play.units[name]
    step = along(play, unit.where, home(play, unit.where))
    if step is not None and not play.at(step, BRITISH):
        roll(play, name, step)
        return
    area = play.area(unit.where)
    fields = [
        o
        for o in sorted((*area.single, *area.double))
        if not play.area(o).obstructed and not play.at(o, BRITISH)
    ]
    if not fields:
        return
    roll(play, name, fields[0])
    face = play.die("stuck")
    if play.data.tables.stuck[face] == "stuck":
        play.change(name, immobile=True)
        play.say("immobile", f"{name} is stuck in {fields[0]}.", "7.2", units=(name,), faces=(face,))
        second = play.die("panic")
        if play.data.tables.panic[second] == "abandoned":
            wreck_tank(play, name, "7.2")


def home(play: Play, where: str) -> str:
    """The entry area nearest by road."""
    entries = sorted(play.data.terrain.entries.values())
    return min(entries, key=lambda each: (hops(play.data.terrain, where, each), each))


def withdraw(play: Play, name: str) -> None:
    """A tank or platoon that turns back goes its full move towards the nearest entry area and out (7.1)."""
    points = play.data.movement.tank
    while points > 0:
        here = play.units[name].where
        goal = home(play, here)
        if here == goal:
            leave(play, name)
            return
        step = along(play, here, goal)
        if step is None:
            return
        points -= road_cost(play, here, step) or 1
        roll(play, name, step)
        if play.at(step, BRITISH):
            return


# --- the Mercedes -----------------------------------------------------------------------------------------------------


@BOOK.rule(
    "5.2",
    "N22",
    text="The Mercedes drives from Ranville to LePort: 1-3 slow, 4-6 medium; fast for good once "
    "it is fired at.",
)
def car(play: Play) -> None:
    """The car with Schmidt, along the road."""
    auto = play.units["Mercedes"]
    if auto.where not in play.data.terrain.areas:
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
        if step is None:
            return
        points -= road_cost(play, here, step) or 1
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
        strain(play, step)
        opportunity(play, "Mercedes")
        if play.at(step, BRITISH):
            return
