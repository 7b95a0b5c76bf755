"""Demolish and Build and the roll of a doubtful demolition (20.4, 20.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.game import Demand, Roll, Rolled
from pbem.port.messages import Message, Series, counted
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, Activation, Demolition, Play, Position, State, Unit, View
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.engineers import engineers
from pbem_rules.june6.rules.engineers.sites import ends_of
from pbem_rules.june6.rules.ground import terrain, zones_of_control
from pbem_rules.june6.rules.lookup import enemy_of, holder
from pbem_rules.june6.rules.weather import D10
from pbem_rules.june6.words import AND
from pbem_rules.shared.chance import Label
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Demolish:
    """Engineers blow the bridge between two hexes (20.4). ``hq`` says whose engineers, else the first at hand."""

    frm: str
    to: str
    hq: str = ""


@frozen(kw_only=True)
class Build:
    """Allied engineers repair the bridge between two hexes, or lay pontoons there (20.5), ready when movement is over."""

    frm: str
    to: str
    hq: str = ""


_MOVE = "move"


DEMOLISH = Kind[Demolish, View, Play](Demolish, early="20.43", exact=True)
BUILD = Kind[Build, View, Play](Build, early="20.51", exact=True)
DEMOLITION_ROLL = Label[View, Play]("demolition")


def _frame(state: State) -> Activation:
    return state.current(Activation)


def not_adjacent(view: View, order: Demolish | Build) -> Iterator[Violation]:
    """Why an order names no hexside."""
    if order.to not in view.data.ground.grid.adjacent.get(order.frm, ()):
        said = Message("{frm} and {to} are not two adjacent hexes of the map", frm=order.frm, to=order.to)
        yield broken("20.44", said)


DEMOLISH.invalid(not_adjacent)
BUILD.invalid(not_adjacent)


def broken_by_who_acts(view: View, order: Demolish | Build) -> tuple[Violation, ...]:
    """What an order of the active formation breaks besides not being due."""
    frame = view.state.frames[-1] if view.state.frames else None
    if not isinstance(frame, Activation) or frame.side != view.side:
        return ()
    return (DEMOLISH if isinstance(order, Demolish) else BUILD).verdict(view, order)


DEMOLISH.untimely(broken_by_who_acts)
BUILD.untimely(broken_by_who_acts)


def name_of(data: Data, side: str) -> str:
    """A bridge as people call it: its name and hexes, or the river and the hexes."""
    a, b = ends_of(side)
    printed = data.ground.bridges.get(side, "")
    river = data.ground.river_names.get(side, Message("river"))
    what = printed or Message("bridge over the {river}", river=river)
    return Message("{bridge} ({a}-{b})", bridge=what, a=a, b=b)


@frozen(kw_only=True)
class _Crew:
    """Engineers at hand: the headquarters they come ``by``, and the active one whose range counts (``staff``)."""

    by: str
    staff: Unit


def _crews(at: Position, frame: Activation) -> Iterator[_Crew]:
    """The active headquarters first, then the corps that lend theirs."""
    active = engineers.staffs(at, frame)
    yield from (_Crew(by=staff.id, staff=staff) for staff in active)
    for staff in active:
        yield from (_Crew(by=head.id, staff=staff) for head in engineers.lenders(at, staff))


@BOOK.rule("20.42")
def _near(data: Data, crews: Sequence[_Crew], frm: str, to: str) -> tuple[_Crew, ...]:
    """The crews that reach a hexside, counted to the nearer of its two hexes (N166)."""
    distance, most = data.ground.grid.distance, engineers.reach(data)
    return tuple(
        crew for crew in crews if min(distance(crew.staff.where, hex_) for hex_ in (frm, to)) <= most
    )


def _called(crews: tuple[_Crew, ...], hq: str) -> tuple[_Crew, ...]:
    return tuple(crew for crew in crews if crew.by == hq) if hq else crews


def _at_hand(
    at: Position, frame: Activation, order: Demolish | Build
) -> tuple[tuple[_Crew, ...], tuple[Violation, ...]]:
    """The crews that could carry out an order, spent or not, and what is wrong when there are none."""
    crews = _called(tuple(_crews(at, frame)), order.hq)
    if not crews:
        who = Message("{hq} is not", hq=order.hq) if order.hq else Message("none of your headquarters is")
        return (), (
            broken(
                "20.15",
                Message("{who} active and on the map, nor a corps that may lend its engineers", who=who),
            ),
        )
    near = _near(at.data, crews, order.frm, order.to)
    if not near:
        paragraph = "20.42" if isinstance(order, Demolish) else "20.51"
        far = Message(
            "no active headquarters is within {reach} hexes of {frm} or {to}",
            reach=engineers.reach(at.data),
            frm=order.frm,
            to=order.to,
        )
        return (), (broken(paragraph, far),)
    return near, ()


# --- demolition -------------------------------------------------------------------------------------------------------


@DEMOLISH.wrong
@BOOK.rule("20.43")
def not_to_be_blown(view: View, order: Demolish) -> Iterator[Violation]:
    """Between the orders of the activation, that is: not in the middle of a combat (N165)."""
    data, frame = view.data, _frame(view.state)
    if not terrain.bridged(view, order.frm, order.to):
        yield broken("20.44", Message("no bridge stands between {frm} and {to}", frm=order.frm, to=order.to))
    near, wrong = _at_hand(view, frame, order)
    yield from wrong
    if near and not _fresh(data, frame, near):
        by, tries = near[0].by, _tries(data)
        said = counted(
            tries,
            "{by} has made its {n} attempt in this activation",
            "{by} has made its {n} attempts in this activation",
            by=by,
        )
        yield broken("20.41", said)
    yield from _impossible(view, frame.side, order)


def _tries(data: Data) -> int:
    return data.numbers.engineers.demolitions_per_activation


@BOOK.rule("20.41")
def _fresh(data: Data, frame: Activation, crews: tuple[_Crew, ...]) -> tuple[_Crew, ...]:
    return tuple(crew for crew in crews if frame.charges.count(crew.by) < _tries(data))


@BOOK.rule("20.44")
def _impossible(at: Position, side: str, order: Demolish) -> Iterator[Violation]:
    """Also when nobody stands at either end: the text lets none be blown so (N166)."""
    ends = [holder(at, hex_) for hex_ in (order.frm, order.to)]
    if side not in ends:
        yield broken("20.44", Message("no unit of yours stands in {frm} or {to}", frm=order.frm, to=order.to))


def doubtful(at: Position, side: str, frm: str, to: str) -> bool:
    """Whether a demolition needs a die: the enemy holds one end, friends the other (20.44)."""
    return enemy_of(side) in (holder(at, frm), holder(at, to))


@DEMOLISH.carry_out
def demolish(play: Play, order: Demolish) -> None:
    """A crew blows the bridge, or tries to where the enemy holds an end."""
    data, frame = play.data, _frame(play.state)
    near = _at_hand(play, frame, order)[0]
    crew = _fresh(data, frame, near)[0]
    side = terrain.edge(order.frm, order.to)
    play.alter(charges=(*frame.charges, crew.by))
    if not doubtful(play, frame.side, order.frm, order.to):
        _down(play, frame.side, crew.by, side)
        return
    n = play.state.demolitions + 1
    play.change(demolitions=n)
    play.push(Demolition(side=frame.side, hq=crew.by, bridge=side, n=n))
    text = Message(
        "{hq} tries to blow {bridge}; the enemy holds one end.", hq=crew.by, bridge=name_of(data, side)
    )
    _told(play, "charged", text, frame.side, crew.by, side, "20.44")


def demands(_at: Position, frame: Demolition) -> tuple[Demand, ...]:
    """The die of a doubtful demolition."""
    return (Roll(side=frame.side, why=f"demolition/{frame.n}", dice=(D10,), paragraph="20.44"),)


@DEMOLITION_ROLL.rolled
@BOOK.rule("20.44")
def rolled(play: Play, roll: Rolled) -> None:
    """The bridge falls or stands; the activation goes on."""
    frame, faces = play.state.frames[-1], roll.faces
    assert isinstance(frame, Demolition)
    play.pop()
    most = play.data.numbers.engineers.demolition_at_most
    if faces[0] <= most:
        _down(play, frame.side, frame.hq, frame.bridge, faces)
        return
    name = name_of(play.data, frame.bridge)
    text = Message(
        "{bridge} stands: the roll is {die}, and it had to be {most} or less.",
        bridge=name,
        die=faces[0],
        most=most,
    )
    _told(play, "not-blown", text, frame.side, frame.hq, frame.bridge, "20.44", faces)


@BOOK.rule("20.45")
def _down(play: Play, side: str, hq: str, bridge: str, faces: tuple[int, ...] = ()) -> None:
    state = play.state
    if bridge in state.pontoons:
        play.change(pontoons=tuple(each for each in state.pontoons if each != bridge))
    else:
        play.change(blown=tuple(sorted((*state.blown, bridge))))
    text = Message("{hq} blew {bridge}.", hq=hq, bridge=name_of(play.data, bridge))
    _told(play, "blown", text, side, hq, bridge, "20.45", faces)


# --- building ---------------------------------------------------------------------------------------------------------


@BUILD.wrong
def not_to_be_built(view: View, order: Build) -> Iterator[Violation]:
    """Why a bridge cannot be begun there."""
    frame = _frame(view.state)
    yield from _not_yours(frame)
    yield from _no_site(view, frame, order)
    near, wrong = _at_hand(view, frame, order)
    yield from wrong
    if near and not _idle(view.state, near):
        used = Series(dict.fromkeys(crew.by for crew in near), AND)
        yield broken("20.13", Message("the bridge action of {used} has been used this turn", used=used))
    for hex_ in (order.frm, order.to):
        yield from _in_enemy_hands(view, frame.side, hex_)


@BOOK.rule("20.12")
def _not_yours(frame: Activation) -> Iterator[Violation]:
    if frame.side != ALLIED:
        yield broken("20.12", Message("only Allied engineers build bridges"))
    if frame.stage != _MOVE:
        yield broken("20.53", Message("the formation has finished moving: bridges are begun before that"))


@BOOK.rule("20.52")
def _no_site(at: Position, frame: Activation, order: Build) -> Iterator[Violation]:
    where = Message("between {frm} and {to}", frm=order.frm, to=order.to)
    if terrain.RIVER not in at.data.ground.features(order.frm, order.to):
        yield broken("20.52", Message("no major river flows {where}", where=where))
    elif terrain.bridged(at, order.frm, order.to):
        yield broken("20.52", Message("a bridge stands {where}", where=where))
    elif terrain.edge(order.frm, order.to) in frame.building:
        yield broken("20.52", Message("a bridge is being built {where}", where=where))


def _idle(state: State, crews: tuple[_Crew, ...]) -> tuple[_Crew, ...]:
    return tuple(crew for crew in crews if engineers.spare(state, crew.by))


@BOOK.rule("20.51")
def _in_enemy_hands(at: Position, side: str, hex_: str) -> Iterator[Violation]:
    """A hex with a friendly unit, or in a friendly zone too, is disputed (N2)."""
    enemy = enemy_of(side)
    if holder(at, hex_) == enemy:
        yield broken("20.51", Message("{hex} is held by the enemy", hex=hex_))
    elif zones_of_control.undisputed(at, hex_, enemy):
        said = Message("{hex} is in an enemy zone of control that no unit of yours disputes", hex=hex_)
        yield broken("20.51", said)


@BUILD.carry_out
def build(play: Play, order: Build) -> None:
    """A crew begins a bridge."""
    frame = _frame(play.state)
    near, _ = _at_hand(play, frame, order)
    crew, side = _idle(play.state, near)[0], terrain.edge(order.frm, order.to)
    play.alter(building=(*frame.building, side))
    play.state = engineers.use(play.state, crew.by)
    began = Message("{hq} began to lay a pontoon {bridge}.", hq=crew.by, bridge=name_of(play.data, side))
    if side in play.data.ground.bridges:
        began = Message("{hq} began to repair {bridge}.", hq=crew.by, bridge=name_of(play.data, side))
    _told(play, "bridging", began, frame.side, crew.by, side, "20.51")


@BOOK.rule("20.53")
def finish(play: Play) -> None:
    """What the formation has begun is built, in time for the combats of the activation (N167)."""
    frame = play.activation
    if frame is None or not frame.building:
        return
    for side in frame.building:
        if side in play.state.blown:
            play.change(blown=tuple(each for each in play.state.blown if each != side))
            text = Message("{bridge} is repaired.", bridge=name_of(play.data, side))
        else:
            play.change(pontoons=tuple(sorted((*play.state.pontoons, side))))
            text = Message("A pontoon {bridge} is ready.", bridge=name_of(play.data, side))
        _told(play, "built", text, frame.side, "", side, "20.53")
    play.alter(building=())


# --- what could be done -----------------------------------------------------------------------------------------------


@DEMOLISH.legal
def demolitions(view: View) -> Iterator[Demolish]:
    """The bridges that can be blown, by hexside."""
    data, state = view.data, view.state
    for bridge in sorted({*data.ground.bridges, *state.pontoons}):
        a, b = ends_of(bridge)
        order = Demolish(frm=a, to=b)
        held = view.side in (holder(view, a), holder(view, b))
        if held and not DEMOLISH.verdict(view, order):
            yield order


@BUILD.legal
def buildings(view: View) -> Iterator[Build]:
    """The rivers that can be bridged, by hexside."""
    data, state = view.data, view.state
    frame = _frame(state)
    if frame.side != ALLIED or frame.stage != _MOVE:
        return
    crews = _idle(state, tuple(_crews(view, frame)))
    around = {
        hex_ for crew in crews for hex_ in data.ground.grid.within(crew.staff.where, engineers.reach(data))
    }
    for river in sorted(data.ground.sides.get(terrain.RIVER, ())):
        a, b = ends_of(river)
        order = Build(frm=a, to=b)
        if (a in around or b in around) and not BUILD.verdict(view, order):
            yield order


def _told(  # an outcome has as many parts
    play: Play,
    kind: str,
    text: str,
    side: str,
    hq: str,
    bridge: str,
    paragraph: str,
    faces: tuple[int, ...] = (),
) -> None:
    units = (hq,) if hq else ()
    play.say(kind, text, paragraph, side=side, units=units, hexes=ends_of(bridge), faces=faces)
