"""How air and flak points are shared out, and the interdiction that comes of it: ``share``, ``flak`` (10.1 to 10.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from pbem.bytes.canon import Json
from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.game import Choice, Conceal, Demand, Disclose, Sealed, Shown, Shuffle, Table
from pbem.port.messages import Message, counted
from pbem_rules.normandy.battle import Sky
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED, GERMAN
from pbem_rules.normandy.printed.calendar import PARTS
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position, View
from pbem_rules.shared.chance import Label
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Share:
    """Air points for interdiction over each map and for reconnaissance; the rest is for ground support (10.3)."""

    a: int = 0
    b: int = 0
    c: int = 0
    d: int = 0
    e: int = 0
    recon: int = 0


@frozen(kw_only=True)
class Flak:
    """Flak points over each map (10.4). Sealed before the Allied shares are known."""

    a: int = 0
    b: int = 0
    c: int = 0
    d: int = 0
    e: int = 0


SHARE = Kind[Share, View, Play](Share, early="10.3")
FLAK = Kind[Flak, View, Play](Flak, early="10.4", secret=True)
FLAK_TOLD = Label[View, Play]("flak", early="10.4")
_MAPS = ("a", "b", "c", "d", "e")


def by_map(order: Share | Flak) -> dict[str, int]:
    """The points over each map, by its letter; maps without points are left out."""
    found = {name.upper(): cast("int", getattr(order, name)) for name in _MAPS}
    return {name: points for name, points in found.items() if points}


# --- the turn begins -------------------------------------------------------------------------------------------------


@BOOK.rule("10.1", "10.2", "N42")
def opens(play: Play) -> None:
    """The points of the turn; what was left of the last one is gone."""
    chart, weather = play.data.charts.air, play.state.weather
    clear(play)
    if play.state.part:
        play.change(air=chart.points[weather], flak=chart.flak[weather])


def clear(play: Play) -> None:
    """Nobody is in the air."""
    play.change(air=0, recon=0, flak=0, interdiction={}, sky=Sky())


def label(at: Position) -> str:
    """The label under which flak is sealed."""
    return f"flak/{at.state.day}-{PARTS[at.state.part]}"


# --- flak ------------------------------------------------------------------------------------------------------------


@BOOK.rule("10.4", "N91")
def flak_owed(view: View) -> tuple[Demand, ...]:
    """The German seals where flak stands, in the mail before the Allied shares."""
    if not view.state.flak or view.state.sky.sealed:
        return ()
    return (
        Conceal(
            side=GERMAN, kind="flak", at=label(view), why=Message("flak over the maps"), paragraph="10.4"
        ),
    )


@FLAK.wrong
@BOOK.rule("10.4")
def too_much_flak(view: View, order: Flak) -> Iterator[Violation]:
    yield from _beyond(by_map(order), view.state.flak)


def _beyond(points: Mapping[str, int], there: int) -> Iterator[Violation]:
    if any(each < 0 for each in points.values()):
        yield broken("10.4", Message("points are nought or more"))
    elif sum(points.values()) > there:
        yield broken("10.4", Message("there are {n} flak points", n=there))


@FLAK.legal
def flaks(view: View) -> Iterator[Flak]:
    """All over one map, or none."""
    there = view.state.flak
    yield from (Flak(a=there), Flak(b=there), Flak(c=there), Flak(d=there), Flak(e=there), Flak())


@FLAK.conceal
def sealed_values(view: View, order: Flak, _shuffle: Shuffle) -> tuple[str, tuple[Json, ...]]:
    return label(view), ([getattr(order, name) for name in _MAPS],)


@FLAK_TOLD.wrong
def not_a_share(view: View, told: Table) -> Iterator[Violation]:
    if isinstance(told, Sealed) and told.count != 1:
        yield broken("10.4", Message("one value is sealed: the flak over the maps"))
    if isinstance(told, Shown):
        points = _read(told.value)
        if points is None:
            yield broken("10.4", Message("what was sealed is not a share of flak"))
        else:
            yield from _beyond(points, view.state.flak)


def _read(value: Json) -> dict[str, int] | None:
    """The points by map out of what was opened, a number for each; None if it is nothing of the kind."""
    if not isinstance(value, list) or len(value) != len(_MAPS):
        return None
    if any(not isinstance(each, int) or isinstance(each, bool) for each in value):
        return None
    points = zip(_MAPS, cast("list[int]", value), strict=True)
    return {name.upper(): each for name, each in points if each}


@FLAK_TOLD.sealed
def flak_sealed(play: Play, told: Sealed) -> None:
    play.change(sky=evolve(play.state.sky, sealed=told.at))


@FLAK_TOLD.shown
def flak_shown(play: Play, told: Shown) -> None:
    points = _read(told.value) or {}
    play.change(sky=evolve(play.state.sky, sealed=""))
    over = ", ".join(f"{name} {each}" for name, each in sorted(points.items())) or "-"
    said = Message("German flak stood over the maps: {points}.", points=over)
    play.say("flak-shared", said, "10.4", side=GERMAN)
    interdict(play, points)


# --- aircraft --------------------------------------------------------------------------------------------------------


@BOOK.rule("10.3", "N91")
def air_owed(view: View) -> tuple[Demand, ...]:
    """The Allied shares; then the German opens where flak stood."""
    sky = view.state.sky
    if not sky.shared and view.state.air:
        return (Choice(side=ALLIED, kinds=("share",), why=Message("air points"), paragraph="10.3"),)
    if sky.sealed:
        return (Disclose(side=GERMAN, at=sky.sealed, ns=(1,), why=Message("flak"), paragraph="10.4"),)
    return ()


@SHARE.untimely
@BOOK.rule("10.2")
def no_weather(view: View, _order: Share) -> Iterator[Violation]:
    if not view.data.charts.air.points[view.state.weather]:
        yield broken("10.2", Message("in this weather there are no air points"))


@SHARE.wrong
@BOOK.rule("10.3", "10.6")
def shared_out(view: View, order: Share) -> Iterator[Violation]:
    """No more than there is, and twenty at most for reconnaissance."""
    points = (*by_map(order).values(), order.recon)
    if any(each < 0 for each in points):
        yield broken("10.3", Message("points are nought or more"))
    if order.recon > view.data.charts.air.most_recon:
        said = counted(
            view.data.charts.air.most_recon,
            "{n} point at most for reconnaissance",
            "{n} points at most for reconnaissance",
        )
        yield broken("10.6", said)
    if sum(points) > view.state.air:
        yield broken("10.3", counted(view.state.air, "there is {n} air point", "there are {n} air points"))


@SHARE.legal
def some_shares(view: View) -> Iterator[Share]:
    """All for ground support, half for one map, or as much as may be for reconnaissance."""
    there = view.state.air
    most, half = min(there, view.data.charts.air.most_recon), there // 2
    yield Share()
    yield Share(recon=most)
    yield from (Share(a=half), Share(b=half), Share(c=half), Share(d=half), Share(e=half))


@SHARE.carry_out
def share(play: Play, order: Share) -> None:
    shares, sky = by_map(order), play.state.sky
    left = play.state.air - sum(shares.values()) - order.recon
    play.change(air=left, recon=order.recon, sky=evolve(sky, shared=True, shares=shares))
    over = ", ".join(f"{name} {each}" for name, each in sorted(shares.items())) or "-"
    said = Message(
        "Allied aircraft over the maps: {points}; reconnaissance {recon}, ground support {left}.",
        points=over,
        recon=order.recon,
        left=left,
    )
    play.say("air-shared", said, "10.3", side=ALLIED)
    if not sky.sealed:
        interdict(play, {})


@BOOK.rule("10.5", "N46")
def interdict(play: Play, against: Mapping[str, int]) -> None:
    """What German movement costs more over each map: by the difference of the points."""
    rows = play.data.charts.air.interdiction
    costs: dict[str, int] = {}
    for name, points in sorted(play.state.sky.shares.items()):
        reached = [row.cost for row in rows if points - against.get(name, 0) >= row.least]
        if reached:
            costs[name] = reached[-1]
            said = counted(
                reached[-1] // 6,
                "Map {map}: German movement costs {n} point more.",
                "Map {map}: German movement costs {n} points more.",
                map=name,
            )
            play.say("interdiction", said, "10.5", side=ALLIED)
    play.change(interdiction=costs)
