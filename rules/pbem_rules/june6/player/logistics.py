"""The player between the fighting: markers to buy, entry hexes, release, who acts next, Detachments and refits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem_rules.june6.model import GERMAN, Activation, CorpsActivation, FreeOperation, Release, Unit
from pbem_rules.june6.player.assessment import Mind, value
from pbem_rules.june6.player.combat import rough_gain
from pbem_rules.june6.rules.arrivals import restoring, returning
from pbem_rules.june6.rules.arrivals.arriving import blocked
from pbem_rules.june6.rules.arrivals.entering import EnterBy, name_of, undecided
from pbem_rules.june6.rules.arrivals.restoring import Restore
from pbem_rules.june6.rules.lookup import on_map
from pbem_rules.june6.rules.markers import activation, attrition, corps, corps_marker, release
from pbem_rules.june6.rules.markers.activating import Activate
from pbem_rules.june6.rules.markers.cup import cup_of, formations_of, markers_of, most, wrong_marker
from pbem_rules.june6.rules.markers.logistics import Buy, firsts
from pbem_rules.june6.rules.markers.reduce import Reduce
from pbem_rules.june6.rules.markers.release import Force, Wait
from pbem_rules.june6.rules.movement import breaking, move, refitting
from pbem_rules.june6.rules.movement.breaking import BreakDown
from pbem_rules.june6.rules.movement.move import Assign
from pbem_rules.june6.rules.movement.rallying import Rally
from pbem_rules.june6.rules.movement.refitting import Refit
from pbem_rules.shared.player.distances import around
from pbem_rules.shared.player.game import FAR

_AGAIN = 0.62  # the second marker of a formation brings less than the first
_LEAST = 2.0
_TO_SPARE = 3  # points left beside a Corps Activation
_WORTH_A_CORPS = 12.0
_NEAR = ((2, 1.3), (8, 1.0), (25, 0.5))  # what a unit counts by how near the enemy is, in hexes
_FAR_OFF, _ARRIVING = 0.1, 1.5
_PROMISES = 0.3  # what an attack has to gain for units that stand where they want to be
_JOIN = 3
_FEW_DETACHMENTS = 4  # no more are formed once so few counters are left
_STRONG, _WORTH_HOLDING, _THREATENED = 5, 1.0, 8


def useful(mind: Mind, formation: str) -> float:
    """How much a formation could do if it were woken: its strength near the enemy, and what waits to arrive."""
    known = mind.data.formations.get(formation)
    units = [mind.state.board.get(name) for name in known.units] if known is not None else []
    total = 0.0
    for unit in units:
        if unit is None or unit.pinned or unit.scattered:
            continue
        kind, near = mind.data.unit(unit.id), mind.foe_distance(unit.where)
        if not on_map(mind.data, unit):
            total += _ARRIVING * value(mind.data, unit)
        elif kind.combat and not kind.defends_only:
            times = next((times for far, times in _NEAR if near <= far), _FAR_OFF)
            total += (_FAR_OFF if _settled(mind, unit) else times) * value(mind.data, unit)
    return total


def _settled(mind: Mind, unit: Unit) -> bool:
    """Whether a unit in order stands where its division wants to be, with nobody beside it who is worth attacking."""
    if unit.disorder or unit.where not in mind.wanted(mind.group(unit)):
        return False
    stack, beside = mind.state.board.stack(unit.where), around(mind, unit.where)
    return not any(rough_gain(mind, stack, at) > _PROMISES for at in beside if at in mind.theirs)


# --- markers ----------------------------------------------------------------------------------------------------------


def buy(mind: Mind) -> Iterator[Buy]:
    """The markers that move the most, as far as the points go; the best of all is kept out for the first activation."""
    cup, first = cup_of(mind.state, mind.side), mind.side == mind.state.initiative
    worth = {marker: _marker_worth(mind, marker) for marker in markers_of(mind.data, mind.side)}
    whole = _whole_corps(mind, worth)
    points = cup.points - corps_marker.cost(mind.data, whole)
    bought: list[str] = []
    while len(bought) < points:
        held = (*cup.free, *corps_marker.used_up(mind.data, cup, whole), *bought)
        options = [
            (worth[marker] * _AGAIN ** held.count(marker), marker)
            for marker in worth
            if not wrong_marker(mind.view, cup, marker, held) and held.count(marker) < most(mind.data)
        ]
        best = max(options, default=(0.0, ""))
        if best[0] < _LEAST:
            break
        bought.append(best[1])
    chosen = whole or firsts(cup, tuple(bought)) if first else ()
    best_first = max(chosen, key=lambda marker: (worth.get(marker, 0.0), marker), default="")
    yield Buy(markers=tuple(bought), first=best_first)


def _marker_worth(mind: Mind, marker: str) -> float:
    """What the formations that a marker wakes could do, with a whim."""
    total = sum(useful(mind, formation) for formation in formations_of(mind.data, marker))
    return total * (0.85 + 0.3 * mind.variation(marker, mind.state.turn))


def _whole_corps(mind: Mind, worth: Mapping[str, float]) -> tuple[str, ...]:
    """A Corps Activation for a side that is rich enough to move others too: the corps whose divisions do the most, of the
    German ones those that could do the most, as many as may take part."""
    cup, numbers = cup_of(mind.state, mind.side), mind.data.numbers.corps_activation
    offered = corps_marker.choices(mind, cup)
    if not offered or cup.points < numbers.price + _TO_SPARE:
        return ()
    fit = [name for name in worth if name in mind.data.formations and name not in cup.barred]
    five = sorted(fit, key=lambda name: (-worth[name], name))[: numbers.german_divisions]
    ranked = []
    for option in offered:
        name, _ = corps_marker.parse(option)
        marker = corps_marker.barred_name(name) + (f":{','.join(five)}" if mind.side == GERMAN else "")
        divisions = corps_marker.woken(mind.data, cup, marker)
        gain = useful(mind, name) + sum(worth[each] for each in divisions)
        ranked.append((gain if len(divisions) > 1 else 0.0, marker))
    gain, best = max(ranked)
    return (best,) if gain >= _WORTH_A_CORPS else ()


def activate(mind: Mind) -> Iterator[Activate]:
    """The formation that can do most acts next; in the Reduced Efficiency phase only one that has something to do, or
    whose headquarters waits for it to have acted."""
    frame, least = mind.state.frames[-1] if mind.state.frames else None, 0.0
    match frame:
        case CorpsActivation():
            names = corps.next_up(mind.data, frame)
        case FreeOperation():
            names = activation.free_choices(mind, mind.side)
        case _:
            names = activation.reduced_choices(mind, mind.side)
            least = 0.0 if returning.due(mind, mind.side) else _LEAST
    for name in sorted(names, key=lambda name: (-useful(mind, name), name)):
        if useful(mind, name) >= least:
            yield Activate(formation=name)


def restore(mind: Mind) -> Iterator[Restore]:
    """Headquarters that are due come back out of the enemy's reach, once their units have acted."""
    waiting = activation.still_to_act(mind, mind.side)
    orders = restoring.orders(mind, mind.side, waiting)
    yield from sorted(orders, key=lambda order: (-min(3, mind.foe_distance(order.where)), order.where))


