"""Other languages for tests: a pseudo-locale that shows what stands in no catalogue, and words that must not be seen.

The pseudo-locale puts each template of the catalogues in letters of double width and makes it 140 % as long; what stands in
its holes stays. What is still in plain letters came past the catalogues, unless it is a name or what somebody types.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from gettext import NullTranslations

import pytest

from pbem.port import messages
from pbem.port.messages import Catalogue

LONGER = 0.4
"""How much longer a text is made."""
_HOLE = re.compile(r"(\{[^{}]*\})")
_WIDE = {ord(each): ord(each) + 0xFEE0 for each in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"}
ENGLISH = re.compile(
    r"\b(?:the|your|you|of|and|with|without|this|that|which|from|every|what|who|is|are|was|were|has|have|not|in|on|for|by|"
    r"at|it|or|be|been|wins|after|before|an|there|nobody|nothing|only|signed|roll|rolls|dice|game|entry|entries|files|"
    r"victory|here|holds|each|their|they|answer|out|chance|turn file|luck|luckier|odds|against|terrain|cohesion)\b"
)
"""Words that no Spanish sentence has. ``no``, ``a``, ``come``, ``is`` as letters of a code and the like are Spanish, too."""
TYPED = re.compile(
    r'"[^"]*"|`[^`]*`|--[a-z-]+|\bpbem(?: [a-z-]+)+|\([^()]*pbem [^()]*\)|\S+\.(?:pbem|toml|eml|svg|md|paper|challenge)\b'
)
"""What somebody types, or a file's name: the same in every language."""


def widened(text: str) -> str:
    """A template in letters of double width, made longer; its holes stay."""
    parts = [part if part.startswith("{") else part.translate(_WIDE) for part in _HOLE.split(text)]
    letters = sum(len(part) for part in parts if not part.startswith("{"))
    end = len(text) - len(text.rstrip())
    more = "\u00b7" * round(letters * LONGER)
    whole = "".join(parts)
    return (
        f"{whole[: len(whole) - end]}{more}{whole[len(whole) - end :]}"
        if any(map(str.isalpha, text))
        else text
    )


class Pseudo(NullTranslations):
    """The pseudo-locale of what some catalogues have."""

    def __init__(self, known: frozenset[str]) -> None:
        super().__init__()
        self._known = known

    def gettext(self, message: str) -> str:
        """The template, widened; nothing when it is not known."""
        return widened(message) if message in self._known else ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The template for a number."""
        return self.gettext(msgid1) if n == 1 else widened(msgid2) if msgid1 in self._known else ""


def pseudo(code: str, *packages: str) -> Catalogue:
    """What ``catalogue`` gives, as a pseudo-locale."""
    found = []
    for each in messages.catalogue(code, *packages).found:
        entries: Mapping[str | tuple[str, int], str] = each._catalog
        found.append(Pseudo(frozenset(key if isinstance(key, str) else key[0] for key in entries) - {""}))
    return Catalogue(code=code, found=tuple(found))


PLACES = ("pbem.cli.language.catalogue", "pbem.home.viewing.languages.catalogue")
"""Where catalogues are opened for somebody to read."""


@contextmanager
def pseudo_spoken(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whoever asks for a language is given the pseudo-locale of it."""
    with monkeypatch.context() as during:
        for place in PLACES:
            during.setattr(place, pseudo)
        yield


def plain(lines: Iterator[str], names: Callable[[str], bool]) -> Iterator[str]:
    """Lines with a word of plain letters that is neither typed nor a name."""
    for line in lines:
        words = re.findall(r"(?<![\w-])[^\W\d_]{3,}(?:-[a-z]+)*(?!\w)", TYPED.sub("", line))
        if any(word.islower() and word.isascii() and not names(word) for word in words):
            yield line
