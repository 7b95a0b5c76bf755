"""How wide letters are, so that what is written fits what it is written on whatever fonts a reader has."""

from __future__ import annotations

_SANS = {
    **dict.fromkeys("ijlI.,:;'|![]()/ ", 0.31),
    **dict.fromkeys("-ftr*\u2022", 0.36),
    **dict.fromkeys("mwMW\u2026", 0.88),
}
"""Of a bold sans in shares of its size; capitals and the rest below."""
_CAPITAL, _REST = 0.70, 0.56


def ems(text: str) -> float:
    """The width of bold sans letters in shares of their size: as wide as Arial's, the narrowest that is usual."""
    return sum(_SANS.get(letter, _CAPITAL if letter.isupper() else _REST) for letter in text)


def held(text: str, size: float) -> str:
    """The attributes that hold a text to its width when a reader's font is a wider one."""
    return f' textLength="{ems(text) * size:.3g}" lengthAdjust="spacingAndGlyphs"' if len(text) > 2 else ""
