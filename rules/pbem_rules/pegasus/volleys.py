"""Small arms: strengths, columns, modifiers, and opportunity fire."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.bytes.values import evolve
from pbem.port.game import Reason
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.losses import suffer
from pbem_rules.pegasus.model import BRITISH, GERMAN, Unit
from pbem_rules.pegasus.play import Play


@BOOK.rule(
    "10.4",
    "N8",
    "N54",
    text="Modifiers: another area, cover, ready position, glider infantry, clear ground, a moving target.",
)
def modifiers(play: Play, shooters: Sequence[Unit], target: Unit, *, moving: bool) -> tuple[Reason, ...]:
    """Every modifier of a shot at ``target``, each with its reason; the shooters are all as far away."""
    table, area = play.data.fire.modifiers, play.area(target.where)
    found: list[tuple[str, str]] = []
    if shooters[0].where != target.where:
        found.append(("adjacent", "target in an adjacent area"))
    if area.obstructed or play.sheltered(target):
        found.append(("cover", "target in an obstructed area or a bunker"))
    if target.where in play.state.ready:
        found.append(("ready", "target in a ready position"))
    if any(play.data.forces.kinds[unit.kind].glider for unit in shooters):
        found.append(("glider_infantry", "glider infantry fires"))
    if not area.obstructed:
        found.append(("clear", "target in a clear area"))
    if moving:
        found.append(("moving", "target moves"))
    return tuple(Reason(paragraph="10.4", text=text, value=table[name]) for name, text in found)


def shoot(
    play: Play,
    shooters: Sequence[Unit],
    target: str,
    *,
    guns: Sequence[str] = (),
    moving: bool = False,
    label: str = "fire",
) -> None:
    """Fire by units of one side at one unit: those in its area, those beside it and every tank are diced for apart (N9)."""
    here = [unit for unit in shooters if unit.where == play.units[target].where]
    there = [unit for unit in shooters if unit.where != play.units[target].where]
    for group in (here, there):
        infantry = [unit for unit in group if unit.kind != "tank"]
        for members in (infantry, *([unit] for unit in group if unit.kind == "tank")):
            if members and play.units[target].where in play.data.terrain.areas:
                _volley(play, members, target, guns=guns, moving=moving, label=label)


@BOOK.rule(
    "10.3",
    "10.5",
    "11.2",
    "13.1",
    "N10",
    text="Strengths are added and the table is read; a tank's machine gun uses column 5-8, each by itself.",
)
def _volley(
    play: Play, shooters: Sequence[Unit], target: str, *, guns: Sequence[str], moving: bool, label: str
) -> None:
    fire, unit = play.data.fire, play.units[target]
    manned = [each for each in shooters if each.id in guns]
    strength = sum(small_arms(play, each, guns) for each in shooters)
    if shooters[0].kind == "tank":
        column = fire.tank
    elif manned and strength <= 0:
        column = fire.machine_gun
    else:
        column = fire.column(max(1, strength + fire.gun_strength * len(manned)))
    where = unit.where
    _resolve(play, shooters, target, column, moving=moving, label=label)
    for gunner in manned:
        _spray(play, gunner, where, target, moving=moving)


@BOOK.rule("11.2", "14.2", text="A machine gun costs its unit 1 point of small arms, the anti-tank gun 3.")
def small_arms(play: Play, unit: Unit, guns: Sequence[str] = ()) -> int:
    """The points that a unit fires with; ``guns``: the units that man a machine gun."""
    fire = play.data.fire
    less = (fire.gun_crew if unit.id in guns else 0) + (fire.at_crew if unit.crew else 0)
    return max(0, unit.strength + less)


@BOOK.rule(
    "11.1",
    "20.2",
    "N53",
    text="A machine gun hits every unit in the target's area: the others by its own strength alone.",
)
def _spray(play: Play, gunner: Unit, where: str, target: str, *, moving: bool) -> None:
    """The other units of the area, unless it is one unit on the move that was shot at."""
    side = GERMAN if play.side(gunner) == BRITISH else BRITISH
    others = () if moving else [unit for unit in play.at(where, side) if unit.strength or unit.kind == "car"]
    for other in others:
        if play.safe_from(other, gunner.where):
            continue
        # Who sat in a car that has just been destroyed is gone before his own shot.
        if other.id != target and play.units[other.id].where == where:
            _resolve(play, [gunner], other.id, play.data.fire.machine_gun, moving=False, label="machine-gun")


@BOOK.rule("10.6")
def _resolve(
    play: Play, shooters: Sequence[Unit], target: str, column: str, *, moving: bool, label: str
) -> None:
    unit = play.units[target]
    reasons = modifiers(play, shooters, unit, moving=moving)
    face = play.die(label)
    total = face + sum(reason.value for reason in reasons)
    result = play.data.fire.result(column, total)
    names = tuple(each.id for each in shooters)
    play.say(
        "fired",
        f"{', '.join(names)} at {target}, column {column}: {face} becomes {total}, {result or 'no effect'}.",
        "10.5",
        side=play.side(shooters[0]),
        units=(*names, target),
        areas=(shooters[0].where, unit.where),
        faces=(face,),
        reasons=reasons,
        total=total,
    )
    if play.side(unit) == GERMAN:
        wake_fire(play, unit)
    suffer(play, target, result, source=shooters[0].where)


@BOOK.rule("23.3")
def wake_fire(play: Play, unit: Unit) -> None:
    """Who has been attacked may fire; a shot at the pillbox and the first British attack are remembered (19.2)."""
    play.change(unit.id, free=True)
    pillbox = play.state.pillbox_hit or unit.where == play.data.terrain.pillbox
    play.state = evolve(play.state, alarm=True, pillbox_hit=pillbox)
    if unit.kind == "car":
        play.change(unit.id, fast=True)


# --- opportunity fire -------------------------------------------------------------------------------------------------


@BOOK.rule(
    "9.2",
    "13.3",
    "20.2",
    "N11",
    "N50",
    text="Whoever comes into an area of the enemy, or into a clear area beside them, is fired at "
    "by all that are neither suppressed nor in a bunker they have cleared.",
)
def opportunity(play: Play, mover: str) -> None:
    """The other side's fire at a unit that has just come into an area; it goes on if it survives."""
    unit = play.units[mover]
    if unit.where not in play.data.terrain.areas or unit.kind == "tank":
        return
    enemy = GERMAN if play.side(unit) == BRITISH else BRITISH
    shooters = [each for each in play.on_map(enemy) if _may(play, each, unit)]
    for each in shooters:
        play.change(each.id, fired_turn=play.state.turn)
    shoot(play, shooters, mover, guns=manned(play, shooters), moving=True, label="opportunity")


def _may(play: Play, shooter: Unit, mover: Unit) -> bool:
    if (
        shooter.suppressed
        or shooter.slow
        or shooter.in_bunker
        or not shooter.free
        or not (shooter.strength or shooter.kind == "tank")
    ):
        return False
    if shooter.where == mover.where:
        return True
    beside = play.data.terrain.beside(shooter.where, mover.where)
    return beside and not play.area(mover.where).obstructed


@BOOK.rule("11.2", "N12", text="One unit stacked with a machine gun mans it.")
def manned(play: Play, shooters: Sequence[Unit]) -> tuple[str, ...]:
    """The units of the automaton's side, or in opportunity fire, that man a machine gun: the first one in each area."""
    found: dict[str, str] = {}
    for unit in shooters:
        armed = unit.where in play.data.terrain.guns and unit.where in play.state.guns
        if armed and unit.kind != "tank":
            found.setdefault(unit.where, unit.id)
    return tuple(found.values())
