"""Orders as a person types them: fields in order, without names where that can be read again."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

import attrs
from attrs import AttrsInstance

from pbem.codec import Codec
from pbem.errors import UsageError


def write(codec: Codec, action: AttrsInstance) -> str:
    """The shortest line that :meth:`pbem.codec.Codec.parse` reads as this very action."""
    named = shlex.split(codec.write(action))
    fields = [each.name for each in attrs.fields(type(action))]
    present = [word.partition("=")[0] for word in named[1:]]
    bare = [named[0], *(word.partition("=")[2] for word in named[1:])]
    if present == fields[: len(present)]:
        spread = [*bare[:-1], *bare[-1].split(",")] if len(bare) > 1 else bare
        for words in (spread, bare):
            if _reads(codec, words, action):
                return shlex.join(words)
    for count in range(len(named) - 1, 0, -1):
        mixed = [*bare[:count], *named[count:]]
        if _reads(codec, mixed, action):
            return shlex.join(mixed)
    return shlex.join(named)


def _reads(codec: Codec, words: Sequence[str], action: AttrsInstance) -> bool:
    try:
        return bool(codec.parse(words) == action)
    except UsageError:
        return False


def join(words: Sequence[str]) -> str:
    """Words from a command line as one line; a single word may hold a whole line."""
    return words[0] if len(words) == 1 else shlex.join(words)
