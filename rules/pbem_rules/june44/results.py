"""From the roll of a combat to its end: hits, losses, advance (9.0, 11.3 to 11.5, 16.3)."""

from __future__ import annotations

from itertools import combinations, islice

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import Choice, Demand, Die, Roll, Rolled
from pbem_rules.june44 import air, cards, combat, control, losses, strength
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.combat import ADVANCE, ANSWER, DEFEND, LOSSES, ROLL
from pbem_rules.june44.course import Course, View
from pbem_rules.june44.invasion import in_invasion
from pbem_rules.june44.lookup import SEA, chosen, enemy_of
from pbem_rules.june44.model import ALLIED, GERMAN, Combat, State
from pbem_rules.june44.movement import further_south
from pbem_rules.june44.orders import Advance, Attack, Defend, Lose
from pbem_rules.june44.printed import Data
from pbem_rules.june44.zones import front
from pbem_rules.shared.sequence import Procedure

ONE_DIE = "one-die"
TEN = Die(sides=10)


def under_way(state: State) -> Combat:
    """The combat under way. Raises ValueError when there is none."""
    if state.combat is None:
        raise ValueError("no combat is under way")
    return state.combat


# --- the roll -----------------------------------------------------------------------------------------------------------


def _combat_dice(state: State) -> int:
    return 1 if chosen(state, ONE_DIE) else 2


@BOOK.rule(
    "9.0",
    "11.3",
    "N51",
    "N52",
    text="Attacker and defender roll a die each; one roll gives both, and the air units.",
)
@BOOK.rule("16.3", text="Optional: the attacker's die is read in the defender's column as well.")
def roll(data: Data, state: State) -> Roll:
    """The roll that a combat waits for: the attacker's die, the defender's, then the counters turned over."""
    on = under_way(state)
    dice = (TEN,) * _combat_dice(state)
    if on.side == ALLIED and (hidden := air.roll_for(data, state, (on.target,))) is not None:
        dice += hidden.dice
    return Roll(side=on.asker or on.side, why=f"combat/{on.n}", dice=dice, paragraph="11.3")


def rolled(course: Course, action: Rolled) -> None:
    """The faces of a combat: what they do, as far as it goes without a decision."""
    count = _combat_dice(course.state)
    if action.faces[count:]:
        air.turn_over(
            course, (under_way(course.state).target,), Rolled(why=action.why, faces=action.faces[count:])
        )
    data, state, on = course.data, course.state, under_way(course.state)
    faces = (action.faces[0], action.faces[count - 1])
    attacker, defender = strength.attack(data, state, on), strength.defence(data, state, on)
    if on.side == ALLIED:
        air.use(course, on.target)
    column, reasons = strength.difference(attacker, defender)
    hits = (hits_of(data, column, faces[0]), hits_of(data, -column, faces[1]))
    said = (
        f"Attack on {on.target}: {strength.total(attacker)} against {strength.total(defender)}, column {column:+d}; "
        f"attacker's die {faces[0]}: {_words(hits[0])}; defender's die {faces[1]}: {_words(hits[1])}."
    )
    course.say(
        "combat",
        said,
        "11.3",
        side=on.side,
        units=on.attackers,
        hexes=(on.target,),
        faces=action.faces[:count],
        reasons=reasons,
        total=column,
    )
    course.change(combat=evolve(on, stage=LOSSES, reasons=reasons, hits=hits, loser=enemy_of(on.side)))
    course.change(combat=_losing(course, under_way(course.state), hits[0]))


def _words(hits: int) -> str:
    return ("no effect", "hit", "two hits")[hits]


@BOOK.rule("11.3", "11.4", text="Each side reads its own die in its own column: no effect, a hit or two.")
def hits_of(data: Data, column: int, face: int) -> int:
    """How many steps the other side loses."""
    return data.charts.combat[column][face - 1]


# --- losses -------------------------------------------------------------------------------------------------------------


