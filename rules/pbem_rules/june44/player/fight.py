"""How the player fights: the answer to an attack, losses, advance, air units, replacements, landings."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import AttrsInstance

from pbem_rules.june44.model import GERMAN, Unit
from pbem_rules.june44.player.front import Front
from pbem_rules.june44.player.moves import Ends
from pbem_rules.june44.printed.data import Data
from pbem_rules.june44.rules.air import Bombard, Contest, Fly
from pbem_rules.june44.rules.arrivals.combining import COMBINE, Combine
from pbem_rules.june44.rules.arrivals.reinforcements import LAND, Land
from pbem_rules.june44.rules.arrivals.replacements import REPLACE, Replace
from pbem_rules.june44.rules.combat.advance import Advance, may_advance
from pbem_rules.june44.rules.combat.defend import Defend
from pbem_rules.june44.rules.combat.lose import Lose, losses, removals
from pbem_rules.june44.rules.combat.support import defence_guns
from pbem_rules.june44.rules.combat.under_way import under_way
from pbem_rules.june44.rules.lookup import SEA, face, is_artillery, off, steps
from pbem_rules.june44.rules.play import Position
from pbem_rules.june44.rules.zones import front as line
from pbem_rules.shared.player.game import FAR, strength
from pbem_rules.shared.player.guard import bares
from pbem_rules.shared.player.sectors import bound

_NEAR = 2


def defend(at: Position) -> Iterator[Defend]:
    """The answer to an attack: the first artillery that can help."""
    yield from (Defend(artillery=name) for name in defence_guns(at, under_way(at))[:1])
    yield Defend()


def lose(front: Front) -> Iterator[Lose]:
    """Losses, the cheapest first: works before steps of full units before the last steps of good ones. Where there is no
    combat, of units that are too many in a hex the least goes."""
    if front.state.combat is None:
        units = {order: front.piece(front.board[order.units[0]]) for order in removals(front)}
        yield from sorted(units, key=lambda order: (sum(strength((units[order],))), order.units))
        return
    yield from sorted(losses(front), key=lambda order: (_price(front, order), order.units))


def _price(at: Position, order: Lose) -> int:
    total = 0
    for name in order.units:
        unit = at.board.get(name)
        twice = unit is not None and order.units.count(name) > 1 and steps(at.data, unit) > 1
        total += 3 if unit is None else _step(at.data, unit) + 3 * twice + is_artillery(at.data, unit)
    return total


def _step(data: Data, unit: Unit) -> int:
    """What a unit loses with its next step, in points of attack and defence; more when it is its last."""
    now, back = face(data, unit), data.unit(unit.id).back
    if back is None or unit.reduced:
        return now.attack + now.defence + 2
    return now.attack - back.attack + now.defence - back.defence


def advance(front: Front) -> Advance:
    """All advance into a city, a beach, or a hex nearer to their goal; otherwise nobody does, and no city is left empty."""
    on, able, ground = under_way(front), may_advance(front), front.data.ground
    if bares(front, on.origin, able, on.target):
        weakest = min(able, key=lambda name: (face(front.data, front.board[name]).defence, name))
        able = tuple(name for name in able if name != weakest)
    if on.target in ground.cities or on.target in ground.beaches or on.origin.startswith(SEA):
        return Advance(units=able)
    if not able or (on.origin in ground.cities and on.side == GERMAN):
        return Advance()
    way = front.ways(bound(front, front.group(able[0])))
    own = sum(face(front.data, front.board[name]).defence for name in able) + front.bonus(on.target, on.side)
    safe = own + 2 >= Ends(field=front).threat(on.target)
    return Advance(units=able) if safe and way.get(on.target, FAR) < way.get(on.origin, FAR) else Advance()


def fly(front: Front) -> Iterator[Fly]:
    """Air units go over the enemy hexes most likely to be attacked, then over the entries of the Germans."""
    for where in _likely(front):
        yield Fly(hex=where)
    for hexes in front.data.ground.entries.values():
        yield Fly(hex=hexes[0])


def bombard(front: Front) -> Iterator[Bombard]:
    """Naval markers (16.4) go to beaches, the weakest landing first, then to the hexes most likely to be attacked."""
    for where in dict.fromkeys((*front.landings, *_likely(front))):
        yield Bombard(hex=where)


def _likely(front: Front) -> list[str]:
    """The enemy hexes most likely to be attacked: many attackers near, much to win."""
    rank: dict[str, int] = {}
    for target in sorted(line(front).held[front.enemy]):
        near = [
            strength(stack)[0]
            for at, stack in front.mine.items()
            if ":" not in at and front.grid.distance(at, target) <= _NEAR
        ]
        if near:
            worth = front.aims[target].worth if target in front.aims else 0
            defence = strength(front.theirs.get(target, ()))[1] + front.bonus(target, front.enemy)
            rank[target] = 4 * worth + max(near) - defence + len(near)
    return sorted(rank, key=lambda each: (-rank[each], each))


def contest(front: Front) -> Iterator[Contest]:
    """A fighter goes where most is at stake."""
    hexes = [each.hex for each in front.state.missions]
    worth = {at: front.aims[at].worth if at in front.aims else 0 for at in hexes}
    yield from (Contest(hex=at) for at in sorted(hexes, key=lambda at: (-worth[at], at)))


def replace(front: Front) -> Iterator[AttrsInstance]:
    """Restore the strongest, or bring back the strongest at once; what is full comes first."""

    def key(order: Replace) -> tuple[int, int, str]:
        kind = front.kind(order.unit)
        worth = kind.front.attack + kind.front.defence
        back = order.unit in front.state.lost
        return (-worth - (0 if back else 3), 0 if order.full else 1, order.unit)

    yield from sorted((each for each in REPLACE.listed(front) if isinstance(each, Replace)), key=key)


def land(front: Front) -> Iterator[AttrsInstance]:
    """Everybody comes ashore, armour first, on the beach nearest to an open city."""
    board = front.board
    wanted = [where for where, aim in front.aims.items() if not aim.held]

    def key(order: Land) -> tuple[int, int, str, str]:
        beach = order.place.removeprefix(SEA)
        near = min((front.ways(goal).get(beach, FAR) for goal in wanted), default=0)
        crowd = 3 * len(board.at(beach)) + 5 * len(board.at(off(beach)))
        return (-front.kind(order.unit).front.attack, near + crowd, order.unit, beach)

    yield from sorted((each for each in LAND.listed(front) if isinstance(each, Land)), key=key)


def combine(front: Front) -> Iterator[AttrsInstance]:
    """Three regiments become a division at once, two only when the third is lost or far."""
    found = [each for each in COMBINE.listed(front) if isinstance(each, Combine)]
    for order in sorted(found, key=lambda order: (-len(order.units), order.units)):
        if len(order.units) != 2 or _third_is_gone(front, order.units):
            yield order


def _third_is_gone(at: Position, units: tuple[str, ...]) -> bool:
    if any(at.kind(name).type == "airborne" for name in units):
        return True
    parent, here, grid = at.kind(units[0]).parent, at.board[units[0]].where, at.data.ground.grid
    left = [u for u in at.board if at.kind(u.id).parent == parent and u.id not in units]
    return all(grid.distance(here, u.where) > face(at.data, u).move for u in left if ":" not in u.where)
