"""Files that a stranger might hand over: data packs, cases, key files. Each is used or refused by name."""

import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from pbem.bytes.codec import Codec
from pbem.bytes.errors import DataError, PbemError, UsageError
from pbem.games import cases, registry
from pbem.store import journal
from pbem.store.game import Change
from pbem.store.home import Home
from pbem.store.imported import MOST
from tests.lists import tried_with

ROOT = Path(__file__).resolve().parent.parent
BOMBS = {
    "lists in lists": "a = " + "[" * 5000 + "]" * 5000,
    "lists a little too deep": "a = " + "[" * 40 + "]" * 40,
    "tables in tables": "a = " + "{a=" * 3000 + "1" + "}" * 3000,
    "tables of a long name": "[" + ".".join(["a"] * 5000) + "]",
    "a number of 5,000 digits": "a = " + "9" * 5000,
    "a date": "[some.table]\nday = 2024-06-06",
    "a time": "day = 2024-06-06T05:30:00Z",
    "no number": "a = nan",
    "no end": "a = -inf",
    "half a letter": 'a = "\\ud800"',
    "nothing closed": 'a = "',
}


@tried_with("text", BOMBS.values(), ids=list(BOMBS))
def test_a_toml_file_that_cannot_be_used_is_refused_by_name(text: str, tmp_path: Path) -> None:
    (tmp_path / "charts.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=r"charts\.toml"):
        registry.load("june6", tmp_path)
    (tmp_path / "case.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=r"case\.toml"):
        cases.read(tmp_path / "case.toml")


def test_a_date_is_named_by_its_key(tmp_path: Path) -> None:
    (tmp_path / "charts.toml").write_text(BOMBS["a date"], encoding="utf-8")
    with pytest.raises(DataError, match=r"some\.table\.day is 2024-06-06"):
        registry.load("june6", tmp_path)


def test_a_pack_file_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "charts.toml").mkdir()
    with pytest.raises(DataError, match=r"not a file|is a link"):
        registry.load("june6", tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="needs devices and pipes")
@pytest.mark.parametrize("kind", ["a device without end", "a pipe nobody writes to", "a link to nothing"])
def test_a_pack_file_that_never_ends_is_not_read(kind: str, tmp_path: Path) -> None:
    place = tmp_path / "charts.toml"
    if kind == "a pipe nobody writes to":
        os.mkfifo(place)
    else:
        place.symlink_to("/dev/zero" if kind == "a device without end" else tmp_path / "nothing")
    with pytest.raises(DataError, match=r"not a file|is a link"):
        registry.load("june6", tmp_path)


def test_a_pack_file_beyond_the_limit_is_refused(tmp_path: Path) -> None:
    (tmp_path / "charts.toml").write_bytes(b"#" * 5_000_001)
    with pytest.raises(DataError, match="larger than"):
        registry.load("june6", tmp_path)


HEAD = 'title = "x"\nparagraphs = ["1.1"]\ngame = "june6"\n'


@pytest.mark.parametrize(
    "rest",
    [
        "position = 3",
        "expect = 3",
        "step = 3",
        'step = ["x"]',
        '[[step]]\nside = "allied"',
        "[expect]\nx = 2024-01-01",
    ],
)
def test_a_case_of_the_wrong_shape_is_no_case(rest: str) -> None:
    with pytest.raises(DataError):
        cases.parse(HEAD + rest, "x")


@tried_with(
    "rest",
    [
        '[[step]]\norder = "move \'a"',
        "[[step]]\norder = 3",
        '[[step]]\norder = ""',
        '[[step]]\norder = "fly"\nbreaks = 3',
        '[[step]]\nroll = "a"\nfaces = ["x"]',
        '[[step]]\nroll = ""\nfaces = [true, 1.5]',
        "[position]\nunits = 3",
        '[position]\nturn = "x"',
        'scenario = "?"',
        "[expect]\nhappened = 3",
    ],
)
def test_a_case_that_cannot_be_played_does_not_hold(rest: str) -> None:
    text = rest if "scenario" in rest else f"{rest}\n[expect]\nturn = 1" if "expect" not in rest else rest
    assert not cases.run(cases.parse(HEAD + text, "x")).holds


def test_a_case_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(DataError, match="cannot be read"):
        cases.read(tmp_path / "x.toml")


@pytest.mark.parametrize("line", ["'", 'move "a', "move a\\"])
def test_an_order_with_an_open_quotation_is_refused(line: str) -> None:
    with pytest.raises(UsageError):
        Codec(()).parse(line)


def test_the_list_of_what_was_seen_stays_short_enough_to_be_read(tmp_path: Path) -> None:
    """Strangers can send any number of things that look like turns of a game; the newest are remembered."""
    folder = Home(tmp_path).new_game("ab" * 32)

    def digests(numbers: Iterable[int]) -> tuple[str, ...]:
        return tuple(f"{n:064x}" for n in numbers)

    folder.save(Change(seen=digests(range(MOST))))
    folder.save(Change(seen=digests(range(MOST, MOST + 500))))
    assert MOST == len(folder.seen())
    assert set(digests(range(MOST, MOST + 500))) <= folder.seen()
    folder.save(Change(seen=digests(range(3 * MOST))))
    assert MOST == len(folder.seen())


def test_no_journal_is_written_that_could_not_be_read_again(tmp_path, monkeypatch):
    monkeypatch.setattr(journal, "_LIMIT", 1000)
    with pytest.raises(PbemError, match="too much at once"):
        journal.change(tmp_path, {"a": b"x" * 600, "b": b"y" * 600})
    assert [] == list(tmp_path.iterdir())
