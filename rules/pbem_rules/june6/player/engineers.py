"""The player's engineers: Germans blow bridges that they are about to lose, the Allied side repairs and bridges rivers."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import AttrsInstance

from pbem.bytes.values import evolve
from pbem_rules.june6.model import ALLIED, GERMAN, Activation, State, View
from pbem_rules.june6.player.assessment import Mind
from pbem_rules.june6.rules.engineers import bridges
from pbem_rules.june6.rules.engineers.bridges import Build, Demolish
from pbem_rules.june6.rules.engineers.sites import kinds as site_kinds
from pbem_rules.june6.rules.ground import line_of_communication, terrain
from pbem_rules.june6.rules.lookup import holder, on_map, ratings, units_of

_PRESSED = 2  # an enemy so near a bridge may have it next
_BEHIND = 6  # units so near must not be cut off by a demolition
_WORTH_A_BRIDGE = 0.3


def after_movement(mind: Mind, frame: Activation) -> Iterator[AttrsInstance]:
    """What Allied engineers build when everybody has moved: repairs first, then the pontoons that promise most."""
    if mind.side != ALLIED or not any(kind == "build" for kind in site_kinds(mind, frame)):
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
    near, far = order.frm, order.to
    if holder(mind, far) == ALLIED:
        near, far = far, near
    return mind.pull(far) - mind.pull(near)


def before_the_end(mind: Mind, frame: Activation) -> Iterator[AttrsInstance]:
    """The bridges that Germans blow when their attacks are over."""
    if mind.side != GERMAN or "demolish" not in site_kinds(mind, frame):
        return
    for order in bridges.demolitions(mind.view):
        if _about_to_be_lost(mind, order) and not _cuts_off(mind, order):
            yield order


def _about_to_be_lost(mind: Mind, order: Demolish) -> bool:
    """Whether the enemy is near a bridge, and stronger there."""
    data, state = mind.data, mind.state
    within = data.ground.grid.within
    strength = {ALLIED: 0, GERMAN: 0}
    for where in sorted({*within(order.frm, _PRESSED), *within(order.to, _PRESSED)}):
        for unit in state.board.stack(where):
            kind = data.unit(unit.id)
            strength[kind.side] += ratings(data, unit).cs if kind.combat else 0
    return strength[ALLIED] > strength[GERMAN]


def _cuts_off(mind: Mind, order: Demolish) -> bool:
    """Whether a unit of the player's near the bridge would lose its line of communication."""
    data, state, far = mind.data, mind.state, mind.far
    near = [
        unit
        for unit in units_of(mind, mind.side)
        if on_map(data, unit) and min(far(unit.where, hex_) for hex_ in (order.frm, order.to)) <= _BEHIND
    ]
    before = line_of_communication.supplied(mind, near)
    after = line_of_communication.supplied(
        View(data=data, state=_without(state, terrain.edge(order.frm, order.to))), near
    )
    return any(before[name] and not after[name] for name in before)


def _without(state: State, bridge: str) -> State:
    if bridge in state.pontoons:
        return evolve(state, pontoons=tuple(each for each in state.pontoons if each != bridge))
    return evolve(state, blown=tuple(sorted((*state.blown, bridge))))
