"""``pbem verify page``: a page is believed when it is what this program makes of its log, byte for byte."""

import base64
import json
import os
import re
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from home.table import Player, Said

from pbem.bytes import container
from pbem.home.viewing import replay_pages
from tests.lists import tried_with

from .conftest import Rejected

pytestmark = pytest.mark.night

Two = tuple[Player, Player]


def made(player: Player, place: Path, *words: object) -> Path:
    """The page of a player's game."""
    assert player("replay", "--html", place, *words).code == 0
    return place


def check(player: Player, page: Path, *words: object) -> Said:
    return player("verify", "page", page, *words)


@tried_with(
    "words",
    [(), ("--to", 3), ("--side", "red"), ("--lang", "es"), ("--lang", "es", "--side", "blue", "--to", 2)],
)
def test_a_page_of_this_program_is_the_same_in_every_way_of_making_it(table, tmp_path, words):
    ann, ben = table
    said = check(ben, made(ann, tmp_path / "page.html", *words))
    assert 0 == said.code, said
    first, second = said.out.splitlines()
    assert first.endswith("the log in it: incomplete. All of it holds; the game goes on.")
    assert ", the page: the same as this program makes of its log" in second


def test_a_page_made_while_a_draft_lay_there_is_the_same(table: Two, tmp_path: Path) -> None:
    mover = next(each for each in table if each("orders").code == 0)
    mover("orders")
    assert 0 == check(mover, made(mover, tmp_path / "page.html")).code


def test_the_reel_may_be_packed_by_another_machine(table: Two, tmp_path: Path) -> None:
    page = made(table[0], tmp_path / "page.html")
    text = page.read_text("utf-8")
    reel = re.search('"film":"([^"]*)"', text)
    other = base64.b64encode(zlib.compress(zlib.decompress(base64.b64decode(reel[1])), 1)).decode()
    assert other != reel[1]
    page.write_text(text.replace(reel[1], other), "utf-8")
    assert 0 == check(table[1], page).code


def test_a_page_is_the_same_from_one_run_of_the_program_to_the_next(tmp_path: Path) -> None:
    log, pages = Path(__file__).parents[2] / "examples" / "pegasus" / "campaign.pbem", set()
    for seed in "12":
        words = ("replay", log, "--to", "9", "--html", tmp_path / "page.html", "--lang", "es")
        subprocess.run(
            [sys.executable, "-m", "pbem", *words], env={**os.environ, "PYTHONHASHSEED": seed}, check=True
        )
        pages.add((tmp_path / "page.html").read_bytes())
    assert 1 == len(pages)


