"""Small arms: strengths, columns, modifiers, and opportunity fire."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.port.game import Reason
from pbem.port.messages import Message
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, GERMAN, Unit
from pbem_rules.pegasus.play import Play, Position
from pbem_rules.pegasus.rules.guns import has_shown_itself
from pbem_rules.pegasus.rules.losses import in_words, suffer
from pbem_rules.shared.modifiers import reasons


@BOOK.rule("10.4", "N8", "N54")
def modifiers(
    position: Position, shooters: Sequence[Unit], target: Unit, *, moving: bool
) -> tuple[Reason, ...]:
    """Every modifier of a shot at ``target``, each with its reason; the shooters are all as far away."""
    plus, area = position.data.fire.modifiers, position.area(target.where)
    kinds = position.data.forces.kinds
    return reasons(
        "10.4",
        (shooters[0].where != target.where, Message("target in an adjacent area"), plus.adjacent),
        (
            area.obstructed or position.sheltered(target),
            Message("target in an obstructed area or a bunker"),
            plus.cover,
        ),
        (target.where in position.state.ready, Message("target in a ready position"), plus.ready),
        (
            any(kinds[unit.kind].glider for unit in shooters),
            Message("glider infantry fires"),
            plus.glider_infantry,
        ),
        (not area.obstructed, Message("target in a clear area"), plus.clear),
        (moving, Message("target moves"), plus.moving),
    )


def shoot(
    play: Play,
    shooters: Sequence[Unit],
    target: str,
    *,
    guns: Sequence[str] = (),
    moving: bool = False,
    label: str = "fire",
) -> None:
    """Fire by units of one side at one unit: those in its area, those beside it and every tank are diced for apart (N9).

    ``shooters`` fire small arms; ``guns``: the units that man a machine gun, shooters or not (11.2).
    """
    gunners = [play.unit(name) for name in guns]
    here, there = (
        [
            [unit for unit in units if (unit.where == play.unit(target).where) == same]
            for units in (shooters, gunners)
        ]
        for same in (True, False)
    )
    for arms, manned in (here, there):
        infantry = [unit for unit in arms if unit.kind != "tank"]
        for members, crews in ((infantry, manned), *(([unit], []) for unit in arms if unit.kind == "tank")):
            if (members or crews) and play.unit(target).where in play.data.terrain.areas:
                volley(play, members, target, guns=crews, moving=moving, label=label)


@BOOK.rule("10.3", "10.5", "11.2", "13.1", "N10")
def volley(
    play: Play, arms: Sequence[Unit], target: str, *, guns: Sequence[Unit], moving: bool, label: str
) -> None:
    """Small arms and machine guns at one unit out of one area, or out of those beside it; either may be none."""
    fire, unit = play.data.fire, play.unit(target)
    names = [each.id for each in guns]
    strength = sum(small_arms(play, each, names) for each in arms)
    shooters = (*arms, *(each for each in guns if each not in arms))
    if shooters[0].kind == "tank":
        column = fire.tank
    elif guns and strength <= 0:
        column = fire.machine_gun
    else:
        column = fire.column(max(1, strength + fire.gun_strength * len(guns)))
    where = unit.where
    resolve(play, shooters, target, column, moving=moving, label=label)
    for gunner in guns:
        spray(play, gunner, where, target, moving=moving)


@BOOK.rule("11.2", "14.2")
def small_arms(position: Position, unit: Unit, guns: Sequence[str] = ()) -> int:
    """The points that a unit fires with; ``guns``: the units that man a machine gun now, besides those that have."""
    fire = position.data.fire
    gunner = unit.gunner or unit.id in guns
    less = (fire.gun_crew if gunner else 0) + (fire.at_crew if unit.crew else 0)
    return max(0, unit.strength + less)


@BOOK.rule("11.1", "20.2", "N53")
def spray(play: Play, gunner: Unit, where: str, target: str, *, moving: bool) -> None:
    """The other units of the area, unless it is one unit on the move that was shot at."""
    side = GERMAN if play.side_of(gunner) == BRITISH else BRITISH
    others = () if moving else [unit for unit in play.at(where, side) if unit.strength or unit.kind == "car"]
    for other in others:
        if play.safe_from(other, gunner.where):
            continue
        # Who sat in a car that has just been destroyed is gone before his own shot.
        if other.id != target and play.unit(other.id).where == where:
            resolve(play, [gunner], other.id, play.data.fire.machine_gun, moving=False, label="machine-gun")


@BOOK.rule("10.6")
def resolve(
    play: Play, shooters: Sequence[Unit], target: str, column: str, *, moving: bool, label: str
) -> None:
    unit = play.unit(target)
    added = modifiers(play, shooters, unit, moving=moving)
    throw = play.throw(label, added)
    result = play.data.fire.result(column, throw.total)
    names = tuple(each.id for each in shooters)
    play.say(
        "fired",
        Message(
            "{names} at {target}, column {column}: {face} becomes {total}, {result}.",
            names=", ".join(dict.fromkeys(names)),
            target=target,
            column=column,
            face=throw.face,
            total=throw.total,
            result=in_words(result),
        ),
        "10.5",
        side=play.side_of(shooters[0]),
        units=(*names, target),
        hexes=(shooters[0].where, unit.where),
        throw=throw,
    )
    if play.side_of(unit) == GERMAN:
        attacked(play, unit)
    suffer(play, target, result, source=shooters[0].where)


@BOOK.rule("23.3")
def attacked(play: Play, unit: Unit) -> None:
    """Who has been attacked may fire; a shot at the pillbox and the first British attack are remembered (19.2)."""
    play.mark(unit.id, free=True)
    pillbox = play.state.pillbox_hit or unit.where == play.data.terrain.pillbox
    play.change(alarm=True, pillbox_hit=pillbox)
    if unit.kind == "car":
        play.mark(unit.id, fast=True)


# --- opportunity fire -------------------------------------------------------------------------------------------------


@BOOK.rule("9.2", "13.3", "20.2", "N11", "N50")
def opportunity(play: Play, mover: str) -> None:
    """The other side's fire at a unit that has just come into an area; it goes on if it survives."""
    unit = play.unit(mover)
    if unit.where not in play.data.terrain.areas or unit.kind == "tank":
        return
    enemy = GERMAN if play.side_of(unit) == BRITISH else BRITISH
    shooters = [each for each in play.on_map(enemy) if armed(each) and covers(play, each, unit.where)]
    has_shown_itself(play, (each.id for each in shooters), unit.where)
    shoot(play, shooters, mover, guns=manned(play, shooters), moving=True, label="opportunity")


def armed(unit: Unit) -> bool:
    """Whether a unit may have opportunity fire."""
    able = unit.strength > 0 or unit.kind == "tank"
    return able and unit.free and not (unit.suppressed or unit.slow or unit.in_bunker)


def covers(position: Position, shooter: Unit, where: str) -> bool:
    """Whether a shooter fires at a unit that comes into an area: its own, or a clear one beside it."""
    clear = not position.area(where).obstructed
    return shooter.where == where or (clear and position.data.terrain.beside(shooter.where, where))


@BOOK.rule("11.2", "N12")
def manned(play: Play, shooters: Sequence[Unit]) -> tuple[str, ...]:
    """The units of the automaton's side, or in opportunity fire, that man a machine gun: the first one in each area."""
    found: dict[str, str] = {}
    for unit in shooters:
        armed = unit.where in play.data.terrain.guns and unit.where in play.state.guns
        if armed and unit.kind != "tank":
            found.setdefault(unit.where, unit.id)
    return tuple(found.values())
