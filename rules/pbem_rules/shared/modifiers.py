"""The modifiers of a die, each with its reason."""

from __future__ import annotations

from pbem.bytes.records import frozen
from pbem.port.game import Reason


def reasons(paragraph: str, *asked: tuple[object, str, int]) -> tuple[Reason, ...]:
    """Those that hold, of (whether it holds, why, its value)."""
    return tuple(Reason(paragraph=paragraph, text=why, value=value) for holds, why, value in asked if holds)


@frozen(kw_only=True)
class Throw:
    """A die that has been thrown, and its modifiers."""

    face: int
    reasons: tuple[Reason, ...] = ()

    @property
    def total(self) -> int:
        """The face with its modifiers."""
        return self.face + sum(each.value for each in self.reasons)