# --- arrivals ---------------------------------------------------------------------------------------------------------


def enter_by(mind: Mind) -> Iterator[EnterBy]:
    """The letter from which the way to the places worth having to the division is shortest."""
    arrival = undecided(mind)[0]
    wanted = mind.wanted(arrival.formation)

    def near(letter: str) -> tuple[float, str]:
        ways = ((worth, mind.ways(goal).get(f"entry:{letter}", FAR)) for goal, worth in wanted.items())
        return sum(worth / (8 + way) for worth, way in ways), letter

    letters = (letter for letter in arrival.place if not blocked(mind, letter))
    yield EnterBy(formation=name_of(arrival), letter=max(letters, key=near, default="-"))


def come_on(mind: Mind) -> Iterator[Force | Wait]:
    """A formation that was refused waits once for its next marker, then it forces its way."""
    arrival = release.pending(mind.state, mind.state.current(Release).formation)
    last = mind.turns_left <= 0
    yield Force() if last or (arrival is not None and arrival.tries) else Wait()


def reduce(mind: Mind) -> Iterator[Reduce]:
    """The step lost on the road comes from the unit that is worth least, headquarters last; the Allied side takes the
    best of those that force their way."""
    board, frame = mind.state.board, mind.state.frames[-1]
    forced = isinstance(frame, Release)
    names = release.candidates(mind, frame) if isinstance(frame, Release) else attrition.candidates(mind)
    ranked = sorted(names, key=lambda name: (mind.data.unit(name).hq, value(mind.data, board[name]), name))
    yield from (Reduce(unit=name) for name in (reversed(ranked) if forced else ranked))


# --- in an activation -------------------------------------------------------------------------------------------------


def join(mind: Mind) -> Iterator[Assign]:
    """Corps troops near the front join the active division, before anybody has moved."""
    frame = mind.state.current(Activation)
    division = mind.data.formations.get(frame.formations[0])
    staff = mind.state.board.get(division.hq) if division is not None else None
    if frame.full and not (frame.moved or frame.strategic) and staff is not None and on_map(mind.data, staff):
        reach = mind.data.numbers.ranges.corps_unit_assignment
        for order in move.joiners(mind, frame):
            where = mind.state.board[order.unit].where
            if mind.grid.distance(staff.where, where) <= reach and mind.foe_distance(where) <= _JOIN:
                yield order


def break_down(mind: Mind) -> Iterator[BreakDown]:
    """A strong unit leaves a Detachment in an empty place worth having next to it, where the enemy is near; two at most."""
    data, board = mind.data, mind.state.board
    if len(breaking.counters(mind)) <= _FEW_DETACHMENTS:
        return
    for unit in breaking.fit(mind):
        if data.unit(unit.id).full.cs < _STRONG or mind.foe_distance(unit.where) <= 1:
            continue
        for where in data.ground.grid.adjacent[unit.where]:
            near = mind.foe_distance(where)
            if mind.worth.get(where, 0.0) >= _WORTH_HOLDING and not board.at(where) and near <= _THREATENED:
                yield BreakDown(unit=unit.id, hexes=(where,))


def refit(mind: Mind) -> Iterator[Refit]:
    """The strongest reduced unit out of contact is restored before anybody else takes the nation's one refit."""
    frame = mind.state.current(Activation)
    worn = [each for each in move.members(mind, frame) if each.reduced] if refitting.in_season(mind) else []
    for unit in sorted(worn, key=lambda unit: (-mind.data.unit(unit.id).full.cs, unit.id)):
        if mind.foe_distance(unit.where) > 1:
            yield Refit(unit=unit.id)


def rally(mind: Mind) -> Iterator[Rally]:
    """The disordered rest, before others move; who was not asked to attack, afterwards."""
    for unit in move.members(mind, mind.state.current(Activation)):
        if unit.disorder and not unit.isolated:
            yield Rally(unit=unit.id)
