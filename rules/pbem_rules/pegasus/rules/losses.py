"""What hits do: suppression, strength points, leaders."""

from __future__ import annotations

from pbem.port.messages import Message, counted
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, GERMAN, Unit
from pbem_rules.pegasus.play import Play


def in_words(result: str) -> Message:
    """A result of fire or grenades as a player reads it; the table itself has its codes (10.6)."""
    points = result.removesuffix("H")
    if not points.isdecimal():
        return Message("suppressed") if points == "S" else Message("no effect")
    return counted(int(points), "{n} point lost", "{n} points lost")


@BOOK.rule("10.6")
def suffer(play: Play, target: str, result: str, paragraph: str = "10.6", *, source: str = "") -> None:
    """A fire or grenade result on a unit of either side; ``H`` behind a number means nothing here.

    ``source``: the area that the fire comes from.
    """
    unit = play.unit(target)
    number = result.removesuffix("H")
    if unit.kind in ("tank", "piat", "gammon") or not number:
        return
    if unit.kind == "car":
        if number != "S":
            wreck_car(play, paragraph)
        return
    if number == "S":
        if not unit.suppressed and unit.strength:
            play.mark(target, suppressed=True)
            play.about(target, "suppressed", "{unit} is suppressed.", paragraph, where=unit.where)
        return
    lose_here(play, unit, int(number), paragraph, source=source or unit.where)


def lose_here(play: Play, unit: Unit, points: int, paragraph: str, *, source: str) -> None:
    """Strength points from a unit, then from the next in its area; then every leader there is diced for."""
    where, side = unit.where, play.side_of(unit)
    others = [each for each in play.troops(where, side) if each.id != unit.id]
    pile = [unit.id, *(each.id for each in others if not play.safe_from(each, source))]
    lost = 0
    for name in pile:
        points_here = min(points - lost, play.unit(name).strength)
        lost += points_here
        if points_here:
            lose_points(play, name, points_here, paragraph)
    if lost or not unit.strength:
        check_leaders(play, where, side)


def lose_points(play: Play, name: str, points: int, paragraph: str) -> None:
    """Points from one unit, which is out of the game when none are left."""
    unit = play.unit(name)
    left = max(0, unit.strength - points)
    where = unit.where
    if left:
        play.mark(name, strength=left)
        play.about(
            name,
            "lost",
            "{unit} loses {points} of {strength}.",
            paragraph,
            where=where,
            points=points,
            strength=unit.strength,
        )
    else:
        play.kill(name)
        play.about(name, "eliminated", "{unit} is eliminated.", paragraph, where=where)


@BOOK.rule("15.2", "N6")
def check_leaders(play: Play, where: str, side: str) -> None:
    """The Leader Casualty Table for each leader of a side in an area."""
    kind = "leader" if side == BRITISH else "officer"
    for leader in play.at(where, side):
        if leader.kind == kind:
            check_leader(play, leader.id)


@BOOK.rule("15.1")
def check_leader(play: Play, name: str, *, only_death: bool = False) -> None:
    """One leader on his table; ``only_death``: wounds do not count (15.3)."""
    leader = play.unit(name)
    face = play.die("leader")
    effect = play.data.tables.leader[face]  # K killed, W wounded
    if effect == "W" and only_death:
        effect = ""
    if effect == "K" or (effect == "W" and leader.wounded):
        where = leader.where
        play.kill(name)
        play.about(name, "killed", "{unit} is killed.", "15.1", where=where, faces=(face,))
        if name == "Schmidt":
            lose_schmidt(play)
    elif effect == "W":
        play.mark(name, wounded=True)
        play.about(name, "wounded", "{unit} is wounded.", "15.1", where=leader.where, faces=(face,))


def lose_schmidt(play: Play) -> None:
    """Note that Schmidt is dead or a prisoner."""
    play.change(schmidt_taken=True)


@BOOK.rule("N7")
def wreck_car(play: Play, paragraph: str) -> None:
    """The Mercedes is destroyed."""
    car = play.unit("Mercedes")
    where = car.where
    play.kill("Mercedes")
    play.about("Mercedes", "wrecked", "The Mercedes is destroyed.", paragraph, where=where)
    play.change(car_wrecks=(*play.state.car_wrecks, where))
    if play.unit("Schmidt").where == where:
        check_leader(play, "Schmidt")


def wreck_tank(play: Play, name: str, paragraph: str) -> None:
    """A tank is destroyed and its wreck stays in the area."""
    where = play.unit(name).where
    play.kill(name)
    play.change(tanks_killed=play.state.tanks_killed + 1, wrecks=tuple(sorted((*play.state.wrecks, where))))
    play.about(name, "wrecked", "{unit} is destroyed.", paragraph, where=where, side=GERMAN)
