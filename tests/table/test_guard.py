"""The doors of the table: nobody else's page, host, key or body gets through, and nothing of a game stands before them."""

import json
import socket
import threading
from contextlib import ExitStack
from email.message import Message
from http.client import HTTPResponse
from pathlib import Path
from unittest import mock

import pytest
from werkzeug.test import Client, TestResponse

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.home.new_identity import create_identity
from pbem.store.home import Home
from pbem.table import play
from pbem.table.app import App
from pbem.table.guard import HEADERS, TOKEN
from pbem.table.open_home import Room
from pbem.table.serve import listen
from tests.lists import tried_with

from .seats import HOST, PORT, Seat, app_of, stream

ORIGIN = f"http://{HOST}"


def test_a_ticket_opens_once(seats: tuple[Seat, Seat]) -> None:
    ann, _ = seats
    address = ann.app.guard.address()
    ticket = address.partition("#")[2]
    assert f"{ORIGIN}/#key2" == address
    assert [200, 403] == [ann.post("enter", {"ticket": ticket}).status_code for _ in range(2)]


def test_a_ticket_gives_the_key_that_everything_else_wants(seats: tuple[Seat, Seat]) -> None:
    ann, _ = seats
    ticket = ann.app.guard.address().partition("#")[2]
    key = ann.ask("enter", ticket=ticket)["key"]
    assert [200, 401, 401] == [
        ann.post("position", **{TOKEN: given}).status_code for given in (str(key), "", "key9")
    ]


@tried_with(
    "host",
    ["evil.example", f"localhost:{PORT}", "127.0.0.1", f"127.0.0.1:{PORT + 1}", "", f"{HOST}.evil.example"],
)
def test_another_host_is_not_answered(seats: tuple[Seat, Seat], host: str) -> None:
    assert 421 == seats[0].post("position", Host=host).status_code
    assert 421 == seats[0].client.get("/", headers={"Host": host}).status_code


@tried_with(
    "origin",
    [
        "http://evil.example",
        "null",
        f"https://{HOST}",
        f"http://localhost:{PORT}",
        f"http://127.0.0.1:{PORT + 1}",
    ],
)
def test_a_page_of_another_origin_cannot_ask_even_with_the_key(seats: tuple[Seat, Seat], origin: str) -> None:
    assert 403 == seats[0].post("position", Origin=origin).status_code


def test_a_post_without_an_origin_or_across_sites_is_refused(seats: tuple[Seat, Seat]) -> None:
    answer = seats[0].client.post("/api/position", json={}, headers={"Host": HOST, TOKEN: "key1"})
    assert 403 == answer.status_code
    assert 403 == seats[0].post("position", Sec_Fetch_Site="cross-site").status_code
    assert 403 == seats[0].post("position", Sec_Fetch_Site="same-site").status_code


def test_no_answer_allows_another_origin_and_all_forbid_everything_else(seats: tuple[Seat, Seat]) -> None:
    ann, _ = seats
    for answer in (
        ann.post("position"),
        ann.client.get("/", headers={"Host": HOST}),
        ann.post("position", Host="x"),
    ):
        assert [] == [name for name in answer.headers.keys() if name.startswith("Access-Control")]  # noqa: SIM118
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert "unsafe" not in answer.headers["Content-Security-Policy"]
        assert "no-store" == answer.headers["Cache-Control"]
        assert "Set-Cookie" not in answer.headers


def test_nothing_is_read_or_changed_with_get(seats: tuple[Seat, Seat]) -> None:
    ann, _ = seats
    for name in ("position", "do", "send", "incoming"):
        assert 405 == ann.client.get(f"/api/{name}", headers={"Host": HOST, TOKEN: "key1"}).status_code


def test_a_body_that_is_too_large_is_refused_before_it_is_read(seats: tuple[Seat, Seat]) -> None:
    ann, _ = seats
    headers = {"Host": HOST, "Origin": ORIGIN, TOKEN: "key1"}
    assert 413 == ann.client.post("/api/do", data=b" " * 70_000, headers=headers).status_code
    assert (
        413
        == ann.client.post("/api/incoming", data=b" " * (16 * 1024 * 1024 + 1), headers=headers).status_code
    )


