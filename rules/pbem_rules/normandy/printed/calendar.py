"""The days of the game as numbers: 1 is 1 June 1944, 92 is 31 August. Written as month and day, ``06-08``."""

from __future__ import annotations

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
