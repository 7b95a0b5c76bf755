"""The sides of these games as words: in logs and states they are plain names, and readers see them in their language."""

from __future__ import annotations

from pbem.port.messages import Message

SIDES = (
    Message("allied"),
    Message("german"),
    Message("british"),
    Message("witness"),
    Message("Allied"),
    Message("German"),
    Message("British"),
    Message("Witness"),
    Message("a witness"),
)