@BOOK.rule(
    "11.2.1", "11.4", "N53", text="Losses fall on the attackers, or on what stands in the defending hex."
)
def involved(data: Data, state: State, on: Combat, side: str) -> tuple[str, ...]:
    """The units of a side that can take losses, and the works of the defender's hex, in order."""
    if side == on.side:
        return tuple(name for name in on.attackers if name in state.board)
    units = tuple(unit.id for unit in strength.defenders(data, state, on.target, side))
    return (*units, *losses.works_in(data, state, on.target)) if side == GERMAN else units


def _losing(course: Course, on: Combat, hits: int) -> Combat:
    """The combat with the steps that its loser has to take off."""
    there = involved(course.data, course.state, on, on.loser)
    return evolve(on, losses=losses.due(course.data, course.state, there, hits))


def check_lose(data: Data, state: State, order: Lose) -> tuple[Violation, ...]:
    """Every rule that a choice of losses breaks."""
    on = under_way(state)
    return losses.check(data, state, involved(data, state, on, on.loser), on.losses, order.units)


def lose(course: Course, order: Lose) -> None:
    """The owner's choice of losses is carried out."""
    for name in order.units:
        losses.lose_step(course, name)
    course.change(combat=evolve(under_way(course.state), losses=0))


def lose_options(data: Data, state: State) -> tuple[Lose, ...]:
    """Every way to take the losses due, in order."""
    on = under_way(state)
    there = involved(data, state, on, on.loser)
    return tuple(Lose(units=taken) for taken in losses.ways(data, state, there, on.losses))


# --- advance ------------------------------------------------------------------------------------------------------------


@BOOK.rule("11.5", "11.2.1", text="Attackers other than artillery may advance into the hex when it is empty.")
@BOOK.rule("13.0", "N54", text="Nobody advances in the rounds of the invasion.")
def may_advance(data: Data, state: State) -> tuple[str, ...]:
    """The attackers that may advance now, in order."""
    on = under_way(state)
    if in_invasion(state) or on.target in front(data, state).held[enemy_of(on.side)]:
        return ()
    return tuple(name for name in on.attackers if name in state.board and not held_back(state, on, name))


@BOOK.rule("12.1", "N19", text="More Cautious holds for an advance as well.")
def held_back(state: State, on: Combat, name: str) -> bool:
    """Whether More Cautious keeps a unit on the board out of the hex that it has attacked."""
    return on.side == ALLIED and further_south(state, state.board[name], on.target)


def check_advance(data: Data, state: State, order: Advance) -> tuple[Violation, ...]:
    """Every rule that an advance breaks. As many as attacked together may stack, so room is no question (N55)."""
    able = may_advance(data, state)
    found = [_stays(state, name) for name in order.units if name not in able]
    if len(set(order.units)) != len(order.units):
        found.append(Violation(paragraph="11.5", message="a unit is named twice"))
    return tuple(found)


def _stays(state: State, name: str) -> Violation:
    """Why a unit does not advance."""
    on = under_way(state)
    if name in state.board and name in on.attackers and held_back(state, on, name):
        said = f"More Cautious: {on.target} is further south than {name} began the turn"
        return Violation(paragraph="12.1", message=said, subject=name)
    said = f"{name} did not attack, or is gone: it does not advance"
    return Violation(paragraph="11.5", message=said, subject=name)


@BOOK.rule("11.5", "6.0", "N55", text="Advances disregard points and zones of control.")
def advance(course: Course, order: Advance) -> None:
    """The units named go in, and the combat is over."""
    on = under_way(course.state)
    for name in order.units:
        course.mark(name, where=on.target)
    if order.units:
        said = f"{', '.join(order.units)} advance into {on.target}."
        origin = on.origin.removeprefix(SEA)
        course.say("advanced", said, "11.5", side=on.side, units=order.units, hexes=(origin, on.target))
        control.passed(course, on.side, (on.target,))
    course.change(combat=None)


def advance_options(data: Data, state: State) -> tuple[Advance, ...]:
    """Every group of those that may, the largest first, none last."""
    able = may_advance(data, state)
    sizes = range(len(able), -1, -1)
    return tuple(Advance(units=group) for size in sizes for group in combinations(able, size))


# --- the course of a combat ---------------------------------------------------------------------------------------------


