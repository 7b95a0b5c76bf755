"""A combat as it is declared: strengths, odds, levels, modifiers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import Reason
from pbem.port.messages import Message
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import ROLLING, Battle, Debt, Level
from pbem_rules.darkdecember.rules.combat import integrity, levels, odds
from pbem_rules.darkdecember.rules.play import Play
from pbem_rules.darkdecember.rules.view import Position
from pbem_rules.shared.orders import broken
from pbem_rules.shared.small_number import small_number


@BOOK.rule("4.3", "N24", "N27", "N28")
def declared(
    position: Position,
    side: str,
    attackers: tuple[str, ...],
    targets: tuple[str, ...],
    before: Battle | None = None,
) -> Battle:
    """An attack by units of a side on all that stands in some hexes (4.3); ``before``: what it is a counterattack to.

    A counterattack knows no supply, armour, columns or integrity (N27, N28).
    """
    enemy, sources = position.enemy(side), _places(position, attackers)
    defenders = tuple(name for where in targets for name in struck_in(position, where, before))
    strength = odds.attack_strength if before is None else odds.counter_strength
    attack = sum(strength(position, name) for name in attackers)
    defence = sum(odds.defence_strength(position, name) for name in defenders)
    column, below = odds.column(position, attack, defence)
    armour = levels.superiority(position, attackers, targets, defenders) if before is None else ()

    def struck(where: str) -> Level:
        terms = (levels.struck(position, where, enemy, sources), *armour)
        if before is None:
            terms = levels.bounded(position, (*terms, *levels.columns(position, where)))
        return Level(hex=where, side=enemy, reasons=terms, units=struck_in(position, where, before))

    hexes = (*map(struck, targets), *attacking(position, side, attackers))
    battle = Battle(
        side=side,
        asker=side,
        attackers=attackers,
        targets=targets,
        defenders=defenders,
        attack=attack,
        defence=defence,
        column=column,
        levels=hexes,
    )
    if before is not None:
        return evolve(
            battle, levels=lowered(hexes, kept(before.levels)), stage=ROLLING, depth=before.depth + 1
        )
    hard = any(levels.hard(position, each) for each in targets)
    return evolve(
        battle,
        below=below,
        debts=(Debt(side=side, paragraph="4.3"),) if below else (),  # N24
        reasons=integrity.modifiers(position, side, attackers, defenders),
        superior=hard and sum(each.value for each in armour) < 0,
    )


@BOOK.rule("4.3f")
def struck_in(position: Position, where: str, before: Battle | None) -> tuple[str, ...]:
    """Who is struck in a hex: all, but those alone who counterattacked where a counterattack is answered."""
    there = position.board.at(where)
    if before is None or not before.depth:
        return there
    return tuple(name for name in there if name in before.attackers)


def described(position: Position, battle: Battle) -> Message:
    """Who attacks whom, and at what odds."""
    return Message(
        "{units} against {hexes}, {attack} to {defence}: {odds}.",
        units=", ".join(battle.attackers),
        hexes=", ".join(battle.targets),
        attack=battle.attack,
        defence=battle.defence,
        odds=odds.ratio(position, battle.column),
    )


def begin(play: Play, battle: Battle, kind: str, paragraph: str) -> None:
    """A combat is under way."""
    play.change(battle=battle)
    said = described(play, battle)
    play.say(kind, said, paragraph, side=battle.side, units=battle.attackers, hexes=battle.targets)


def attacking(position: Position, side: str, attackers: Iterable[str]) -> Iterator[Level]:
    """The hexes of attackers, each with its level: no river counts for them (4.2a)."""
    names = tuple(attackers)
    for where in _places(position, names):
        here = tuple(name for name in names if position.board[name].where == where)
        yield Level(hex=where, side=side, reasons=(levels.ground(position, where, side),), units=here)


def _places(position: Position, names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({position.board[name].where for name in names}))


# --- levels that are lowered ------------------------------------------------------------------------------------------


def lowered(levels: Iterable[Level], to: Mapping[str, int]) -> tuple[Level, ...]:
    """The hexes of a combat, those of ``to`` lowered to its levels (4.2)."""

    def lower(each: Level) -> Level:
        less = min(to.get(each.hex, each.level) - each.level, 0)
        reason = Reason(paragraph="4.2", text=Message("lowered"), value=less)
        return evolve(each, reasons=(*each.reasons, reason)) if less else each

    return tuple(map(lower, levels))


def kept(old: Iterable[Level]) -> dict[str, int]:
    """The levels that were lowered before: they stay so in a counterattack."""
    return {each.hex: each.level for each in old if any(reason.text == "lowered" for reason in each.reasons)}


def read(texts: Iterable[str]) -> dict[str, int]:
    """Hexes with the levels they are lowered to, written as ``4406:0``; -1 for what is no number."""
    parts = (each.partition(":") for each in texts)
    levels = ((where, small_number(to)) for where, _, to in parts)
    return {where: -1 if to is None else to for where, to in levels}


def tell_lowered(play: Play, side: str, texts: tuple[str, ...]) -> None:
    """Say which levels a side has lowered."""
    if texts:
        said = Message("Lowered to these levels: {levels}.", levels=", ".join(texts))
        play.say("lowered", said, "4.2", side=side, hexes=tuple(read(texts)))


@BOOK.rule("4.2", "N31")
def wrong_lowering(own: Iterable[Level], texts: Iterable[str]) -> Iterator[Violation]:
    """Levels that cannot be lowered so."""
    known = {each.hex: each.level for each in own}
    for where, to in read(texts).items():
        if where not in known:
            yield broken("4.2", Message("{hex} is not a hex of yours in this combat", hex=where), where)
        elif not 0 <= to <= known[where]:
            said = Message(
                "{hex} is lowered to a level from 0 to {most}, written {hex}:0", hex=where, most=known[where]
            )
            yield broken("4.2", said, where)
