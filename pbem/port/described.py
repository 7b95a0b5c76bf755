"""What a kind of order is, in the words of its game: the text that its class carries.

What stands there between marks is what somebody types: a field of the order, a value of one (``stand``), or an example.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

from attrs import AttrsInstance, fields

from pbem.bytes.codec import placeholder
from pbem.port.messages import Message, OrderWord, spelled

_MARKED = re.compile(r"``([^`]+)``")
_WORD = re.compile(r"[a-z]+")


def described(cls: type[AttrsInstance]) -> Message:
    """What an order is, on one line; the catalogue of its game has it in other languages."""
    text = " ".join(inspect.cleandoc(cls.__doc__ or "").split())
    holes: dict[str, str] = {each.name: placeholder(each.name) for each in fields(cls)}
    holes |= {value: OrderWord(value) for value in values(cls)}
    told = _MARKED.sub(lambda mark: f"``{{{mark[1]}}}``" if mark[1] in holes else mark[0], text)
    return Message(told.replace("``", ""), **holes) if told != text else spelled(text.replace("``", ""))


def values(cls: type[AttrsInstance]) -> Iterator[str]:
    """The words that an order names as what may stand in a field of it."""
    names = {each.name for each in fields(cls)}
    marked = dict.fromkeys(_MARKED.findall(cls.__doc__ or ""))
    return (each for each in marked if _WORD.fullmatch(each) and each not in names)
