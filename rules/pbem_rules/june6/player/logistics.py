"""The player between the fighting: markers to buy, entry hexes, release, Free Operations, and the Reduced phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import AttrsInstance

from pbem_rules.june6.model import GERMAN, CorpsActivation, Release
from pbem_rules.june6.player import defences
from pbem_rules.june6.player.assessment import Mind, value
from pbem_rules.june6.player.ground import FAR, roads
from pbem_rules.june6.player.moves import useful
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.air_and_sea import barrage
from pbem_rules.june6.rules.arrivals import joining, restoring, returning
from pbem_rules.june6.rules.arrivals.arriving import blocked
from pbem_rules.june6.rules.arrivals.entering import EnterBy, name_of, undecided
from pbem_rules.june6.rules.markers import activation, corps, corps_marker, release
from pbem_rules.june6.rules.markers.activating import Activate
from pbem_rules.june6.rules.markers.cup import cup_of, formations_of, markers_of, most, wrong_marker
from pbem_rules.june6.rules.markers.drawing import Claim
from pbem_rules.june6.rules.markers.logistics import Buy, firsts
from pbem_rules.june6.rules.markers.reduce import Reduce
from pbem_rules.june6.rules.markers.release import Force, Wait
from pbem_rules.june6.rules.turns import Done, GoFirst

_AGAIN = 0.62  # the second marker of a formation brings less than the first
_LEAST = 2.0
_FORCED_ENTRY = 1
_TO_SPARE = 3  # points left beside a Corps Activation
_WORTH_A_CORPS = 12.0


def buy(mind: Mind) -> Buy:
    """The markers that move the most, as far as the points go; the best of all is kept out for the first activation."""
    cup = cup_of(mind.state, mind.side)
    worth = {marker: marker_worth(mind, marker) for marker in markers_of(mind.data, mind.side)}
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
    if mind.side != mind.state.initiative:
        return Buy(markers=tuple(bought))
    if whole:
        return Buy(markers=tuple(bought), first=whole[0])
    first = max(firsts(cup, tuple(bought)), key=lambda marker: (worth.get(marker, 0.0), marker), default="")
    return Buy(markers=tuple(bought), first=first)


def _whole_corps(mind: Mind, worth: Mapping[str, float]) -> tuple[str, ...]:
    """A Corps Activation for a side that is rich enough to move others too: the corps whose divisions do the most."""
    cup = cup_of(mind.state, mind.side)
    offered = corps_marker.choices(mind, cup)
    if not offered or cup.points < mind.data.numbers.corps_activation.price + _TO_SPARE:
        return ()
    ranked = []
    for option in offered:
        name, _ = corps_marker.parse(option)
        named = f":{','.join(_five(mind, worth))}" if mind.side == GERMAN else ""
        marker = f"{corps_marker.barred_name(name)}{named}"
        divisions = corps_marker.woken(mind.data, cup, marker)
        gain = useful(mind, name) + sum(worth[each] for each in divisions)
        ranked.append((gain if len(divisions) > 1 else 0.0, marker))
    best = max(ranked)
    return (best[1],) if best[0] >= _WORTH_A_CORPS else ()


def _five(mind: Mind, worth: Mapping[str, float]) -> tuple[str, ...]:
    """The German divisions that could do the most, as many as may take part."""
    cup = cup_of(mind.state, GERMAN)
    fit = [name for name in worth if name in mind.data.formations and name not in cup.barred]
    best = sorted(fit, key=lambda name: (-worth[name], name))
    return tuple(best[: mind.data.numbers.corps_activation.german_divisions])


def next_of_corps(mind: Mind, frame: CorpsActivation) -> Iterator[AttrsInstance]:
    """A mission on the fullest hex if there is one to be had; then the formation that can do the most is next."""
    aims = barrage.barrages(mind.view)
    full = {each: len(mind.state.board.at(barrage.parse(each.missions[0])[1])) for each in aims}
    yield from sorted(full, key=lambda each: (-full[each], each.missions))[:1]
    for name in sorted(corps.next_up(mind.data, frame), key=lambda name: (-useful(mind, name), name)):
        yield Activate(formation=name)


def marker_worth(mind: Mind, marker: str) -> float:
    """What the formations that a marker wakes could do, with a whim."""
    total = sum(useful(mind, formation) for formation in formations_of(mind.data, marker))
    return total * (0.85 + 0.3 * mind.variation(marker, mind.state.turn))


def enter_by(mind: Mind) -> EnterBy:
    """The letter from which the way to the places worth having to the division is shortest."""
    arrival = undecided(mind)[0]
    wanted = mind.wanted(arrival.formation)
    letters = [letter for letter in arrival.place if not blocked(mind, letter)]
    best = max(letters, key=lambda letter: (_nearness(mind.data, letter, wanted), letter), default="-")
    return EnterBy(formation=name_of(arrival), letter=best)


def _nearness(data: Data, letter: str, wanted: Mapping[str, float]) -> float:
    return max(
        sum(worth / (8 + roads(data, goal).get(door, FAR)) for goal, worth in wanted.items())
        for door in data.ground.entries[letter]
    )


def release_orders(mind: Mind, frame: Release) -> Iterator[AttrsInstance]:
    """A formation that was refused waits once for its next marker, then it forces its way; the Allied side's pick."""
    if frame.stage == release.LOSS:
        names = release.candidates(mind, frame)
        ranked = sorted(names, key=lambda name: (-value(mind.data, mind.state.board[name]), name))
        yield from (Reduce(unit=name) for name in ranked)
        return
    arrival = release.pending(mind.state, frame.formation)
    tries = arrival.tries if arrival is not None else 0
    last = mind.state.turn >= mind.data.scenarios[mind.state.scenario].last_turn
    yield Force() if tries >= _FORCED_ENTRY or last else Wait()


def free_operation(mind: Mind) -> Iterator[Activate]:
    """The formation that can do most, for Free Operations."""
    choices = activation.free_choices(mind, mind.side)
    for name in sorted(choices, key=lambda name: (-useful(mind, name), name)):
        yield Activate(formation=name)


def decide(mind: Mind, kinds: Sequence[str]) -> Iterator[AttrsInstance]:
    """What is owed while nobody acts."""
    if "buy" in kinds:
        yield buy(mind)
    if "break-down" in kinds:
        yield from defences.break_down(mind)
    if "enter-by" in kinds:
        yield enter_by(mind)
    if "join" in kinds:
        yield from joining.options(mind, mind.side)
    if "claim" in kinds:
        yield Claim()
    if "go-first" in kinds:
        yield GoFirst(first=True)
    if "activate" in kinds:
        yield from _next_reduced(mind)


def _bring_back(mind: Mind) -> Iterator[AttrsInstance]:
    """Headquarters that are due come back out of the enemy's reach, once their units have acted."""
    names = returning.due(mind, mind.side)
    waiting = activation.still_to_act(mind, mind.side) if names else ()
    orders = restoring.orders(mind, mind.side, waiting)
    yield from sorted(orders, key=lambda order: (-min(3, mind.foe_distance(order.where)), order.where))[:1]
    choices = activation.reduced_choices(mind, mind.side) if names else ()
    yield from (Activate(formation=name) for name in choices)


def _next_reduced(mind: Mind) -> Iterator[AttrsInstance]:
    """The next formation of the Reduced Efficiency phase that has anything useful to do; else done."""
    yield from _bring_back(mind)
    choices = activation.reduced_choices(mind, mind.side)
    for name in sorted(choices, key=lambda name: (-useful(mind, name), name)):
        if useful(mind, name) >= _LEAST:
            yield Activate(formation=name)
    yield Done()
