"""How wide letters are, so that what is written fits what it is written on whatever fonts a reader has."""

from __future__ import annotations

_NARROW = "ijlI.,:;'|![]()/ -ftr"
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


def serif(text: str, *, bold: bool, spacing: float = 0.0) -> float:
    """The width of the letters of a map's names in shares of their size: as wide as the widest serif that is usual."""
    return sum(
        (0.4 if letter in _NARROW else 0.78 if letter.isupper() else 0.59) * (1.12 if bold else 1.0) + spacing
        for letter in text
    )


def held(text: str, size: float) -> str:
    """The attributes that hold a text to its width when a reader's font is a wider one."""
    return f' textLength="{ems(text) * size:.3g}" lengthAdjust="spacingAndGlyphs"' if len(text) > 2 else ""
