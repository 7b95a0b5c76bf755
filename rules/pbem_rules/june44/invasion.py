"""The invasion turn: hidden beach defences, parachute regiments, and what is special about its two rounds (13.0)."""

from __future__ import annotations

from collections import Counter

from pbem.bytes.canon import Json
from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import Choice, Conceal, Demand, Die, Disclose, Roll, Rolled, Sealed, Shown
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.course import Course, View
from pbem_rules.june44.lookup import at_sea, broken, chosen, is_artillery, scenario_of, units_of
from pbem_rules.june44.model import ALLIED, GERMAN, ROUND_1, ROUND_2, State
from pbem_rules.june44.orders import Beaches
from pbem_rules.june44.printed import Data
from pbem_rules.june44.setup import beaches, off

LABEL = "beaches"
BEACH_ROLL, DROP_ROLL = "beaches", "drop"
_MUST_BY = 2  # the turn by which a beach not yet cleared must have been attacked again


# --- the sealed strengths -----------------------------------------------------------------------------------------------


@BOOK.rule("4.0", "13.0", text="Before the game the German puts a defence face down on every beach.")
def beach_demands(view: View) -> tuple[Demand, ...]:
    """The German seals the strengths, or a roll lays them out where one person plays alone (14.0)."""
    state = view.state
    if LABEL in state.done:
        return ()
    if chosen(state, "solitaire"):
        return (_shuffle_roll(GERMAN, BEACH_ROLL, len(state.defences), (), "14.0"),)
    why = "the strengths of the beach defences, in the order of the beaches"
    return (Conceal(side=GERMAN, kind="beaches", at=LABEL, why=why, paragraph="4.0"),)


def _shuffle_roll(side: str, why: str, count: int, more: tuple[Die, ...], paragraph: str) -> Roll:
    """A roll that puts ``count`` things in order: one die for each choice still open, and ``more`` dice after them."""
    dice = (*(Die(sides=left) for left in range(count, 1, -1)), *more)
    return Roll(side=side, why=why, dice=dice, paragraph=paragraph)


def in_drawn_order(things: tuple[str, ...], faces: tuple[int, ...]) -> tuple[str, ...]:
    """The things in the order in which the faces draw them one by one."""
    left, drawn = list(things), []
    for face in faces:
        drawn.append(left.pop(face - 1))
    return (*drawn, *left)


@BOOK.rule("4.0", "N5", text="The counters to be laid are those of the mix, each once.")
def wrong_strengths(data: Data, state: State, order: Beaches) -> tuple[Violation, ...]:
    """What is wrong with a layout of the defences."""
    mix = scenario_of(data, state).defences
    if Counter(order.strengths) == Counter(mix):
        return ()
    said = f"the beach defences are {_list(mix)}, one for each of {_list(beaches(data))}"
    return broken("4.0", said, _list(order.strengths))


def _list(items: tuple[object, ...]) -> str:
    return ", ".join(map(str, items))


def concealed(order: Beaches) -> tuple[str, tuple[Json, ...]]:
    """The label and the values: in the order of the beaches, which everybody knows, so nothing is shuffled."""
    return LABEL, order.strengths


def wrong_seal(state: State, action: Sealed) -> tuple[Violation, ...]:
    """A layout that does not have a value for every beach."""
    if action.at == LABEL and action.count == len(state.defences):
        return ()
    return broken("4.0", f"{action.count} values sealed under {action.at}, {len(state.defences)} are due")


@BOOK.rule("14.0", text="Alone, the defences are laid by chance.")
def laid_by_chance(course: Course, roll: Rolled) -> None:
    """The faces draw the counters for one beach after the other."""
    names = tuple(map(str, scenario_of(course.data, course.state).defences))
    drawn = in_drawn_order(names, roll.faces)
    laid = tuple(
        evolve(each, strength=int(strength))
        for each, strength in zip(course.state.defences, drawn, strict=True)
    )
    course.change(defences=laid, done=(*course.state.done, LABEL))
    course.say("defences", f"Beach defences: {_list(drawn)}.", "14.0", faces=roll.faces)


def sealed(course: Course) -> None:
    """The strengths are sealed."""
    course.change(done=(*course.state.done, LABEL))
    course.say("sealed", "The beach defences are laid face down.", "4.0", side=GERMAN)


# --- parachutes -----------------------------------------------------------------------------------------------------------


