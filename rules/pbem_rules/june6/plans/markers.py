"""What can be planned: the words for an activation before it comes, and the name that it has once it goes on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pbem.port.game import Secrets
from pbem.port.messages import Message
from pbem.port.plans import Occasion
from pbem_rules.june6.model import REDUCED, Activation, FreeOperation, View
from pbem_rules.june6.rules.lookup import activation, title
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

FIRST, AT_REDUCED = "first", "reduced:"


def known(view: View) -> tuple[str, ...]:
    """Every word that ``when`` may be for a side."""
    own = (each.id for each in view.data.formations.values() if each.side == view.side)
    return (
        *markers_of(view.data, view.side),
        FREE,
        FIRST,
        *(f"{AT_REDUCED}{each}" for each in (*own, LOOSE)),
    )


def in_play(view: View, secrets: Secrets) -> Mapping[str, str]:
    """What may still come up this turn, then what the next turn may bring, then the Reduced Efficiency phase."""
    return {when: _named(view, when) for when in dict.fromkeys(_in_play(view, secrets))}


def still_in_the_cup(view: View, secrets: Secrets) -> tuple[str, ...]:
    """The side's markers that are still to be drawn this turn, each once; none before its cup is filled."""
    cup = cup_of(view.state, view.side)
    opened = dict(cup.shown)
    sealed = dict(enumerate(map(str, secrets.sealed.get(label(view.state, view.side), ())), start=1))
    names = (opened.get(slot) or sealed.get(slot, "") for slot in cup.left)
    return tuple(dict.fromkeys(name for name in names if name in known(view)))


def _in_play(view: View, secrets: Secrets) -> Iterator[str]:
    yield from still_in_the_cup(view, secrets)
    for marker in markers_of(view.data, view.side):
        if any(headquarters(view, each) is not None for each in formations_of(view.data, marker)):
            yield marker
    yield FREE
    there = {each for each in (*view.data.formations, LOOSE) if _has_units(view, each)}
    yield from (f"{AT_REDUCED}{each}" for each in (*view.data.formations, LOOSE) if each in there)
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


# --- what goes on -------------------------------------------------------------------------------------------------------


def occasion(view: View) -> Occasion | None:
    """What goes on that a side may have planned."""
    state, side = view.state, view.side
    frame = activation(state)
    if frame is not None:
        return _of(view, frame) if frame.side == side else None
    top = state.on_top(FreeOperation)
    if top is not None and top.side == side:
        name = f"{state.turn}/{sum(count for _, count in state.activations)}"
        return Occasion(begins=((FREE, name),))
    if state.frames or state.phase != REDUCED:
        return None
    if not state.reduced_order:
        return Occasion(begins=((FIRST, f"{state.turn}/{FIRST}"),)) if state.initiative == side else None
    if state.reduced_order[0] != side:
        return None
    return Occasion(begins=tuple(_reduced(view, reduced_choices(view, side))))


def _reduced(view: View, formations: Iterable[str]) -> Iterator[tuple[str, str]]:
    return ((f"{AT_REDUCED}{each}", f"{view.state.turn}/{AT_REDUCED}{each}") for each in formations)


def _of(view: View, frame: Activation) -> Occasion:
    """An activation at full efficiency is named by how many of the turn came before it, whatever marker has begun it."""
    state = view.state
    if not frame.full:
        begins = tuple(_reduced(view, frame.formations))
        return Occasion(begins=begins, at=begins[0][1])
    at = f"{state.turn}/{sum(count for _, count in state.activations) - len(frame.formations)}"
    fit = (
        each
        for each in markers_of(view.data, view.side)
        if {*frame.formations} <= {*formations_of(view.data, each)}
    )
    return Occasion(begins=tuple((each, at) for each in fit), at=at)
