"""Close combat: both sides in one area after the fire."""

from __future__ import annotations

from pbem.port.game import Reason
from pbem.port.messages import Message, Series
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, GERMAN, Unit
from pbem_rules.pegasus.play import Play, Position
from pbem_rules.pegasus.rules.losses import check_leaders, lose_points, lose_schmidt, wreck_car
from pbem_rules.shared.modifiers import reasons


@BOOK.rule("16.1", "N25")
def close_combat(play: Play) -> None:
    """Every area with both sides, in order of name."""
    play.change(engaged=())
    for where in sorted(play.data.terrain.areas):
        british, german = play.troops(where, BRITISH), fighters(play, where)
        if british and german:
            fight(play, where, british, german)
        elif not british and play.at(where, BRITISH) and play.troops(where, GERMAN):
            for leader in play.at(where, BRITISH):
                play.kill(leader.id)
                play.about(leader.id, "killed", "{unit} is overrun in {area}.", "N25", where=where)


def fighters(play: Play, where: str) -> list[Unit]:
    """The Germans in an area who fight: tanks do not."""
    return [unit for unit in play.at(where, GERMAN) if unit.kind != "tank"]


@BOOK.rule("16.2", "N42")
def modifiers(position: Position, where: str, british: list[Unit], german: list[Unit]) -> tuple[Reason, ...]:
    """Every modifier of a close combat."""
    plus, kinds = position.data.melee.modifiers, position.data.forces.kinds
    came_last = dict(position.state.entered).get(where, "")
    cover = position.area(where).obstructed or where in position.state.ready
    tank = any(unit.kind == "tank" for unit in position.at(where, GERMAN))
    infantry = [unit for unit in german if unit.strength]
    garrison = infantry and all(unit.kind == "squad" for unit in infantry)
    gliders = all(kinds[unit.kind].glider for unit in british)
    wounded = any(unit.kind == "leader" and unit.wounded for unit in position.at(where, BRITISH))
    return (
        *reasons(
            "16.2",
            (gliders, Message("glider infantry alone"), plus.glider_infantry),
            (any(unit.suppressed for unit in german), Message("Germans suppressed"), plus.german_suppressed),
            (garrison, Message("garrison alone"), plus.garrison),
            (
                all(unit.suppressed for unit in british),
                Message("British suppressed"),
                plus.british_suppressed,
            ),
            (cover and came_last == BRITISH, Message("British came last"), plus.british_last),
            (cover and came_last == GERMAN, Message("Germans came last"), plus.german_last),
            (tank and infantry, Message("infantry with a tank"), plus.tank),
        ),
        *reasons("15.1", (wounded, Message("wounded leader"), plus.wounded_leader)),
    )


@BOOK.rule("16.3", "16.4")
def fight(play: Play, where: str, british: list[Unit], german: list[Unit]) -> None:
    """One close combat."""
    british_strength, german_strength = sum(u.strength for u in british), sum(u.strength for u in german)
    column = play.data.melee.odds(british_strength, german_strength)
    reasons_for_modifier = modifiers(play, where, british, german)
    throw = play.throw("melee", reasons_for_modifier)
    result = play.data.melee.result(column, throw.total)
    play.change(alarm=True)
    high, low = play.data.melee.columns[column]
    odds = Message("{high} to {low}", high=high, low=low)
    play.say(
        "combat",
        Message(
            "Close combat in {where}, {ours} against {theirs}, {odds}: {face} becomes {total}, {result}.",
            where=where,
            ours=british_strength,
            theirs=german_strength,
            odds=odds,
            face=throw.face,
            total=throw.total,
            result=in_words(result),
        ),
        "16.3",
        units=(*(u.id for u in british), *(u.id for u in german)),
        hexes=(where,),
        throw=throw,
    )
    if result == "ENG":
        play.change(engaged=(*play.state.engaged, where))
        return
    british_result, german_result = result.split("/")
    apply_result(play, where, BRITISH, british_result)
    apply_result(play, where, GERMAN, german_result)


def in_words(result: str) -> Message:
    """A result as a player reads it; the table itself has its codes (16.3)."""
    if result == "ENG":
        return Message("both stay engaged")
    sides = zip((Message("the British"), Message("the Germans")), result.split("/"), strict=True)
    said = [
        Message("{side} are eliminated", side=side) if code == "E" else Message("{side} lose half", side=side)
        for side, code in sides
        if code
    ]
    return Series(said, Message(" and ")) if said else Message("no effect")


@BOOK.rule("16.4", "N26")
def apply_result(play: Play, where: str, side: str, result: str) -> None:
    """One side's part of the result: E eliminates it, H takes half of its strength, anything else does nothing."""
    if result == "E":
        for unit in play.at(where, side):
            if play.unit(unit.id).where != where:
                continue
            if unit.kind == "car":
                wreck_car(play, "16.4")
            elif unit.kind != "tank":
                play.kill(unit.id)
                play.about(unit.id, "eliminated", "{unit} is eliminated.", "16.4", where=where)
                if unit.id == "Schmidt":
                    lose_schmidt(play)
    elif result == "H":
        points = (sum(unit.strength for unit in play.troops(where, side)) + 1) // 2
        for _ in range(points):
            strongest = min(play.troops(where, side), key=lambda unit: (-unit.strength, unit.id))
            lose_points(play, strongest.id, 1, "16.4")
        check_leaders(play, where, side)
