"""The player's bombardments: what the Allied markers do before anybody acts, and which guns fire on what."""

from __future__ import annotations

from collections.abc import Iterator

from pbem_rules.june6.model import Bombardment, CorpsActivation
from pbem_rules.june6.player.assessment import Mind, value
from pbem_rules.june6.player.ground import shore
from pbem_rules.june6.rules.air_and_sea import barrage, missions
from pbem_rules.june6.rules.air_and_sea.barrage import Barrage
from pbem_rules.june6.rules.air_and_sea.bombardment import ROCKETS
from pbem_rules.june6.rules.air_and_sea.missions import Bombard, Interdict
from pbem_rules.june6.rules.combat.results import SUFFER
from pbem_rules.june6.rules.combat.suffer import Suffer
from pbem_rules.june6.rules.lookup import ratings
from pbem_rules.shared.player.distances import among
from pbem_rules.shared.player.game import FAR

_KEEP = 3  # markers of each kind, for the support of combats
_FULL_SKY = 8  # with so many air markers supply is worth both that may be spent on it
_NEAR = 3  # German units farther from the front are left alone
_WORTH = 13.0  # what a stack must be worth to be bombarded from the air or the sea
_WORTH_GUNS = 18.0  # and by a headquarters whose points could still defend
_SHELTER = 4.0  # what a point of cover takes from it
_PIN = 5.0  # an armoured or fast unit is the better for being pinned


def interdictions(mind: Mind) -> Iterator[Interdict]:
    """Supply first: both markers from a clear sky, one from a poor one. Then the box of every entry where a formation has
    yet to be released; naval markers at A, where they count."""
    state, charts = mind.state, mind.data.charts
    placed = dict(state.air_interdiction)
    if missions.SUPPLY not in placed and state.air > _KEEP:
        yield Interdict(box=missions.SUPPLY, air=2 if state.air >= _FULL_SKY else 1)
    coming = (each for each in state.arrivals if each.turn == state.turn and each.release)
    letters = [each.letter for each in coming if each.letter]
    for box in charts.boxes:
        there = [letter for letter in letters if letter in box]
        if there and box not in placed and state.air > _KEEP:
            yield Interdict(box=box, air=1)
        by_sea = any(each in charts.naval_entries for each in there)
        if by_sea and not state.naval_interdiction and state.naval > _KEEP:
            yield Interdict(box=box, naval=1)


def on_stacks(mind: Mind) -> Iterator[Bombard]:
    """The best stacks near the front, each once: two naval markers where they reach, else two air markers."""
    state, front = mind.state, among(mind)
    done = {mission.target for mission in state.missions}
    for where in sorted(mind.theirs, key=lambda at: (-_worth(mind, at), at)):
        near = min(front.get(where, FAR), shore(mind.data)[where]) <= _NEAR
        if _worth(mind, where) < _WORTH or where in done or not near:
            continue
        if where in mind.data.ground.naval_range and state.naval >= _KEEP + 2:
            yield Bombard(target=where, naval=2)
        elif state.air >= _KEEP + 2:
            yield Bombard(target=where, air=2)


def _worth(mind: Mind, where: str) -> float:
    """What a stack of the enemy is worth to the side that bombards it."""
    data, total = mind.data, 0.0
    for unit in mind.state.board.stack(where):
        pin = _PIN if ratings(data, unit).armour and not unit.pinned else 0.0
        total += value(data, unit) + pin
    targets, ground = data.charts.bombing.targets, data.ground
    strong = where in ground.strongpoints and where not in mind.state.destroyed
    cover = targets.get(ground.terrain[where], 0) + (targets.get("strongpoint", 0) if strong else 0)
    return total + _SHELTER * cover


def rockets(mind: Mind) -> Iterator[Barrage]:
    """Every rocket unit that can fires on the best stack in its reach, all in one order."""
    return _salvo(mind, 0.0, of_rockets=True)


def time_on_target(mind: Mind) -> Iterator[Barrage]:
    """Headquarters whose points were not asked for fire on stacks that are worth it; the mission that a Corps Activation
    has without cost goes to the best stack."""
    free = isinstance(mind.state.frames[-1], CorpsActivation)
    return _salvo(mind, 0.0 if free else _WORTH_GUNS, of_rockets=False)


def _salvo(mind: Mind, least: float, *, of_rockets: bool) -> Iterator[Barrage]:
    best: dict[str, tuple[float, str]] = {}
    for order in barrage.barrages(mind.view):
        unit, target = barrage.parse(order.missions[0])
        worth = _worth(mind, target)
        if (mind.data.unit(unit).type == ROCKETS) == of_rockets and worth >= least:
            best[unit] = max(best.get(unit, (worth, target)), (worth, target))
    if best:
        yield Barrage(missions=tuple(f"{unit}:{target}" for unit, (_, target) in best.items()))


def hit(mind: Mind, frame: Bombardment) -> Suffer:
    """The least valuable unit takes a result; the most valuable is spared it."""
    task = frame.tasks[0]
    ranked = sorted(task.units, key=lambda name: (value(mind.data, mind.state.board[name]), name))
    return Suffer(unit=ranked[0 if task.kind == SUFFER else -1])
