"""The player's own notes and bookmarks, at the table (:mod:`pbem.home.viewing.bookmarks`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.home.viewing import bookmarks
from pbem.home.viewing.bookmarks import Notes
from pbem.table.open_home import Room
from pbem.table.request_fields import Given


def notes(room: Room, _given: Given) -> Json:
    """All notes on the game, by entry."""
    return _told(bookmarks.read(room.folder(), room.identity))


def note(room: Room, given: Given) -> Json:
    """Put a text on an entry, or remove what stands there where there is no ``text``; all notes come back."""
    entry, text = given.get("entry"), given.get("text")
    if type(entry) is not int or not (text is None or isinstance(text, str)):
        raise UsageError.of("missing-word", "On which entry, and what?")
    more, gone = ({}, entry) if text is None else ({entry: text}, None)
    return _told(bookmarks.keep(room.folder(), room.identity, room.session().log, more, gone))


def _told(found: Notes) -> Json:
    rows: list[Json] = [{"entry": entry, "text": text} for entry, text in sorted(found.items())]
    return {"notes": rows}


ANSWERS: Mapping[str, Callable[[Room, Given], Json]] = {"note": note, "notes": notes}
