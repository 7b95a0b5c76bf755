"""How the demonstration player fights: attacks, the answer to one, losses, advance, air units, replacements."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import AttrsInstance

from pbem_rules.june44 import combat, combining, reinforcements, replacements, results
from pbem_rules.june44.invasion import unattacked
from pbem_rules.june44.lookup import SEA, cleared, face, is_artillery, steps
from pbem_rules.june44.model import ALLIED, GERMAN, State
from pbem_rules.june44.orders import Advance, Bombard, Contest, Defend, Done, Fly, Land, Lose, Replace
from pbem_rules.june44.player_goals import Goals
from pbem_rules.june44.player_sense import Sense, step_value
from pbem_rules.june44.printed import Data


def attack(data: Data, state: State, side: str) -> AttrsInstance:
    """The most promising attack, while there is one that promises more than it costs."""
    sense = Sense(data=data, state=state, side=side)
    must = {each.subject for each in unattacked(data, state)} if side == ALLIED else set()
    found = [each for each in sense.prospects() if each.worth > 0 or each.order.target in must]
    found.sort(key=lambda each: (-each.worth, each.order.target, each.order.units))
    for each in found:
        if not combat.check_attack(data, state, side, each.order):
            return each.order
    return Done()


def defend(data: Data, state: State) -> Iterator[Defend]:
    """The answer to an attack: the first artillery that can help, none where the attack is hopeless anyway."""
    on = results.under_way(state)
    guns = combat.defence_guns(data, state, on)
    yield from (Defend(artillery=name) for name in guns[:1])
    yield Defend()


def lose(data: Data, state: State) -> Iterator[Lose]:
    """Losses, the cheapest first: works before steps of full units before the last steps of good ones."""
    found = results.lose_options(data, state)
    yield from sorted(found, key=lambda order: (_price(data, state, order), order.units))


def _price(data: Data, state: State, order: Lose) -> int:
    total = 0
    for name in order.units:
        unit = state.board.get(name)
        if unit is None:
            total += 3
            continue
        twice = order.units.count(name) > 1 and steps(data, unit) > 1
        total += step_value(data, unit) + (3 if twice else 0) + (1 if is_artillery(data, unit) else 0)
    return total


def advance(data: Data, state: State) -> Advance:
    """Everybody goes into a city, a beach or a hex nearer to his goal; else nobody, and no city is left to its fate."""
    on = results.under_way(state)
    able = results.may_advance(data, state)
    sense = Sense(data=data, state=state, side=on.side)
    if on.target in data.ground.cities or on.target in data.ground.beaches or on.origin.startswith(SEA):
        return Advance(units=able)
    goals = Goals(sense=sense)
    if on.origin in data.ground.cities and on.side == GERMAN:
        return Advance()
    goal = goals.of.get(able[0], "") if able else ""
    nearer = bool(goal) and goals.way(on.target, goal) < goals.way(on.origin, goal)
    units = tuple(state.board[name] for name in able)
    safe = sense.defence_of(units, on.target, on.side) + 2 >= sense.threat(on.target)
    return Advance(units=able) if nearer and safe else Advance()


def fly(data: Data, state: State) -> Iterator[Fly]:
    """Air units go over the enemy hexes most likely to be attacked, then over the entries of the Germans."""
    for where in _likely(Sense(data=data, state=state, side=ALLIED)):
        yield Fly(hex=where)
    for hexes in data.ground.entries.values():
        yield Fly(hex=hexes[0])


def bombard(data: Data, state: State) -> Iterator[Bombard]:
    """Naval markers (16.4) go to beaches, the weakest landing first, then to the hexes most likely to be attacked."""
    sense = Sense(data=data, state=state, side=ALLIED)
    off = {beach: state.board.stack(f"{SEA}{beach}") for beach in sorted(data.ground.beaches)}
    landings = [beach for beach, units in off.items() if units and not cleared(state, beach)]
    landings.sort(key=lambda beach: sense.attack_of(off[beach]))
    for where in dict.fromkeys((*landings, *_likely(sense))):
        yield Bombard(hex=where)


def _likely(sense: Sense) -> list[str]:
    """The enemy hexes most likely to be attacked: many attackers near, much to win."""
    grid = sense.data.ground.grid
    rank: dict[str, int] = {}
    for target, defence in sense.enemy_defence.items():
        near = [
            sense.attack_of(u) for at, u in sense.stacks[ALLIED].items() if grid.distance(at, target) <= 2
        ]
        if near:
            rank[target] = 2 * sense.value_of(target) + max(near) - defence + len(near)
    return sorted(rank, key=lambda each: (-rank[each], each))


def contest(data: Data, state: State) -> Iterator[Contest]:
    """A fighter goes where most is at stake."""
    sense = Sense(data=data, state=state, side=ALLIED)
    hexes = [each.hex for each in state.missions]
    yield from (Contest(hex=at) for at in sorted(hexes, key=lambda at: (-sense.value_of(at), at)))


def replace(data: Data, state: State, side: str) -> Iterator[AttrsInstance]:
    """Restore the strongest, or bring back the strongest at once; what is full comes first."""

    def key(order: Replace) -> tuple[int, int, str]:
        kind = data.unit(order.unit)
        worth = kind.front.attack + kind.front.defence
        back = order.unit in state.lost
        return (-worth - (0 if back else 3), 0 if order.full else 1, order.unit)

    yield from sorted(replacements.options(data, state, side), key=key)


def land(data: Data, state: State) -> Iterator[AttrsInstance]:
    """Everybody comes ashore, armour first, on the beach nearest to an open city."""
    sense = Sense(data=data, state=state, side=ALLIED)
    goals = Goals(sense=sense)
    wanted = [where for where in sense.cities if not sense.mine(where)]

    def key(order: Land) -> tuple[int, int, str, str]:
        at = order.place.removeprefix(SEA)
        near = min((goals.way(at, goal) for goal in wanted), default=0)
        crowd = 3 * len(state.board.at(at)) + 5 * len(state.board.at(f"{SEA}{at}"))
        return (-data.unit(order.unit).front.attack, near + crowd, order.unit, at)

    yield from sorted(reinforcements.options(data, state), key=key)


def combine(data: Data, state: State) -> Iterator[AttrsInstance]:
    """Three regiments become a division at once, two only when the third is lost or far."""
    found = sorted(combining.options(data, state), key=lambda order: (-len(order.units), order.units))
    for order in found:
        if len(order.units) != 2 or _third_is_gone(data, state, order.units):
            yield order


def _third_is_gone(data: Data, state: State, units: tuple[str, ...]) -> bool:
    if any(data.unit(name).type == "airborne" for name in units):
        return True
    parent = data.unit(units[0]).parent
    left = [u for u in state.board if data.unit(u.id).parent == parent and u.id not in units]
    here = state.board[units[0]].where
    return all(
        data.ground.grid.distance(here, u.where) > face(data, u).move for u in left if ":" not in u.where
    )
