"""Resource points and the secret purchase of activation markers (3.2, 3.4, 5.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pbem.bytes.canon import Json
from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.game import Conceal, Reason, Roll, Sealed, Shown, Shuffle
from pbem.port.messages import Message, OrderWord, Series, counted
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import (
    ALLIED,
    ALLIED_LOGISTICS,
    GERMAN,
    GERMAN_LOGISTICS,
    Cup,
    Play,
    Position,
    State,
    View,
)
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.lookup import marker_name
from pbem_rules.june6.rules.markers import corps_marker
from pbem_rules.june6.rules.markers.cup import (
    FREE,
    barred,
    cup_of,
    formations_of,
    label,
    markers_of,
    most,
    wrong_marker,
)
from pbem_rules.june6.rules.setup import chosen
from pbem_rules.june6.rules.weather import D10, conditions, free_operations
from pbem_rules.june6.words import AND, SIDES, word
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Buy:
    """Secret (3.22, 3.42): activation markers to put in the cup, besides the free ones (7.23).

    ``first`` is the marker that the side with the initiative keeps out of the cup (4.21); it is one of those bought, or
    a free one. A marker is called as its formation, or is that of all corps of a nation. In the place of ``first`` may stand
    a Corps Activation (7.51); a German one names its divisions.
    """

    markers: tuple[str, ...] = ()
    first: str = ""


BUYERS = {ALLIED_LOGISTICS: ALLIED, GERMAN_LOGISTICS: GERMAN}
"""Who fills his cup in which phase."""

BUY = Kind[Buy, View, Play](Buy, early="3.22", secret=True, exact=True)


# --- resource points --------------------------------------------------------------------------------------------------


@BOOK.rule("3.41")
def resource_roll(state: State) -> Roll:
    """The German resource die, asked for by the Allied side: then the German can buy as soon as he answers (N121)."""
    return Roll(side=ALLIED, why=f"resources/{state.turn}", dice=(D10,), paragraph="3.41")


@BOOK.rule("5.12")
@BOOK.rule("5.13")
def points(at: Position, side: str, die: int) -> tuple[Reason, ...]:
    """The terms that make up a side's resource points; their sum is what it may spend."""
    kind = conditions(at)
    base = at.data.charts.base_points[at.state.turn][0 if side == ALLIED else 1]
    least = at.data.numbers.resources.die_minimum
    terms = [
        Reason(paragraph="5.12", text=Message("base of the turn"), value=base),
        Reason(paragraph="5.12", text=Message("die {die}", die=die), value=max(die, least)),
    ]
    if side == GERMAN:
        terms.extend(_optional_groups(at))
    if side == GERMAN and kind.german_rp:
        terms.append(Reason(paragraph="4.12", text=word(kind.name), value=kind.german_rp))
    if side == GERMAN:
        terms.extend(_interdicted(at.state))
    if side == ALLIED:
        terms.extend(_capped(at, sum(term.value for term in terms)))
    return tuple(terms)


@BOOK.rule("17.23", "5.13")
def _interdicted(state: State) -> Iterator[Reason]:
    markers = dict(state.air_interdiction).get("supply", 0)
    if markers:
        yield Reason(paragraph="17.23", text=Message("supply interdiction"), value=-markers)


def german_buys(at: Position) -> bool:
    """Whether the German has logistics this turn: not on 6 June (3.4)."""
    return at.state.turn > 1


@BOOK.rule("N202")
def _optional_groups(at: Position) -> Iterator[Reason]:
    for each in at.data.scenarios[at.state.scenario].options.values():
        if each.german_points and chosen(at, each.name):
            yield Reason(paragraph="5.13", text=Message("optional group"), value=each.german_points)


@BOOK.rule("4.12d")
def _capped(at: Position, total: int) -> Iterator[Reason]:
    """The cap is on base and die together (N71)."""
    cap = conditions(at).allied_rp_cap or (at.data.charts.after_storm_cap if at.state.storm_before else 0)
    if cap and total > cap:
        yield Reason(paragraph="4.12d", text=Message("storm: at most {cap}", cap=cap), value=cap - total)


def fill(play: Play, side: str, die: int) -> None:
    """A side's cup before the purchase: points, free markers, and what it cannot buy."""
    terms, free = points(play, side, die), free_markers(play, side)
    total = sum(term.value for term in terms)
    play.fill(Cup(side=side, points=total, free=free, barred=barred(play, side)))
    has = (
        counted(total, "{n} resource point", "{n} resource points"),
        counted(len(free), "{n} free marker", "{n} free markers"),
    )
    text = Message("The {side} side has {has}.", side=SIDES[side], has=Series(has, AND))
    play.say("resources", text, "5.12", side=side, faces=(die,), reasons=terms, total=total)


