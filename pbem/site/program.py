"""The program as it runs in a browser: one call a request, one answer, and what has to be kept of the home after it.

The worker (``static/worker.mjs``) calls :meth:`Site.call` and writes :attr:`Answer.keep` down before the page hears the
answer: what is shown as saved is saved. Requests of the table's page go to the same program that ``pbem table`` serves.
"""

from __future__ import annotations

import base64
import io
import json
import os
import secrets
import shutil
import traceback
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

from werkzeug.test import EnvironBuilder, run_wsgi_app

from pbem.bytes.canon import Json
from pbem.bytes.errors import PbemError, UsageError
from pbem.bytes.records import define, field, frozen
from pbem.games import registry
from pbem.home import backup as backups
from pbem.home import identity as identities
from pbem.home import new_identity
from pbem.home.beside import machines
from pbem.home.identity import Identity
from pbem.home.installation import installed_version
from pbem.home.last_backup import note_backup
from pbem.port.messages import ENGLISH, Catalogue
from pbem.site import kept
from pbem.site.commands import body_in_browser, in_browser
from pbem.store.home import Home
from pbem.table import beginning, lobby
from pbem.table.app import App, told
from pbem.table.guard import Guard
from pbem.table.lobby import Asked
from pbem.table.looking import look, words
from pbem.table.open_home import Room
from pbem.table.translated import spoken

_LETTERS = 32
_DOOR = 1
Given = Mapping[str, str]


def _now() -> datetime:
    return datetime.now(UTC)


@frozen(kw_only=True)
class Answer:
    """What the page is told (JSON), and what is to be written: into which place, and the bytes."""

    text: str
    place: int = -1
    keep: bytes = field(default=b"", repr=False)


