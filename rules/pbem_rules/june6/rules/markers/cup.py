"""Activation markers: whose they are, whom they wake, and which may be bought (5.1, 7.1, 7.2).

A marker is written as the formation it wakes (``29``), ``corps/us``, ``corps/commonwealth`` or ``corps/german`` for all
corps headquarters of a nationality, and ``free`` for Free Operations.
"""

from __future__ import annotations

from pbem.bytes.errors import Violation
from pbem.port.messages import Message, OrderWord, Series
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, GERMAN, Cup, Position, State, Unit
from pbem_rules.june6.printed.data import Data, Formation
from pbem_rules.june6.rules.lookup import marker_name, title, unfit_staff
from pbem_rules.june6.rules.markers import corps_marker
from pbem_rules.shared.orders import broken

FREE = "free"
CORPS = "corps/"
GROUPS = {ALLIED: ("us", "commonwealth"), GERMAN: ("german",)}
LOOSE = "loose"
"""The units without a formation, as one formation of the Reduced Efficiency phase."""


def cup_of(state: State, side: str) -> Cup:
    """The cup of a side."""
    return state.allied_cup if side == ALLIED else state.german_cup


def label(state: State, side: str) -> str:
    """The label under which a side seals its markers of this turn."""
    return f"cup/{state.turn}/{side}"


def group_of(formation: Formation) -> str:
    """The corps group of a formation's nation."""
    return "commonwealth" if formation.nation in ("british", "canadian") else formation.nation


@BOOK.rule("7.11")
@BOOK.rule("6.11", "6.12")
def formations_of(data: Data, marker: str) -> tuple[str, ...]:
    """The formations that a marker wakes, in the order of the counters; none for ``free`` and unknown markers."""
    if marker.startswith(CORPS):
        group = marker.removeprefix(CORPS)
        return tuple(f.id for f in data.formations.values() if f.kind == "corps" and group_of(f) == group)
    found = data.formations.get(marker)
    return (found.id,) if found is not None and found.kind == "division" else ()


def markers_of(data: Data, side: str) -> tuple[str, ...]:
    """Every marker of a side that can be bought at all: its divisions in counter order, then its corps markers."""
    divisions = (f.id for f in data.formations.values() if f.side == side and f.kind == "division")
    return (*divisions, *(f"{CORPS}{group}" for group in GROUPS[side]))


def headquarters(at: Position, formation: str) -> Unit | None:
    """The headquarters of a formation, wherever it stands; None when it is not in play."""
    found = at.data.formations.get(formation)
    return at.state.board.get(found.hq) if found is not None and found.hq else None


def commanded(at: Position, formation: str) -> bool:
    """Whether a formation can be woken at full efficiency, lines of communication aside (5.17, 7.12)."""
    found = headquarters(at, formation)
    return found is not None and found.efficiency and not found.isolated


@BOOK.rule("5.16")
def entering(at: Position) -> frozenset[str]:
    """The formations whose headquarters is still to arrive."""
    coming = {name for arrival in at.state.arrivals for name in arrival.units}
    return frozenset(each.id for each in at.data.formations.values() if each.hq in coming)


@BOOK.rule("5.17")
@BOOK.rule("5.15")
def barred(at: Position, side: str) -> tuple[str, ...]:
    """The markers that a side cannot buy now. A corps marker needs one corps headquarters that may act."""
    arriving = entering(at)
    return (
        *(
            marker
            for marker in markers_of(at.data, side)
            if marker in arriving or not any(commanded(at, each) for each in formations_of(at.data, marker))
        ),
        *_corps_barred(at, side),
    )


def _corps_barred(at: Position, side: str) -> tuple[str, ...]:
    """The Corps Activations that a side cannot buy now (7.51), where it could buy one at all."""
    if not corps_marker.in_season(at, side):
        return ()
    return tuple(
        corps_marker.barred_name(f.id)
        for f in at.data.formations.values()
        if f.side == side and f.kind == "corps" and not commanded(at, f.id)
    )


@BOOK.rule("5.14")
def most(data: Data) -> int:
    """How often one marker may be in the cup."""
    return data.numbers.activation.markers_per_formation


def _barred(at: Position, cup: Cup, marker: str) -> Violation:
    """Why a marker that is barred cannot be bought: its formation arrives, or nobody fit commands it."""
    if marker in cup.free:
        said = Message(
            "{marker} arrives this turn: its markers are free, and no more can be bought",
            marker=marker_name(marker),
        )
        return broken("5.16", said, marker)
    formations = formations_of(at.data, marker)
    there = tuple(each for each in formations if headquarters(at, each) is not None)
    why: str = Series(
        (
            Message("{corps}: {why}", corps=title(at.data, each), why=unfit_staff(at, each))
            if marker.startswith(CORPS)
            else unfit_staff(at, each)
            for each in there
        ),
        "; ",
    )
    why = why or Message("no headquarters of it is in play")
    said = Message("no marker can be bought for {marker}: {why}", marker=marker_name(marker), why=why)
    return broken("5.17", said, marker)


def wrong_marker(at: Position, cup: Cup, marker: str, others: tuple[str, ...]) -> tuple[Violation, ...]:
    """Why a marker may not be in a cup beside ``others``; ``free`` and the free markers of the turn always may."""
    data = at.data
    if others.count(marker) < cup.free.count(marker):
        return ()
    if corps_marker.is_one(marker):
        said = Message(
            "a Corps Activation is the first activation of the side with the initiative ({field}=...)",
            field=OrderWord("first"),
        )
        return (broken("7.51", said, marker),)
    if marker not in markers_of(data, cup.side):
        said = Message(
            "{marker!r} is not an activation marker that the {side} side could buy",
            marker=marker,
            side=cup.side,
        )
        return (broken("5.14", said, marker),)
    found = []
    if marker in cup.barred:
        found.append(_barred(at, cup, marker))
    if others.count(marker) >= most(data):
        said = Message(
            "there are only {most} markers of {marker}", most=most(data), marker=marker_name(marker)
        )
        found.append(broken("5.14", said, marker))
    return tuple(found)
