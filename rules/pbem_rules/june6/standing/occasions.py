"""Activations that can be prepared: the words for them before they come, and what is left of their orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import AttrsInstance

from pbem.bytes.values import evolve
from pbem.port.game import Secrets
from pbem.port.messages import Message
from pbem.port.standing import Occasion
from pbem_rules.june6.model import REDUCED, Activation, FreeOperation, State, View
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.combat.attack import Attack
from pbem_rules.june6.rules.lookup import activation, enemy_of, formation_of, holder, title
from pbem_rules.june6.rules.markers.activating import Activate, Fight
from pbem_rules.june6.rules.markers.activation import reduced_choices, still_to_act
from pbem_rules.june6.rules.markers.cup import (
    FREE,
    LOOSE,
    cup_of,
    formations_of,
    headquarters,
    label,
    markers_of,
)
from pbem_rules.june6.rules.movement.move import Assign, Move, Strategic
from pbem_rules.june6.rules.movement.rallying import Rally
from pbem_rules.june6.rules.movement.refitting import Refit
from pbem_rules.june6.rules.turns import Done, GoFirst
from pbem_rules.kernel.derived import derived

_IN_MOVEMENT = (Assign, Move, Strategic, Rally, Refit, Fight)
FIRST, AT_REDUCED = "first", "reduced:"


def occasions(view: View, secrets: Secrets) -> Mapping[str, Occasion]:
    """What goes on or could begin now, then what may still come up this turn, then what the next turn may bring."""
    now, still = dict(_now(view)), dict.fromkeys(_in_play(view, secrets))
    known = dict.fromkeys((*now, *still, *_known(view)))
    return {
        when: Occasion(
            title=_named(view, when),
            at=now.get(when, ""),
            units=_units(view, when, active=when in now),
            open=when in still,
        )
        for when in known
    }


def _known(view: View) -> Iterator[str]:
    yield from (*markers_of(view.data, view.side), FREE, FIRST)
    own = (each.id for each in view.data.formations.values() if each.side == view.side)
    yield from (f"{AT_REDUCED}{each}" for each in (*own, LOOSE))


def still_in_the_cup(view: View, secrets: Secrets) -> tuple[str, ...]:
    """The side's markers that are still to be drawn this turn, each once; none before its cup is filled."""
    cup = cup_of(view.state, view.side)
    opened = dict(cup.shown)
    sealed = dict(enumerate(map(str, secrets.sealed.get(label(view.state, view.side), ())), start=1))
    names = (opened.get(slot) or sealed.get(slot, "") for slot in cup.left)
    known = {*_known(view)}
    return tuple(dict.fromkeys(name for name in names if name in known))


def _in_play(view: View, secrets: Secrets) -> Iterator[str]:
    yield from still_in_the_cup(view, secrets)
    for marker in markers_of(view.data, view.side):
        if any(headquarters(view, each) is not None for each in formations_of(view.data, marker)):
            yield marker
    yield FREE
    yield from (f"{AT_REDUCED}{each}" for each in (*view.data.formations, LOOSE) if _has_units(view, each))
    yield FIRST


def _has_units(view: View, formation: str) -> bool:
    data = view.data
    if formation == LOOSE:
        return LOOSE in still_to_act(view, view.side)
    return data.formations[formation].side == view.side and any(
        name in view.state.board for name in data.formations[formation].units
    )


def _named(view: View, when: str) -> str:
    if when == FIRST:
        return Message("who goes first at reduced efficiency")
    if when.startswith(AT_REDUCED):
        formation = title(view.data, when.removeprefix(AT_REDUCED))
        return Message("{formation} at reduced efficiency", formation=formation)
    return title(view.data, when)


def members(view: View, formations: Iterable[str]) -> tuple[str, ...]:
    """The units of some formations that are on the board, by name."""
    named, of = {*formations}, _formations(view.state, view.data, view.side)
    return tuple(unit for unit, formation in of.items() if formation in named) if named else ()


@derived
def _formations(state: State, data: Data, side: str) -> Mapping[str, str]:
    """The formation of each unit of a side that is on the board."""
    own = (unit for unit in state.board if data.unit(unit.id).side == side)
    return {unit.id: formation_of(data, unit) or LOOSE for unit in own}


