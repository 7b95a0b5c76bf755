"""Grenades, Gammon bombs, PIATs and the guns."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.bytes.values import evolve
from pbem.port.game import Reason
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.losses import check_leaders, suffer, take, wreck_car, wreck_tank
from pbem_rules.pegasus.model import BRITISH, GERMAN, Unit
from pbem_rules.pegasus.play import Play
from pbem_rules.pegasus.printed import Data
from pbem_rules.pegasus.volleys import modifiers, wake_fire


@BOOK.rule(
    "17.2",
    text="The column goes by how far and by the ground: adjacent or same area, clear, obstructed or bunker.",
)
def grenade_column(play: Play, unit: Unit, target: Unit) -> str:
    """The column of the Grenade Attack Table."""
    obstructed = play.area(target.where).obstructed
    if unit.where != target.where:
        return "adjacent_obstructed" if obstructed else "adjacent_clear"
    if play.sheltered(target):
        return "same_bunker"
    return "same_obstructed" if obstructed else "same_clear"


@BOOK.rule(
    "17.1",
    "17.3",
    "17.4",
    "6.4",
    text="An attack costs 1 point, four a unit and game; +1 with a leader of the same platoon.",
)
def grenade(play: Play, name: str, target: str) -> None:
    """One grenade attack."""
    unit, aim = play.units[name], play.units[target]
    play.change(name, spent=unit.spent + play.data.movement.grenade, grenades=unit.grenades + 1)
    led = any(own_leader(play.data, each.id, name) for each in play.at(unit.where, BRITISH))
    reasons = (
        (Reason(paragraph="17.3", text="leader of the platoon", value=play.data.tables.grenades_leader),)
        if led
        else ()
    )
    face = play.die("grenade")
    total = face + sum(each.value for each in reasons)
    column = grenade_column(play, unit, aim)
    result = play.data.tables.grenade(column, total)
    play.say(
        "grenade",
        f"{name} throws grenades at {target}: {face} becomes {total}, {result or 'no effect'}.",
        "17.2",
        side=BRITISH,
        units=(name, target),
        areas=(unit.where, aim.where),
        faces=(face,),
        reasons=reasons,
        total=total,
    )
    wake_fire(play, aim)
    if result.rstrip("H").isdigit():
        destroy_guns(play, aim.where, "17.4")
    if aim.kind != "tank":
        suffer(play, target, result, "17.4")
    elif result.endswith("H") and not play.troops(aim.where, GERMAN):
        wreck_tank(play, target, "17.4")


@BOOK.rule(
    "17.3", "N41", text="A lieutenant leads their platoon and its section; Howard and the captains lead none."
)
def own_leader(data: Data, leader: str, unit: str) -> bool:
    """Whether ``leader`` leads the platoon of ``unit``, or the platoon whose glider the section ``unit`` came in."""
    glider = data.forces.leaders.get(leader)
    return glider is not None and unit in data.forces.gliders[glider]


@BOOK.rule("17.4")
def destroy_guns(play: Play, where: str, paragraph: str) -> None:
    """The machine gun or anti-tank gun of an area is destroyed."""
    if where in play.state.guns:
        play.state = evolve(
            play.state,
            guns=tuple(each for each in play.state.guns if each != where),
        )
        play.say("gun-lost", f"The gun in {where} is destroyed.", paragraph, areas=(where,))


@BOOK.rule("18.1", "N17", text="Column 1-4, unmodified: (H) destroys a tank, any effect the Mercedes.")
def gammon(play: Play, name: str, target: str) -> None:
    """A unit uses the Gammon bomb it carries."""
    unit = play.units[name]
    play.change(name, spent=unit.spent + play.data.movement.gammon)
    bomb = next(
        each
        for each in sorted(play.units)
        if play.units[each].kind == "gammon" and play.units[each].bearer == name
    )
    play.kill(bomb)
    play.change(bomb, bearer="")
    face = play.die("gammon")
    result = play.data.fire.result(play.data.fire.gammon, face)
    play.say(
        "gammon",
        f"{name} uses a Gammon bomb on {target}: {result or 'no effect'}.",
        "18.1",
        side=BRITISH,
        units=(name, target),
        areas=(unit.where,),
        faces=(face,),
        total=face,
    )
    aim = play.units[target]
    wake_fire(play, aim)
    if aim.kind == "tank" and result.endswith("H"):
        wreck_tank(play, target, "18.1")
    if aim.kind == "car" and result:
        wreck_car(play, "18.1")


@BOOK.rule(
    "12.1",
    "12.3",
    text="A PIAT fires at a tank in its area or the next, column 1-4 with the small arms "
    "modifiers; n(H) destroys it.",
)
def piat(play: Play, item: str, target: str) -> None:
    """A PIAT fires one of its charges."""
    launcher, aim = play.units[item], play.units[target]
    bearer = play.units[launcher.bearer]
    play.change(item, shots=launcher.shots - 1, fired=True)
    play.change(bearer.id, fired_turn=play.state.turn)
    reasons = modifiers(play, [bearer], aim, moving=False)
    face = play.die("piat")
    total = face + sum(each.value for each in reasons)
    result = play.data.fire.result(play.data.fire.piat, total)
    play.say(
        "piat",
        f"{item} fires at {target}: {face} becomes {total}, {result or 'no effect'}.",
        "12.1",
        side=BRITISH,
        units=(item, target),
        areas=(bearer.where, aim.where),
        faces=(face,),
        reasons=reasons,
        total=total,
    )
    wake_fire(play, aim)
    play.state = evolve(play.state, anti_tank_shots=play.state.anti_tank_shots + 1)
    if result == "SH":
        _crew(play, target)
    elif result.endswith("H"):
        wreck_tank(play, target, "12.1")


@BOOK.rule(
    "12.2",
    text="S(H): the tank never moves again; 1-2 the crew leaves it and it is destroyed, 3-6 it fights on.",
)
def _crew(play: Play, target: str) -> None:
    face = play.die("crew")
    if play.data.tables.piat_crew[face] == "escape":
        wreck_tank(play, target, "12.2")
    else:
        play.change(target, immobile=True)
        play.say("immobile", f"{target} cannot move any more.", "12.2", units=(target,), faces=(face,))


@BOOK.rule(
    "14.1", "14.2", "N17", text="Guns on one target are counted; the die is unmodified and only (H) counts."
)
def shell(play: Play, shooters: tuple[str, ...], where: str, target: str = "") -> str:
    """Tank or anti-tank guns at an area, or at the tank ``target`` in it; what the table says."""
    fire = play.data.fire
    side = play.side(play.units[shooters[0]])
    face = play.die("gun")
    result = fire.result(fire.gun_column(len(shooters)), face)
    aim = target or where
    play.say(
        "shelled",
        f"{', '.join(shooters)} at {aim}, column {fire.gun_column(len(shooters))}: {face}, {result or 'no effect'}.",
        "14.1",
        side=side,
        units=shooters,
        areas=(play.units[shooters[0]].where, where),
        faces=(face,),
        total=face,
    )
    if result.endswith("H"):
        gun_hit(play, where, target, result, [play.units[name] for name in shooters])
    return result


@BOOK.rule(
    "14.3",
    "14.4",
    "N18",
    "N43",
    "N56",
    text="(H) destroys a tank or a gun, brings rubble or takes a ready position away; n(H) "
    "takes n points from each unit there.",
)
def gun_hit(play: Play, where: str, target: str, result: str, shooters: Sequence[Unit]) -> None:
    """What an (H) does in an area or to a tank."""
    fire = play.data.fire
    if target and play.units[target].kind == "tank":
        if result in fire.tank_hits:
            wreck_tank(play, target, "14.3")
        return
    state = play.state
    covered = where in state.ready or play.area(where).obstructed
    if where in state.ready:
        play.state = evolve(state, ready=tuple(each for each in state.ready if each != where))
        play.say("ready-lost", f"The ready position in {where} is gone.", "14.3", areas=(where,))
    elif play.area(where).obstructed and where not in state.rubble:
        play.state = evolve(state, rubble=tuple(sorted((*state.rubble, where))))
        play.say("rubble", f"Rubble in {where}.", "14.4", areas=(where,))
    if result in fire.gun_hits:
        destroy_guns(play, where, "14.3")
    points = fire.cover_hits.get(result, 0) if covered else 0
    side = GERMAN if play.side(shooters[0]) == BRITISH else BRITISH
    hurt = [u for u in play.troops(where, side) if any(not play.safe_from(u, gun.where) for gun in shooters)]
    if points and hurt:
        for unit in hurt:
            take(play, unit.id, min(points, unit.strength), "14.3")
        check_leaders(play, where, side)
