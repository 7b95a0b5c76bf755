"""Small questions about a state that every module asks: who stands where, whose side, which ratings, who controls whom.

Nothing here decides a rule; each function reads the printed values and the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.messages import Message, Series
from pbem_rules.june6.model import ALLIED, GERMAN, Activation, CorpsActivation, Frame, Position, State, Unit
from pbem_rules.june6.printed.data import Data, Ratings
from pbem_rules.june6.words import AND, word
from pbem_rules.shared.orders import not_own


def enemy_of(side: str) -> str:
    """The other side."""
    return GERMAN if side == ALLIED else ALLIED


def ratings(data: Data, unit: Unit) -> Ratings:
    """The face that is up: full strength or reduced, with no marker's effect applied."""
    kind = data.unit(unit.id)
    return kind.reduced if unit.reduced and kind.reduced is not None else kind.full


def side_of(data: Data, unit: str) -> str:
    """Whose unit it is."""
    return data.unit(unit).side


def formation_of(data: Data, unit: Unit) -> str:
    """The formation it belongs to this turn (6.13a, 6.14)."""
    return unit.assigned or unit.corps or data.unit(unit.id).formation


def waits(unit: Unit) -> str:
    """What keeps a unit out of full activations: a word for its marker, or ``""`` (3.63, N12)."""
    if not unit.efficiency:
        return Message("at reduced efficiency")
    return Message("isolated") if unit.isolated else Message("scattered") if unit.scattered else ""


def units_at(state: State, where: str) -> tuple[Unit, ...]:
    """The units in a place, in the board's pinned order."""
    return state.board.stack(where)


def units_of(at: Position, side: str) -> tuple[Unit, ...]:
    """Every unit of a side on the board, in order of id, off-map places included."""
    kinds, pieces = at.data.units, at.state.board.pieces
    return tuple(pieces[name] for name in sorted(pieces) if kinds[name].side == side)


def on_map(data: Data, unit: Unit) -> bool:
    """Whether it stands in a hex (not in a box or at an entry)."""
    return ":" not in unit.where


def holder(at: Position, where: str) -> str:
    """The side whose units stand in a place, or ``""``."""
    found = at.state.board.at(where)
    return at.data.unit(found[0]).side if found else ""


_GROUPS = {
    "corps/us": "US corps",
    "corps/commonwealth": "Commonwealth corps",
    "corps/german": "German corps",
    "free": "Free Operations",
    "loose": "Units without a headquarters",
}


_CORPS_ACTIVATION = "corps-activation/"


def corps_activation_of(marker: str) -> tuple[str, tuple[str, ...]] | None:
    """The corps and the divisions that a Corps Activation names (7.5); None for any other marker."""
    if not marker.startswith(_CORPS_ACTIVATION):
        return None
    corps, named, names = marker.removeprefix(_CORPS_ACTIVATION).partition(":")
    return corps, tuple(names.split(",")) if named else ()


def corps_activation(state: State) -> CorpsActivation | None:
    """The Corps Activation under way, also while one of its formations acts; None when there is none."""
    for frame in state.frames:
        if isinstance(frame, CorpsActivation):
            return frame
    return None


def title(data: Data, formation: str) -> str:
    """A formation or marker as people call it: ``82nd Airborne Division``."""
    whole = corps_activation_of(formation)
    if whole is not None:
        return Message("Corps Activation of {corps}", corps=title(data, whole[0]))
    known = data.formations.get(formation)
    return known.name if known is not None else word(_GROUPS.get(formation, formation))


def marker_name(name: str) -> str:
    """A marker in as few words as do: a formation by its number, ``3 Cdn``."""
    return word(_GROUPS.get(name, name))


def unfit_staff(at: Position, formation: str) -> Message:
    """Why the headquarters of a formation wakes nobody at full efficiency (5.17, 7.12)."""
    found = at.data.formations.get(formation)
    staff = at.state.board.get(found.hq) if found is not None and found.hq else None
    if staff is None:
        return Message("its headquarters is not in play")
    marks = ((word("isolated"), staff.isolated), (word("at Reduced Efficiency"), not staff.efficiency))
    carried = Series((said for said, there in marks if there), AND)
    if not carried:
        return Message("its headquarters was not fit to act when the turn began")
    return Message("its headquarters is {marks}", marks=carried)


def titles(data: Data, formations: Iterable[str]) -> str:
    """Several of them, joined with commas."""
    return Series(title(data, formation) for formation in formations)


def activation(state: State) -> Activation | None:
    """The innermost activation on the stack, also under a combat."""
    for frame in reversed(state.frames):
        if isinstance(frame, Activation):
            return frame
    return None


def top(state: State, frame: Frame) -> State:
    """The state with its last frame replaced."""
    return evolve(state, frames=(*state.frames[:-1], frame))


def absent(at: Position, side: str, name: str, paragraph: str) -> Iterator[Violation]:
    """Why a name is not a unit of the side in a hex."""
    unit, kind = at.state.board.get(name), at.data.units.get(name)
    own = kind is not None and kind.side == side
    if unit is None or not own or not on_map(at.data, unit):
        yield not_own(paragraph, name, known=kind is not None, own=own)
