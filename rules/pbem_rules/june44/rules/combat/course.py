"""The course of a combat: cards and artillery, the roll, losses, advance (9.0, 11.3 to 11.5, 16.3)."""

from __future__ import annotations

from itertools import islice

from pbem.bytes.values import evolve
from pbem.port.game import Choice, Demand, Die, Roll, Rolled
from pbem.port.messages import Message, counted
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import ALLIED, Combat
from pbem_rules.june44.printed.data import Data
from pbem_rules.june44.rules import air
from pbem_rules.june44.rules.cards.choices import combat_demand
from pbem_rules.june44.rules.combat import strength
from pbem_rules.june44.rules.combat import under_way as stages
from pbem_rules.june44.rules.combat.advance import may_advance
from pbem_rules.june44.rules.combat.lose import lose, losses, suffer
from pbem_rules.june44.rules.combat.support import defence_guns
from pbem_rules.june44.rules.combat.under_way import asked, under_way
from pbem_rules.june44.rules.lookup import enemy_of
from pbem_rules.june44.rules.play import Play, Position, View
from pbem_rules.shared.chance import Label
from pbem_rules.shared.sequence import Procedure

ONE_DIE = "one-die"
TEN = Die(sides=10)
ROLL = Label[View, Play]("combat")


# --- the roll -----------------------------------------------------------------------------------------------------------


def combat_dice(at: Position) -> int:
    """How many dice are read off the chart."""
    return 1 if at.chosen(ONE_DIE) else 2


@BOOK.rule("9.0", "11.3", "N51", "N52")
@BOOK.rule("16.3")
def roll(at: Position) -> Roll:
    """The roll that a combat waits for: the attacker's die, the defender's, then the counters turned over."""
    on = under_way(at)
    dice = (TEN,) * combat_dice(at)
    if on.side == ALLIED and (hidden := air.roll_for(at, (on.target,))) is not None:
        dice += hidden.dice
    return Roll(side=on.asker or on.side, why=f"combat/{on.n}", dice=dice, paragraph="11.3")


@ROLL.rolled
def rolled(play: Play, told: Rolled) -> None:
    """The faces of a combat: what they do, as far as it goes without a decision."""
    count, on = combat_dice(play), under_way(play)
    if told.faces[count:]:
        air.turn_over(play, (on.target,), told.faces[count:])
    first, second = told.faces[0], told.faces[count - 1]
    attacker, defender = strength.attack(play, on), strength.defence(play, on)
    if on.side == ALLIED:
        air.use(play, on.target)
    column, reasons = strength.difference(attacker, defender)
    hits = (hits_of(play.data, column, first), hits_of(play.data, -column, second))
    said = Message(
        "Attack on {hex}: {attack} against {defence}, column {column:+d}; "
        "attacker's die {first}: {one}; defender's die {second}: {two}.",
        hex=on.target,
        attack=strength.total(attacker),
        defence=strength.total(defender),
        column=column,
        first=first,
        one=_WORDS[hits[0]],
        second=second,
        two=_WORDS[hits[1]],
    )
    play.say(
        "combat",
        said,
        "11.3",
        side=on.side,
        units=on.attackers,
        hexes=(on.target,),
        faces=told.faces[:count],
        reasons=reasons,
        total=column,
    )
    play.change(combat=evolve(on, stage=stages.LOSSES, reasons=reasons, hits=hits))
    suffer(play, enemy_of(on.side), hits[0])


_WORDS = (Message("no effect"), Message("hit"), Message("two hits"))


@BOOK.rule("11.3", "11.4")
def hits_of(data: Data, column: int, face: int) -> int:
    """How many steps the other side loses."""
    return data.charts.combat[column][face - 1]


# --- from stage to stage --------------------------------------------------------------------------------------------------


def go_on(play: Play) -> bool:
    """A step of a combat that needs no decision; False when somebody decides. A combat that is over leaves the state."""
    on = under_way(play)
    if on.stage in (stages.ANSWER, stages.DEFEND) and not _somebody_decides(play, on):
        last = asked(on)
        stages.answered(play, last if last in on.answered else on.asker)
        return True
    if on.stage == stages.ADVANCE and not may_advance(play):
        play.change(combat=None)
        return True
    return on.stage == stages.LOSSES and _loses(play, on)


def _somebody_decides(at: Position, on: Combat) -> bool:
    """Whether a card, or artillery in defence, can be thought of at this stage."""
    if combat_demand(at, asked(on)) is not None:
        return True
    return on.stage == stages.DEFEND and bool(defence_guns(at, on))


@BOOK.rule("11.3", "11.4", "N57")
def _loses(play: Play, on: Combat) -> bool:
    """Go on with the losses as far as there is nothing to choose; whether anything went on."""
    if on.losses:
        ways = list(islice(losses(play), 2))
        if len(ways) > 1:
            return False
        lose(play, ways[0])
    elif on.loser == on.side:
        play.change(combat=evolve(on, stage=stages.ADVANCE))
    else:
        suffer(play, on.side, on.hits[1])
    return True


def demands(view: View) -> tuple[Demand, ...]:
    """What the combat under way waits for."""
    on = under_way(view)
    side = asked(on)
    if on.stage == stages.ROLL:
        return (roll(view),)
    if on.stage == stages.ANSWER:
        why = Message("a card in the attack on {hex}", hex=on.target)
        return (Choice(side=side, kinds=("play", "done"), why=why, paragraph="12.0"),)
    if on.stage == stages.DEFEND:
        play = ("play",) if combat_demand(view, side) is not None else ()
        why = Message("the defence of {hex}", hex=on.target)
        return (Choice(side=side, kinds=(*play, "defend"), why=why, paragraph="11.2.1"),)
    if on.stage == stages.LOSSES:
        why = counted(on.losses, "{n} step lost at {hex}", "{n} steps lost at {hex}", hex=on.target)
        return (Choice(side=on.loser, kinds=("lose",), why=why, paragraph="11.4"),)
    why = Message("advance into {hex}", hex=on.target)
    return (Choice(side=on.side, kinds=("advance",), why=why, paragraph="11.5"),)


COMBAT = Procedure[View, Play](
    name="combat", under_way=lambda view: view.state.combat is not None, owed=demands, at_once=go_on
)
