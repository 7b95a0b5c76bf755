"""What runs in the browser, called as the worker calls it: nothing of it needs a browser."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pbem.cli import main
from pbem.site.program import Site

ROOT = Path(__file__).resolve().parents[2]
_NEW = {"name": "Ann", "password": ""}


class Browser:
    """A browser that keeps two places, and a tab that may be closed."""

    def __init__(self, place: Path) -> None:
        self.place, self.kept, self.tabs = place, [b"", b""], 0
        self.open()

    def open(self) -> None:
        self.tabs += 1
        folder = self.place / f"tab-{self.tabs}"
        folder.mkdir(parents=True)
        self.site = Site(folder, tuple(self.kept))

    def ask(self, name: str, data: bytes = b"", /, **given: str) -> Any:
        answer = self.site.call(name, json.dumps(given), data)
        if answer.place >= 0:
            self.kept[answer.place] = answer.keep
        return json.loads(answer.text)

    def file(self, name: str, data: bytes = b"", /, **given: str) -> bytes:
        return base64.b64decode(self.ask(name, data, **given)["file"])


class Table:
    """The page of the table, as far as it asks."""

    def __init__(self, browser: Browser, game: str) -> None:
        self.browser, self.token = browser, ""
        self.token = str(self.ask("enter", ticket=browser.ask("ticket", game=game)["ticket"])["key"])

    def ask(self, name: str, **given: Any) -> Any:
        headers = {"X-Pbem-Token": self.token, "X-Pbem-Language": "en", "Content-Type": "application/json"}
        return self._http(name, headers, json.dumps(given).encode())

    def upload(self, data: bytes) -> Any:
        return self._http(
            "incoming", {"X-Pbem-Token": self.token, "Content-Type": "application/octet-stream"}, data
        )

    def _http(self, name: str, headers: dict[str, str], data: bytes) -> Any:
        found = self.browser.ask("http", data, path=f"/api/{name}", headers=json.dumps(headers))
        value = json.loads(found["body"])
        assert found["status"] == 200, value
        return value


@pytest.fixture
def browser(tmp_path: Path) -> Browser:
    return Browser(tmp_path / "browser")


def pbem(home: Path, *words: str) -> str:
    done = CliRunner().invoke(main, [*words, "--home", str(home)])
    assert done.exit_code == 0, done.output
    return done.output


def test_a_practice_game_is_played_at_the_table_and_outlives_its_tab(browser: Browser) -> None:
    assert browser.ask("hello")["state"] == "new"
    assert browser.ask("begin", **_NEW)["state"] == "open"
    game = browser.ask("practice", game="pegasus", scenario="", side="")["game"]
    table = Table(browser, game)
    position = table.ask("onward")
    assert position["practice" if "practice" in position else "mail"]
    before = position["entries"]
    browser.open()
    hello = browser.ask("hello")
    assert (hello["state"], [each["name"] for each in hello["games"]], hello["copy"]) == (
        "open",
        [game],
        None,
    )
    assert Table(browser, game).ask("onward")["entries"] == before


def test_a_game_is_played_before_anybody_has_a_name_and_goes_on_under_the_name_that_is_given(browser):
    game = browser.ask("practice", game="june44", scenario="", side="")["game"]
    assert (False, "open") == tuple(browser.ask("hello")[each] for each in ("named", "state"))
    assert "no-name" == browser.ask("invite", game="pegasus")["error"]["code"]
    browser.ask("begin", name="Ann", password="a word or two")
    assert browser.file("invite", game="pegasus", scenario="", side="")
    assert "named" == browser.ask("begin", name="Eve", password="")["error"]["code"]
    browser.open()
    assert "locked" == browser.ask("hello")["state"]
    assert "kept" == browser.ask("practice", game="june44")["error"]["code"]
    browser.ask("unlock", password="a word or two")
    assert Table(browser, game).ask("onward")["name"] == "Player"
    assert browser.ask("hello")["named"] is True
    assert {game: "mine"} == browser.ask("turns")["turns"]


def test_nothing_is_written_when_nothing_has_changed(browser: Browser) -> None:
    browser.ask("begin", **_NEW)
    assert browser.site.call("hello", "{}").place == -1
    assert [bool(each) for each in browser.kept] == [True, False]


def test_an_answer_that_could_not_be_written_is_written_with_the_next(browser: Browser) -> None:
    browser.ask("begin", **_NEW)
    lost = browser.site.call("practice", json.dumps({"game": "pegasus", "scenario": "", "side": ""}))
    browser.site.unsaved()
    again = browser.site.call("hello", "{}")
    assert (lost.place, again.place) == (1, 1)
    browser.kept[again.place] = again.keep
    browser.open()
    assert len(browser.ask("hello")["games"]) == 1


def test_a_password_locks_what_the_browser_keeps(browser: Browser) -> None:
    browser.ask("begin", name="Ann", password="a word or two")
    browser.open()
    assert browser.ask("hello") | {"rules": []} == {
        "version": browser.ask("hello")["version"], "state": "locked", "name": "Ann", "named": False, "copy": None,
        "games": [], "waiting": [], "rules": [],
    }  # fmt: skip
    assert browser.ask("ticket", game="x")["error"]["code"] == "locked"
    assert browser.ask("unlock", password="another")["error"]["code"] == "password"
    assert browser.ask("unlock", password="a word or two")["state"] == "open"


def test_an_invitation_is_posted_from_the_page_and_one_of_those_who_answer_is_taken(browser, tmp_path):
    browser.ask("begin", **_NEW)
    made = browser.ask("invite", game="pegasus", scenario="", side="")
    (tmp_path / "post.txt").write_text(browser.ask("post", invitation=made["invitation"])["text"])
    for name in ("Ben", "Carl"):
        home, answer = tmp_path / name, tmp_path / f"{name}.pbem"
        pbem(home, "identity", "new", name, "--no-password")
        pbem(home, "accept", str(tmp_path / "post.txt"), "--out", str(answer))
        assert {"game": ""} == browser.ask("start", answer.read_bytes())
    (waiting,) = browser.ask("hello")["waiting"]
    assert [1, 2] == [number for number, _, _ in waiting["answers"]]
    assert "Carl, code" in waiting["answers"][1][1]
    assert "no-answer" == browser.ask("take-answer", invitation=waiting["name"], number=3)["error"]["code"]
    assert browser.ask("take-answer", invitation=waiting["name"], number=2)["game"]
    assert [] == browser.ask("hello")["waiting"]


def test_browser_and_command_line_begin_a_game_and_send_turns_both_ways(browser, tmp_path):
    ben = tmp_path / "ben"
    pbem(ben, "identity", "new", "Ben", "--no-password")
    browser.ask("begin", **_NEW)
    (tmp_path / "invitation.pbem").write_bytes(browser.file("invite", game="pegasus", scenario="", side=""))
    pbem(ben, "accept", str(tmp_path / "invitation.pbem"), "--out", str(tmp_path / "acceptance.pbem"))
    acceptance = (tmp_path / "acceptance.pbem").read_bytes()
    assert browser.ask("look", acceptance, name="a.pbem", language="en")["kind"] == "acceptance"
    game = browser.ask("start", acceptance)["game"]
    table = Table(browser, game)
    sent = table.ask("send", way="file", partial=True)["sent"]
    turn = tmp_path / "turn.pbem"
    turn.write_bytes(base64.b64decode(sent["out"]["file"]))
    assert "Turn file 1 of Ann" in pbem(ben, "import", str(turn))
    pbem(ben, "send", "--out", str(tmp_path / "back.pbem"))
    came = table.upload((tmp_path / "back.pbem").read_bytes())
    assert came["joins"], came
    assert table.ask("accept")["came"]["kept"]


def test_a_backup_goes_from_browser_to_command_line_and_back(browser: Browser, tmp_path: Path) -> None:
    browser.ask("begin", name="Ann", password="a word or two")
    game = browser.ask("practice", game="pegasus", scenario="", side="")["game"]
    (tmp_path / "pbem.backup").write_bytes(browser.file("backup"))
    (tmp_path / "password").write_text("a word or two\n")
    secret = ("--password-file", str(tmp_path / "password"))
    ann = tmp_path / "ann"
    told = pbem(ann, "backup", "restore", str(tmp_path / "pbem.backup"), *secret)
    assert game[:8] in told
    pbem(ann, "backup", str(tmp_path / "ann.backup"), *secret)
    other = Browser(tmp_path / "other")
    data = (tmp_path / "ann.backup").read_bytes()
    assert other.ask("restore", data, password="wrong")["error"]["code"] == "password"
    hello = other.ask("restore", data, password="a word or two")
    assert (hello["state"], [each["name"] for each in hello["games"]], hello["copy"]) == (
        "open",
        [game],
        [],  # nothing is asked about a game against the computer
    )
    other.open()
    assert [] == other.ask("unlock", password="a word or two")["copy"]
    assert other.ask("moved")["copy"] is None


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Verified. All of it holds; the game is over."),
        ("es", "Verificada. Todo es válido; la partida ha terminado."),
    ],
)
def test_a_game_is_judged_in_the_readers_language_with_its_replay(browser, language, said):
    found = browser.ask(
        "look", (ROOT / "examples/pegasus/campaign.pbem").read_bytes(), name="p.pbem", language=language
    )
    assert (found["kind"], found["good"], found["said"]) == ("game", True, said)
    assert "Pegasus Bridge" in found["more"][0]
    assert found["page"].startswith("<!doctype html>")


@pytest.mark.parametrize("data", [b"", b"hello", b"\x89PNG\r\n", b"PBEM1\n" + b"\xff" * 300])
def test_a_damaged_or_foreign_file_is_one_clear_sentence(browser: Browser, data: bytes) -> None:
    found = browser.ask("look", data, name="x", language="en")
    assert not found["good"]
    assert not found["page"]
    assert 10 < len(found["said"]) < 400
    assert "\n" not in found["said"]


def test_a_printed_copy_is_typed_without_a_name_and_kept(tmp_path: Path) -> None:
    browser = Browser(tmp_path)
    cell = "charts.turns.track/2/first_day"
    table = Table.__new__(Table)
    table.browser, table.token = browser, ""
    table.token = str(table.ask("enter", ticket=browser.ask("printed")["ticket"])["key"])
    assert 11_384 == table.ask("copy", game="june6")["left"]
    table.ask("copy-type", game="june6", cells=[[cell, "9"]])
    browser.open()
    browser.ask("hello")
    table.token = ""
    table.token = str(table.ask("enter", ticket=browser.ask("printed")["ticket"])["key"])
    assert 11_383 == table.ask("copy", game="june6")["left"]
    assert 11_383 == table.ask("copy-undo", game="june6")["left"] - 1
