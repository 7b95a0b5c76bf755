"""What a die brings: the table (12.1), fire of guns alone (14.12), flak at ground support (10.15)."""

from __future__ import annotations

import re

from pbem.bytes.values import evolve
from pbem.port.game import Die, Reason
from pbem.port.messages import Message, Series, counted
from pbem_rules.normandy.battle import Declared, Result, Salvo
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.printed import Charts
from pbem_rules.normandy.rules.air import flak
from pbem_rules.normandy.rules.combat import alone, course, guns, odds
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position

TOKEN = re.compile(r"([AD])([1-3]?)(R?)")


def die(charts: Charts) -> Die:
    """The die of the table and of guns (0 is 10)."""
    return Die(sides=charts.combat.die)


def token(at: Position, declared: Declared, total: int) -> str:
    """The result of the table for a die with its modifiers."""
    chart = at.data.charts.combat
    against = odds.defence(at, declared)
    return odds.column(at, odds.attack(at, declared), against).results[total - chart.first]


@BOOK.rule("12.1", "12.2", "N40")
def result(at: Position, declared: Declared, said: str) -> Result:
    """What a result of the table asks for."""
    names = course.defenders(at, declared)
    if said == "EX":
        return Result(defenders=names, attacker_steps=1, defender_steps=1)
    if said == "DE":
        return Result(defenders=names, defender_steps=course.steps(at, names))
    match = TOKEN.fullmatch(said)
    assert match is not None, f"{said} is not a result"
    steps, back = int(match[2] or 0), bool(match[3])
    if match[1] == "A":
        return Result(defenders=names, attacker_steps=steps, attacker_retreat=back)
    return Result(defenders=names, defender_steps=steps, defender_retreat=back)


def in_words(said: str) -> Message:
    """A result of the table as a player reads it; the table itself has its codes (12.1)."""
    if said in ("EX", "DE"):
        return Message("both lose a step") if said == "EX" else Message("the defender is eliminated")
    match = TOKEN.fullmatch(said)
    assert match is not None, f"{said} is not a result"
    whom = Message("attacker") if match[1] == "A" else Message("defender")
    steps = int(match[2] or 0)
    lost = (
        [counted(steps, "the {whom} loses {n} step", "the {whom} loses {n} steps", whom=whom)]
        if steps
        else []
    )
    return Series((*lost, *([Message("the {whom} goes back", whom=whom)] if match[3] else ())))


def attack_rolled(play: Play, face: int) -> None:
    """The die of an attack has come."""
    declared = course.current(play)
    assert isinstance(declared, Declared)
    reasons = odds.modifiers(play, declared)
    total = face + sum(each.value for each in reasons)
    strength, against = odds.attack(play, declared), odds.defence(play, declared)
    found, ratio = token(play, declared, total), odds.column(play, strength, against).odds
    course.change(
        play, result=result(play, declared, found), odds=ratio, hex=declared.target, survivors=False
    )
    told = Message(
        "{hex} was attacked with {attack} against {defence}, {odds}: {result}.",
        hex=declared.target,
        attack=strength,
        defence=against,
        odds=ratio,
        result=in_words(found),
    )
    _was_attacked(play, declared)
    play.say(
        "combat",
        told,
        "12.1",
        side=course.attacker(play),
        units=declared.units,
        hexes=(declared.target,),
        faces=(face,),
        reasons=reasons,
        total=total,
    )


def _was_attacked(play: Play, declared: Declared) -> None:
    play.mark(*course.defenders(play, declared), hit=True, strategic=False)


@BOOK.rule("12.2", "6.1", "N11")
def overrun(play: Play, declared: Declared) -> None:
    """A unit without a defence is lost."""
    names = course.defenders(play, declared)
    course.change(
        play,
        result=Result(defenders=names, defender_steps=course.steps(play, names)),
        odds="",
        hex=declared.target,
        survivors=False,
    )
    _was_attacked(play, declared)


def helpless(at: Position, declared: Declared) -> bool:
    """Whether the defence is nought."""
    return not odds.defence(at, declared)


# --- guns alone ------------------------------------------------------------------------------------------------------


def crowd(at: Position, salvo: Salvo) -> tuple[str, ...]:
    """Who is fired at: everybody in the hex, ships if it is at sea."""
    return tuple(at.units_of(course.defender(at), salvo.target))


@BOOK.rule("14.12", "14.13", "14.15")
def salvo_rolled(play: Play, faces: tuple[int, ...]) -> None:
    """The die of a gun, and of the one that fires back."""
    salvo = course.current(play)
    assert isinstance(salvo, Salvo)
    names = crowd(play, salvo)
    if salvo.unit not in play.board:  # an earlier shot of the phase silenced it
        course.change(play, result=Result(defenders=names))
        return
    terms = alone.number(play, salvo.unit, salvo.target, len(names))
    hit = _told(play, salvo.unit, salvo.target, faces[0], terms)
    answer: tuple[Reason, ...] = ()
    replies = salvo.reply in play.board
    if replies:
        answer = alone.number(play, salvo.reply, play.unit(salvo.unit).where, 1)
    course.change(play, result=Result(defenders=names, defender_steps=int(hit)))
    if replies and _told(play, salvo.reply, play.unit(salvo.unit).where, faces[1], answer):
        play.step_loss(salvo.unit, "14.13")


def _told(play: Play, gun: str, target: str, face: int, terms: tuple[Reason, ...]) -> bool:
    number = sum(each.value for each in terms)
    hit = face <= number
    told = (
        Message("{unit} fired at {hex} and hit; it took {n} or less.", unit=gun, hex=target, n=number)
        if hit
        else Message(
            "{unit} fired at {hex} and missed; it takes {n} or less.", unit=gun, hex=target, n=number
        )
    )
    at = (play.unit(gun).where, target)
    play.say(
        "fire", told, "14.12", side=play.side_of(gun), units=(gun,), hexes=at, faces=(face,), reasons=terms
    )
    return hit


# --- flak ------------------------------------------------------------------------------------------------------------


@BOOK.rule("10.15", "N43", "N137")
def under_flak(at: Position) -> tuple[Declared, ...]:
    """The attacks whose aircraft, of either side, meet flak."""
    flown = (each for each in course.battle(at).attacks if each.air or each.defence_air)
    return tuple(each for each in flown if flak.in_range(at, each.target))


@BOOK.rule("10.11", "10.15", "N48")
def flak_rolled(play: Play, faces: tuple[int, ...]) -> None:
    """Each die takes a point, or drives the mission off."""
    for declared, face in zip(under_flak(play), faces, strict=True):
        lost = flak.fires(play, declared.target, face)
        if lost == flak.STOPPED:
            course.replaced(play, evolve(declared, air=0, defence_air=0, stopped=True))
        elif lost:
            air, other = max(0, declared.air - lost), declared.defence_air
            course.replaced(play, evolve(declared, air=air, defence_air=max(0, other - (not declared.air))))


def ready_to_answer(at: Position) -> bool:
    """Whether the defender has guns or ships that could be of use."""
    return any(True for _ in guns.shooters(at, course.defender(at)))
