"""A position of June 6 as a scene: the map, every counter, recent arrows, and the lines of the panel beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.port.game import Moment, Outcome, Reason
from pbem.port.messages import Message, Series, counted
from pbem.port.scene import Scene, Spot
from pbem_rules.june6 import words
from pbem_rules.june6.model import ALLIED, GERMAN, Activation, Combat, Cup, Position, State, Unit, View
from pbem_rules.june6.picture.ground import chart, standing
from pbem_rules.june6.picture.pieces import arrows, piles
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules import victory
from pbem_rules.june6.rules.air_and_sea.missions import SUPPLY
from pbem_rules.june6.rules.ground.line_of_communication import closed_hexes
from pbem_rules.june6.rules.lookup import marker_name
from pbem_rules.june6.words import SIDES, word
from pbem_rules.kernel.derived import derived, recent
from pbem_rules.shared.picture import results, spot

_CORNER, _OPPOSITE = (-0.34, -0.27), (0.34, -0.27)
_ROLLED = frozenset({"combat", "bombarded"})


def scene(at: Position, recent: tuple[Outcome, ...], moment: Moment) -> Scene:
    """The whole map with every counter: nothing on it is hidden (9.3). ``recent`` becomes arrows."""
    drawn = chart(at.data)
    return Scene(
        ground=standing(at, drawn),
        piles=piles(at, drawn),
        arrows=arrows(at.data, drawn, recent),
        marks=(
            *_marks(at.data, at.state.scenario, at.state.held, at.state.delays),
            *results(recent, drawn.at, _ROLLED, always=True),
        ),
        heading=_heading(at, moment),
        panel=tuple(_panel(at)),
    )


def _heading(at: Position, moment: Moment) -> str:
    return Message(
        "Turn {n}, {day} - {weather} - {phase} - {side} initiative",
        n=moment.turn,
        day=moment.turn_name,
        weather=word(at.data.charts.weather[at.state.weather].name),
        phase=moment.phase,
        side=SIDES.get(at.state.initiative, at.state.initiative),
    )


@recent(32)
def _marks(
    data: Data, scenario: str, held: tuple[tuple[str, str], ...], delays: tuple[str, ...]
) -> tuple[Spot, ...]:
    """Objectives of the scenario, with who holds them, and Delay Points, in corners of the hex that counters leave free."""
    owners, drawn = dict(held), chart(data)
    found: list[Spot] = []
    for objective in data.scenarios[scenario].objectives:
        for where in objective.hexes:
            said = counted(
                objective.points,
                "{name}: {n} point, {side}",
                "{name}: {n} points, {side}",
                name=words.objective(objective.name),
                side=SIDES[owners.get(where, GERMAN)],
            )
            found.append(spot(drawn.at(where), _CORNER, "objective", said))
    for where in delays:
        found.append(
            spot(drawn.at(where), _OPPOSITE, "delay-point", Message("Delay Point in {to}", to=where))
        )
    return tuple(found)


# --- panel ------------------------------------------------------------------------------------------------------------


def _panel(at: Position) -> Iterator[str]:
    yield from _supplies(at.state)
    for cup in (at.state.allied_cup, at.state.german_cup):
        yield from _markers(cup)
    yield from _going_on(at.state)
    yield ""
    yield from _score(at)
    yield from _losses(at.data, at.state.lost)
    yield from _due(at)


def _supplies(state: State) -> Iterator[str]:
    yield Message("Air markers left: {air}; naval: {naval}", air=state.air, naval=state.naval)
    yield from _interdiction(state)
    for mission in state.missions:
        yield Message(
            "  to bombard {hex}: {air} air, {naval} naval",
            hex=mission.target,
            air=mission.air,
            naval=mission.naval,
        )
    if state.kept:
        yield Message("Free Operations kept aside by the German: {kept}", kept=state.kept)


def _interdiction(state: State) -> Iterator[str]:
    """The markers in the interdiction boxes (17.23, 17.24, 18.23)."""
    said = [
        Message("supply {n}", n=n) if box == SUPPLY else Message("entry {box} {n}", box=box, n=n)
        for box, n in state.air_interdiction
    ]
    if state.naval_interdiction:
        said.append(Message("naval {n}", n=state.naval_interdiction))
    if said:
        yield Message("Interdiction: {boxes}", boxes=Series(said))


def _markers(cup: Cup) -> Iterator[str]:
    """What both players may know of a side's markers: how many are left, and those that have been drawn."""
    points = Message("{n} resource points", n=cup.points) if cup.points else Message("no resource points")
    yield counted(
        len(cup.left),
        "{side}: {points}, {n} marker in the cup",
        "{side}: {points}, {n} markers in the cup",
        side=SIDES[cup.side],
        points=points,
    )
    if cup.shown:
        yield Message("  drawn: {markers}", markers=Series(marker_name(name) or "-" for _, name in cup.shown))


