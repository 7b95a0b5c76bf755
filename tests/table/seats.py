"""Two players of June 6, each with a home, a table of their own, and a client that asks as the page does."""

import base64
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256

from attrs import define, field
from werkzeug.test import Client, TestResponse

from pbem.bytes import container
from pbem.bytes.canon import Json
from pbem.dev import practice
from pbem.dev.demo import decide
from pbem.home import new_identity
from pbem.home.arriving import receiving
from pbem.home.exchange import invitations, sending
from pbem.home.play import orders as playing
from pbem.mail.sources import Letter
from pbem.store.home import Home
from pbem.table.app import App
from pbem.table.guard import TOKEN, Guard
from pbem.table.open_home import Room

PORT = 47110
HOST = f"127.0.0.1:{PORT}"
_SALT = 3
EVIL = "</script><img src=x onerror=window.hit=1><svg onload=window.hit=1>"


def stream(seed: str) -> Callable[[int], bytes]:
    """Bytes that repeat themselves, for tests only."""
    count = iter(range(1_000_000))
    return lambda size: (sha256(f"{seed}/{next(count)}".encode()).digest() * 4)[:size]


def now() -> datetime:
    """One moment."""
    return datetime(2026, 6, 6, 6, 30, tzinfo=UTC)


def app_of(home: Home, *, password: str | None = None, environ: dict[str, str] | None = None) -> App:
    """A table on a home; its keys and tickets are ``key1``, ``key2`` ..."""
    count = iter(range(1, 1000))
    room = Room(home=home, environ=environ or {}, clock=now, password=password)
    return App(guard=Guard(secret=lambda: f"key{next(count)}", port=PORT), room=room)


@define
class Seat:
    """A player at the table."""

    name: str
    home: Home
    app: App = field(init=False)
    client: Client = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.app = app_of(self.home)
        self.client = Client(self.app)

    def post(self, name: str, given: Json = None, **headers: str) -> TestResponse:
        """A request as the page sends it; headers by name with ``_`` for ``-``."""
        sent = {"Host": HOST, "Origin": f"http://{HOST}", TOKEN: "key1"}
        sent.update({key.replace("_", "-"): value for key, value in headers.items()})
        return self.client.post(f"/api/{name}", json={} if given is None else given, headers=sent)

    def ask(self, name: str, **given: Json) -> dict[str, Json]:
        """The answer to a request that has to succeed."""
        response = self.post(name, given)
        assert response.status_code == 200, response.text
        return response.json

    def error(self, name: str, **given: Json) -> dict[str, Json]:
        """The error of a request that has to fail."""
        response = self.post(name, given)
        assert response.status_code == 409, response.text
        found: dict[str, Json] = response.json["error"]
        return found

    def upload(self, data: bytes) -> dict[str, Json]:
        """A file given to the page."""
        response = self.client.post(
            "/api/incoming", data=data, headers={"Host": HOST, "Origin": f"http://{HOST}", TOKEN: "key1"}
        )
        assert response.status_code == 200, response.text
        return response.json

    def advised(self) -> Json:
        """The order that the game's own player would give now."""
        session = self.app.room.session()
        action = session.game.rules.advise(session.position.game, session.side, session.vault.secrets, _SALT)
        return dict(session.game.rules.actions.dump(action))

    def play(self, stop: Callable[[tuple[str, ...]], bool] = lambda kinds: False) -> bool:
        """Order what the game's own player would, up to the end of this turn or the first decision that ``stop`` names."""
        while True:
            session = self.app.room.session()
            if not session.is_my_turn:
                return False
            if session.owed.kind in playing.DECISIONS:
                if stop(playing.kinds_of(session.owed)):
                    return True
                self.ask("do", order=self.advised())
            else:
                self.ask("answer")

    def files(self) -> dict[str, bytes]:
        """Every file of the home."""
        place = self.home.path
        return {
            str(each.relative_to(place)): each.read_bytes() for each in place.rglob("*") if each.is_file()
        }


def sit_down(place, names=("Ann", "Ben"), game="june6", referee=None):
    """Both players with a game that has begun."""
    homes = [Home(place / seat) for seat in "ab"]
    a, b = (
        new_identity.create_identity(home, name, "", stream(name))
        for home, name in zip(homes, names, strict=True)
    )
    scenario, side = ("landings", "allied") if game == "june6" else ("", "")
    wanted = invitations.Wanted(game=game, scenario=scenario, side=side)
    terms = invitations.asked_for(homes[0], wanted)
    offered = invitations.new_game(homes[0], a, terms, referee=referee, entropy=stream("a"))
    joined = invitations.join(homes[1], b, container.unpack(offered.file), entropy=stream("b"))
    invitations.start(homes[0], a, container.unpack(joined.file))
    return Seat(names[0], homes[0]), Seat(names[1], homes[1])


def alone(home: Home, game: str, scenario: str = "", side: str = "") -> Seat:
    """Ann at her first decision against the computer."""
    ann = new_identity.create_identity(home, "Ann", "", stream("n"))
    terms = invitations.asked_for(home, invitations.Wanted(game=game, scenario=scenario, side=side))
    practice.begin(home, ann, terms, entropy=stream("m"))
    return Seat("Ann", home)


def carry(sender: Seat, receiver: Seat) -> None:
    """A turn sealed by one player and taken in by the other, through the tables of both."""
    receiver.upload(sealed(sender))
    receiver.ask("accept")


def sealed(sender: Seat) -> bytes:
    """The turn file of a player who owes nothing any more."""
    sent = sender.ask("send", way="file")["sent"]
    out = sent["out"]
    return base64.b64decode(str(out["file"]))


def handed(sender: Seat, receiver: Seat) -> None:
    """A turn sealed by one player and taken in by the other, as their mail programs do it: neither looks at a table."""
    room = sender.app.room
    signed, out = sending.seal(room.folder(), room.identity, room.session())
    room.keep(signed, store=False)
    pieces, bad = receiving.pieces_of(Letter(data=out.file, where="a mail"), "")
    assert bad is None
    receiving.receive(receiver.home, receiver.app.room.identity, pieces)


def away(ann: Seat, ben: Seat, turns: int) -> Seat:
    """A game that goes on for so many turn files by mail, with nobody at a table; the seat that holds the pen then."""
    for _ in range(turns):
        mover, waiter = (ann, ben) if _writes(ann) else (ben, ann)
        room = mover.app.room
        room.keep(decide(room.session(), _SALT))
        handed(mover, waiter)
    return ann if _writes(ann) else ben


def _writes(seat: Seat) -> bool:
    session = seat.app.room.session()
    return session.is_my_turn or bool(session.draft)


def moving(kinds: tuple[str, ...]) -> bool:
    """Whether units may be moved now."""
    return "move" in kinds


def to_movement(ann: Seat, ben: Seat) -> Seat:
    """Play on until somebody may move units; the seat that may."""
    for _ in range(60):
        mover, waiter = (ann, ben) if ann.app.room.session().is_my_turn else (ben, ann)
        if mover.play(moving):
            return mover
        carry(mover, waiter)
    raise AssertionError("nobody ever moves")
