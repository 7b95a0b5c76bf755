"""The invasion turn: hidden beach defences, parachute regiments, and what is special about its two rounds (13.0)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

from pbem.bytes.canon import Json
from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.game import Choice, Conceal, Demand, Die, Disclose, Roll, Rolled, Sealed, Shown, Shuffle, Table
from pbem.port.messages import Message
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import ALLIED, GERMAN, ROUND_1, ROUND_2
from pbem_rules.june44.rules.lookup import at_sea, is_artillery, off
from pbem_rules.june44.rules.play import Play, Position, View
from pbem_rules.june44.rules.setup import beaches
from pbem_rules.shared.chance import Label
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Beaches:
    """Secret: the strengths of the beach defences, in the order of the beach hexes (4.0)."""

    strengths: tuple[int, ...]


BEACHES = Kind[Beaches, View, Play](Beaches, secret=True)
DEFENCES, DROP = Label[View, Play]("beaches"), Label[View, Play]("drop")
_LABEL = DEFENCES.word
_MUST_BY = 2  # the turn by which a beach not yet cleared must have been attacked again


# --- the sealed strengths -----------------------------------------------------------------------------------------------


@BOOK.rule("4.0", "13.0")
def beach_demands(view: View) -> tuple[Demand, ...]:
    """The German seals the strengths, or a roll lays them out where one person plays alone (14.0)."""
    if _LABEL in view.state.done:
        return ()
    if view.chosen("solitaire"):
        dice = _dice_for(len(view.state.defences))
        return (Roll(side=GERMAN, why=_LABEL, dice=dice, paragraph="14.0"),)
    why = Message("the strengths of the beach defences, in the order of the beaches")
    return (Conceal(side=GERMAN, kind="beaches", at=_LABEL, why=why, paragraph="4.0"),)


def _dice_for(count: int) -> tuple[Die, ...]:
    """The dice that put ``count`` things in order: one for each choice still open."""
    return tuple(Die(sides=left) for left in range(count, 1, -1))


def in_drawn_order(things: tuple[str, ...], faces: tuple[int, ...]) -> tuple[str, ...]:
    """The things in the order in which the faces draw them one by one."""
    left, drawn = list(things), []
    for face in faces:
        drawn.append(left.pop(face - 1))
    return (*drawn, *left)


@BEACHES.wrong
@BOOK.rule("4.0", "N5")
def wrong_strengths(view: View, order: Beaches) -> Iterator[Violation]:
    mix = view.scenario.defences
    if Counter(order.strengths) != Counter(mix):
        said = Message(
            "the beach defences are {strengths}, one for each of {beaches}",
            strengths=_list(mix),
            beaches=_list(beaches(view.data)),
        )
        yield broken("4.0", said, _list(order.strengths))


def _list(items: tuple[object, ...]) -> str:
    return ", ".join(map(str, items))


@BEACHES.legal
def layouts(view: View) -> Iterator[Beaches]:
    return (Beaches(strengths=each) for each in sorted(set(permutations(view.scenario.defences))))


@BEACHES.conceal
def concealed(_view: View, order: Beaches, _shuffle: Shuffle) -> tuple[str, tuple[Json, ...]]:
    """In the order of the beaches, which everybody knows, so nothing is shuffled."""
    return _LABEL, order.strengths


@DEFENCES.wrong
def wrong_seal(view: View, told: Table) -> Iterator[Violation]:
    """A layout that does not have a value for every beach."""
    due = len(view.state.defences)
    if isinstance(told, Sealed) and told.count != due:
        said = Message("{n} values sealed under {label}, {due} are due", n=told.count, label=told.at, due=due)
        yield broken("4.0", said)


@DEFENCES.rolled
@BOOK.rule("14.0")
def laid_by_chance(play: Play, roll: Rolled) -> None:
    """The faces draw the counters for one beach after the other."""
    drawn = in_drawn_order(tuple(map(str, play.scenario.defences)), roll.faces)
    laid = zip(play.state.defences, drawn, strict=True)
    play.change(
        defences=tuple(evolve(each, strength=int(strength)) for each, strength in laid),
        done=(*play.state.done, _LABEL),
    )
    said = Message("Beach defences: {strengths}.", strengths=_list(drawn))
    play.say("defences", said, "14.0", faces=roll.faces)


@DEFENCES.sealed
def sealed(play: Play, _told: Sealed) -> None:
    play.change(done=(*play.state.done, _LABEL))
    play.say("sealed", Message("The beach defences are laid face down."), "4.0", side=GERMAN)


# --- parachutes -----------------------------------------------------------------------------------------------------------


@BOOK.rule("13.0", "N6")
def drop_demands(view: View) -> tuple[Demand, ...]:
    """The roll of the drop, until the regiments are down."""
    scenario = view.scenario
    if any(name in view.board for name in (*scenario.regiments, scenario.stray)):
        return ()
    dice = (*_dice_for(len(scenario.regiments)), *([Die(sides=10)] if scenario.stray else []))
    return (Roll(side=ALLIED, why=DROP.word, dice=dice, paragraph="13.0"),)


@DROP.rolled
@BOOK.rule("13.0")
def dropped(play: Play, roll: Rolled) -> None:
    """The regiments come down."""
    scenario = play.scenario
    count = max(0, len(scenario.regiments) - 1)
    fallen = in_drawn_order(scenario.regiments, roll.faces[:count])
    for name, where in zip(fallen, scenario.drops, strict=True):
        play.place(name, where)
    if scenario.stray:
        die = roll.faces[count]
        play.place(scenario.stray, next(where for most, where in scenario.stray_hexes if die <= most))
        _down(play, scenario.stray, (die,))
    for name in scenario.regiments:
        _down(play, name)


def _down(play: Play, name: str, faces: tuple[int, ...] = ()) -> None:
    where = play.unit(name).where
    said = Message("{unit} comes down in {hex}.", unit=name, hex=where)
    play.say("dropped", said, "13.0", side=ALLIED, units=(name,), hexes=(where,), faces=faces)


# --- turning the defences over ------------------------------------------------------------------------------------------


@BOOK.rule("13.0")
def reveal_demands(view: View) -> tuple[Demand, ...]:
    """The values that have to be opened."""
    hidden = tuple(each.n for each in view.state.defences if each.strength is None)
    if not hidden:
        return ()
    why = Message("the beach defences are turned over")
    return (Disclose(side=GERMAN, at=_LABEL, ns=hidden, why=why, paragraph="13.0"),)


@DEFENCES.wrong
@BOOK.rule("N5")
def wrong_shown(view: View, told: Table) -> Iterator[Violation]:
    """An opened strength that is not among the counters left."""
    if not isinstance(told, Shown):
        return
    left = Counter(view.scenario.defences)
    left.subtract(each.strength for each in view.state.defences if each.strength is not None)
    hidden = {each.n for each in view.state.defences if each.strength is None}
    if told.n not in hidden or type(told.value) is not int or left[told.value] <= 0:
        said = Message(
            "beach defence {n} is shown as {strength!r}, which is not a counter left in the mix",
            n=told.n,
            strength=told.value,
        )
        yield broken("4.0", said, str(told.n))


@DEFENCES.shown
def shown(play: Play, told: Shown) -> None:
    """A defence is turned over."""
    assert isinstance(told.value, int)
    found = tuple(
        evolve(each, strength=told.value) if each.n == told.n else each for each in play.state.defences
    )
    where = found[told.n - 1].hex
    play.change(defences=found)
    said = Message(
        "The beach defence of {beach} ({hex}) has strength {strength}.",
        beach=play.data.ground.beaches[where].name,
        hex=where,
        strength=told.value,
    )
    play.say("shown", said, "13.0", side=GERMAN, hexes=(where,), total=told.value)


# --- the rounds ---------------------------------------------------------------------------------------------------------


def in_invasion(at: Position) -> bool:
    """Whether one of the two invasion rounds is being fought."""
    return at.state.phase in (ROUND_1, ROUND_2)


@BOOK.rule("13.0")
def round_demands(view: View) -> tuple[Demand, ...]:
    """The Allied side attacks, one hex after the other."""
    if ALLIED in view.state.done:
        return ()
    first = view.state.phase == ROUND_1
    why = Message("the first invasion round") if first else Message("the second invasion round")
    return (Choice(side=ALLIED, kinds=("attack", "done"), why=why, paragraph="13.0"),)


@BOOK.rule("13.0", "N7")
def unattacked(view: View) -> Iterator[Violation]:
    """The beaches that must still be attacked before the phase may end."""
    if view.state.turn > _MUST_BY:
        return
    ready = {
        unit.where for unit in view.units_of(ALLIED) if at_sea(unit) and not is_artillery(view.data, unit)
    }
    for each in view.state.defences:
        if each.strength != 0 and off(each.hex) in ready and each.hex not in view.state.attacked:
            name = view.data.ground.beaches[each.hex].name
            said = Message(
                "{beach} beach ({hex}) has not been cleared and must be attacked", beach=name, hex=each.hex
            )
            yield broken("13.0", said, each.hex)
