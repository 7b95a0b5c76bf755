"""The Allied air and naval phase: bombardment and interdiction are declared, then all dice are rolled at once (3.32)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.game import Choice
from pbem.port.messages import Message, OrderWord, Series, counted
from pbem_rules.june6 import words
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, BOMBARDMENT, GERMAN, Mission, Play, Position, State, View
from pbem_rules.june6.model import Bombardment as Frame
from pbem_rules.june6.rules.lookup import holder
from pbem_rules.june6.rules.markers import logistics
from pbem_rules.june6.words import AND
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Bombard:
    """One or two Allied air or naval markers bombard the Germans in ``target`` (17.22, 18.22), before anybody acts."""

    target: str
    air: int = 0
    naval: int = 0


@frozen(kw_only=True)
class Interdict:
    """Allied markers are put into a box: ``supply`` (17.23), or the entry letters ``AB``, ``CDE``, ``F`` (17.24, 18.23)."""

    box: str
    air: int = 0
    naval: int = 0


SUPPLY = "supply"
BOMBARD = Kind[Bombard, View, Play](Bombard, early="3.32")
INTERDICT = Kind[Interdict, View, Play](Interdict, early="3.32")
_WORDS = {"air": ("17.22", "17.12"), "naval": ("18.22", "18.12")}


# --- what is owed -----------------------------------------------------------------------------------------------------


@BOOK.rule("3.32", "17.21", "18.21")
def owed(state: State) -> bool:
    """Whether the Allied side may still declare missions; not without markers."""
    return (
        state.phase == BOMBARDMENT
        and not state.bombarded
        and bool(state.air or state.naval or state.missions)
    )


def choice(state: State) -> Choice:
    """What it may declare, or that it has done."""
    why = Message(
        "air and naval missions ({air} air, {naval} naval markers)", air=state.air, naval=state.naval
    )
    return Choice(side=ALLIED, kinds=("bombard", "interdict", "done"), why=why, paragraph="3.32")


def wrong_moment(state: State, side: str) -> tuple[Violation, ...]:
    """Why a side declares no missions now, and cannot end them."""
    if side == ALLIED and owed(state) and not state.frames:
        return ()
    said = Message("air and naval missions are declared by the Allied side in its bombardment phase")
    return (broken("3.32", said),)


# --- bombardment ------------------------------------------------------------------------------------------------------


@BOMBARD.wrong
def no_bombardment(view: View, order: Bombard) -> Iterator[Violation]:
    """Everything wrong with a bombardment."""
    data, state, target = view.data, view.state, order.target
    early = wrong_moment(state, view.side)
    if early:
        yield from early
        return
    yield from _markers(view, order)
    if holder(view, target) != GERMAN or ":" in target:
        paragraph = "18.22" if order.naval and not order.air else "17.22"
        yield broken(paragraph, Message("no German units stand in {target}", target=target), target)
    if order.naval and target not in data.ground.naval_range:
        yield broken("18.13", Message("{target} is out of naval range", target=target), target)
    yield from _one_kind(state, order)


@BOOK.rule("17.22", "18.22")
def _markers(at: Position, order: Bombard) -> Iterator[Violation]:
    most = at.data.numbers.support.markers_per_bombardment
    if not order.air and not order.naval:
        said = Message(
            "name one or {most} air markers ({air}=1), or naval ones ({naval}=1)",
            most=most,
            air=OrderWord("air"),
            naval=OrderWord("naval"),
        )
        yield broken("17.22", said, order.target)
    for word, count in (("air", order.air), ("naval", order.naval)):
        if count and not 0 < count <= most:
            said = Message(
                "{what} markers named: {count}; one or {most} make a mission",
                count=count,
                what=words.word(word),
                most=most,
            )
            yield broken(_WORDS[word][0], said, order.target)
    yield from _at_hand(at.state, order.air, order.naval, order.target)


@BOOK.rule("17.12", "18.12")
def _at_hand(state: State, air: int, naval: int, subject: str) -> Iterator[Violation]:
    for word, count, left in (("air", air, state.air), ("naval", naval, state.naval)):
        if count > left:
            said = Message(
                "{what} markers named: {count}; still available this turn: {left}",
                count=count,
                what=words.word(word),
                left=left,
            )
            yield broken(_WORDS[word][1], said, subject)


@BOOK.rule("17.22", "18.22")
def _one_kind(state: State, order: Bombard) -> Iterator[Violation]:
    before = [mission for mission in state.missions if mission.target == order.target]
    air = order.air or any(mission.air for mission in before)
    naval = order.naval or any(mission.naval for mission in before)
    if air and naval:
        paragraph = "18.22" if order.naval and not order.air else "17.22"
        said = Message("{target} cannot be bombarded with both air and naval markers", target=order.target)
        yield broken(paragraph, said, order.target)


@BOMBARD.carry_out
def bombard(play: Play, order: Bombard) -> None:
    """The markers are spent and the mission stands; it is resolved with all others."""
    mission = Mission(target=order.target, air=order.air, naval=order.naval)
    play.change(missions=(*play.state.missions, mission))
    _spend(play, order.air, order.naval)
    text = counted(
        order.air + order.naval,
        "{markers} will bombard {target}.",
        "{markers} will bombard {target}.",
        markers=_counted(order.air, order.naval),
        target=order.target,
    )
    play.say("mission", text, "17.22" if order.air else "18.22", side=ALLIED, hexes=(order.target,))


def _spend(play: Play, air: int, naval: int) -> None:
    play.change(air=play.state.air - air, naval=play.state.naval - naval)


def _counted(air: int, naval: int) -> str:
    said = (
        counted(air, "{n} air marker", "{n} air markers"),
        counted(naval, "{n} naval marker", "{n} naval markers"),
    )
    return Series((each for each, n in zip(said, (air, naval), strict=True) if n), AND)


# --- interdiction -----------------------------------------------------------------------------------------------------


@INTERDICT.wrong
def no_interdiction(view: View, order: Interdict) -> Iterator[Violation]:
    """Everything wrong with markers for a box."""
    data, state, box = view.data, view.state, order.box
    early = wrong_moment(state, view.side)
    if early:
        yield from early
        return
    yield from _not_on_the_sixth(view)
    if box not in (SUPPLY, *data.charts.boxes):
        known = Series((OrderWord(SUPPLY), *data.charts.boxes), ", ")
        said = Message(
            "there is no interdiction box {box}; there are {known}", box=OrderWord(box), known=known
        )
        yield broken("17.24", said, box)
        return
    if order.air < 0 or order.naval < 0 or not (order.air or order.naval):
        yield broken("17.24", Message("name the markers for the box (air=1)"), box)
    yield from _at_hand(state, order.air, order.naval, box)
    yield from _air_limit(view, order)
    yield from _naval_limit(view, order)


@BOOK.rule("3.32")
def _not_on_the_sixth(at: Position) -> Iterator[Violation]:
    if at.state.turn < at.data.numbers.resources.first_turn:
        yield broken("3.32", Message("there is no interdiction on 6 June"), "")


@BOOK.rule("17.23")
@BOOK.rule("17.24")
def _air_limit(at: Position, order: Interdict) -> Iterator[Violation]:
    limits, paragraph = at.data.numbers.support, "17.23" if order.box == SUPPLY else "17.24"
    most = limits.supply_interdiction if order.box == SUPPLY else limits.reinforcement_interdiction
    total = order.air + dict(at.state.air_interdiction).get(order.box, 0)
    if order.air and total > most:
        said = Message(
            "{total} air markers; at most {most} go into the box {box}",
            total=total,
            most=most,
            box=OrderWord(order.box),
        )
        yield broken(paragraph, said, order.box)


@BOOK.rule("18.21", "18.23")
def _naval_limit(at: Position, order: Interdict) -> Iterator[Violation]:
    if not order.naval:
        return
    if order.box == SUPPLY:
        yield broken("18.21", Message("naval markers do not interdict supply"), order.box)
    elif not any(letter in order.box for letter in at.data.charts.naval_entries):
        said = Message("naval markers do not reach the entries {box}", box=", ".join(order.box))
        yield broken("18.23", said, order.box)
    else:
        most = at.data.numbers.support.reinforcement_interdiction
        total = order.naval + at.state.naval_interdiction
        if total > most:
            said = Message(
                "{total} naval markers; at most {most} go into the box {box}",
                total=total,
                most=most,
                box=OrderWord(order.box),
            )
            yield broken("18.23", said, order.box)


@INTERDICT.carry_out
def interdict(play: Play, order: Interdict) -> None:
    """The markers lie in the box until the end of the turn."""
    boxes = dict(play.state.air_interdiction)
    if order.air:
        boxes[order.box] = boxes.get(order.box, 0) + order.air
    _spend(play, order.air, order.naval)
    naval = play.state.naval_interdiction + order.naval
    play.change(air_interdiction=tuple(sorted(boxes.items())), naval_interdiction=naval)
    what: str = Message("supply")
    if order.box != SUPPLY:
        letters = ", ".join(order.box)
        what = counted(len(order.box), "entry {letters}", "entries {letters}", letters=letters)
    paragraph = "17.23" if order.box == SUPPLY else "17.24" if order.air else "18.23"
    text = counted(
        order.air + order.naval,
        "{markers} interdicts {what}.",
        "{markers} interdict {what}.",
        markers=_counted(order.air, order.naval),
        what=what,
    )
    play.say("interdicted", text, paragraph, side=ALLIED)


# --- the end of the phase ---------------------------------------------------------------------------------------------


def done(play: Play) -> None:
    """All missions are declared. With bombardments among them one roll follows, the German resource die with it."""
    missions = play.state.missions
    play.change(bombarded=True, missions=())
    if missions:
        resources = logistics.german_buys(play)
        why = f"bombardment/{play.state.turn}"
        play.push(Frame(side=ALLIED, why=why, missions=missions, resources=resources))
    said = Message("The Allied side has declared its air and naval missions.")
    play.say("missions", said, "3.32", side=ALLIED)


def _counts(view: View) -> range:
    return range(1, view.data.numbers.support.markers_per_bombardment + 1)


@BOMBARD.legal
def bombardments(view: View) -> Iterator[Bombard]:
    """Every bombardment, hex by hex."""
    for target in view.state.board.places():
        yield from (Bombard(target=target, air=count) for count in _counts(view))
        yield from (Bombard(target=target, naval=count) for count in _counts(view))


@INTERDICT.legal
def interdictions(view: View) -> Iterator[Interdict]:
    """Every interdiction, box by box."""
    for box in (SUPPLY, *view.data.charts.boxes):
        yield from (Interdict(box=box, air=count) for count in _counts(view))
        yield from (Interdict(box=box, naval=count) for count in _counts(view))
