"""The dice of a combat, and what their result calls for (4.3)."""

from __future__ import annotations

from pbem.bytes.values import evolve
from pbem.port.game import Die, Rolled
from pbem.port.messages import Message, Series, counted
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import DEFENCE, Battle, Debt, Level
from pbem_rules.darkdecember.printed.data import Result
from pbem_rules.darkdecember.rules import weather
from pbem_rules.darkdecember.rules.combat import course, odds
from pbem_rules.darkdecember.rules.play import Play
from pbem_rules.darkdecember.rules.view import Position, View
from pbem_rules.shared.chance import Label

_WHOM = (Message("defender"), Message("attacker"))

COMBAT = Label[View, Play]("combat", early="4.3")
DICE = (Die(sides=6), Die(sides=6))


def total(battle: Battle, faces: tuple[int, ...]) -> int:
    """The faces with their modifiers."""
    return sum(faces) + sum(each.value for each in battle.reasons)


@BOOK.rule("4.3", "4.3a", "N27", "N62")
def row_of(position: Position, battle: Battle, faces: tuple[int, ...]) -> int:
    """The row that two faces lead to."""
    better = not battle.depth and weather.advantage(position) == battle.side
    spans = [each.advantage if better else each.dice for each in position.data.charts.combat.rows]
    return next(n for n, span in enumerate(spans) if span.high is None or total(battle, faces) <= span.high)


@BOOK.rule("4.3b", "4.3c")
def struck(battle: Battle, found: Result) -> tuple[Level, ...]:
    """The hexes of a combat with what a result does to them."""

    def effect(each: Level) -> int:
        assault = found.attacker if each.side == battle.side else found.defender
        return 0 if not assault or assault < each.level else 1 if assault == each.level else 2

    return tuple(evolve(each, effect=effect(each)) for each in battle.levels)


@BOOK.rule("4.3e", "4.3g", "N26")
def commanded(battle: Battle, found: Result, enemy: str) -> tuple[Debt, ...]:
    """The steps that a result commands whatever the ground."""
    if found.exchange:
        return (Debt(side=enemy, paragraph="4.3g"),)
    owed = ((enemy, found.defender_steps), (battle.side, found.attacker_steps))
    return tuple(Debt(side=side, paragraph="4.3e", steps=count) for side, count in owed if count)


def in_words(found: Result) -> Message:
    """A result as a player reads it; the table itself has its codes (4.3)."""
    if found.exchange or found.counter:
        return Message("an exchange of steps") if found.exchange else Message("the defender counterattacks")
    steps, levels = (found.defender_steps, found.attacker_steps), (found.defender, found.attacker)
    said = [
        *(
            counted(n, "{n} step of the {whom}", "{n} steps of the {whom}", whom=whom)
            for n, whom in zip(steps, _WHOM, strict=True)
            if n
        ),
        *(
            Message("assault level {n} on the {whom}", n=n, whom=whom)
            for n, whom in zip(levels, _WHOM, strict=True)
            if n
        ),
    ]
    return Series(said) if said else Message("no effect")


@COMBAT.rolled
def rolled(play: Play, roll: Rolled) -> None:
    battle = course.current(play)
    row = row_of(play, battle, roll.faces)
    found = play.data.charts.combat.rows[row].results[battle.column]
    said = Message(
        "Against {hexes} at {odds}: {total}, {result}.",
        hexes=", ".join(battle.targets),
        odds=odds.ratio(play, battle.column),
        total=total(battle, roll.faces),
        result=in_words(found),
    )
    play.say(
        "combat",
        said,
        "4.3",
        side=battle.side,
        units=course.members(play, battle.side),
        hexes=battle.targets,
        faces=roll.faces,
        reasons=battle.reasons,
        total=total(battle, roll.faces),
    )
    enemy = play.enemy(battle.side)
    owed, levels = commanded(battle, found, enemy), struck(battle, found)
    play.change(combats=play.state.combats + 1)
    course.change(play, row=row, stage=DEFENCE, debts=owed, levels=levels)
    if found.defender:
        leave_columns(play, course.members(play, enemy))


@BOOK.rule("3.2e")
def leave_columns(play: Play, defenders: tuple[str, ...]) -> None:
    """Defenders leave strategic movement, hurt or not."""
    play.mark(*(name for name in defenders if play.unit(name).column), column=False)
