"""Questions to the tables: what they count, and what they cannot reach."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from home.table import pbem

from pbem.archive.asking import Answer, Archive, question
from pbem.archive.questions import QUESTIONS
from pbem.archive.record import LOG, Place, Record
from pbem.archive.tables import Tables
from pbem.bytes.errors import UsageError

pytestmark = [pytest.mark.wider, pytest.mark.filterwarnings("default")]


def game(n: int, **facts: object) -> Record:
    """A game between Ann (allied) and one of three Bens, which the allied side wins twice in three."""
    first = {
        "content": f"{n:064x}",
        "judge": "j",
        "kind": LOG,
        "verdict": "verified",
        "game": "june6",
        "edition": "1.0.0",
        "scenario": "landings",
        "gid": f"{n:064x}",
        "a_name": "Ann",
        "a_key": "a" * 64,
        "a_side": "allied",
        "b_name": f"Ben {n % 3}",
        "b_key": str(n % 3) * 64,
        "b_side": "german",
        "entries": 100 + n,
        "turn_files": 30,
        "turns": 3,
        "winner": "allied" if n % 3 else "german",
        "ended": "victory",
        "opening": "A: move",
        "paragraphs": ("7.1", "7.1", "8.2"),
    }
    return Record(**{**first, **facts})


def archive(place: Path, *records: Record) -> Archive:
    tables = Tables(place)
    for n, each in enumerate(records):
        tables.add(each, Place(archive="x", name=f"{n}.pbem", content=each.content, run=1))
    tables.flush()
    return Archive(place)


def test_balance_counts_each_game_once_by_its_longest_log(tmp_path: Path) -> None:
    shorter = game(1, content="f" * 64, entries=5, verdict="incomplete", winner="", ended="")
    found = archive(tmp_path, *map(game, range(9)), shorter).answer(question("balance"))
    assert [("allied", 6, 66.7), ("german", 3, 33.3)] == [
        (row["winner"], row["games"], row["percent"]) for row in found.records()
    ]


def test_rules_counts_outcomes_and_games(tmp_path: Path) -> None:
    found = archive(tmp_path, *map(game, range(4))).answer(question("rules"))
    assert [("7.1", 8, 4), ("8.2", 4, 4)] == [
        (r["paragraph"], r["outcomes"], r["games"]) for r in found.records()
    ]


def test_bent_dice_raise_an_alarm_and_honest_ones_none(tmp_path: Path) -> None:
    dice = random.Random(6)
    fair = [tuple(sum(dice.randrange(6) == face for _ in range(200)) for face in range(6)) for _ in range(30)]
    games = [game(n, a_name=f"P{n}", a_key=f"{n:064x}", faces_a=faces) for n, faces in enumerate(fair)]
    rows = archive(tmp_path / "fair", *games).answer(question("dice")).records()
    assert 30 == len(rows)
    assert not [row for row in rows if float(str(row["joint"])) < 0.01]
    bent = game(99, a_name="Bent", a_key="b" * 64, faces_a=(20, 20, 20, 20, 20, 100))
    rows = archive(tmp_path / "bent", *games, bent).answer(question("dice")).records()
    assert ["Bent"] == [row["name"] for row in rows if float(str(row["joint"])) < 0.01]


def test_luck_is_the_opposite_for_the_other_side(tmp_path: Path) -> None:
    found = archive(tmp_path, *(game(n, luck=1.0, weighed=50) for n in range(9))).answer(question("luck"))
    spreads = {row["name"]: row["spreads"] for row in found.records()}
    assert {"Ann": 3.0, "Ben 0": -1.73, "Ben 1": -1.73, "Ben 2": -1.73} == spreads


def test_two_finished_logs_of_one_game_are_suspicious(tmp_path: Path) -> None:
    other = game(2, content="e" * 64)
    found = archive(tmp_path, game(1), game(2), other, game(3, refusals=1)).answer(question("suspicious"))
    assert ["1.pbem", "2.pbem", "3.pbem"] == [row["name"] for row in found.records()]


def test_every_question_is_answered_by_an_empty_archive(tmp_path: Path) -> None:
    tables = Tables(tmp_path)
    tables.add(Place(archive="x", name="a.zip", problem="cannot be read", run=1))
    tables.flush()
    asked = Archive(tmp_path)
    answers = {name: asked.answer(each) for name, each in QUESTIONS.items()}
    assert [("a.zip", "cannot be read")] == [(r["name"], r["said"]) for r in answers.pop("faults").records()]
    assert all(isinstance(each, Answer) and not each.rows for each in answers.values())


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM read_csv('{secret}')",
        "COPY games TO '{secret}'",
        "ATTACH '{secret}' AS x",
        "SET enable_external_access = true",
        "SELEC 1",
    ],
)
def test_a_query_sees_the_tables_and_no_file(tmp_path: Path, sql: str) -> None:
    (tmp_path / "secret.csv").write_text("a,b\n1,2\n")
    asked = archive(tmp_path / "tables", game(1))
    with pytest.raises(UsageError, match="cannot be answered"):
        asked.ask(sql.format(secret=tmp_path / "secret.csv"))
    assert "a,b\n1,2\n" == (tmp_path / "secret.csv").read_text()


def test_what_is_wrong_with_a_question_is_one_sentence(tmp_path: Path) -> None:
    archive(tmp_path / "t", game(1))
    for words, said in (
        (("nonsense",), "no question 'nonsense'"),
        (("faults", "--chart", tmp_path / "x.html"), "nothing that is drawn"),
        (("--sql", "SELECT 1", "--chart", tmp_path / "x.html"), "is not drawn"),
    ):
        found = pbem("archive", "ask", *words, "--into", tmp_path / "t")
        assert (2, True) == (found.code, said in found.err), found
    found = pbem("archive", "ask", "balance", "--into", tmp_path / "nowhere")
    assert (2, True) == (found.code, "There are no tables" in found.err), found


@pytest.mark.parametrize("name", [name for name, each in QUESTIONS.items() if each.x])
def test_a_bar_is_of_one_key_one_game_and_one_scenario(name: str, tmp_path: Path) -> None:
    faces = (9, 11, 10, 12, 8, 10)
    facts = {"faces_a": faces, "faces_b": faces, "weighed": 9, "luck": 1.5}
    other = {"a_key": "c" * 64, "game": "normandy", "scenario": "omaha", "edition": "2.0.0"}
    games = (*(game(n, **facts) for n in range(9)), *(game(n, **facts, **other) for n in range(9, 15)))
    asked = question(name)
    answer = archive(tmp_path, *games).answer(asked)
    bars: dict[object, set[tuple[object, ...]]] = {}
    for row, drawn in zip(answer.records(), answer.drawn(asked.x), strict=True):
        one = tuple(row[each] for each in ("name", "key", "game", "edition", "scenario") if each in row)
        bars.setdefault(drawn[asked.x], set()).add(one)
        assert str(drawn[asked.x]).startswith(str(row[asked.x]))
    assert {1} == {len(each) for each in bars.values()}, bars
    assert len(bars) > 1