@BOOK.rule(
    "11.2.1",
    "12.0",
    "N56",
    text="Attack; then cards, the German first; the defender's artillery; then the roll.",
)
def _stages(on: Combat) -> tuple[str, ...]:
    """The order of stages: ``answer`` is the attacker's card, ``defend`` the defender's card and artillery."""
    first = (ANSWER, DEFEND) if on.side == GERMAN else (DEFEND, ANSWER)
    return (*first, ROLL)


def begin(course: Course, side: str, order: Attack) -> None:
    """A legal attack is declared."""
    combat.attack(course, side, order)
    on = under_way(course.state)
    course.change(combat=evolve(on, stage=_stages(on)[0]))


def defend(course: Course, order: Defend) -> None:
    """The defender has decided on artillery."""
    on = under_way(course.state)
    if order.artillery:
        course.mark(order.artillery, fired=True)
        said = f"{order.artillery} supports the defence of {on.target}."
        course.say(
            "supported", said, "11.2.1", side=enemy_of(on.side), units=(order.artillery,), hexes=(on.target,)
        )
    on = evolve(on, defence_artillery=order.artillery, asker=enemy_of(on.side))
    course.change(combat=_next(on))


def answered(course: Course) -> None:
    """The attacker has no card to play, or no further one."""
    on = under_way(course.state)
    course.change(combat=_next(evolve(on, asker=on.side)))


def _next(on: Combat) -> Combat:
    stages = _stages(on)
    return evolve(on, stage=stages[stages.index(on.stage) + 1])


def go_on(course: Course) -> bool:
    """A step of a combat that needs no decision; False when somebody decides. A combat that is over leaves the state."""
    on = under_way(course.state)
    if on.stage in (ANSWER, DEFEND) and not _somebody_decides(course.data, course.state, on):
        last = _asked(on)
        course.change(combat=_next(evolve(on, asker=last if last in on.answered else on.asker)))
        return True
    if on.stage == ADVANCE and not may_advance(course.data, course.state):
        course.change(combat=None)
        return True
    return on.stage == LOSSES and _loses(course, on)


def _asked(on: Combat) -> str:
    """Whose answer a stage is."""
    return on.side if on.stage == ANSWER else enemy_of(on.side)


def _somebody_decides(data: Data, state: State, on: Combat) -> bool:
    """Whether a card, or artillery in defence, can be thought of at this stage."""
    if cards.combat_demand(state, _asked(on)) is not None:
        return True
    return on.stage == DEFEND and bool(combat.defence_guns(data, state, on))


@BOOK.rule("11.3", "11.4", "N57", text="Both results stand; the defender takes off his losses first.")
def _loses(course: Course, on: Combat) -> bool:
    """Go on with the losses as far as there is nothing to choose; whether anything went on."""
    if on.losses:
        ways = list(islice(lose_options(course.data, course.state), 2))
        if len(ways) > 1:
            return False
        lose(course, ways[0])
    elif on.loser == on.side:
        course.change(combat=evolve(on, stage=ADVANCE))
    else:
        course.change(combat=_losing(course, evolve(on, loser=on.side), on.hits[1]))
    return True


def demands(view: View) -> tuple[Demand, ...]:
    """What the combat under way waits for."""
    data, state = view.data, view.state
    on = under_way(state)
    other = enemy_of(on.side)
    if on.stage == ROLL:
        return (roll(data, state),)
    if on.stage == ANSWER:
        why = f"a card in the attack on {on.target}"
        return (Choice(side=on.side, kinds=("play", "done"), why=why, paragraph="12.0"),)
    if on.stage == DEFEND:
        play = ("play",) if cards.combat_demand(state, other) is not None else ()
        why = f"the defence of {on.target}"
        return (Choice(side=other, kinds=(*play, "defend"), why=why, paragraph="11.2.1"),)
    if on.stage == LOSSES:
        why = f"{on.losses} step{'s' if on.losses > 1 else ''} lost at {on.target}"
        return (Choice(side=on.loser, kinds=("lose",), why=why, paragraph="11.4"),)
    return (Choice(side=on.side, kinds=("advance",), why=f"advance into {on.target}", paragraph="11.5"),)


COMBAT = Procedure[View, Course](
    name="combat",
    under_way=lambda view: view.state.combat is not None,
    owed=demands,
    at_once=go_on,
)