def _units(view: View, when: str, *, active: bool) -> tuple[str, ...]:
    """Who acts in it: those of its formations, also those that have been lost."""
    frame = activation(view.state)
    if active and isinstance(frame, Activation):
        formations = frame.formations
    elif when.startswith(AT_REDUCED):
        formations = (when.removeprefix(AT_REDUCED),)
    else:
        formations = formations_of(view.data, when) if when not in (FREE, FIRST) else ()
    printed = (
        name
        for each in formations
        if each in view.data.formations
        for name in view.data.formations[each].units
    )
    return tuple(dict.fromkeys((*members(view, formations), *printed)))


# --- what goes on -------------------------------------------------------------------------------------------------------


def _now(view: View) -> Iterator[tuple[str, str]]:
    """What goes on or could begin, each with the name that no other activation has."""
    state, side = view.state, view.side
    frame, top = activation(state), state.on_top(FreeOperation)
    if frame is not None:
        yield from _of(view, frame) if frame.side == side else ()
    elif top is not None and top.side == side:
        yield FREE, f"{state.turn}/{sum(count for _, count in state.activations)}"
    elif not state.frames and state.phase == REDUCED:
        if not state.reduced_order:
            if state.initiative == side:
                yield FIRST, f"{state.turn}/{FIRST}"
        elif state.reduced_order[0] == side:
            yield from _reduced(view, reduced_choices(view, side))


def _reduced(view: View, formations: Iterable[str]) -> Iterator[tuple[str, str]]:
    return ((f"{AT_REDUCED}{each}", f"{view.state.turn}/{AT_REDUCED}{each}") for each in formations)


def _of(view: View, frame: Activation) -> Iterator[tuple[str, str]]:
    """An activation at full efficiency is named by how many of the turn came before it, whatever marker has begun it."""
    state = view.state
    if not frame.full:
        return _reduced(view, frame.formations)
    at = f"{state.turn}/{sum(count for _, count in state.activations) - len(frame.formations)}"
    fit = (
        each
        for each in markers_of(view.data, view.side)
        if {*frame.formations} <= {*formations_of(view.data, each)}
    )
    return ((each, at) for each in (*fit, FREE))


# --- what is left of it -------------------------------------------------------------------------------------------------


def order_now(view: View, order: AttrsInstance) -> AttrsInstance | None:
    """An order of an activation as it would be given now; None where it has been carried out, or is moot."""
    state = view.state
    frame = activation(state)
    if frame is None or frame.side != view.side:
        return order if isinstance(order, Activate | GoFirst) else _with_markers(view, order)
    if isinstance(order, Activate | GoFirst) or state.on_top(Activation) is None:
        return None
    if isinstance(order, _IN_MOVEMENT) and frame.stage != "move":
        return None
    if isinstance(order, Move | Strategic):
        return None if order.unit in (*frame.moved, *frame.strategic) else order
    if isinstance(order, Attack):
        moot = order.target in frame.targets or holder(view, order.target) != enemy_of(view.side)
        return None if moot else _with_markers(view, order)
    if isinstance(order, Assign | Rally | Refit):
        return None if _needless(view, frame, order) else order
    return order if isinstance(order, Done | Fight) else None


def _needless(view: View, frame: Activation, order: Assign | Rally | Refit) -> bool:
    unit = view.state.board.get(order.unit)
    if unit is None:
        return False
    if isinstance(order, Assign):
        return unit.assigned == order.formation
    if isinstance(order, Refit):
        return not unit.reduced
    return unit.id in frame.rallied or not unit.disorder


def _with_markers(view: View, order: AttrsInstance) -> AttrsInstance:
    """An attack with as many of its air and naval markers as are left."""
    if not isinstance(order, Attack):
        return order
    return evolve(order, air=min(order.air, view.state.air), naval=min(order.naval, view.state.naval))


def distance(view: View, a: str, b: str) -> int | None:
    """In hexes; None where one of them is no hex of the map."""
    terrain = view.data.ground.terrain
    return view.data.ground.grid.distance(a, b) if a in terrain and b in terrain else None
