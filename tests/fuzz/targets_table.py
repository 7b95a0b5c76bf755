"""Target: the requests of the table's page, sent by something that is no page."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from unittest import mock

from werkzeug.test import EnvironBuilder, run_wsgi_app

from pbem.home import games
from pbem.store.home import Home
from pbem.table import play
from pbem.table.app import App
from pbem.table.guard import TOKEN
from tests.fuzz import mutators
from tests.fuzz.harness import Mutate, Target, WrongError
from tests.fuzz.listed import target
from tests.store.copies import copied
from tests.table.seats import HOST, Seat, sit_down, to_movement

# Those that leave the machine are asked for by a person, who sees where to; what they read has targets of its own.
_NAMES = (*sorted(set(play.ANSWERS) - {"fetch", "send"}), "hello", "unlock", "enter", "incoming", "no-such")
_HEADERS = ("Host", "Origin", "Sec-Fetch-Site", TOKEN, "X-Pbem-Language", "X-Pbem-Name", "Content-Type")


@cache
def _place() -> Path:
    place = Path(tempfile.mkdtemp(prefix="pbem-table-")).resolve()
    sit_down(place / "begun")
    copied(place / "begun", place / "played")
    seats = [Seat(name, Home(place / "played" / part)) for name, part in (("Ann", "a"), ("Ben", "b"))]
    name = to_movement(seats[0], seats[1]).name
    copied(place / "played" / ("a" if name == "Ann" else "b"), place / "home")
    return place


@cache
def _seat() -> Seat:
    seat = Seat("Mover", Home(_place() / "home"))
    seat.ask("position")
    return seat


@contextmanager
def _nothing_kept(app: App) -> Iterator[None]:
    """What a request changes is gone after the input: the game stays where it is."""
    room = app.room
    held, stand, board = room._held, room._stand, room._board
    try:
        with mock.patch.object(games, "save_session"):
            yield
    finally:
        room._held, room._stand, room._board = held, stand, board
        room.trial = room.incoming = None
        room.wanted = ""


def _requests(data: bytes) -> None:
    """Up to six requests, one a line: a name, headers that are other than the page's, and a body."""
    app = _seat().app
    with _nothing_kept(app):
        for line in data.split(b"\n")[:6]:
            _one(app, line)


def _one(app: App, line: bytes) -> None:
    head, _, body = line.partition(b" ")
    name, *others = head.split(b";")
    method, headers = (
        "POST",
        {"Host": HOST, "Origin": f"http://{HOST}", TOKEN: "key1", "Content-Type": "application/json"},
    )
    for each in others[:4]:
        key, _, value = each.decode("latin-1").partition(":")
        if key == "method":
            method = value[:8]
        elif key.isdigit():
            headers[_HEADERS[int(key[-1:]) % len(_HEADERS)]] = "".join(c for c in value if c.isprintable())[
                :200
            ]
    path = "/" + "".join(c for c in name.decode("latin-1") if " " < c < "\x7f")
    builder = EnvironBuilder(path="/x", method=method, headers=headers, data=body)
    environ = builder.get_environ()
    environ["PATH_INFO"] = path if path.startswith("/static") else f"/api{path}"
    environ["HTTP_HOST"] = headers["Host"]
    with mock.patch("pbem.table.app.traceback.print_exc", _seen):
        answer, status, sent = run_wsgi_app(app, environ)
        said = b"".join(answer)
    if status.startswith("5"):
        raise WrongError(f"{status}: {said[:300]!r}")
    if "default-src 'none'" not in sent.get("Content-Security-Policy", ""):
        raise WrongError("an answer without its policy")
    if sent.get("Content-Type", "").startswith("application/json"):
        json.loads(said)


def _seen(file: object = None) -> None:
    """The trace that the terminal would show is what is looked for."""
    raise  # noqa: PLE0704  called where the error is being handled


def _seeds() -> list[bytes]:
    seat = _seat()
    order = seat.advised()
    stand = seat.app.room.stand()
    unit, cell = next(iter(stand.places.items()))
    kind = stand.kinds[0]
    words = {"kind": kind, "words": "", "start": 0}
    fields = {"kind": kind, "fields": {"unit": unit, "path": [cell], "to": cell}}
    asked: list[tuple[str, object]] = [
        *((name, {}) for name in _NAMES),
        *(("cell", {"cell": cell, "units": units}) for units in ([], [unit])),
        *((name, {"cell": cell, "units": [unit]}) for name in ("unit", "why")),
        *((name, words) for name in ("orders", "form")),
        *((name, given) for name in ("check", "do") for given in ({"order": order}, fields)),
        *(
            ("rule", {"paragraph": "13.14"}),
            ("layer", {"side": "allied", "layer": "supply"}),
            ("undo", {"count": 1}),
        ),
        *(
            ("choose", {"game": "x"}),
            ("unlock", {"password": "x"}),
            ("enter", {"ticket": "y"}),
            ("step", {"n": 0}),
        ),
    ]
    lines = [f"{name} {json.dumps(given)}".encode() for name, given in asked]
    tried = b"try {}\n" + lines[-9] + b"\nadvise {}\nundo {}\ndiscard {}"
    other = b"position;4:es {}\nposition;0:evil {}\nposition;3:key2 {}\nposition;6:text/plain {}\nposition;method:GET "
    return [*lines, tried, other, b"incoming;5:%2e%2e%00 \x89PBEM1"]


def _mutate(data: bytes, seed: int, mutate: Mutate) -> bytes:
    rng = Random(seed)
    lines = data.split(b"\n")
    place = rng.randrange(len(lines))
    head, _, body = lines[place].partition(b" ")
    match rng.randrange(8):
        case 0:
            return mutate(data, len(data) + 20)
        case 1:
            lines.insert(
                place, rng.choice((b"try {}", b"undo {}", b"advise {}", b"accept {}", b"discard {}"))
            )
        case 2:
            lines[place] = rng.choice(_NAMES).encode() + b" " + body
        case 3:
            lines[place] = (
                head
                + b";%d:%s " % (rng.randrange(7), rng.choice((b"", b"es", b"null", b"\xff", b"x" * 99)))
                + body
            )
        case _:
            lines[place] = (
                head + b" " + mutators.json_object(body, rng.randrange(2**31), mutate).replace(b"\n", b" ")
            )
    return b"\n".join(lines)


def targets() -> Iterator[Target]:
    """One target for all requests."""
    yield target(
        "table", _requests, _seeds, _mutate, largest=8192, below=Path(tempfile.gettempdir()).resolve()
    )
