"""Options of a scenario as they are typed."""

from __future__ import annotations

import re

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.port.messages import Message


def option_of(text: str) -> tuple[str, Json]:
    """``NAME=VALUE``: yes and no, a number, or a word. Raises UsageError ``bad-option``."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise UsageError(
            "bad-option",
            Message("{text!r} is not an option.", text=text),
            hint=Message("Write --option NAME=VALUE"),
        )
    if value in ("yes", "no", "true", "false"):
        return name, value in ("yes", "true")
    return name, int(value) if re.fullmatch(r"-?[0-9]{1,15}", value) else value