@BOOK.rule("7.23")
@BOOK.rule("7.22")
def free_markers(at: Position, side: str) -> tuple[str, ...]:
    """Markers that cost nothing: of formations that arrive this turn, in schedule order, then Free Operations."""
    arriving = [
        arrival.formation
        for arrival in at.state.arrivals
        if arrival.turn == at.state.turn and at.data.unit(arrival.units[0]).side == side
        if not arrival.reduced_phase and formations_of(at.data, arrival.formation)
        for _ in range(min(arrival.markers, most(at.data)))
    ]
    return (*arriving, *([FREE] * free_operations(at, side)))


# --- the purchase -----------------------------------------------------------------------------------------------------


@BOOK.rule("3.22", "3.42")
@BOOK.rule("5.19", "7.21")
def purchase(state: State, side: str) -> Conceal:
    """What the buyer owes."""
    paragraph = "3.22" if side == ALLIED else "3.42"
    why = counted(
        cup_of(state, side).points, "activation markers, {n} point", "activation markers, {n} points"
    )
    return Conceal(side=side, kind="buy", at=label(state, side), why=why, paragraph=paragraph)


def buyer(state: State) -> str:
    """Who buys now, or ``""``."""
    side = BUYERS.get(state.phase, "")
    return side if side and not cup_of(state, side).sealed else ""


@BUY.untimely
@BUY.wrong
def not_to_be_bought(view: View, order: Buy) -> Iterator[Violation]:
    """Everything wrong with a purchase."""
    data, state, side = view.data, view.state, view.side
    if not side or buyer(state) != side:
        said = Message("this is not the moment in which you buy activation markers")
        yield broken("3.22" if side == ALLIED else "3.42", said)
        return
    cup = cup_of(state, side)
    yield from _within_points(data, cup, _paid(order))
    for n, marker in enumerate(order.markers):
        if marker == FREE:
            said = Message("Free Operations markers come with the weather and are not bought")
            yield broken("5.14", said, marker)
            continue
        others = (*cup.free, *corps_marker.used_up(data, cup, _whole(order)), *order.markers[:n])
        yield from wrong_marker(view, cup, marker, others)
    yield from _first_marker(view, side, cup, order)


def _whole(order: Buy) -> tuple[str, ...]:
    """The Corps Activation of a purchase, if it has one in its place."""
    return (order.first,) if corps_marker.is_one(order.first) else ()


def _paid(order: Buy) -> tuple[str, ...]:
    return (*_whole(order), *(marker for marker in order.markers if not corps_marker.is_one(marker)))


@BOOK.rule("5.11")
@BOOK.rule("5.18")
def _within_points(data: Data, cup: Cup, bought: tuple[str, ...]) -> Iterator[Violation]:
    total = corps_marker.cost(data, bought)
    if total > cup.points:
        said = counted(
            total,
            "it costs {n} resource point; there are {points}",
            "it costs {n} resource points; there are {points}",
            points=cup.points,
        )
        yield broken("7.51" if total > len(bought) else "5.11", said)


def _first_marker(at: Position, side: str, cup: Cup, order: Buy) -> Iterator[Violation]:
    """The side with the initiative names one of its markers, bought or free, but no Free Operations (N70)."""
    open_to = firsts(cup, order.markers)
    if side != at.state.initiative:
        if order.first:
            said = Message("only the side with the initiative keeps a marker out of the cup")
            yield broken("4.21", said, order.first)
    elif corps_marker.is_one(order.first):
        yield from corps_marker.wrong(at, cup, order.first)
    elif order.first and order.first not in open_to:
        said = Message(
            "{first} is not among the markers bought or free this turn", first=marker_name(order.first)
        )
        yield broken("4.21", said, order.first)
    elif open_to and not order.first:
        field = OrderWord("first")
        yield broken("4.21", Message("name the marker that is to be played first ({field}=...)", field=field))


def firsts(cup: Cup, bought: tuple[str, ...]) -> tuple[str, ...]:
    """The markers that may be kept out of the cup, once each."""
    fit = (marker for marker in (*cup.free, *bought) if marker != FREE and not corps_marker.is_one(marker))
    return tuple(dict.fromkeys(fit))


def sealed_list(state: State, order: Buy) -> tuple[str, tuple[str, ...]]:
    """The label and the list that a purchase commits to: the marker kept out in slot 1, then the cup."""
    side = BUYERS.get(state.phase, ALLIED)
    cup = [*cup_of(state, side).free, *order.markers]
    if side != state.initiative:
        return label(state, side), tuple(cup)
    if order.first in cup:
        cup.remove(order.first)
    return label(state, side), (order.first, *cup)


@BUY.legal
def purchases(view: View) -> Iterator[Buy]:
    """Legal purchases, not all of them: nothing, and for each first marker what the points buy in counter order."""
    if buyer(view.state) != view.side:
        return
    cup, begins = cup_of(view.state, view.side), view.side == view.state.initiative
    for bought in dict.fromkeys(((), _greedy(view, cup))):
        fit = firsts(cup, bought) if begins else ()
        yield from (Buy(markers=bought, first=first) for first in fit or ("",))
    for whole in corps_marker.choices(view, cup):
        yield Buy(markers=_greedy(view, cup, whole), first=whole)


