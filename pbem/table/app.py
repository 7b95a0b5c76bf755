"""The requests of the page, one function each, and the WSGI program around them."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Request, Response

from pbem.bytes.canon import Json
from pbem.bytes.errors import IllegalOrder, PbemError, UsageError, of_the_disk
from pbem.bytes.records import define, field
from pbem.home import identity
from pbem.home.viewing import languages
from pbem.port.messages import ENGLISH, Catalogue, Message, catalogue
from pbem.store import machines, sittings
from pbem.table import guard, lobby, looking, my_copy, my_pictures, play
from pbem.table import request_fields as asked
from pbem.table.guard import Guard, RefusedError, dressed
from pbem.table.open_home import Room
from pbem.table.picture_diff import Sent
from pbem.table.translated import spoken

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

_TYPES = {"css": "text/css", "js": "text/javascript", "html": "text/html", "svg": "image/svg+xml"}
_STAGE = ("pbem.view.page", "stage.js")
_LANGUAGE = "X-Pbem-Language"
_PASSWORD_BYTES = 1024
_OF_ALL = frozenset(
    {
        *(
            "brought",
            "cards",
            "copy-compare",
            "copy-digests",
            "hello",
            "unlock",
            "invite",
            "join",
            "own-part",
        ),
        *my_copy.ANSWERS,
        *my_pictures.ANSWERS,
    }
)
Answer = Callable[[Room, Mapping[str, Json]], Json]


def assets() -> dict[str, tuple[bytes, str]]:
    """Everything that may be loaded without the key: nothing of it belongs to a game."""
    found: dict[str, tuple[bytes, str]] = {}
    for each in files(__package__).joinpath("static").iterdir():
        kind = each.name.rpartition(".")[2]
        if kind in _TYPES:
            found[f"/static/{each.name}"] = (each.read_bytes(), _TYPES[kind])
    package, name = _STAGE
    found["/static/stage.js"] = (files(package).joinpath(name).read_bytes(), _TYPES["js"])
    found["/"] = found.pop("/static/table.html")
    return found


@define(kw_only=True)
class App:
    """The program: ``guard`` keeps the door, ``room`` is the game.

    ``language`` is the one in which pages open; "" leaves it to the browser.
    """

    guard: Guard
    room: Room
    language: str = ""
    _files: dict[str, tuple[bytes, str]] = field(factory=assets, init=False, repr=False)
    _sent: Sent = field(factory=Sent, init=False, repr=False)

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """One request (PEP 3333)."""
        return dressed(self._answer(environ))(environ, start)

    def _answer(self, environ: WSGIEnvironment) -> Response:
        request = Request(environ)
        language = request.headers.get(_LANGUAGE, "")
        try:
            return self._routed(request)
        except RefusedError as error:
            refused: dict[str, Json] = {"code": "refused", "message": error.message, "hint": ""}
            return _json({"error": spoken(refused, _program(language))}, error.status)
        except HTTPException as error:
            status = error.code or 400
            return _json({"error": {"code": "http", "message": error.name, "hint": ""}}, status)
        except PbemError as error:
            return self._failed(told(error), 409, language)
        except OSError as error:
            return self._failed(told(of_the_disk(error)), 507, language)
        except Exception as error:  # the last resort: one sentence for the page, the trace for the terminal
            traceback.print_exc(file=sys.stderr)
            said = Message(
                "Something unexpected happened: {name}. Nothing half-done was stored.",
                name=type(error).__name__,
            )
            hint = Message("The terminal shows where.")
            return self._failed({"code": "fault", "message": said, "hint": hint}, 500, language)

    def _failed(self, error: dict[str, Json], status: int, language: str) -> Response:
        """An error in the page's language: the game's words are there only as far as the game can be opened."""
        try:
            tongue = self._tongue(language)
        except Exception:  # it may be the game that the error is about, and what is wrong has been said
            tongue = _program(language)
        return _json({"error": spoken(error, tongue)}, status)

    def _routed(self, request: Request) -> Response:
        path = request.path
        if path in lobby.drawn():
            self._read(request)
            return Response(lobby.picture(lobby.drawn()[path]), content_type=_TYPES["svg"])
        if path in self._files:
            self._read(request)
            data, kind = self._files[path]
            return Response(data, content_type=f"{kind}; charset=utf-8")
        if not path.startswith("/api/"):
            self.guard.check(request, keyed=False)
            raise RefusedError(404, Message("There is no such page."))
        name = path.removeprefix("/api/")
        upload, language = name in play.UPLOADS, request.headers.get(_LANGUAGE, "")
        self.guard.check(request, limit=guard.MAX_TURN if upload else guard.MAX_WORDS, keyed=name != "enter")
        if request.method != "POST":
            raise RefusedError(405, Message("Ask with POST."))
        if name == "enter":
            key = self.guard.enter(_text(_body(request), "ticket"))
            return _json({"key": key, "language": self.language})
        if upload:
            self._open()
            self.room.reader = self._tongue(language)
            about = request.headers.get("X-Pbem-Name", "")
            taken = play.UPLOADS[name](self.room, request.get_data(), about)
            return _json(self._spoken(taken, language, of_all=name in _OF_ALL))
        self.room.reader = self._tongue(language)
        given = {"language": language, **_body(request)}
        if name == "own-picture":
            self._open()
            data, kind = my_pictures.picture(self.room, given)
            return Response(data, content_type=kind)
        answer = self._spoken(self._called(name, given), language, of_all=name in _OF_ALL)
        return _json(self._sent.fewer(answer, given.get("holds")))

    def _read(self, request: Request) -> None:
        """What belongs to no game is read without the key."""
        if request.method != "GET":
            raise RefusedError(405, Message("This can only be read."))
        self.guard.check(request, keyed=False)

    def _spoken(self, answer: Json, language: str, *, of_all: bool) -> Json:
        """In the language of a page; ``of_all``: it is about any game, not about the one that is looked at."""
        return spoken(answer, _words(language) if of_all else self._tongue(language))

    def _tongue(self, language: str) -> Catalogue:
        """The language of a page: of the game that is looked at, else of the program; English for any other code."""
        program = _program(language)
        return self.room.tongue(language) if program is not ENGLISH and play.chosen(self.room) else program

    def _called(self, name: str, given: Mapping[str, Json]) -> Json:
        if name == "hello":
            return self._hello()
        if name == "unlock":
            self.room.unlock(_text(given, "password")[:_PASSWORD_BYTES])
            return self._hello()
        if name == "cards":
            return lobby.cards(self.room.home)
        if name == "pieces":
            return self._sent.asked(given.get("numbers"))
        answer = play.ANSWERS.get(name)
        if answer is None:
            raise RefusedError(404, Message("There is no such request."))
        self._open()
        # An open page that nobody touches asks for news, and is no sitting.
        if name != "news" and machines.several(self.room.home.path) and (game := play.chosen(self.room)):
            sittings.note(self.room.home.path, game, self.room.clock())
        if name in play.SLOW:
            return answer(self.room, given)
        with self.room.home.lock():
            return answer(self.room, given)

    def _open(self) -> None:
        if self.room.locked:
            raise RefusedError(423, Message("The key has a password: give it first."))

    def _hello(self) -> Json:
        room = self.room
        locked = room.locked
        card = identity.card(room.home) if room.home.identity() is not None else None
        return {
            "locked": locked,
            "name": card.name if card is not None else "",
            "named": card is not None and not identity.unnamed(card),
            "games": [] if locked else lobby.begun(room.home),
            "waiting": [] if locked else lobby.waiting(room.home),
            "chosen": "" if locked else play.chosen(room),
        }


@lru_cache(maxsize=4)
def _words(language: str) -> Catalogue:
    """The program and all its games."""
    return looking.words(language) if language in languages.LANGUAGES else ENGLISH


def _program(language: str) -> Catalogue:
    """The program's own words in a page's language; no game is opened for them."""
    known = language in languages.LANGUAGES and language != ENGLISH.code
    return catalogue(language, "pbem") if known else ENGLISH


def told(error: PbemError) -> dict[str, Json]:
    """An error for the page: code, sentence, what to do next, and broken rules with their paragraphs."""
    broken = error.violations if isinstance(error, IllegalOrder) else ()
    return {
        "code": error.code,
        "message": error.message,
        "hint": error.hint,
        "violations": [
            {"paragraph": v.paragraph, "message": v.message, "subject": v.subject} for v in broken
        ],
    }


def _body(request: Request) -> Mapping[str, Json]:
    if request.mimetype != "application/json":
        raise RefusedError(415, Message("Ask in JSON."))
    try:
        return asked.read(request.get_data())
    except ValueError as error:
        raise RefusedError(
            400, Message("This is not the JSON that a page sends: {error}.", error=error)
        ) from None


def _text(given: Mapping[str, Json], name: str) -> str:
    value = given.get(name)
    if not isinstance(value, str):
        raise UsageError.of("missing-word", "{name} is missing.", name=name)
    return value


def _json(value: Json, status: int = 200) -> Response:
    # Whatever went wrong is answered: what UTF-8 cannot say becomes a question mark.
    data = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    return Response(data, status=status, content_type="application/json; charset=utf-8")
