"""What the first page asks for: a game against the computer, an invitation, a file that was brought, whose turn it is."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import unquote

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.home import games, new_identity
from pbem.table import guiding, lobby, looking, news
from pbem.table.lobby import Asked
from pbem.table.open_home import Room
from pbem.view.markup import clean

Given = Mapping[str, Json]
_PASSWORD_BYTES = 1024


def _practice(room: Room, given: Given) -> Json:
    """One click: a game against the computer, for the person at the page."""
    player = lobby.somebody(room.home, room.player, os.urandom)
    room.let_in(player)
    return _opened(room, lobby.against_computer(room.home, player, Asked.of(given), os.urandom))


def _begin(room: Room, given: Given) -> Json:
    """The name under which a first mail is signed, and the password of its key."""
    name, password = (str(given.get(key) or "")[:_PASSWORD_BYTES] for key in ("name", "password"))
    room.let_in(new_identity.named(room.home, room.player, name.strip(), password, os.urandom))
    return {"name": room.identity.name}


def _guide(room: Room, given: Given) -> Json:
    """The guide of the game that is looked at, how far it is, and what to press for it; ``at`` and ``left`` are kept where
    they are given."""
    found = guiding.told(room.folder(), room.session().game.info, given)
    return {**found, "lights": {} if found["left"] else guiding.lights(room)}


def _join(room: Room, _given: Given) -> Json:
    game, letter = lobby.join(room.home, room.identity, _brought(room), room.clock().date(), os.urandom)
    _opened(room, game)
    return letter


def _ask_seat(room: Room, given: Given) -> Json:
    return lobby.ask_seat(
        room.home, room.identity, _brought(room), str(given.get("side") or "")[:64], os.urandom
    )


def _start(room: Room, _given: Given) -> Json:
    name = lobby.start(room.home, room.identity, _brought(room), room.clock().date())
    return _opened(room, name) if name else {"game": ""}


def _post(room: Room, given: Given) -> Json:
    return lobby.post(room.home, str(given.get("invitation") or "")[:64], room.reader.code)


def _take(room: Room, given: Given) -> Json:
    """Begin with who answered under that number."""
    wanted, number = str(given.get("invitation") or "")[:64], given.get("number")
    today = room.clock().date()
    name = lobby.take(room.home, room.identity, wanted, number if isinstance(number, int) else 0, today)
    return _opened(room, name)


def _turns(room: Room, _given: Given) -> Json:
    """Whose turn it is in each game as far as that is known, and how many are not; each request finds out one more."""
    found = news.known(room)
    return {"turns": {**found}, "left": len(games.begun(room.home)) - len(found)}


def brought(room: Room, data: bytes, name: str) -> Json:
    """A file that was opened or dropped: what it is, and what it is worth; it is kept until the next one comes."""
    room.brought = data
    with tempfile.TemporaryDirectory() as folder:
        shown = clean(unquote(name), 80) or "pasted.pbem"
        found = looking.look(room.home, data, shown, room.reader.code, Path(folder, "brought"))
    return found.json()


def _brought(room: Room) -> bytes:
    if not room.brought:
        raise UsageError.of("nothing-brought", "There is no file to look at.", hint="Choose the file again.")
    return room.brought


def _opened(room: Room, name: str) -> Json:
    room.home.use(name)
    room.choose(name)
    return {"game": name}


ANSWERS: Mapping[str, Callable[[Room, Given], Json]] = {
    "ask-seat": _ask_seat,
    "begin": _begin,
    "guide": _guide,
    "invite": lambda room, given: lobby.invitation(room.home, room.identity, Asked.of(given), os.urandom),
    "join": _join,
    "post": _post,
    "practice": _practice,
    "start": _start,
    "take-answer": _take,
    "take-seat": lambda room, _given: lobby.take_seat(room.home, room.identity, _brought(room)),
    "turns": _turns,
}
