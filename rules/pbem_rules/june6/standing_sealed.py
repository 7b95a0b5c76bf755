"""Standing orders sealed for a turn: the option ``standing = "sealed"`` (N203).

After the purchases each side seals its sheet, one commitment for each part. Opening a part, and carrying it out, is in
:mod:`standing_follow`.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import FormatError, Violation
from pbem.bytes.values import evolve
from pbem.port.game import Conceal, Sealed, Slip, Step
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, GERMAN, STANDING, Instructed, State
from pbem_rules.june6.orders import Standing
from pbem_rules.june6.printed import Data, Option
from pbem_rules.june6.setup import option
from pbem_rules.june6.standing_sheet import HAND_BACK, TABLES, slips

PARTS = ("losses", "retreat", "counterattack", "rout", "storm", "initiative")
"""The parts of a sealed sheet, by slot from 1."""

OPTION = Option(
    name="standing",
    values=("private", "sealed"),
    default="private",
    text="Standing orders stay with their owner, or each side seals them for the turn: a part is opened when it is first "
    "asked, and from then on both programs carry it out without a mail.",
    paragraph="N203",
)
_HIDDEN = {"counterattack": ("mode",), "initiative": ("marker",)}
"""Keys that are no part of what is sealed: they answer demands that are secret themselves."""


def on(data: Data, state: State) -> bool:
    """Whether standing orders are sealed in this game."""
    return state.scenario in data.scenarios and option(data, state, OPTION.name) == "sealed"


# --- parts ------------------------------------------------------------------------------------------------------------


def part(sheet: Mapping[str, Json], name: str) -> dict[str, Json]:
    """What a sheet says in one part: that table without its hidden keys, and what hands everything back."""
    found = {HAND_BACK: sheet[HAND_BACK]} if HAND_BACK in sheet else {}
    table = sheet.get(name)
    if isinstance(table, dict):
        kept = {key: value for key, value in table.items() if key not in _HIDDEN.get(name, ())}
        found[name] = kept
    return {key: value for key, value in found.items() if value}


def sealable(sheet: Mapping[str, Json]) -> dict[str, Json]:
    """A sheet cut down to its parts."""
    whole: dict[str, Json] = {}
    for name in PARTS:
        whole.update(part(sheet, name))
    return whole


def part_slips(data: Data, side: str, name: str, value: Json) -> tuple[Slip, ...]:
    """Why a value is no part of this name; none when it is."""
    if not isinstance(value, dict):
        return (Slip(path=(), message="a part of standing orders is a table."),)
    found = slips(data, side, value, only=(name,))
    if not found and part(value, name) != value:
        found = (Slip(path=(name,), message=f"the part {name} has keys that are not sealed, or are empty."),)
    return found


# --- sealing ----------------------------------------------------------------------------------------------------------


def owner(state: State) -> str:
    """The side that has to seal its sheet now, the German first; empty when nobody has."""
    if state.phase != STANDING:
        return ""
    done = {each.side for each in state.sheets if each.turn == state.turn}
    return next((side for side in (GERMAN, ALLIED) if side not in done), "")


def label(turn: int, side: str) -> str:
    """The label under which a side seals the sheet of a turn."""
    return f"standing/t{turn}/{side}"


@BOOK.rule("N203", text="Each side seals its standing orders for the turn, before anybody acts.")
def demand(state: State) -> Conceal:
    """What is owed in the phase."""
    side = owner(state)
    why = "the standing orders of this turn"
    return Conceal(side=side, kind="standing", at=label(state.turn, side), why=why, paragraph="N203")


def read(order: Standing) -> dict[str, Json]:
    """The sheet in an order. Raises FormatError for what is no canonical JSON object."""
    return canon.decode(order.sheet.encode()) if order.sheet else {}


def order_of(sheet: Mapping[str, Json]) -> Standing:
    """The order that seals a sheet."""
    whole = sealable(sheet)
    return Standing(sheet=canon.encode(whole).decode() if whole else "")


def wrong(data: Data, state: State, side: str, order: Standing) -> tuple[Violation, ...]:
    """Everything wrong with a sheet to be sealed."""
    if owner(state) != side:
        said = "no standing orders are to be sealed by you now"
        return (Violation(paragraph="N203", message=said, subject=side),)
    try:
        sheet = read(order)
    except FormatError as error:
        said = f"this is no sheet: {error.message} Let pbem standing follow write it"
        return (Violation(paragraph="N203", message=said),)
    known = [name for name in sheet if name in TABLES and name not in PARTS]
    found = [f"{name} is not sealed; leave it out" for name in known]
    found.extend(slip.message.rstrip(".") for slip in slips(data, side, sheet))
    if not found and sealable(sheet) != sheet:
        found.append("it has keys that are not sealed, or are empty")
    return tuple(Violation(paragraph="N203", message=said) for said in found)


def conceal(state: State, order: Standing) -> tuple[str, tuple[Json, ...]]:
    """The label and the parts of a sheet."""
    sheet = read(order)
    return label(state.turn, owner(state)), tuple(part(sheet, name) for name in PARTS)


def sealing(state: State, action: Sealed) -> bool:
    """Whether this is the sealing that is due."""
    side = owner(state)
    return bool(side) and (action.side, action.at, action.count) == (
        side,
        label(state.turn, side),
        len(PARTS),
    )


def seal(state: State, action: Sealed) -> Step[State]:
    """The state with the sheet in it, unread."""
    sheet = Instructed(side=action.side, turn=state.turn)
    return Step(state=evolve(state, sheets=(*state.sheets, sheet)))