ODD = {
    "a lone surrogate": b'{"ticket":"\\ud800","password":"\\udfff","game":"\\ud800"}',
    "a surrogate key": b'{"\\ud800":1}',
    "surrogates the wrong way round": b'{"words":"\\udc00\\ud800"}',
    "a surrogate in raw bytes": b'{"game":"\xed\xa0\x80"}',
    "a key twice": b'{"game":"a","game":"b"}',
    "a key twice deep down": b'{"order":{"k":"x","k":"y"}}',
    "a fraction": b'{"n":1.5}',
    "an exponent": b'{"n":1e999}',
    "no number": b'{"n":NaN}',
    "infinity": b'{"n":-Infinity}',
    "a large number": b'{"n":9007199254740992}',
    "a number of 5,000 digits": b'{"n":' + b"9" * 5000 + b"}",
    "17 levels": b'{"a":' * 17 + b"1" + b"}" * 17,
    "9,000 levels": b'{"a":' * 9000,
    "a list of lists": b"[" * 30_000,
    "a byte order mark": b"\xef\xbb\xbf{}",
    "two bytes a letter": '{"n":1}'.encode("utf-16"),
    "half a letter": b'{"n":"\xc3"}',
    "a control character": b'{"n":"\x00"}',
    "two objects": b"{}{}",
    "a comma too many": b'{"n":1,}',
    "a list": b"[]",
    "a string": b'"x"',
    "nothing": b"null",
}


def dressed(answer: TestResponse) -> bool:
    """Whether an answer has every header that it must have, and no trace in it."""
    return {each: answer.headers.get(each) for each in HEADERS} == HEADERS and b"Traceback" not in answer.data


@tried_with("name", ["hello", "enter", "unlock", "check", "do", "choose", "orders", "send", "no-such"])
def test_what_no_page_sends_is_refused_with_every_header(seats: tuple[Seat, Seat], name: str) -> None:
    """A key or a ticket that is not even text, a number beyond all numbers: one sentence, and nothing on the terminal."""
    headers = {"Host": HOST, "Origin": ORIGIN, TOKEN: "key1", "Content-Type": "application/json"}
    for what, body in ODD.items():
        answer = seats[0].client.post(f"/api/{name}", data=body, headers=headers)
        assert (what, 400, True) == (what, answer.status_code, dressed(answer))
        assert "refused" == json.loads(answer.text)["error"]["code"]


def test_an_answer_that_cannot_be_written_is_written_with_question_marks(seats: tuple[Seat, Seat]) -> None:
    """The last resort stays one: a fault of ours is an answer with its headers, whatever is in its sentence."""
    ann, _ = seats

    def broken(room: object, given: object) -> Json:
        raise UsageError("x", "a \ud800 b")

    with mock.patch.dict(play.ANSWERS, {"position": broken}):
        answer = ann.post("position")
    assert (409, True) == (answer.status_code, dressed(answer))
    assert "a ? b" == json.loads(answer.text)["error"]["message"]


