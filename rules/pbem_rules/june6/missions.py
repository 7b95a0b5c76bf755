"""The Allied air and naval phase: bombardment and interdiction are declared, then all dice are rolled at once (3.32)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import Choice, Outcome, Step
from pbem_rules.june6 import logistics
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.lookup import holder, push
from pbem_rules.june6.model import ALLIED, BOMBARDMENT, GERMAN, Mission, Play, State, View
from pbem_rules.june6.model import Bombardment as Frame
from pbem_rules.june6.orders import Bombard, Interdict
from pbem_rules.june6.printed import Data
from pbem_rules.shared.orders import Kind

SUPPLY = "supply"
BOMBARD = Kind[Bombard, View, Play](Bombard, early="3.32", exact=True)
INTERDICT = Kind[Interdict, View, Play](Interdict, early="3.32", exact=True)
_WORDS = {"air": ("17.22", "17.12"), "naval": ("18.22", "18.12")}


# --- what is owed -----------------------------------------------------------------------------------------------------


@BOOK.rule(
    "3.32",
    "17.21",
    "18.21",
    text="The Allied side declares bombardments and interdiction, as many as it has markers.",
)
def owed(state: State) -> bool:
    """Whether the Allied side may still declare missions; not without markers."""
    return (
        state.phase == BOMBARDMENT
        and not state.bombarded
        and bool(state.air or state.naval or state.missions)
    )


def choice(state: State) -> Choice:
    """What it may declare, or that it has done."""
    why = f"air and naval missions ({state.air} air, {state.naval} naval markers)"
    return Choice(side=ALLIED, kinds=("bombard", "interdict", "done"), why=why, paragraph="3.32")


def wrong_moment(state: State, side: str) -> tuple[Violation, ...]:
    """Why a side declares no missions now, and cannot end them."""
    if side == ALLIED and owed(state) and not state.frames:
        return ()
    said = "air and naval missions are declared by the Allied side in its bombardment phase"
    return (Violation(paragraph="3.32", message=said),)


# --- bombardment ------------------------------------------------------------------------------------------------------


def wrong_bombardment(data: Data, state: State, side: str, order: Bombard) -> tuple[Violation, ...]:
    """Everything wrong with a bombardment."""
    early = wrong_moment(state, side)
    if early:
        return early
    found = list(_markers(data, state, order))
    if holder(data, state, order.target) != GERMAN or ":" in order.target:
        paragraph = "18.22" if order.naval and not order.air else "17.22"
        found.append(_no(paragraph, f"no German units stand in {order.target}", order.target))
    if order.naval and order.target not in data.ground.naval_range:
        found.append(_no("18.13", f"{order.target} is out of naval range", order.target))
    found.extend(_one_kind(state, order))
    return tuple(found)


@BOOK.rule("17.22", "18.22", text="One or two markers fly or fire a mission against a hex with Germans.")
def _markers(data: Data, state: State, order: Bombard) -> Iterator[Violation]:
    most = data.constant("support.markers_per_bombardment")
    if not order.air and not order.naval:
        yield _no("17.22", f"name one or {most} air markers (air=1), or naval ones (naval=1)", order.target)
    for word, count in (("air", order.air), ("naval", order.naval)):
        if count and not 0 < count <= most:
            yield _no(_WORDS[word][0], f"{count} {word} markers; one or {most} make a mission", order.target)
    yield from _at_hand(state, order.air, order.naval, order.target)


@BOOK.rule("17.12", "18.12", text="A marker used in the bombardment phase is used for the turn.")
def _at_hand(state: State, air: int, naval: int, subject: str) -> Iterator[Violation]:
    for word, count, left in (("air", air, state.air), ("naval", naval, state.naval)):
        if count > left:
            yield _no(
                _WORDS[word][1], f"{count} {word} markers; {left} are still available this turn", subject
            )


@BOOK.rule("17.22", "18.22", text="Air and naval markers never bombard the same hex in one turn.")
def _one_kind(state: State, order: Bombard) -> Iterator[Violation]:
    before = [mission for mission in state.missions if mission.target == order.target]
    air = order.air or any(mission.air for mission in before)
    naval = order.naval or any(mission.naval for mission in before)
    if air and naval:
        paragraph = "18.22" if order.naval and not order.air else "17.22"
        yield _no(
            paragraph, f"{order.target} cannot be bombarded both from the air and from the sea", order.target
        )


def bombard(state: State, order: Bombard) -> Step[State]:
    """The markers are spent and the mission stands; it is resolved with all others."""
    mission = Mission(target=order.target, air=order.air, naval=order.naval)
    state = _spent(evolve(state, missions=(*state.missions, mission)), order.air, order.naval)
    text = f"{_counted(order.air, order.naval)} will bombard {order.target}."
    paragraph = "17.22" if order.air else "18.22"
    said = Outcome(kind="mission", text=text, paragraph=paragraph, side=ALLIED, hexes=(order.target,))
    return Step(state=state, outcomes=(said,))


def _spent(state: State, air: int, naval: int) -> State:
    return evolve(state, air=state.air - air, naval=state.naval - naval)


def _counted(air: int, naval: int) -> str:
    said = [f"{n} {word} marker{'s' if n > 1 else ''}" for n, word in ((air, "air"), (naval, "naval")) if n]
    return " and ".join(said)


# --- interdiction -----------------------------------------------------------------------------------------------------


def wrong_interdiction(data: Data, state: State, side: str, order: Interdict) -> tuple[Violation, ...]:
    """Everything wrong with markers for a box."""
    early = wrong_moment(state, side)
    if early:
        return early
    found = list(_not_on_the_sixth(data, state))
    if order.box not in (SUPPLY, *data.charts.boxes):
        known = ", ".join((SUPPLY, *data.charts.boxes))
        found.append(_no("17.24", f"there is no interdiction box {order.box}; there are {known}", order.box))
        return tuple(found)
    if order.air < 0 or order.naval < 0 or not (order.air or order.naval):
        found.append(_no("17.24", "name the markers for the box (air=1)", order.box))
    found.extend(_at_hand(state, order.air, order.naval, order.box))
    found.extend(_air_limit(data, state, order))
    found.extend(_naval_limit(data, state, order))
    return tuple(found)


@BOOK.rule("3.32", text="There is no interdiction on 6 June.")
def _not_on_the_sixth(data: Data, state: State) -> Iterator[Violation]:
    if state.turn < data.constant("resources.first_turn"):
        yield _no("3.32", "there is no interdiction on 6 June", "")


@BOOK.rule("17.23", text="At most two air markers interdict supply.")
@BOOK.rule("17.24", text="At most two air markers go into each box of entry hexes.")
def _air_limit(data: Data, state: State, order: Interdict) -> Iterator[Violation]:
    key, paragraph = ("supply", "17.23") if order.box == SUPPLY else ("reinforcement", "17.24")
    most = data.constant(f"support.{key}_interdiction")
    total = order.air + dict(state.air_interdiction).get(order.box, 0)
    if order.air and total > most:
        yield _no(paragraph, f"{total} air markers; at most {most} go into the box {order.box}", order.box)


@BOOK.rule(
    "18.21",
    "18.23",
    text="Naval markers interdict entry A alone, two at most; the air markers there do not count (N122).",
)
def _naval_limit(data: Data, state: State, order: Interdict) -> Iterator[Violation]:
    if not order.naval:
        return
    if order.box == SUPPLY:
        yield _no("18.21", "naval markers do not interdict supply", order.box)
    elif not any(letter in order.box for letter in data.charts.naval_entries):
        yield _no("18.23", f"naval markers do not reach the entries {', '.join(order.box)}", order.box)
    else:
        most = data.constant("support.reinforcement_interdiction")
        total = order.naval + state.naval_interdiction
        if total > most:
            yield _no(
                "18.23", f"{total} naval markers; at most {most} go into the box {order.box}", order.box
            )


def interdict(state: State, order: Interdict) -> Step[State]:
    """The markers lie in the box until the end of the turn."""
    boxes = dict(state.air_interdiction)
    if order.air:
        boxes[order.box] = boxes.get(order.box, 0) + order.air
    state = evolve(
        _spent(state, order.air, order.naval),
        air_interdiction=tuple(sorted(boxes.items())),
        naval_interdiction=state.naval_interdiction + order.naval,
    )
    what = (
        "supply"
        if order.box == SUPPLY
        else f"entr{'y' if len(order.box) == 1 else 'ies'} {', '.join(order.box)}"
    )
    paragraph = "17.23" if order.box == SUPPLY else "17.24" if order.air else "18.23"
    text = (
        f"{_counted(order.air, order.naval)} interdict{'s' if order.air + order.naval == 1 else ''} {what}."
    )
    return Step(
        state=state, outcomes=(Outcome(kind="interdicted", text=text, paragraph=paragraph, side=ALLIED),)
    )


# --- the end of the phase ---------------------------------------------------------------------------------------------


def done(data: Data, state: State) -> Step[State]:
    """All missions are declared. With bombardments among them one roll follows, the German resource die with it."""
    text = "The Allied side has declared its air and naval missions."
    said = Outcome(kind="missions", text=text, paragraph="3.32", side=ALLIED)
    missions, state = state.missions, evolve(state, bombarded=True, missions=())
    if missions:
        resources = logistics.german_buys(data, state)
        why = f"bombardment/{state.turn}"
        state = push(state, Frame(side=ALLIED, why=why, missions=missions, resources=resources))
    return Step(state=state, outcomes=(said,))


@BOMBARD.wrong
def _wrong_bombard(view: View, order: Bombard) -> tuple[Violation, ...]:
    return wrong_bombardment(view.data, view.state, view.side, order)


@INTERDICT.wrong
def _wrong_interdict(view: View, order: Interdict) -> tuple[Violation, ...]:
    return wrong_interdiction(view.data, view.state, view.side, order)


def _counts(view: View) -> range:
    return range(1, view.data.constant("support.markers_per_bombardment") + 1)


@BOMBARD.legal
def bombardments(view: View) -> Iterator[Bombard]:
    """Every legal bombardment, hex by hex."""
    for target in view.state.board.places():
        for order in (
            *(Bombard(target=target, air=count) for count in _counts(view)),
            *(Bombard(target=target, naval=count) for count in _counts(view)),
        ):
            if not wrong_bombardment(view.data, view.state, view.side, order):
                yield order


@INTERDICT.legal
def interdictions(view: View) -> Iterator[Interdict]:
    """Every legal interdiction, box by box."""
    for box in (SUPPLY, *view.data.charts.boxes):
        for order in (
            *(Interdict(box=box, air=count) for count in _counts(view)),
            *(Interdict(box=box, naval=count) for count in _counts(view)),
        ):
            if not wrong_interdiction(view.data, view.state, view.side, order):
                yield order


@BOMBARD.carry_out
def _bombarded(play: Play, order: Bombard) -> None:
    play.take(bombard(play.state, order))


@INTERDICT.carry_out
def _interdicts(play: Play, order: Interdict) -> None:
    play.take(interdict(play.state, order))


def _no(paragraph: str, message: str, subject: str) -> Violation:
    return Violation(paragraph=paragraph, message=message, subject=subject)
