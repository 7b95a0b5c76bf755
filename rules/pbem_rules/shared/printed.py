"""Texts of a data pack, such as the words of a card, that people read in their own language."""

from __future__ import annotations

from typing import Annotated

from pbem.port.messages import Message
from pbem_rules.kernel.tables import ReadBy


def printed(text: str) -> Message:
    """A text as it is printed, as a message: its catalogue may know it whole. Braces in it are only letters.

    Which texts a game's catalogue has is listed in its ``locale/printed.toml``.
    """
    return Message(text.replace("{", "{{").replace("}", "}}"))


Printed = Annotated[str, ReadBy(lambda table, key: printed(table.text(key)))]
"""The type of a field whose text is printed so (:func:`pbem_rules.kernel.tables.into`)."""