def test_what_is_no_request_at_all_is_answered_with_every_header(seats: tuple[Seat, Seat]) -> None:
    ann, _ = seats
    for path in ("/", "/x", "/api/position", "/static/\xff", "/api/\ud800"):
        for method in ("GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "TRACE", "X"):
            answer = ann.client.open(path.encode("utf-8", "replace").decode("latin-1"), method=method)
            assert (True, True) == (400 <= answer.status_code < 500, dressed(answer)), (path, method)


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> App:
    """A table that listens, in a thread that ends with the tests."""
    home = Home(tmp_path_factory.mktemp("door") / "h")
    create_identity(home, "Ann", "", stream("door"))
    app = app_of(home)
    threading.Thread(target=listen(app), daemon=True).start()
    return app


def through(app: App, data: bytes) -> tuple[int, Message, bytes]:
    """Status, headers and body of the answer to these bytes."""
    with socket.create_connection(("127.0.0.1", app.guard.port), timeout=20) as sock:
        sock.sendall(data)
        answer = HTTPResponse(sock)
        answer.begin()
        return answer.status, answer.headers, answer.read()


def head(app: App, *more: str, name: str = "hello") -> bytes:
    lines = (
        *(f"POST /api/{name} HTTP/1.1", f"Host: {app.guard.host}", f"Origin: {app.guard.origin}"),
        *(f"{TOKEN}: key1", "Content-Type: application/json", *more, "", ""),
    )
    return "\r\n".join(lines).encode()


def test_a_body_in_chunks_is_put_together_and_counted(door: App) -> None:
    chunked = head(door, "Transfer-Encoding: chunked")
    status, headers, body = through(door, chunked + b"1\r\n{\r\n1\r\n}\r\n0\r\n\r\n")
    assert (200, "Ann") == (status, json.loads(body)["name"])
    assert "no-store" == headers["Cache-Control"]
    large = b"%x\r\n" % 70_000 + b" " * 70_000 + b"\r\n0\r\n\r\n"
    assert 413 == through(door, chunked + large)[0]


@pytest.mark.parametrize("sent", [b"", b"POST /api/hello HTTP/1.1\r\nHost: a"], ids=["silent", "half"])
def test_connections_that_ask_nothing_keep_nobody_from_being_answered(door: App, sent: bytes) -> None:
    """Eighty of them, by anybody on the machine, stopped the table for as long as they liked."""
    with ExitStack() as stack:
        for _ in range(120):
            sock = stack.enter_context(socket.create_connection(("127.0.0.1", door.guard.port), timeout=20))
            sock.sendall(sent)
        for _ in range(3):
            assert 200 == through(door, head(door))[0]


@tried_with(
    ("data", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nBad header: x\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nA: " + b"x" * 20_000 + b"\r\n\r\n", 431),
        (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n", 413),
        (b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: odd\r\n\r\n", 501),
        (b"GET / HTTP/1.0\r\n\r\n", 421),
    ],
)
def test_what_the_server_itself_refuses_has_every_header_too(door: App, data: bytes, status: int) -> None:
    found, headers, _ = through(door, data)
    assert status == found
    assert {each: headers.get(each) for each in HEADERS} == HEADERS


def test_a_form_of_another_page_is_refused(seats: tuple[Seat, Seat]) -> None:
    headers = {"Host": HOST, "Origin": ORIGIN, TOKEN: "key1"}
    answer = seats[0].client.post("/api/do", data={"order": "{}"}, headers=headers)
    assert 415 == answer.status_code


def test_what_needs_no_key_holds_nothing_of_a_game(seats: tuple[Seat, Seat]) -> None:
    ann, _ = seats
    words = {"Ann", "Ben", ann.app.room.home.path.name + "/", ann.home.games()[0].name}
    for path in ann.app._files:
        answer = ann.client.get(path, headers={"Host": HOST})
        assert 200 == answer.status_code
        assert [] == [word for word in words if word in answer.text]


@tried_with("path", ["/static/../room.py", "/static/%2e%2e/room.py", "/etc/passwd", "/static/", "/api", "/x"])
def test_only_the_files_of_the_page_are_served(seats: tuple[Seat, Seat], path: str) -> None:
    assert 404 == seats[0].client.get(path, headers={"Host": HOST}).status_code


def test_a_key_with_a_password_opens_nothing_before_it_is_given(tmp_path: Path) -> None:
    home = Home(tmp_path / "h")
    create_identity(home, "Ann", "six of june", stream("x"))
    client = Client(app_of(home))
    headers = {"Host": HOST, "Origin": ORIGIN, TOKEN: "key1"}
    ask = lambda name, **given: client.post(f"/api/{name}", json=given, headers=headers)  # noqa: E731
    hello = ask("hello").json
    told = {"locked": True, "name": "Ann", "named": True, "games": [], "waiting": [], "chosen": ""}
    assert told == hello
    assert 423 == ask("practice", game="pegasus").status_code
    assert [423, 423] == [ask(name).status_code for name in ("position", "do")]
    assert 409 == ask("unlock", password="wrong").status_code
    assert 200 == ask("unlock", password="six of june").status_code
    assert b"six of june" not in b"".join(p.read_bytes() for p in home.path.rglob("*") if p.is_file())


def test_a_password_given_beforehand_is_not_asked_for(tmp_path: Path) -> None:
    home = Home(tmp_path / "h")
    create_identity(home, "Ann", "six of june", stream("x"))
    client = Client(app_of(home, password="six of june"))
    answer = client.post("/api/hello", json={}, headers={"Host": HOST, "Origin": ORIGIN, TOKEN: "key1"})
    assert json.loads(answer.text)["locked"] is False


def test_a_stranger_is_refused_in_the_language_of_their_page_and_no_game_is_opened(seats):
    ann, _ = seats
    with mock.patch.object(Room, "session", side_effect=AssertionError):
        refused = ann.post("position", X_Pbem_Language="es", **{TOKEN: "key9"})
    assert 401 == refused.status_code
    assert "Falta la clave" in refused.text


def test_a_game_that_cannot_be_opened_is_told_in_spanish_all_the_same(seats: tuple[Seat, Seat]) -> None:
    ann, _ = seats
    log = next(each for each in ann.home.path.rglob("*.pbem") if each.is_file())
    log.write_bytes(b"x" + log.read_bytes()[1:])
    refused = Seat("Ann", ann.home).post("position", X_Pbem_Language="es")
    assert 409 == refused.status_code
    assert "no se puede leer nada" in refused.json["error"]["message"]
