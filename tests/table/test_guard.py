"""The doors of the table: nobody else's page, host, key or body gets through, and nothing of a game stands before them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from werkzeug.test import Client

from pbem.desk.identity import create_identity
from pbem.store.home import Home
from pbem.table.guard import TOKEN

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


@pytest.mark.parametrize(
    "host",
    ["evil.example", f"localhost:{PORT}", "127.0.0.1", f"127.0.0.1:{PORT + 1}", "", f"{HOST}.evil.example"],
)
def test_another_host_is_not_answered(seats: tuple[Seat, Seat], host: str) -> None:
    assert 421 == seats[0].post("position", Host=host).status_code
    assert 421 == seats[0].client.get("/", headers={"Host": host}).status_code


@pytest.mark.parametrize(
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


def test_a_post_without_an_origin_is_refused(seats: tuple[Seat, Seat]) -> None:
    answer = seats[0].client.post("/api/position", json={}, headers={"Host": HOST, TOKEN: "key1"})
    assert 403 == answer.status_code


def test_a_browser_that_says_cross_site_is_refused(seats: tuple[Seat, Seat]) -> None:
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


@pytest.mark.parametrize("body", [b"[]", b"{", b'{"a":' * 9000, b"\xff\xfe", b'"x"'])
def test_a_body_that_is_no_object_is_refused_in_one_sentence(seats: tuple[Seat, Seat], body: bytes) -> None:
    headers = {"Host": HOST, "Origin": ORIGIN, TOKEN: "key1", "Content-Type": "application/json"}
    answer = seats[0].client.post("/api/unit", data=body, headers=headers)
    assert 400 == answer.status_code


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


@pytest.mark.parametrize(
    "path", ["/static/../room.py", "/static/%2e%2e/room.py", "/etc/passwd", "/static/", "/api", "/x"]
)
def test_only_the_files_of_the_page_are_served(seats: tuple[Seat, Seat], path: str) -> None:
    assert 404 == seats[0].client.get(path, headers={"Host": HOST}).status_code


def test_a_key_with_a_password_opens_nothing_before_it_is_given(tmp_path: Path) -> None:
    home = Home(tmp_path / "h")
    create_identity(home, "Ann", "six of june", stream("x"))
    client = Client(app_of(home))
    headers = {"Host": HOST, "Origin": ORIGIN, TOKEN: "key1"}
    ask = lambda name, **given: client.post(f"/api/{name}", json=given, headers=headers)  # noqa: E731
    hello = ask("hello").json
    assert {"locked": True, "name": "Ann", "games": [], "chosen": ""} == hello
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
