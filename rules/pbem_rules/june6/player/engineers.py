"""The player's engineers: Germans blow bridges that they are about to lose, the Allied side repairs and bridges rivers."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.values import evolve
from pbem_rules.june6.model import ALLIED, GERMAN, State, View
from pbem_rules.june6.player.assessment import Mind
from pbem_rules.june6.rules.engineers import bridges
from pbem_rules.june6.rules.engineers.bridges import Build, Demolish
from pbem_rules.june6.rules.ground import line_of_communication, terrain
from pbem_rules.june6.rules.lookup import holder, on_map, units_of
from pbem_rules.shared.player.game import strength

_PRESSED = 2  # an enemy so near a bridge may have it next
_BEHIND = 6  # units so near must not be cut off by a demolition
_WORTH_A_BRIDGE = 0.3


def buildings(mind: Mind) -> Iterator[Build]:
    """What Allied engineers build when everybody has moved: repairs first, then the pontoon that promises most."""
    if mind.side != ALLIED:
        return
    sites = tuple(bridges.buildings(mind.view))
    yield from (order for order in sites if terrain.edge(order.frm, order.to) in mind.state.blown)
    gains = [(_gain(mind, order), order.frm, order.to) for order in sites if _our_bank(mind, order)]
    gain, frm, to = max(gains, default=(0.0, "", ""))
    if gain > _WORTH_A_BRIDGE:
        yield Build(frm=frm, to=to)


def _our_bank(mind: Mind, order: Build) -> bool:
    """Whether friends stand on one bank only, and no bridge stands near them."""
    held = [holder(mind, hex_) == ALLIED for hex_ in (order.frm, order.to)]
    around = mind.data.ground.grid.adjacent
    banks = (order.frm, order.to, *around[order.frm], *around[order.to])
    bridged = any(terrain.bridged(mind, a, b) for a in banks for b in around[a])
    return held.count(True) == 1 and not bridged


def _gain(mind: Mind, order: Build) -> float:
    """How much more the far bank is worth to the player than the near one."""
    more = mind.pull(order.to) - mind.pull(order.frm)
    return -more if holder(mind, order.to) == ALLIED else more


def demolitions(mind: Mind) -> Iterator[Demolish]:
    """The bridges that Germans blow when their attacks are over: the enemy is near and stronger there, and nobody who
    stands near would be cut off."""
    for order in bridges.demolitions(mind.view) if mind.side == GERMAN else ():
        spots = {*mind.grid.within(order.frm, _PRESSED), *mind.grid.within(order.to, _PRESSED)}
        theirs, ours = (
            sum(strength(stacks.get(at, ()))[1] for at in spots) for stacks in (mind.theirs, mind.mine)
        )
        if theirs > ours and not _cuts_off(mind, order):
            yield order


def _cuts_off(mind: Mind, order: Demolish) -> bool:
    """Whether a unit of the player's near the bridge would lose its line of communication."""
    data, state, far = mind.data, mind.state, mind.grid.distance
    troops = [
        unit
        for unit in units_of(mind, mind.side)
        if on_map(data, unit) and min(far(unit.where, hex_) for hex_ in (order.frm, order.to)) <= _BEHIND
    ]
    before = line_of_communication.supplied(mind, troops)
    after = View(data=data, state=_without(state, terrain.edge(order.frm, order.to)))
    lines = line_of_communication.supplied(after, troops)
    return any(before[name] and not lines[name] for name in before)


def _without(state: State, bridge: str) -> State:
    if bridge in state.pontoons:
        return evolve(state, pontoons=tuple(each for each in state.pontoons if each != bridge))
    return evolve(state, blown=tuple(sorted((*state.blown, bridge))))
