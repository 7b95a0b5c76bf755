"""Places of 6 June beside the hexes: assault hexes, written ``wave:B2107/1``, boxes and drop zones (21.1)."""

from __future__ import annotations

from pbem.bytes.records import frozen
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.printed import Beach, Data
from pbem_rules.normandy.rules.view import Position
from pbem_rules.shared.small_number import small_number

BOX, WAVE, DROP, FLEET = "box:", "wave:", "drop:", "fleet:"


@frozen(kw_only=True)
class Assault:
    """The Nth assault hex off a beach hex."""

    hex: str
    number: int

    @property
    def place(self) -> str:
        """As a place of the board."""
        return f"{WAVE}{self.hex}/{self.number}"


def assault(place: str) -> Assault | None:
    """An assault hex by its place, ``wave:B2107/1``; None for anything else."""
    where, _, last = place.removeprefix(WAVE).partition("/")
    number = small_number(last)
    return Assault(hex=where, number=number) if place.startswith(WAVE) and number is not None else None


@BOOK.rule("21.1", "19.4")
def beach_of(data: Data, where: str) -> Beach | None:
    """The beach of a landing hex; None for another hex."""
    return data.land.landings.get(where)


def box_of(at: Position, name: str) -> str:
    """The beach in whose box a unit waits, or off which it lies; empty for neither."""
    place = at.board[name].where
    if place.startswith(BOX):
        return place.removeprefix(BOX)
    lies = assault(place)
    beach = beach_of(at.data, lies.hex) if lies is not None else None
    return beach.name if beach else ""


@BOOK.rule("21.12", "N14", "N111")
def beside(at: Position, one: str, two: str) -> bool:
    """Whether two places are beside each other for a shot: hexes of the map, or a hex and what lies off it."""
    first, second = assault(one), assault(two)
    if first is None and second is None:
        return two in at.data.ground.grid.adjacent.get(one, ())
    lies, other = (first, two) if first is not None else (second, one)
    return lies is not None and lies.hex == other and lies.number <= at.state.wave


def about(at: Position, place: str) -> tuple[str, ...]:
    """Every place that is beside one."""
    lies = assault(place)
    if lies is not None:
        return (lies.hex,) if lies.number <= at.state.wave else ()
    off = (Assault(hex=place, number=n).place for n in range(1, at.state.wave + 1))
    return (*at.data.ground.grid.adjacent.get(place, ()), *off)
