"""The German fire phase: whom each unit sees, whom it picks, and who fires together."""

from __future__ import annotations

from pbem.port.messages import Message
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, GERMAN, Unit
from pbem_rules.pegasus.play import Play, Position
from pbem_rules.pegasus.rules.guns import (
    fire_guns,
    has_fired,
    has_shown_itself,
    in_sight,
    near_enough,
    worth_a_shell,
)
from pbem_rules.pegasus.rules.small_arms import manned, shoot, small_arms


def fire(play: Play) -> None:
    """Discovery, then guns, then small arms; every unit fires once."""
    discover(play)
    guns(play)
    aims: dict[str, list[str]] = {}
    for unit in play.on_map(GERMAN):
        if can_fire(unit):
            target = priority(play, unit, targets(play, unit))
            if target:
                aims.setdefault(target, []).append(unit.id)
                has_shown_itself(play, (unit.id,), play.unit(target).where)
    armed = [unit for unit in play.on_map(GERMAN) if any(unit.id in names for names in aims.values())]
    crews = manned(play, [unit for unit in armed if small_arms(play, unit)])
    for target, names in aims.items():
        shooters = [play.unit(name) for name in names]
        shooters = [unit for unit in shooters if small_arms(play, unit) or unit.kind == "tank"]
        shoot(play, shooters, target, guns=[unit.id for unit in shooters if unit.id in crews])


def can_fire(unit: Unit) -> bool:
    """Whether a German unit may fire at all."""
    return unit.free and not unit.suppressed and (unit.strength > 0 or unit.kind == "tank")


@BOOK.rule("23.3")
def at_will(play: Play) -> None:
    """The turn from which nobody holds their fire any more."""
    tables = play.data.tables
    historical = play.data.scenarios[play.state.scenario].historical
    if play.state.turn < (tables.fire_at_will_historical if historical else tables.fire_at_will):
        return
    play.mark(*(unit.id for unit in play.board if not unit.free), free=True)


@BOOK.rule("23.3", "23.4", "N27")
def discover(play: Play) -> None:
    """Each unit that holds its fire looks around it; a unit in its own area it cannot miss."""
    at_will(play)
    tables = play.data.tables
    for unit in [each for each in play.on_map(GERMAN) if not each.free]:
        if play.at(unit.where, BRITISH):
            play.mark(unit.id, free=True)
        elif any(play.data.terrain.beside(unit.where, each.where) for each in play.on_map(BRITISH)):
            face = play.die("discovery")
            found = face >= (tables.discovery.tank if unit.kind == "tank" else tables.discovery.infantry)
            play.mark(unit.id, free=found)
            nothing = Message("{unit} sees nothing.", unit=unit.id)
            play.say(
                "discovery",
                Message("{unit} discovers the British.", unit=unit.id) if found else nothing,
                "23.4",
                side=GERMAN,
                units=(unit.id,),
                faces=(face,),
            )


def targets(play: Play, unit: Unit) -> list[Unit]:
    """The British units that small arms of a German unit reach: its own area and those beside it."""
    found = [
        each
        for each in play.on_map(BRITISH)
        if each.where == unit.where
        or (play.data.terrain.beside(unit.where, each.where) and not play.safe_from(each, unit.where))
    ]
    return [each for each in found if each.strength] or found


@BOOK.rule("10.2", "N28")
def priority(play: Play, unit: Unit, found: list[Unit]) -> str:
    """The unit that a German unit fires at, "" when there is none."""
    if not found:
        return ""
    near = [each for each in found if each.where == unit.where] or found
    clear = [each for each in near if not play.area(each.where).obstructed] or near
    largest = max(each.strength for each in clear)
    return play.pick("target", [each.id for each in clear if each.strength == largest])


# --- guns -------------------------------------------------------------------------------------------------------------


@BOOK.rule("13.2", "13.3", "N29")
def guns(play: Play) -> None:
    """Every tank and the crew of the German anti-tank gun fire their guns."""
    gun = play.data.terrain.at_gun
    crews = [u for u in play.on_map(GERMAN) if can_fire(u) and u.where == gun and u.kind != "tank"]
    crew = crews[:1] if gun in play.state.guns else []
    barrels = [u for u in play.on_map(GERMAN) if can_fire(u) and u.kind == "tank"]
    aims: dict[str, list[str]] = {}
    for unit in (*barrels, *crew):
        where = gun_target(play, unit)
        if where:
            aims.setdefault(where, []).append(unit.id)
            play.mark(unit.id, crew=unit.kind != "tank")
            has_shown_itself(play, (unit.id,), where)
    for where, names in aims.items():
        fire_guns(play, tuple(names), where)


def gun_target(play: Play, unit: Unit) -> str:
    """The area a gun fires at: only where an (H) can do something, the nearest first, then as for small arms."""
    near = [each for each in targets(play, unit) if worth_a_shell(play, each.where)]
    found = near or [
        each
        for each in play.on_map(BRITISH)
        if worth_a_shell(play, each.where)
        and not play.safe_from(each, unit.where)
        and has_fired(play, each)
        and in_range(play, unit, each)
    ]
    if not found:
        return ""
    return play.unit(priority(play, unit, found)).where


@BOOK.rule("13.3")
def in_range(position: Position, unit: Unit, target: Unit) -> bool:
    """Within five areas and in sight."""
    start, end = unit.where, target.where
    return near_enough(position, start, end) and in_sight(position, start, end)
