"""Tank and anti-tank guns of either side: what they fire at, and what an (H) does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.port.messages import Message
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, GERMAN, Unit
from pbem_rules.pegasus.play import Play, Position
from pbem_rules.pegasus.rules.ground import blocking, hops, sees
from pbem_rules.pegasus.rules.losses import check_leaders, in_words, lose_points, wreck_tank


def worth_a_shell(position: Position, where: str) -> bool:
    """Whether an (H) can hurt anybody in an area."""
    state = position.state
    return position.area(where).obstructed or where in state.ready or where in state.guns


@BOOK.rule("13.3", "N29")
def has_fired(position: Position, unit: Unit) -> bool:
    """Whether a unit has given itself away."""
    turn = position.state.turn
    return unit.fired_turn == turn or (bool(unit.duel_turn) and unit.duel_turn >= turn - 1)


@BOOK.rule("13.3", "N29", "N50")
def has_shown_itself(play: Play, shooters: Iterable[str], where: str, *, tank: bool = False) -> None:
    """Units fire into an area, at a tank in it if ``tank``: the turn in which they did is noted."""
    turn, gun = play.state.turn, play.data.terrain.at_gun
    duel = tank or (where == gun and gun in play.state.guns)
    play.mark(*shooters, fired_turn=turn, **({"duel_turn": turn} if duel else {}))


def near_enough(position: Position, start: str, end: str) -> bool:
    """Whether a gun reaches that far."""
    return hops(position.data.terrain, start, end) <= position.data.fire.reach


def in_sight(position: Position, start: str, end: str) -> bool:
    """Whether a gun sees an area."""
    return sees(position.data.terrain, start, end, blocking(position))


@BOOK.rule("14.1", "14.2", "N17")
def fire_guns(play: Play, shooters: tuple[str, ...], where: str, target: str = "") -> str:
    """Tank or anti-tank guns at an area, or at the tank ``target`` in it; what the table says."""
    fire, guns, aim = play.data.fire, [play.unit(name) for name in shooters], target or where
    column, throw = fire.gun_column(len(shooters)), play.throw("gun")
    result = fire.result(column, throw.face)
    play.say(
        "shelled",
        Message(
            "{shooters} at {aim}, column {column}: {face}, {result}.",
            shooters=", ".join(shooters),
            aim=aim,
            column=column,
            face=throw.face,
            result=in_words(result),
        ),
        "14.1",
        side=play.side_of(guns[0]),
        units=shooters,
        hexes=(guns[0].where, where),
        throw=throw,
    )
    if result.endswith("H"):
        gun_hit(play, where, target, result, guns)
    return result


@BOOK.rule("14.3", "14.4", "N18", "N43", "N56")
def gun_hit(play: Play, where: str, target: str, result: str, shooters: Sequence[Unit]) -> None:
    """What an (H) does in an area or to a tank."""
    fire, state = play.data.fire, play.state
    if target and play.unit(target).kind == "tank":
        if result in fire.tank_hits:
            wreck_tank(play, target, "14.3")
        return
    covered = where in state.ready or play.area(where).obstructed
    if where in state.ready:
        play.change(ready=tuple(each for each in state.ready if each != where))
        said = Message("The ready position in {where} is gone.", where=where)
        play.say("ready-lost", said, "14.3", hexes=(where,))
    elif play.area(where).obstructed and where not in state.rubble:
        play.change(rubble=tuple(sorted((*state.rubble, where))))
        play.say("rubble", Message("Rubble in {where}.", where=where), "14.4", hexes=(where,))
    if result in fire.gun_hits:
        destroy_gun(play, where, "14.3")
    points = fire.cover_hits.get(result, 0) if covered else 0
    side = GERMAN if play.side_of(shooters[0]) == BRITISH else BRITISH
    hurt = [u for u in play.troops(where, side) if any(not play.safe_from(u, gun.where) for gun in shooters)]
    if points and hurt:
        for unit in hurt:
            lose_points(play, unit.id, min(points, unit.strength), "14.3")
        check_leaders(play, where, side)


@BOOK.rule("17.4")
def destroy_gun(play: Play, where: str, paragraph: str) -> None:
    """The machine gun or anti-tank gun of an area is destroyed."""
    if where in play.state.guns:
        play.change(guns=tuple(each for each in play.state.guns if each != where))
        said = Message("The gun in {where} is destroyed.", where=where)
        play.say("gun-lost", said, paragraph, hexes=(where,))
