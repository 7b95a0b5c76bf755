"""What a kind of order is, in the words of its game: the text that its class carries, without its marks."""

from __future__ import annotations

import inspect

from attrs import AttrsInstance

from pbem.port.messages import Message, spelled


def described(cls: type[AttrsInstance]) -> Message:
    """What an order is, on one line; the catalogue of its game has it in other languages."""
    text = inspect.cleandoc(cls.__doc__ or "").replace("``", "")
    return spelled(" ".join(text.split()))