@define
class Site:
    """One home in one browser. ``place`` is a folder in memory; ``found`` are the bytes of the places it is kept in."""

    place: Path
    found: tuple[bytes, ...] = field(repr=False)
    _identity: Identity | None = field(default=None, init=False, repr=False)
    _app: App | None = field(default=None, init=False, repr=False)
    _marks: dict[str, tuple[int, int, int]] = field(factory=dict, init=False, repr=False)
    _kept: kept.Kept | None = field(init=False, repr=False)
    _last: int = field(default=-1, init=False)
    _count: int = field(default=0, init=False)

    def __attrs_post_init__(self) -> None:
        self._kept = kept.newest(self.found)
        if self._kept is not None:
            self._last, self._count = self._kept.place, self._kept.count
        self.found = ()

    @property
    def home(self) -> Home:
        """The home in memory."""
        return Home(self.place / "home")

    def call(self, name: str, given: str, data: bytes = b"") -> Answer:
        """One request. Whatever goes wrong is an ``error`` with a sentence, and what to do."""
        words_given = cast("dict[str, str]", json.loads(given))
        try:
            value = _CALLS[name](self, words_given, data)
        except PbemError as error:
            tongue = words(words_given.get("language", "en"))
            said = [in_browser(tongue.say(each), tongue) for each in (error.message, error.hint)]
            value = {"error": {**told(error), "message": said[0], "hint": said[1]}}
        except Exception as error:  # the last resort: one sentence for the page, the trace for the console
            traceback.print_exc()
            value = {
                "error": {
                    "code": "fault",
                    "message": f"Something unexpected happened: {error!r}.",
                    "hint": "",
                }
            }
        return self._answered(json.dumps(value))

    def unsaved(self) -> None:
        """The last answer could not be written down: it is tried again with the next one."""
        self._marks = {}
        self._last = (self._last - 1) % kept.PLACES
        self._count -= 1

    def _answered(self, text: str) -> Answer:
        if self._identity is None or (now := kept.marks(self.home)) == self._marks:
            return Answer(text=text)
        self._marks = now
        self._count += 1
        self._last = (self._last + 1) % kept.PLACES
        return Answer(text=text, place=self._last, keep=kept.written(self.home, self._identity, self._count))

    # --- who ----------------------------------------------------------------------------------------------------------

    def _entered(self, identity: Identity, given: Given) -> Json:
        self._identity = identity
        room = Room(home=self.home, environ={}, clock=_now)
        room.let_in(identity)
        self._app = App(guard=Guard(secret=lambda: secrets.token_urlsafe(_LETTERS), port=_DOOR), room=room)
        return self.hello(given, b"")

    def _who(self) -> Identity:
        if self._identity is None:
            raise UsageError.of("locked", "Your key is locked.", hint="Give its password first.")
        return self._identity

    def hello(self, given: Given, _data: bytes) -> Json:
        """What is here: the version, the games that can be played, who the home belongs to, and the games in it."""
        if self._identity is None and self._kept is not None and not self._kept.card.password:
            return self.unlock({**given, "password": ""}, b"")
        tongue = words(given.get("language", ENGLISH.code))
        name = (
            self._identity.name if self._identity is not None else self._kept.card.name if self._kept else ""
        )
        return {
            "version": installed_version(),
            "state": "open" if self._identity is not None else "locked" if self._kept is not None else "new",
            "name": name,
            "copy": self._copied(tongue),
            "named": self._identity is not None and not identities.unnamed(identities.card(self.home)),
            "games": spoken(lobby.begun(self.home), tongue),
            "waiting": spoken(lobby.waiting(self.home), tongue),
            "rules": [
                {"name": each.name, "title": each.title, "version": each.version, "digest": each.digest}
                for each in registry.installed()
            ],
        }

    def _copied(self, tongue: Catalogue) -> Json:
        """What was signed last in each game that came from a backup, to be agreed to; None where nothing is to be asked."""
        if self._identity is None or not self.home.is_copy():
            return None
        return [tongue.say(each.line) for each in machines.last_signed(self.home)]

    def unlock(self, given: Given, _data: bytes) -> Json:
        """Open the home that this browser keeps."""
        if self._identity is None:
            assert self._kept is not None
            identity, files = self._kept.open(given["password"])
            kept.put(self.home, files)
            self._kept = None
            self._marks = kept.marks(self.home)
            return self._entered(identity, given)
        return self.hello(given, b"")

    def begin(self, given: Given, _data: bytes) -> Json:
        """The name under which the first mail is signed: of a new identity, or of the one that has played so far."""
        self._not_kept()
        found, name = self._identity, given["name"].strip()
        made = new_identity.named(self.home, found, name, given["password"], os.urandom)
        return self._entered(made, given)

    def _not_kept(self) -> None:
        if self._kept is not None:
            raise UsageError.of("kept", "This browser keeps a home already.")

    # --- games --------------------------------------------------------------------------------------------------------

    def cards(self, given: Given, _data: bytes) -> Json:
        """Every game that can be played, in the reader's language."""
        return spoken(lobby.cards(self.home), words(given.get("language", ENGLISH.code)))

    def practice(self, given: Given, _data: bytes) -> Json:
        """A game against the computer, up to the player's first decision; nobody has to have a name for that."""
        if self._identity is None:
            self._not_kept()
            self._entered(lobby.somebody(self.home, None, os.urandom), given)
        asked = Asked.of(given)
        return self._opened(lobby.against_computer(self.home, self._who(), asked, os.urandom))

    def invite(self, given: Given, _data: bytes) -> Json:
        """An invitation to be mailed."""
        made = lobby.invitation(self.home, self._who(), Asked.of(given), os.urandom)
        return spoken(made, words(given.get("language", ENGLISH.code)))

    def join(self, given: Given, data: bytes) -> Json:
        """Accept an invitation: the acceptance to be mailed back."""
        game, made = lobby.join(self.home, self._who(), data, _now().date(), os.urandom)
        self._opened(game)
        return spoken(made, words(given.get("language", ENGLISH.code)))

    def start(self, _given: Given, data: bytes) -> Json:
        """Begin the game that an acceptance answers, or keep the answer to an invitation that was posted."""
        name = lobby.start(self.home, self._who(), data, _now().date())
        return self._opened(name) if name else {"game": ""}

    def answers(self, name: str, given: Given) -> Json:
        """What the first page asks for and the table answers in the same way."""
        self._who()
        assert self._app is not None
        room = self._app.room
        room.reader = words(given.get("language", ENGLISH.code))
        return beginning.ANSWERS[name](room, given)

    def _opened(self, name: str) -> Json:
        self.home.use(name)
        assert self._app is not None
        self._app.room.choose(name)
        return {"game": name}

    # --- the table ----------------------------------------------------------------------------------------------------

    def ticket(self, given: Given, _data: bytes) -> Json:
        """The way in for the page of the table: the game that it opens."""
        self._who()
        assert self._app is not None
        self._opened(given["game"])
        return {"ticket": self._app.guard.address().partition("#")[2]}

    def printed(self, given: Given, _data: bytes) -> Json:
        """The way in for the page of one's own copy of a printed game; nobody has to have a name for that."""
        if self._identity is None:
            self._not_kept()
            self._entered(lobby.somebody(self.home, None, os.urandom), given)
        assert self._app is not None
        return {"ticket": self._app.guard.address().partition("#")[2]}

    def http(self, given: Given, data: bytes) -> Json:
        """A request of the table's page, answered by the program of the table."""
        self._who()
        app = self._app
        assert app is not None
        headers = cast("dict[str, str]", json.loads(given["headers"]))
        environ = EnvironBuilder(
            path=given["path"],
            base_url=app.guard.origin,
            method="POST",
            headers=[*headers.items(), ("Origin", app.guard.origin)],
            input_stream=io.BytesIO(data),
            content_length=len(data),
        ).get_environ()
        answer, status, _ = run_wsgi_app(app, environ, buffered=True)
        body = body_in_browser(b"".join(answer).decode(), words(headers.get("X-Pbem-Language", "en")))
        return {"status": int(status.split(" ", 1)[0]), "body": body}

    # --- files --------------------------------------------------------------------------------------------------------

    def look(self, given: Given, data: bytes) -> Json:
        """The verdict on a file."""
        found = look(self.home, data, given["name"], given["language"], self.place / "looked-at")
        tongue = words(given["language"])
        return found.json(lambda said: in_browser(said, tongue))

    def backup(self, _given: Given, _data: bytes) -> Json:
        """The encrypted copy that ``pbem backup restore`` reads."""
        saved = backups.backup(self.home, self._who())
        note_backup(self.home, _now(), saved.left)
        return {"name": "pbem.backup", "file": base64.b64encode(saved.data).decode()}

    def restore(self, given: Given, data: bytes) -> Json:
        """Put a backup into a browser that keeps no home yet."""
        if self._kept is not None or self._identity is not None:
            raise UsageError.of("kept", "This browser keeps a home already.")
        found = backups.restore(self.home, data, password=given["password"])
        try:
            identity = identities.unlock(self.home, given["password"])
            lines, worst = backups.check(self.home, identity)
            note_backup(self.home, _now())
            entered = cast("dict[str, Json]", self._entered(identity, given))
        except BaseException:
            # Nobody has it yet, and a home in the way would stop the next one.
            self._identity = None
            shutil.rmtree(self.home.path, ignore_errors=True)
            raise
        tongue = words(given.get("language", ENGLISH.code))
        said = (*(lines if worst is not None else ()), *found.notes, *found.mail, *found.hooks)
        return {**entered, "said": [tongue.say(each) for each in said]}

    def moved(self, given: Given, _data: bytes) -> Json:
        """The player says that what they were shown is what they signed last, anywhere: this is the home now."""
        self._who()
        machines.settle(self.home)
        return self.hello(given, b"")


def _of_table(name: str) -> Callable[[Site, Given, bytes], Json]:
    return lambda site, given, _data: site.answers(name, given)


_CALLS: Mapping[str, Callable[[Site, Given, bytes], Json]] = {
    "backup": Site.backup,
    "begin": Site.begin,
    "cards": Site.cards,
    "hello": Site.hello,
    "http": Site.http,
    "invite": Site.invite,
    "join": Site.join,
    "look": Site.look,
    "moved": Site.moved,
    "post": _of_table("post"),
    "practice": Site.practice,
    "printed": Site.printed,
    "restore": Site.restore,
    "start": Site.start,
    "take-answer": _of_table("take-answer"),
    "ticket": Site.ticket,
    "turns": _of_table("turns"),
    "unlock": Site.unlock,
}
