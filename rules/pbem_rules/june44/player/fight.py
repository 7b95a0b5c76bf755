"""How the player fights: attacks, the answer to one, losses, advance, air units, replacements."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import AttrsInstance

from pbem.port.player import Advice
from pbem_rules.june44.model import ALLIED, GERMAN, State
from pbem_rules.june44.player.assessment import Sense, step_value
from pbem_rules.june44.player.goals import Goals
from pbem_rules.june44.rules.air import Bombard, Contest, Fly
from pbem_rules.june44.rules.arrivals.combining import COMBINE, Combine
from pbem_rules.june44.rules.arrivals.reinforcements import LAND, Land
from pbem_rules.june44.rules.arrivals.replacements import REPLACE, Replace
from pbem_rules.june44.rules.combat.advance import Advance, may_advance
from pbem_rules.june44.rules.combat.attack import ATTACK, Attack
from pbem_rules.june44.rules.combat.defend import Defend
from pbem_rules.june44.rules.combat.lose import Lose, losses, removals
from pbem_rules.june44.rules.combat.support import defence_guns
from pbem_rules.june44.rules.combat.under_way import under_way
from pbem_rules.june44.rules.invasion import unattacked
from pbem_rules.june44.rules.lookup import SEA, cleared, face, is_artillery, off, steps
from pbem_rules.june44.rules.play import Position
from pbem_rules.shared.player import reasons
from pbem_rules.shared.player.guard import bares
from pbem_rules.shared.player.order_choice import Decision


def desk(case: Decision[State, Sense]) -> Iterator[Advice]:
    """The attacks that promise more than they cost, the most promising first; then those that have to be made."""
    sense = case.field
    must = {each.subject for each in unattacked(sense)} if sense.side == ALLIED else set()
    found = sorted(sense.prospects(), key=lambda each: (-each.worth, each.order.target, each.order.units))
    found = [each for each in found if not ATTACK.verdict(sense, each.order)]
    yield from (_advice(sense, each.order) for each in found if each.worth > 0)
    yield from (_advice(sense, each.order) for each in found if each.order.target in must)


def _advice(sense: Sense, order: Attack) -> Advice:
    return Advice(
        order=order, reason=reasons.attack([sense.name(order.target)], ATTACK.foretold(sense, order))
    )


def defend(at: Position) -> Iterator[Defend]:
    """The answer to an attack: the first artillery that can help."""
    yield from (Defend(artillery=name) for name in defence_guns(at, under_way(at))[:1])
    yield Defend()


def lose(sense: Sense) -> Iterator[Lose]:
    """Losses, the cheapest first: works before steps of full units before the last steps of good ones. Where there is no
    combat, of units that are too many in a hex the least goes."""
    if sense.state.combat is None:
        yield from sorted(removals(sense), key=lambda order: (_strength(sense, order), order.units))
        return
    yield from sorted(losses(sense), key=lambda order: (_price(sense, order), order.units))


def _strength(sense: Sense, order: Lose) -> int:
    now = face(sense.data, sense.board[order.units[0]])
    return now.attack + now.defence


def _price(at: Position, order: Lose) -> int:
    total = 0
    for name in order.units:
        unit = at.board.get(name)
        if unit is None:
            total += 3
            continue
        twice = order.units.count(name) > 1 and steps(at.data, unit) > 1
        total += step_value(at.data, unit) + (3 if twice else 0) + (1 if is_artillery(at.data, unit) else 0)
    return total


def advance(sense: Sense) -> Advance:
    """All advance into a city, a beach, or a hex nearer to their goal; otherwise nobody does, and no city is left empty."""
    on, able, ground = under_way(sense), may_advance(sense), sense.data.ground
    if bares(sense, on.origin, able, on.target):
        weakest = min(
            able, key=lambda name: (sense.defence_of((sense.board[name],), on.origin, on.side), name)
        )
        able = tuple(name for name in able if name != weakest)
    if on.target in ground.cities or on.target in ground.beaches or on.origin.startswith(SEA):
        return Advance(units=able)
    goals = Goals(sense=sense)
    if on.origin in ground.cities and on.side == GERMAN:
        return Advance()
    goal = goals.goal(sense.board[able[0]]) if able else ""
    nearer = bool(goal) and goals.way(on.target, goal) < goals.way(on.origin, goal)
    units = tuple(sense.board[name] for name in able)
    safe = sense.defence_of(units, on.target, on.side) + 2 >= sense.threat(on.target)
    return Advance(units=able) if nearer and safe else Advance()


def fly(sense: Sense) -> Iterator[Fly]:
    """Air units go over the enemy hexes most likely to be attacked, then over the entries of the Germans."""
    for where in _likely(sense):
        yield Fly(hex=where)
    for hexes in sense.data.ground.entries.values():
        yield Fly(hex=hexes[0])


def bombard(sense: Sense) -> Iterator[Bombard]:
    """Naval markers (16.4) go to beaches, the weakest landing first, then to the hexes most likely to be attacked."""
    waiting = {beach: sense.board.stack(off(beach)) for beach in sorted(sense.data.ground.beaches)}
    landings = [beach for beach, units in waiting.items() if units and not cleared(sense, beach)]
    landings.sort(key=lambda beach: sense.attack_of(waiting[beach]))
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


def contest(sense: Sense) -> Iterator[Contest]:
    """A fighter goes where most is at stake."""
    allied = Sense(data=sense.data, state=sense.state, side=ALLIED)
    hexes = [each.hex for each in sense.state.missions]
    yield from (Contest(hex=at) for at in sorted(hexes, key=lambda at: (-allied.value_of(at), at)))


def replace(sense: Sense) -> Iterator[AttrsInstance]:
    """Restore the strongest, or bring back the strongest at once; what is full comes first."""

    def key(order: Replace) -> tuple[int, int, str]:
        kind = sense.kind(order.unit)
        worth = kind.front.attack + kind.front.defence
        back = order.unit in sense.state.lost
        return (-worth - (0 if back else 3), 0 if order.full else 1, order.unit)

    yield from sorted((each for each in REPLACE.listed(sense) if isinstance(each, Replace)), key=key)


def land(sense: Sense) -> Iterator[AttrsInstance]:
    """Everybody comes ashore, armour first, on the beach nearest to an open city."""
    goals, board = Goals(sense=sense), sense.board
    wanted = [where for where in sense.cities if not sense.ours(where)]

    def key(order: Land) -> tuple[int, int, str, str]:
        beach = order.place.removeprefix(SEA)
        near = min((goals.way(beach, goal) for goal in wanted), default=0)
        crowd = 3 * len(board.at(beach)) + 5 * len(board.at(off(beach)))
        return (-sense.kind(order.unit).front.attack, near + crowd, order.unit, beach)

    yield from sorted((each for each in LAND.listed(sense) if isinstance(each, Land)), key=key)


def combine(sense: Sense) -> Iterator[AttrsInstance]:
    """Three regiments become a division at once, two only when the third is lost or far."""
    found = [each for each in COMBINE.listed(sense) if isinstance(each, Combine)]
    for order in sorted(found, key=lambda order: (-len(order.units), order.units)):
        if len(order.units) != 2 or _third_is_gone(sense, order.units):
            yield order


def _third_is_gone(at: Position, units: tuple[str, ...]) -> bool:
    if any(at.kind(name).type == "airborne" for name in units):
        return True
    parent, here, grid = at.kind(units[0]).parent, at.board[units[0]].where, at.data.ground.grid
    left = [u for u in at.board if at.kind(u.id).parent == parent and u.id not in units]
    return all(grid.distance(here, u.where) > face(at.data, u).move for u in left if ":" not in u.where)
