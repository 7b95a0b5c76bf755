"""Restricted Allied units (3.6), and the order ``release``."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import Unit
from pbem_rules.darkdecember.printed.data import ALLIED, GERMAN, Ground
from pbem_rules.darkdecember.rules.play import Play
from pbem_rules.darkdecember.rules.view import Position, View
from pbem_rules.kernel.derived import derived
from pbem_rules.shared.orders import Kind, broken

_DATES = {"11Arm": "29 Dec AM", "17": "1 Jan AM"}
"""When formations are released (3.6b)."""
_VOLUNTARY = "3 Jan AM"
_BRIGADE = "29Br"


@frozen(kw_only=True)
class Release:
    """One restricted US unit is released of the Allied side's own will, in a morning from 3 January on (3.6)."""

    unit: str


RELEASE = Kind[Release, View, Play](Release, early="3.6", exact=True)


def restricted(position: Position, unit: Unit) -> bool:
    """Whether a unit is restricted and has not been released."""
    kind = position.data.units.get(unit.id)
    return kind is not None and kind.restricted and not unit.free and not released(position, unit.id)


@BOOK.rule("3.6a")
def all_released(position: Position) -> bool:
    """Whether losses have released everybody."""
    return position.state.allied_losses > position.data.charts.numbers.losses_release


@BOOK.rule("3.6b")
def released(position: Position, name: str) -> bool:
    """Whether losses or the date have released a unit."""
    date = _DATES.get(position.kind(name).formation, "")
    return all_released(position) or (bool(date) and position.turn > position.data.turns.index(date))


@derived
def near_meuse(ground: Ground, reach: int) -> frozenset[str]:
    """The hexes so near to the west side of the Meuse, itself included."""
    return frozenset(where for bank in ground.behind_meuse for where in ground.grid.within(bank, reach))


@BOOK.rule("3.6a", "N5")
def active(position: Position) -> bool:
    """Whether restricted units may move."""
    near = near_meuse(position.data.ground, position.data.charts.numbers.german_near_meuse)
    return any(unit.where in near and not position.lacks_supply(unit.id) for unit in position.units(GERMAN))


@BOOK.rule("3.6")
def waits(position: Position, unit: Unit) -> bool:
    """Whether a unit may not move at all."""
    return restricted(position, unit) and unit.entered != position.turn and not active(position)


def own_bank(position: Position, name: str) -> tuple[frozenset[str], str]:
    """Where a restricted unit may be, and the paragraph that says so."""
    ground = position.data.ground
    return (ground.behind_semois, "3.6b") if position.nation(name) == "us" else (ground.behind_meuse, "3.6a")


@BOOK.rule("3.6a", "3.6b", "N69", "N84")
def across(position: Position, unit: Unit, frm: str, to: str) -> Iterator[Violation]:
    """A step to ground that is closed to a restricted unit; who arrives on it goes on in that turn."""
    if not restricted(position, unit):
        return
    bank, paragraph = own_bank(position, unit.id)
    if to not in bank and (frm in bank or unit.entered != position.turn):
        said = Message("{unit} is restricted: {hex} is across its river", unit=unit.id, hex=to)
        yield broken(paragraph, said, unit.id)


@BOOK.rule("3.6a")
def wake_brigade(play: Play) -> None:
    """The brigade as Allied movement begins."""
    unit, far = play.board.get(_BRIGADE), play.data.ground.grid.distance
    if unit is None or unit.free or play.state.half != ALLIED:
        return
    reach = play.data.charts.numbers.brigade_29_near
    germans = (each for each in play.units(GERMAN) if not play.lacks_supply(each.id))
    if any(far(unit.where, each.where) <= reach for each in germans):
        play.mark(_BRIGADE, free=True)


# --- the order ---------------------------------------------------------------------------------------------------------


def _candidates(view: View) -> list[str]:
    if view.side != ALLIED or view.state.released or view.turn <= view.data.turns.index(_VOLUNTARY):
        return []
    if not view.data.turns[view.turn - 1].endswith("AM"):
        return []
    return [unit.id for unit in view.units(ALLIED) if restricted(view, unit) and view.nation(unit.id) == "us"]


@RELEASE.wrong
@BOOK.rule("3.6")
def not_to_be_released(view: View, order: Release) -> Iterator[Violation]:
    if order.unit not in _candidates(view):
        said = Message("{unit} cannot be released now", unit=order.unit)
        yield broken("3.6", said, order.unit)


@RELEASE.legal
def releases(view: View) -> Iterator[Release]:
    yield from (Release(unit=name) for name in _candidates(view))


@RELEASE.carry_out
def release(play: Play, order: Release) -> None:
    play.mark(order.unit, free=True)
    play.change(released=True)
    said = Message("{unit} is released.", unit=order.unit)
    play.say("released", said, "3.6", side=ALLIED, units=(order.unit,), hexes=(play.unit(order.unit).where,))
