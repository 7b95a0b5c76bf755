"""Texts of a data pack, such as the words of a card, that people read in their own language."""

from __future__ import annotations

from pbem.port.messages import Message


def printed(text: str) -> Message:
    """A text as it is printed, as a message: its catalogue may know it whole. Braces in it are only letters.

    Which texts a game's catalogue has is listed in its ``locale/printed.toml``.
    """
    return Message(text.replace("{", "{{").replace("}", "}}"))
