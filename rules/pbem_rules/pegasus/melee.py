"""Close combat: both sides in one area after the fire."""

from __future__ import annotations

from pbem.bytes.values import evolve
from pbem.port.game import Reason
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.losses import check_leaders, take, taken, wreck_car
from pbem_rules.pegasus.model import BRITISH, GERMAN, Unit
from pbem_rules.pegasus.play import Play


@BOOK.rule(
    "16.1",
    "N25",
    text="Enemies in one area fight; British to German points, rounded for the German, from 1-2 to 4-1.",
)
def close_combat(play: Play) -> None:
    """Every area with both sides, in order of name."""
    play.state = evolve(play.state, engaged=())
    for where in sorted(play.data.terrain.areas):
        british, german = play.troops(where, BRITISH), _fighters(play, where)
        if british and german:
            fight(play, where, british, german)
        elif not british and play.at(where, BRITISH) and play.troops(where, GERMAN):
            for leader in play.at(where, BRITISH):
                play.kill(leader.id)
                play.say(
                    "killed", f"{leader.id} is overrun in {where}.", "N25", units=(leader.id,), areas=(where,)
                )


def _fighters(play: Play, where: str) -> list[Unit]:
    return [unit for unit in play.at(where, GERMAN) if unit.kind != "tank"]


@BOOK.rule(
    "16.2",
    "N42",
    text="Modifiers: glider infantry alone, suppression, garrison alone, who came last under "
    "cover, infantry with a tank, a wounded leader.",
)
def modifiers(play: Play, where: str, british: list[Unit], german: list[Unit]) -> tuple[Reason, ...]:
    """Every modifier of a close combat."""
    table = play.data.melee.modifiers
    kinds = play.data.forces.kinds
    last = dict(play.state.entered).get(where, "")
    cover = play.area(where).obstructed or where in play.state.ready
    tank = any(unit.kind == "tank" for unit in play.at(where, GERMAN))
    infantry = [unit for unit in german if unit.strength]
    wounded = any(unit.kind == "leader" and unit.wounded for unit in play.at(where, BRITISH))
    tests = (
        ("glider_infantry", all(kinds[unit.kind].glider for unit in british), "glider infantry alone"),
        ("german_suppressed", any(unit.suppressed for unit in german), "Germans suppressed"),
        ("garrison", bool(infantry) and all(unit.kind == "squad" for unit in infantry), "garrison alone"),
        ("british_suppressed", all(unit.suppressed for unit in british), "British suppressed"),
        ("british_last", cover and last == BRITISH, "British came last"),
        ("german_last", cover and last == GERMAN, "Germans came last"),
        ("tank", tank and bool(infantry), "infantry with a tank"),
        ("wounded_leader", wounded, "wounded leader"),
    )
    return tuple(
        Reason(paragraph="15.1" if name == "wounded_leader" else "16.2", text=text, value=table[name])
        for name, holds, text in tests
        if holds
    )


@BOOK.rule(
    "16.3", "16.4", text="E all, 1/2E half of the points rounded up, ENG the units stay and fight again."
)
def fight(play: Play, where: str, british: list[Unit], german: list[Unit]) -> None:
    """One close combat."""
    ours, theirs = sum(u.strength for u in british), sum(u.strength for u in german)
    column = play.data.melee.odds(ours, theirs)
    reasons = modifiers(play, where, british, german)
    face = play.die("melee")
    total = face + sum(reason.value for reason in reasons)
    result = play.data.melee.result(column, total)
    play.state = evolve(play.state, alarm=True)
    odds = "{} to {}".format(*play.data.melee.columns[column])
    play.say(
        "combat",
        f"Close combat in {where}, {ours} against {theirs}, {odds}: {face} becomes {total}, {result}.",
        "16.3",
        units=(*(u.id for u in british), *(u.id for u in german)),
        areas=(where,),
        faces=(face,),
        reasons=reasons,
        total=total,
    )
    if result == "ENG":
        play.state = evolve(play.state, engaged=(*play.state.engaged, where))
        return
    first, second = result.split("/")
    _pay(play, where, BRITISH, first)
    _pay(play, where, GERMAN, second)


@BOOK.rule("16.4", "N26", text="Half of the points come off one by one, from the strongest unit each time.")
def _pay(play: Play, where: str, side: str, result: str) -> None:
    """One side's part of the result."""
    if result == "E":
        for unit in play.at(where, side):
            if play.units[unit.id].where != where:
                continue
            if unit.kind == "car":
                wreck_car(play, "16.4")
            elif unit.kind != "tank":
                play.kill(unit.id)
                play.say("eliminated", f"{unit.id} is eliminated.", "16.4", units=(unit.id,), areas=(where,))
                if unit.id == "Schmidt":
                    taken(play)
    elif result == "H":
        points = (sum(unit.strength for unit in play.troops(where, side)) + 1) // 2
        for _ in range(points):
            strongest = min(play.troops(where, side), key=lambda unit: (-unit.strength, unit.id))
            take(play, strongest.id, 1, "16.4")
        check_leaders(play, where, side)
