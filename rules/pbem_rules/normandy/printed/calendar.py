"""The days of the game as numbers: 1 is 1 June 1944, 92 is 31 August. Written as month and day, ``06-08``."""

from __future__ import annotations

from attrs import frozen  # noqa: TID251  # ordered

from pbem.port.messages import Message
from pbem_rules.kernel.tables import Table, wrong

MONTHS = (("06", 30), ("07", 31), ("08", 31))


def day_number(text: str) -> int | None:
    """The number of a day such as ``06-08``; None when it is not a day of the three months."""
    month, dash, day = text.partition("-")
    before = 0
    for name, days in MONTHS:
        if (name, dash) == (month, "-"):
            written = {f"{n:02}": n for n in range(1, days + 1)}
            return before + written[day] if day in written else None
        before += days
    return None


def day_name(number: int) -> str:
    """A day by its number as it is written. Raises ValueError for one outside the three months."""
    left = number
    for name, days in MONTHS:
        if 1 <= left <= days:
            return f"{name}-{left:02}"
        left -= days
    raise ValueError(f"{number} is not a day of the game")


PARTS = ("night", "am", "pm")
"""The three turns of a day, in order (5.7)."""

_PARTS = (Message("night"), Message("am"), Message("pm"))
_MONTHS = {"06": Message("June"), "07": Message("July"), "08": Message("August")}


@frozen(kw_only=True, order=True)
class Turn:
    """A turn of the game: the number of its day, and which of the three it is (0 night, 1 AM, 2 PM)."""

    day: int
    part: int

    @property
    def name(self) -> str:
        """As the data write it: ``06-06 am``."""
        return f"{day_name(self.day)} {PARTS[self.part]}"

    @property
    def title(self) -> Message:
        """As people say it: ``6 June am``."""
        month, _, day = day_name(self.day).partition("-")
        return Message("{day} {month} {part}", day=int(day), month=_MONTHS[month], part=_PARTS[self.part])

    def following(self) -> Turn:
        """The next turn."""
        last = self.part == len(PARTS) - 1
        return Turn(day=self.day + 1 if last else self.day, part=0 if last else self.part + 1)


def read_day(row: Table, key: str) -> int:
    """The number of the day under a key. Raises DataError."""
    return _read(row, key, row.text(key))


def read_turn(row: Table, key: str) -> Turn:
    """The turn under a key, written as ``06-06 am``. Raises DataError."""
    text = row.text(key)
    day, _, part = text.partition(" ")
    if part not in PARTS:
        raise wrong(row.path(key), f"{text!r} is not a turn such as 06-06 am")
    return Turn(day=_read(row, key, day), part=PARTS.index(part))


def _read(row: Table, key: str, text: str) -> int:
    found = day_number(text)
    if found is None:
        raise wrong(row.path(key), f"{text!r} is not a day such as 06-06")
    return found