@BOOK.rule(
    "13.0", "N6", text="American regiments fall to the six hexes by lot; the third British one by a die."
)
def drop_demands(view: View) -> tuple[Demand, ...]:
    """The roll of the drop, until the regiments are down."""
    data, state = view.data, view.state
    scenario = scenario_of(data, state)
    if any(name in state.board for name in (*scenario.regiments, scenario.stray)):
        return ()
    more = (Die(sides=10),) if scenario.stray else ()
    return (_shuffle_roll(ALLIED, DROP_ROLL, len(scenario.regiments), more, "13.0"),)


@BOOK.rule("13.0", text="1-5: 2402; 6-0: 2502.")
def dropped(course: Course, roll: Rolled) -> None:
    """The regiments come down."""
    scenario = scenario_of(course.data, course.state)
    count = max(0, len(scenario.regiments) - 1)
    for name, where in zip(
        in_drawn_order(scenario.regiments, roll.faces[:count]), scenario.drops, strict=True
    ):
        course.place(name, where)
    if scenario.stray:
        die = roll.faces[count]
        where = next(where for most, where in scenario.stray_hexes if die <= most)
        course.place(scenario.stray, where)
        said = f"{scenario.stray} comes down in {where}."
        course.say(
            "dropped", said, "13.0", side=ALLIED, units=(scenario.stray,), hexes=(where,), faces=(die,)
        )
    for name in scenario.regiments:
        where = course.unit(name).where
        course.say(
            "dropped", f"{name} comes down in {where}.", "13.0", side=ALLIED, units=(name,), hexes=(where,)
        )


# --- turning the defences over ------------------------------------------------------------------------------------------


@BOOK.rule("13.0", text="Before the first round the German turns all his beach defences over.")
def reveal_demands(view: View) -> tuple[Demand, ...]:
    """The values that have to be opened."""
    state = view.state
    hidden = tuple(each.n for each in state.defences if each.strength is None)
    if not hidden:
        return ()
    why = "the beach defences are turned over"
    return (Disclose(side=GERMAN, at=LABEL, ns=hidden, why=why, paragraph="13.0"),)


@BOOK.rule(
    "N5", text="What is opened must be the counters of the mix: one too many of a strength is seen at once."
)
def wrong_shown(data: Data, state: State, action: Shown) -> tuple[Violation, ...]:
    """An opened strength that is not among the counters left."""
    left = Counter(scenario_of(data, state).defences)
    left.subtract(each.strength for each in state.defences if each.strength is not None)
    hidden = {each.n for each in state.defences if each.strength is None}
    if action.n in hidden and type(action.value) is int and left[action.value] > 0:
        return ()
    said = f"beach defence {action.n} is shown as {action.value!r}, which is no counter left of the mix"
    return broken("4.0", said, str(action.n))


def shown(course: Course, action: Shown) -> None:
    """A defence is turned over."""
    assert isinstance(action.value, int)
    found = tuple(
        evolve(each, strength=action.value) if each.n == action.n else each for each in course.state.defences
    )
    where = found[action.n - 1].hex
    name = course.data.ground.beaches[where].name
    course.change(defences=found)
    said = f"The beach defence of {name} ({where}) has strength {action.value}."
    course.say("shown", said, "13.0", side=GERMAN, hexes=(where,), total=action.value)


# --- the rounds ---------------------------------------------------------------------------------------------------------


def in_invasion(state: State) -> bool:
    """Whether one of the two invasion rounds is being fought."""
    return state.phase in (ROUND_1, ROUND_2)


@BOOK.rule(
    "13.0", text="No combat supply is used, terrain counts for nothing on a beach, and nobody advances."
)
def round_demand(state: State) -> Choice:
    """The Allied side attacks, one hex after the other."""
    which = "first" if state.phase == ROUND_1 else "second"
    return Choice(side=ALLIED, kinds=("attack", "done"), why=f"the {which} invasion round", paragraph="13.0")


@BOOK.rule(
    "13.0",
    "N7",
    text="Every beach not yet cleared is attacked in both rounds, and again on turn 2, by whoever lies off it.",
)
def unattacked(data: Data, state: State) -> tuple[Violation, ...]:
    """The beaches that must still be attacked before the phase may end."""
    if state.turn > _MUST_BY:
        return ()
    ready = {
        unit.where for unit in units_of(data, state, ALLIED) if at_sea(unit) and not is_artillery(data, unit)
    }
    found = []
    for each in state.defences:
        if each.strength != 0 and off(each.hex) in ready and each.hex not in state.attacked:
            name = data.ground.beaches[each.hex].name
            said = f"{name} beach ({each.hex}) has not been cleared and must be attacked"
            found.append(Violation(paragraph="13.0", message=said, subject=each.hex))
    return tuple(found)
