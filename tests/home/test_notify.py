"""A player is told that a game waits: once for each decision, at a place of theirs, and nothing of it is seen elsewhere."""

import hashlib
import hmac
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from attrs import evolve
from lists import held

from home.table import Player, decide, pbem, sit_down, use_tiny
from pbem.bytes.errors import UsageError
from pbem.home import hooks, kept_hooks
from pbem.home.acting import hook_sending, notices
from pbem.home.hooks import Hook
from pbem.home.identity import unlock
from pbem.home.kept_hooks import Told

NOW = datetime(2026, 6, 6, 12, tzinfo=UTC)
TOKEN = "123456:" + "hush" * 8
SECRET = "hush-hush"


def hook(kind: str = "ntfy", url: str = f"https://example.org/{SECRET}", **more: object) -> Hook:
    return Hook(id="0" * 8, kind=kind, url=url, names={"": ""}, **more)


WRONG = {
    "http to anybody": f"http://example.org/{SECRET}",
    "http to a house": f"http://192.168.1.2/{SECRET}",
    "http beside this machine": f"http://localhost.example.org/{SECRET}",
    "a password": f"https://ann:{SECRET}@example.org/x",
    "a line more": f"https://example.org/{SECRET}\r\nHost: x",
    "a space": f"https://example.org/{SECRET} x",
    "other letters": f"https://example.org/{SECRET}ñ",
    "another scheme": f"file:///{SECRET}",
    "no host": f"https:///{SECRET}",
    "a strange host": f"https://-/{SECRET}",
    "a strange port": f"https://example.org:99999/{SECRET}",
    "a piece of a page": f"https://example.org/#{SECRET}",
    "a slash the wrong way": f"https://example.org\\{SECRET}",
}


def test_an_address_that_shows_or_misleads_is_refused_and_not_repeated() -> None:
    def refused(url: str) -> None:
        with pytest.raises(UsageError) as error:
            hooks.checked(hook(url=url))
        assert SECRET not in str(error.value)

    held(WRONG, refused)
    hooks.checked(hook(url=f"http://[::1]:8080/{SECRET}"))
    assert SECRET not in repr(hook()) + repr(hook_sending.request(hook(), "x"))


def test_each_service_is_asked_as_its_documents_say() -> None:
    ntfy = hook_sending.request(hook(), "¡Hola!")
    assert ("¡Hola!".encode(), "pbem") == (ntfy.body, ntfy.headers["Title"])
    discord = hook_sending.request(hook("discord", mention="7"), "@everyone")
    assert json.loads(discord.body) == {
        "content": "<@7> @everyone",
        "allowed_mentions": {"parse": [], "users": ["7"]},
    }
    assert discord.headers["User-Agent"] == "pbem"
    telegram = hook_sending.request(hook("telegram", hooks.TELEGRAM, secret=TOKEN, chat="-5"), "x")
    assert telegram.url == f"https://api.telegram.org/bot{TOKEN}/sendMessage"
    assert json.loads(telegram.body) == {"chat_id": "-5", "text": "x"}
    web = hook_sending.request(hook("web", secret="a key of ours"), "x")
    signed = hmac.new(b"a key of ours", web.body, hashlib.sha256).hexdigest()
    assert web.headers["X-Hub-Signature-256"] == f"sha256={signed}"


def test_a_game_is_due_once_where_it_stands_and_a_failing_place_is_left_alone() -> None:
    told = Told().with_told({"a": "one"}, NOW)
    cases = ("a", "one"), ("a", "two"), ("b", "one")
    assert [False, True, True] == [told.due(game, mark, NOW, 0) for game, mark in cases]
    assert [False, True] == [told.due("a", "one", NOW + timedelta(hours=n), 3) for n in (2, 3)]
    waits = []
    for _ in range(kept_hooks.FAILURES):
        told = told.failing(NOW)
        waits.append(next((n for n in (1, 10, 60, 360) if not told.patient(NOW + timedelta(minutes=n))), 0))
    assert [1, 10, 60, 360, 0] == waits
    assert told.off


def test_what_a_backup_says_has_no_token_and_is_read_strictly() -> None:
    there = (hook("telegram", hooks.TELEGRAM, secret=TOKEN, chat="5"), hook("web", secret=SECRET * 2))
    data = hooks.dump(there, secrets=False)
    assert b"hushhush" not in data
    assert tuple(evolve(each, secret="") for each in there) == hooks.load(data, secrets=False)
    for bent in (
        b"{}", b"[{}]", b'["x"]', data.replace(b"https", b"gopher"), data.replace(b'"hours": 0', b'"hours": "x"'),
        hooks.dump(there, secrets=True), data.replace(b'{"": ""}', b'{"../x": ""}'),
    ):  # fmt: skip
        with pytest.raises(ValueError):  # noqa: PT011  # any is enough
            hooks.load(bent, secrets=False)


