"""Orders as a person types them: fields in order, without names where that can be read again."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from attrs import AttrsInstance

from pbem.bytes.codec import Codec
from pbem.home.play.typed_text import plain
from pbem.port.game import Ruleset
from pbem.port.messages import Message, OrderWord

_RECOMMENDED = frozenset({"recommended", "recomendado"})
"""What is typed in place of an order, in every language."""


def is_recommended(text: str) -> bool:
    """Whether a line is the word for what is recommended."""
    return text.strip().lower() in _RECOMMENDED


def write(codec: Codec, action: AttrsInstance) -> str:
    """The shortest line that :meth:`pbem.bytes.codec.Codec.parse` reads as this very action."""
    return codec.typed(action)


def shown(rules: Ruleset[object], action: AttrsInstance) -> Message:
    """The same for a reader: the word for its kind is in their language."""
    return said(rules, write(rules.actions, action))


def said(rules: Ruleset[object], line: str) -> Message:
    """A line that begins with a kind of order as it stands on the log, with the reader's word for it."""
    kind, blank, rest = line.partition(" ")
    known = rules.actions.knows(kind)
    # The rest stands in a hole: names and words of fields are typed as they are in every language.
    return Message("{kind}{rest}", kind=OrderWord(kind, rules.name) if known else kind, rest=blank + rest)


def usage(rules: Ruleset[object], kind: str) -> Message:
    """How an order is typed: ``move UNIT PATH...``."""
    return said(rules, rules.actions.usage(kind))


def join(words: Sequence[str]) -> str:
    """Words from a command line as one line; a single word may hold a whole line."""
    words = [*map(plain, words)]
    return words[0] if len(words) == 1 else shlex.join(words)


def several(words: Sequence[str]) -> tuple[str, ...]:
    """The orders among words from a command line, a line each: parted by the word ``then``, or by a semicolon."""
    words = [*map(plain, words)]
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
