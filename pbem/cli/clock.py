"""The only clock of the command line."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    """The time, in whole seconds: for the head of a mail, and for what has been waited for."""
    return datetime.now(UTC).replace(microsecond=0)
