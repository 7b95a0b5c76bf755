"""What came along with a request, by name: words, and the order that is meant."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import AttrsInstance

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.table import forms
from pbem.table.open_home import Room

_MAX_UNITS = 40
_MAX_WORD = 200
Given = Mapping[str, Json]


def real(room: Room) -> None:
    """Raises UsageError ``trial`` while a what-if is open."""
    if room.trial is not None:
        raise UsageError.of("trial", "A what-if is open: it changes nothing real.", hint="Discard it first.")


def order(room: Room, given: Given) -> AttrsInstance:
    """The order in a request: as an object, or as the fields of a form. Raises UsageError as :mod:`forms` does."""
    stand, obj = room.stand(), given.get("order")
    if isinstance(obj, dict):
        return forms.loaded(stand, obj)
    fields = given.get("fields")
    return forms.filled(stand, word(given, "kind"), fields if isinstance(fields, dict) else {})


def word(given: Given, name: str) -> str:
    """A word of a request, cut to a length; "" where it is none."""
    value = given.get(name, "")
    return value[:_MAX_WORD] if isinstance(value, str) else ""


def words(given: Given, name: str) -> list[str]:
    """A list of words of a request, as many as are looked at."""
    value = given.get(name)
    found = value if isinstance(value, list) else []
    return [item[:_MAX_WORD] for item in found[:_MAX_UNITS] if isinstance(item, str)]
