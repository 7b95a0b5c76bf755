"""The player's bombardments: what the Allied markers do before anybody acts, and which guns fire on what."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import AttrsInstance

from pbem_rules.june6.model import GERMAN, Bombardment, Unit, View
from pbem_rules.june6.player.assessment import Mind, value
from pbem_rules.june6.player.ground import FAR, shore
from pbem_rules.june6.rules.air_and_sea import barrage, missions
from pbem_rules.june6.rules.air_and_sea.barrage import Barrage
from pbem_rules.june6.rules.air_and_sea.bombardment import ROCKETS
from pbem_rules.june6.rules.air_and_sea.missions import Bombard, Interdict
from pbem_rules.june6.rules.combat.results import SUFFER
from pbem_rules.june6.rules.combat.suffer import Suffer
from pbem_rules.june6.rules.lookup import ratings, units_of
from pbem_rules.june6.rules.turns import Done

_KEEP_AIR, _KEEP_NAVAL = 3, 3  # for the support of combats
_FULL_SKY = 8  # with so many air markers supply is worth both that may be spent on it
_NEAR = 3  # German units farther from the front are left alone
_WORTH = 13.0  # what a stack must be worth to be bombarded from the air or the sea
_WORTH_GUNS = 18.0  # and by a headquarters whose points could still defend
_SHELTER = 4.0  # what a point of cover takes from it
_PIN = 5.0  # an armoured or fast unit is the better for being pinned


def declare(mind: Mind) -> Iterator[AttrsInstance]:
    """The next mission of the Allied phase, or that it is over: supply, entries, then stacks near the front."""
    yield from _on_supply(mind)
    yield from _on_entries(mind)
    yield from _on_stacks(mind)
    yield Done()


def _on_supply(mind: Mind) -> Iterator[Interdict]:
    """Both markers from a clear sky, one from a poor one."""
    state = mind.state
    if missions.SUPPLY not in dict(state.air_interdiction) and state.air > _KEEP_AIR:
        yield Interdict(box=missions.SUPPLY, air=2 if state.air >= _FULL_SKY else 1)


def _on_entries(mind: Mind) -> Iterator[Interdict]:
    """A marker in the box of every entry where a formation has yet to be released; naval ones at A, where they count."""
    state, data = mind.state, mind.data
    placed = dict(state.air_interdiction)
    letters = [
        each.letter for each in state.arrivals if each.turn == state.turn and each.release and each.letter
    ]
    for box in data.charts.boxes:
        if box not in placed and state.air > _KEEP_AIR and any(letter in box for letter in letters):
            yield Interdict(box=box, air=1)
        by_sea = any(letter in data.charts.naval_entries for letter in letters if letter in box)
        if by_sea and not state.naval_interdiction and state.naval > _KEEP_NAVAL:
            yield Interdict(box=box, naval=1)


def _on_stacks(mind: Mind) -> Iterator[Bombard]:
    """The best stacks in turn, each once: two naval markers where they reach, else two air markers."""
    state = mind.state
    done = {mission.target for mission in state.missions}
    front = [
        unit.where for unit in units_of(View(data=mind.data, state=state), mind.side) if ":" not in unit.where
    ]
    for worth, where in sorted(_stacks(mind, GERMAN), reverse=True):
        near = shore(mind.data).get(where, FAR) <= _NEAR or any(mind.far(where, at) <= _NEAR for at in front)
        if worth < _WORTH or where in done or not near:
            continue
        if where in mind.data.ground.naval_range and state.naval >= _KEEP_NAVAL + 2:
            yield Bombard(target=where, naval=2)
        elif state.air >= _KEEP_AIR + 2:
            yield Bombard(target=where, air=2)


def _stacks(mind: Mind, side: str) -> list[tuple[float, str]]:
    """What every stack of a side is worth to the side that bombards it, with its hex."""
    found: dict[str, float] = {}
    for unit in units_of(mind, side):
        if ":" not in unit.where:
            found[unit.where] = found.get(unit.where, 0.0) + _target_value(mind, unit)
    return [(worth + _SHELTER * _cover(mind, where), where) for where, worth in found.items()]


def _target_value(mind: Mind, unit: Unit) -> float:
    face = ratings(mind.data, unit)
    pin = _PIN if face.armour and not unit.pinned else 0.0
    return value(mind.data, unit) + pin


def _cover(mind: Mind, where: str) -> int:
    targets = mind.data.charts.bombing.targets
    strong = where in mind.data.ground.strongpoints and where not in mind.state.destroyed
    return targets.get(mind.data.ground.terrain[where], 0) + (targets.get("strongpoint", 0) if strong else 0)


# --- guns -------------------------------------------------------------------------------------------------------------


def rockets(mind: Mind) -> Iterator[Barrage]:
    """Every rocket unit that can fires on the best stack in its reach, all in one order."""
    yield from _salvo(mind, wanted=0.0, of_rockets=True)


def time_on_target(mind: Mind) -> Iterator[Barrage]:
    """Headquarters whose points were not asked for fire on stacks that are worth it."""
    yield from _salvo(mind, wanted=_WORTH_GUNS, of_rockets=False)


def _salvo(mind: Mind, *, wanted: float, of_rockets: bool) -> Iterator[Barrage]:
    worth = {where: each for each, where in _stacks(mind, mind.enemy)}
    best: dict[str, str] = {}
    for order in barrage.barrages(mind.view):
        unit, target = barrage.parse(order.missions[0])
        fits = (mind.data.unit(unit).type == ROCKETS) == of_rockets and worth[target] >= wanted
        if fits and (unit not in best or worth[target] > worth[best[unit]]):
            best[unit] = target
    if best:
        yield Barrage(missions=tuple(f"{unit}:{target}" for unit, target in best.items()))


# --- what is hit ------------------------------------------------------------------------------------------------------


def choose(mind: Mind) -> Iterator[Suffer]:
    """The least valuable unit takes a result; the most valuable is spared it."""
    frame = mind.state.on_top(Bombardment)
    if frame is None or not frame.tasks:
        return
    task = frame.tasks[0]
    ranked = sorted(task.units, key=lambda name: (value(mind.data, mind.state.board[name]), name))
    yield from (Suffer(unit=name) for name in (ranked if task.kind == SUFFER else ranked[::-1]))