def _greedy(view: View, cup: Cup, *whole: str) -> tuple[str, ...]:
    """What the points buy in counter order, beside a Corps Activation if there is one."""
    data = view.data
    bought: list[str] = []
    points = cup.points - corps_marker.cost(data, whole)
    held = (*cup.free, *corps_marker.used_up(data, cup, whole))
    for marker in markers_of(data, cup.side) * most(data):
        if len(bought) < points and not wrong_marker(view, cup, marker, (*held, *bought)):
            bought.append(marker)
    return tuple(bought)


# --- the sealed list --------------------------------------------------------------------------------------------------


def wrong_seal(state: State, action: Sealed) -> Iterator[Violation]:
    """Why a commitment is not the purchase that is owed: who, what, and how many."""
    side = buyer(state)
    if not side or action.side != side or action.at != label(state, side):
        paragraph = "3.42" if state.phase == GERMAN_LOGISTICS else "3.22"
        yield broken(paragraph, Message("{at} is not to be sealed now", at=action.at))
        return
    cup = cup_of(state, side)
    spare = 1 if side == state.initiative else 0  # an empty slot 1 when there is nothing to keep out
    least, high = len(cup.free), len(cup.free) + cup.points + spare
    if not max(least, spare) <= action.count <= high:
        said = Message(
            "{count} markers are sealed; {points} points and {len} free ones allow {high}",
            count=action.count,
            points=cup.points,
            len=len(cup.free),
            high=high,
        )
        yield broken("5.11", said)


def seal(play: Play, told: Sealed) -> None:
    """The list is fixed; slot 1 of the side with the initiative stays out of the cup."""
    kept = 1 if told.side == play.state.initiative else 0
    cup, left = cup_of(play.state, told.side), tuple(range(1 + kept, told.count + 1))
    play.fill(evolve(cup, sealed=True, left=left))
    text = Message(
        "The {side} side has {many}.",
        side=SIDES[told.side],
        many=counted(told.count, "{n} activation marker", "{n} activation markers"),
    )
    play.say("bought", text, "5.19", side=told.side, total=told.count)


def wrong_slot(at: Position, action: Shown) -> Iterator[Violation]:
    """Why an opened slot is not a marker that its owner could have put there (5.11, 5.14, 5.17, 7.23)."""
    cup = cup_of(at.state, action.side if action.side in (ALLIED, GERMAN) else ALLIED)
    if not cup.due or (action.side, action.at, action.n) != (cup.side, label(at.state, cup.side), cup.due):
        yield broken("7.24", Message("slot {n} of {at} is not to be opened now", n=action.n, at=action.at))
        return
    if not isinstance(action.value, str):
        yield broken("5.14", Message("slot {n} holds no marker", n=action.n))
        return
    marker, before = action.value, tuple(value for _, value in cup.shown if value)
    first = cup.side == at.state.initiative and action.n == 1
    if first and corps_marker.is_one(marker):
        yield from corps_marker.wrong(at, cup, marker)
        yield from _within_points(at.data, cup, (marker,))
    elif marker:
        yield from wrong_marker(at, cup, marker, corps_marker.used_up(at.data, cup, before))
    elif not first:
        yield broken("5.14", Message("slot {n} is empty", n=action.n))
    if cup.side == at.state.initiative:
        yield from _wrong_first(cup, action.n, marker)
    if not cup.left:
        yield from _whole_list(at.data, cup, (*before, *([marker] if marker else [])))


def _wrong_first(cup: Cup, slot: int, marker: str) -> Iterator[Violation]:
    """Slot 1 of the side with the initiative is empty only if nothing could have been kept out (4.21, N70)."""
    if slot == 1 and marker == FREE:
        yield broken("4.21", Message("Free Operations cannot be kept out of the cup"))
    none_kept = not marker if slot == 1 else dict(cup.shown).get(1) == ""
    could = firsts(cup, (marker,) if marker else ())
    if none_kept and could:
        said = Message("no marker was kept out of the cup, though {could} could have been", could=could[0])
        yield broken("4.21", said, could[0])


def _whole_list(data: Data, cup: Cup, markers: tuple[str, ...]) -> Iterator[Violation]:
    """With the last slot open: every free marker is there, and the rest was paid for."""
    missing = Counter(cup.free) - Counter(markers)
    for marker in sorted(missing):
        said = Message("the free marker {marker} was not put into the cup", marker=marker)
        yield broken("7.23", said, marker)
    yield from _within_points(data, cup, tuple((Counter(markers) - Counter(cup.free)).elements()))


# --- the order --------------------------------------------------------------------------------------------------------


@BUY.conceal
def sealed_markers(view: View, order: Buy, shuffle: Shuffle) -> tuple[str, tuple[Json, ...]]:
    """The label and the list that a purchase commits to: the first marker (4.21), then the others shuffled (7.24a)."""
    at, values = sealed_list(view.state, order)
    first = 1 if view.state.initiative == at.rpartition("/")[2] else 0
    return at, (*values[:first], *shuffle(values[first:]))