def _one(sock: socket.socket, asked: list[bytes], answers: tuple[bytes, ...]) -> None:
    with sock, sock.makefile("rb") as file, suppress(OSError):
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += file.read(1) or b"\r\n\r\n"
        size = int(head.lower().split(b"content-length: ")[1].split()[0])
        asked.append(head + file.read(size))
        answer = answers[min(len(asked), len(answers)) - 1]
        sock.sendall(answer)
        if not answer:
            file.read()


@contextmanager
def service(*answers: bytes) -> Iterator[tuple[str, list[bytes]]]:
    """A server on loopback that gives these answers in turn, the last one again and again; what it was asked.

    An empty answer keeps silent as long as somebody listens.
    """
    asked: list[bytes] = []

    def serve(door: socket.socket) -> None:
        with suppress(OSError):  # nobody listens any more
            while True:
                _one(door.accept()[0], asked, answers)

    with socket.create_server(("127.0.0.1", 0)) as door:
        thread = threading.Thread(target=serve, args=(door,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{door.getsockname()[1]}/{SECRET}", asked


GOOD, BAD = b"HTTP/1.1 204 No Content\r\n\r\n", b"HTTP/1.1 404 Not Found\r\n\r\n"
HOSTILE = {
    "redirects": (b"HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\n\r\n", "answered 302", False),
    "refuses": (BAD, "answered 404", False),
    "keeps silent": (b"", "within 0.3 seconds", True),
    "talks without end": (b"HTTP/1.1" + b" " * 3_000_000, "no answer", True),
    "speaks something else": (b"220 mail.example.org ESMTP\r\n", "no answer", True),
}


@pytest.mark.wider
@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_server_is_left_with_its_host_named_and_not_its_address(what: str) -> None:
    answer, said, left = HOSTILE[what]
    with service(answer) as (url, asked):
        with pytest.raises(hook_sending.NoticeError) as error:
            hook_sending.send(hook(url=url), "x", seconds=0.3 if not answer else 10.0)
        assert said in str(error.value)
        assert "127.0.0.1" in str(error.value)
        assert SECRET not in str(error.value)
        assert (1, left) == (len(asked), error.value.left)


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Player, Player]:
    """Ann, who has to decide, and Ben."""
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    ann, ben = sit_down(tmp_path)
    return (ann, ben) if '"mine": true' in ann("status", "--json").out else (ben, ann)


@pytest.mark.wider
def test_watch_tells_once_for_a_decision_and_no_start_tells_again(two, tmp_path):
    player, other = two
    (tmp_path / "in").mkdir()
    with service(GOOD) as (url, asked):
        for each in two:
            each("setup", "notify", "add", "ntfy", url, "--name", each.name).says(0, no=SECRET)
        said = [each("watch", tmp_path / "in", "--once") for each in (player, player, other)]
        assert all(SECRET not in f"{each.out}{each.err}" for each in said)
        assert [f"A game waits for you: {player.name}.".encode()] == [
            each.split(b"\r\n\r\n")[1] for each in asked[2:]
        ]
        decide(player)
        player("watch", tmp_path / "in", "--once")
        assert len(asked) == 3
    assert not [
        path for path in player.path.rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes()
    ]
    player("setup", "notify", "add", "ntfy", "http://127.0.0.1:1/x", given="").says(7, "127.0.0.1:1")
    player("setup", "notify", "add", url).says(2, "Name the service", no=SECRET)
    player("setup", "notify").says(0, "...hush", no=SECRET)
    player("setup", "notify", "off").says(0)
    assert not (player.path / "notify.box").exists()


@pytest.mark.wider
def test_five_failures_switch_a_place_off_and_a_trial_switches_it_on(two: tuple[Player, Player]) -> None:
    player, _ = two
    identity, moment = unlock(player.home, ""), NOW
    with service(GOOD, *[BAD] * 5, GOOD) as (url, asked):
        player("setup", "notify", "add", "ntfy", url).says(0)
        for _ in range(20):
            notices.tell(player.home, identity, {"ab" * 8: "mark"}, moment, str)
            moment += timedelta(hours=7)
        assert len(asked) == 6
        for words, code in ((("status",), 0), (("setup", "doctor"), 1)):
            player(*words).says(code, "five times", no=SECRET)
        player("setup", "notify", "test").says(0)
        player("status").says(0, no="five times")
        assert 2 == sum(b"pbem tries" in each for each in asked)


@pytest.mark.wider
def test_a_place_in_a_backup_is_shown_and_not_used(two: tuple[Player, Player], tmp_path: Path) -> None:
    player, _ = two
    with service(GOOD) as (url, asked):
        player("setup", "notify", "add", "ntfy", url).says(0)
        player("backup", tmp_path / "a.backup").says(0)
        new = tmp_path / "new"
        pbem("backup", "restore", tmp_path / "a.backup", "--home", new).says(0, url, "setup notify add")
        assert not (new / "notify.box").exists()
        pbem("watch", tmp_path, "--once", "--home", new)
        assert len(asked) == 1