def _going_on(state: State) -> Iterator[str]:
    for frame in state.frames:
        match frame:
            case Activation(side=side, formations=formations, full=full):
                how = Message("full efficiency") if full else Message("reduced efficiency")
                acting = ", ".join(formations)
                yield Message("Active: {side} {acting} ({how})", side=SIDES[side], acting=acting, how=how)
            case Combat(n=n, target=target, attackers=attackers):
                units = ", ".join(attackers)
                yield Message("Combat {n}: {units} against {hex}", n=n, units=units, hex=target)
            case _:
                continue


def _score(at: Position) -> Iterator[str]:
    """The Allied score as the position stands, its terms, and the objectives still open."""
    scenario = at.data.scenarios[at.state.scenario]
    found = terms(at)
    total = sum(term.value for term in found)
    level = next(level for level in scenario.levels if total >= level.at_least)
    yield Message("Score: {n} ({level})", n=total, level=word(level.name))
    for term in found:
        yield Message("  {term} {value:+d}", term=term.text, value=term.value)
    wanted = _wanted(at.data, at.state.scenario, at.state.held)
    if wanted:
        yield Message("  open: {wanted}", wanted=wanted)


def terms(at: Position) -> tuple[Reason, ...]:
    """The terms of the Allied score as the position stands."""
    played = View(data=at.data.of(at.state.scenario), state=at.state)
    return victory.score(played, _closed(played))


@recent(64)
def _wanted(data: Data, scenario: str, held: tuple[tuple[str, str], ...]) -> Series:
    """The objectives that the German holds at least in part."""
    owners = dict(held)
    return Series(
        Message("{name} {points}", name=words.objective(each.name), points=each.points)
        for each in data.scenarios[scenario].objectives
        if any(owners.get(where, GERMAN) == GERMAN for where in each.hexes)
    )


def _closed(at: Position) -> frozenset[str]:
    """The hexes closed to Allied lines: worked out anew only when a unit stands elsewhere than in the last picture."""
    last, now = _last_closed(at.data), at.state.board.pieces
    before = last.pieces
    fresh = [(name, unit.where) for name, unit in now.items() if before.get(name) is not unit]
    if len(before) != len(now) or any(
        name not in before or before[name].where != where for name, where in fresh
    ):
        last.closed = closed_hexes(at, ALLIED)
    last.pieces = now
    return last.closed


class _Last:
    """The pieces of the last picture, and what they closed."""

    def __init__(self) -> None:
        self.pieces: Mapping[str, Unit] = {}
        self.closed: frozenset[str] = frozenset()


@derived
def _last_closed(_data: Data) -> _Last:
    return _Last()


@recent(64)
def _losses(data: Data, lost: tuple[str, ...]) -> tuple[str, ...]:
    gone = {side: [unit for unit in lost if data.unit(unit).side == side] for side in SIDES}
    return tuple(
        Message("{side} losses: {units}", side=name, units=_listed(gone[side]))
        for side, name in SIDES.items()
        if gone[side]
    )


def _due(at: Position) -> Iterator[str]:
    """The arrivals of the next turn."""
    coming = [each for each in at.state.arrivals if each.turn == at.state.turn + 1]
    for each in coming:
        known = each.formation in at.data.formations
        who = at.data.formations[each.formation].name if known else Message("units")
        where = each.place
        if where not in at.data.ground.beaches:
            where = Message("entry {letters}", letters=words.either(where))
        yield Message(
            "Next turn: {who} at {where} ({units})", who=who, where=where, units=_listed(each.units)
        )


def _listed(names: Sequence[str]) -> str:
    most = 8
    known = ", ".join(names[:most])
    if len(names) <= most:
        return known
    return Message("{units} and {n} more", units=known, n=len(names) - most)