def _swap(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


def _other_reel(text: str) -> str:
    reel = re.search('"film":"([^"]*)"', text)
    told = json.loads(zlib.decompress(base64.b64decode(reel[1])))
    told["lines"] = [*told.get("lines", []), "Red has won."]
    packed = base64.b64encode(zlib.compress(json.dumps(told).encode())).decode()
    return text.replace(reel[1], packed)


CHANGES: dict[str, Callable[[str], str]] = {
    "another word on the page": _swap("<noscript>", "<noscript>Verified by pbem. "),
    "another script": _swap("class Page extends", "class Page  extends"),
    "another verdict": _swap('"word":"incomplete"', '"word":"verified"'),
    "other pictures": _other_reel,
    "a bomb for a reel": lambda text: re.sub(
        '"film":"[^"]*"',
        lambda _: '"film":"' + base64.b64encode(zlib.compress(b"0" * 50_000_000)).decode() + '"',
        text,
    ),
    "another player": _swap('"name":"Ann"', '"name":"Eve"'),
    "a side that the game does not have": _swap('"side":""', '"side":"green"'),
    "another length": lambda text: re.sub('"entries":[0-9]+}', '"entries":2}', text, count=1),
    "another file name": _swap('"file":"tiny.pbem"', '"file":"tiny\\u0000.pbem"'),
}


@tried_with("name", CHANGES)
def test_a_page_that_was_changed_differs_and_its_log_is_judged_all_the_same(table, tmp_path, name):
    page = made(table[0], tmp_path / "page.html")
    page.write_text(CHANGES[name](page.read_text("utf-8")), "utf-8")
    said = check(table[1], page)
    assert 3 == said.code, said
    first, second, _ = said.out.splitlines()
    assert ", the page: NOT what this program makes of its log" in first
    assert "the log in it: incomplete. All of it holds" in second


def test_a_page_of_another_version_cannot_be_compared(table: Two, tmp_path: Path) -> None:
    page = made(table[0], tmp_path / "page.html")
    text = re.sub('"program":"[^"]*"', '"program":"9.9.9"', page.read_text("utf-8"))
    page.write_text(text, "utf-8")
    said = check(table[1], page)
    assert (3, True) == (said.code, "made by pbem 9.9.9, as it says" in said.out.splitlines()[0])


def test_the_page_of_a_rejected_log_is_the_same_and_the_log_is_rejected_first(rejected, tmp_path):
    page = tmp_path / "page.html"
    rejected.home("replay", rejected.file, "--html", page)
    said = check(rejected.other, page, "--save", tmp_path / "saved.pbem")
    first, second = said.out.splitlines()
    assert (3, True, True) == (said.code, rejected.said in first, "the same as this program" in second)
    lines = container.salvage((tmp_path / "saved.pbem").read_bytes())[0]
    assert container.salvage(rejected.file.read_bytes())[0] == lines
    sentence = first.partition("the log in it: ")[2]
    assert sentence in rejected.other("verify", tmp_path / "saved.pbem").out


STRANGE: dict[str, Callable[[bytes], bytes]] = {
    "nothing": lambda page: b"",
    "no page": lambda page: b"<html>hello</html>",
    "no text": lambda page: bytes(range(256)),
    "no data": lambda page: page.replace(b'id="data"', b'id="date"'),
    "data twice": lambda page: page + b'<script type="application/json" id="data">{}</script>',
    "cut in the data": lambda page: page[: page.index(b'"log"') + 300],
    "two logs": lambda page: page.replace(b'"log":', b'"log":"AAAA","log":', 1),
    "no log": lambda page: re.sub(rb'"log":"[^"]*"', b'"log":""', page),
    "a log that is none": lambda page: re.sub(rb'"log":"[^"]*"', b'"log":"AAAA"', page),
    "a log that is no base64": lambda page: re.sub(rb'"log":"', b'"log":"A', page),
    "deep nesting": lambda page: page.replace(b'"luck":', b'"luck":' + b"[" * 100_000, 1),
    "a huge number": lambda page: re.sub(rb'"entries":[0-9]+}', b'"entries":' + b"9" * 5000 + b"}", page),
    "no language": lambda page: page.replace(b'"language":""', b'"language":7', 1),
    "no such language": lambda page: page.replace(b'"language":""', b'"language":"\\ud800"', 1),
}


@tried_with("name", STRANGE)
def test_any_other_file_is_one_sentence_and_no_trace(table: Two, tmp_path: Path, name: str) -> None:
    page = made(table[0], tmp_path / "page.html")
    page.write_bytes(STRANGE[name](page.read_bytes()))
    said = check(table[1], page)
    assert 3 == said.code, said
    assert "Traceback" not in said.sentences
    assert "unexpected" not in said.sentences
    assert len(said.sentences.splitlines()) <= 3


def test_a_log_alone_is_no_page(illegal: Rejected) -> None:
    said = check(illegal.home, illegal.file)
    assert (3, True) == (said.code, "is not a replay page of this program" in said.err)


def test_a_file_that_is_too_large_is_not_read(table, tmp_path, monkeypatch):
    page = made(table[0], tmp_path / "page.html")
    monkeypatch.setattr(replay_pages, "MAX_PAGE", 1000)
    said = check(table[1], page)
    assert (7, True) == (said.code, "is larger than 1000 bytes" in said.err)


def test_as_json_it_says_both(illegal: Rejected, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    illegal.home("replay", illegal.file, "--html", page)
    said = check(illegal.other, page, "--json")
    value = json.loads(said.out)
    assert (3, "same", "rejected") == (said.code, value["page"], value["verdict"])
    assert value["said"].startswith(illegal.said)


def test_a_page_whose_log_begins_no_game_cannot_be_made_again(table: Two, tmp_path: Path) -> None:
    page = made(table[0], tmp_path / "page.html")
    invitation = container.pack(b"".join(table[0].folder.log().splitlines(keepends=True)[:2]))
    text = re.sub(
        '"log":"[^"]*"', f'"log":"{base64.b64encode(invitation).decode()}"', page.read_text("utf-8")
    )
    page.write_text(text, "utf-8")
    said = check(table[1], page)
    first, second, _ = said.out.splitlines()
    assert (3, True) == (said.code, "the log in it: rejected: incomplete: " in first)
    assert "no page can be made of its log here" in second
