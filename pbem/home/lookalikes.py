"""Names as eyes read them: two that look the same are the same here, whatever letters they are written with.

The letters of the Latin, Greek and Cyrillic alphabets that look alike are listed by hand, after the classes that Unicode
Technical Standard 39 describes (Unicode Security Mechanisms, section 4, confusable detection). It is a short list, for a
warning: a name that gets past it is still a name under a key that nobody here has met, and that is said.
"""

from __future__ import annotations

import unicodedata

_TWINS = {
    # Cyrillic capitals, then small letters
    **dict(zip("АВЕЅІЈКМНОРСТУХԚԜӀҮЗЬ", "ABESlJKMHOPCTYXQWlY3b", strict=True)),
    **dict(zip("авеѕіјкмнорстухԛԝӏһԁүгпь", "abesijkmhopctyxqwlhdyrnb", strict=True)),
    # Greek capitals, then small letters
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳ", "ABEZHlKMNOPTYXCj", strict=True)),
    **dict(zip("αγηικνορτυχωϲ", "aynikvoptuxwc", strict=True)),
    # Latin among themselves; accents and strokes are left out of account
    **dict(zip("I1|ıɩ0øØłŁđĐħĦŧŦɑɡ", "llliiooOlLdDhHtTag", strict=True)),
}
_LETTERS = str.maketrans(_TWINS)
_PAIRS = (("rn", "m"), ("vv", "w"))
_LEFT_OUT = frozenset("MZCP")  # marks, spaces, what shows nothing, and punctuation


def folded(name: str) -> str:
    """The name without case, compatibility forms, spaces, points and marks: who shares it has the same name."""
    return _bare(unicodedata.normalize("NFKC", name).casefold())


def skeletons(name: str) -> frozenset[str]:
    """What eyes may see of the name, each letter replaced by the one it looks like: as it is written, and in small letters.

    A capital looks like other letters than its small one does: an I like an l.
    """
    wide = unicodedata.normalize("NFKC", name)
    return frozenset(_drawn(_bare(each)) for each in (wide, wide.casefold()))


def same(name: str, other: str) -> bool:
    """Whether two names are the same but for case, width, spaces and accents."""
    return folded(name) == folded(other)


def alike(name: str, other: str) -> bool:
    """Whether somebody who reads one may take it for the other; of the same name it is true, too."""
    return same(name, other) or not skeletons(name).isdisjoint(skeletons(other))


def told_apart(name: str, other: str) -> str:
    """The first character in which a name differs from the one that it looks like, for people; "" when there is none."""
    pairs = zip(name, other.ljust(len(name), "\0"), strict=False)
    char = next((mine for mine, theirs in pairs if mine != theirs), "")
    return described(char) if char else ""


def described(char: str) -> str:
    """A character by its number and its name in Unicode."""
    name = unicodedata.name(char, "")
    return f"U+{ord(char):04X} ({name})" if name else f"U+{ord(char):04X}"


def _drawn(text: str) -> str:
    """Each letter as the one it looks like."""
    seen = text.translate(_LETTERS).casefold()
    for pair, one in _PAIRS:
        seen = seen.replace(pair, one)
    return seen


def _bare(text: str) -> str:
    """Without marks, spaces, points and what shows nothing; a text of nothing else stays as it is."""
    apart = unicodedata.normalize("NFKD", text)
    return "".join(char for char in apart if unicodedata.category(char)[0] not in _LEFT_OUT) or text
