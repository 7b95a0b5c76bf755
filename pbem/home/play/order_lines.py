"""Orders as a person types them: fields in order, without names where that can be read again."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from attrs import AttrsInstance

from pbem.bytes.codec import Codec


def write(codec: Codec, action: AttrsInstance) -> str:
    """The shortest line that :meth:`pbem.bytes.codec.Codec.parse` reads as this very action."""
    return codec.typed(action)


def join(words: Sequence[str]) -> str:
    """Words from a command line as one line; a single word may hold a whole line."""
    return words[0] if len(words) == 1 else shlex.join(words)


def several(words: Sequence[str]) -> tuple[str, ...]:
    """The orders among words from a command line, a line each: parted by the word ``then``, or by a semicolon."""
    if len(words) == 1:
        try:
            words = shlex.split(words[0])
        except ValueError:
            return (words[0],)
    found: list[list[str]] = [[]]
    for word in words:
        bare = word.rstrip(";")
        if word.lower() != "then" and bare:
            found[-1].append(bare)
        if bare != word or word.lower() == "then":
            found.append([])
    return tuple(shlex.join(each) for each in found if each)


def same(typed: str, line: str) -> bool:
    """Whether two lines are the same words; quotes and capital letters say nothing."""
    try:
        words = [word for part in shlex.split(typed) for word in part.lower().replace(",", " ").split()]
    except ValueError:
        return typed == line
    return words == [word for part in shlex.split(line) for word in part.lower().replace(",", " ").split()]
