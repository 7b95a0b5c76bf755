"""Orders as a person types them: fields in order, without names where that can be read again."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from typing import get_type_hints

import attrs
from attrs import AttrsInstance

from pbem.bytes.codec import Codec
from pbem.home.play.typed_text import plain
from pbem.port.described import values
from pbem.port.game import Ruleset
from pbem.port.messages import Message, OrderWord, Series

_RECOMMENDED = frozenset({"recommended", "recomendado"})
"""What is typed in place of an order, in every language."""
_TOKEN = re.compile(r"(?:'[^']*'|[^ '])+")


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
    """A line that begins with a kind of order as it stands on the log, with the reader's words in it."""
    kind, blank, rest = line.partition(" ")
    if not rules.actions.knows(kind):
        return as_typed(line)
    cls = rules.actions.cls(kind)
    names = attrs.fields_dict(cls)
    known = frozenset(choices(cls))
    parts: list[str] = [OrderWord(kind, rules.name)]
    for word in _TOKEN.findall(rest) if blank else ():
        quote = "'" if word[0] == "'" and word.partition("=")[0][1:] in names else ""
        name, equals, value = word[len(quote) :].partition("=")
        named = bool(equals) and name in names
        # What stands in a hole is a name: it is typed as it is in every language.
        item = value if named else word
        told = OrderWord(item) if item in known else Message("{item}", item=item)
        field = Message("{quote}{name}={value}", quote=quote, name=OrderWord(name), value=told)
        parts.append(field if named else told)
    return Series(parts, " ")


def as_typed(line: str) -> Message:
    """A line in a sentence as somebody has typed it: the same in every language."""
    return Message("{line}", line=line)


def choices(cls: type[AttrsInstance]) -> tuple[str, ...]:
    """The words that may stand in an order as they are: those that it names, and yes for a switch."""
    switches = ("yes",) if bool in get_type_hints(cls).values() else ()
    return (*values(cls), *switches)


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
