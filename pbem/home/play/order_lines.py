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
