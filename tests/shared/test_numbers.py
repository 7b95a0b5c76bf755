"""The data of the five games: numbers have the label of what prints them, none of a chart lies in the code."""

import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from pbem.bytes.errors import DataError
from pbem.games import registry
from tests.lists import held
from tests.shared.labels import astray, replaced
from tests.shared.numbers import FOLDER, found, listed, write

GAMES = ("darkdecember", "june44", "june6", "normandy", "pegasus")
_REASON = re.compile(r"(ours|[A-Z]?\d+(?:\.\d+)*[a-z]?)(?:, [A-Z]?\d+(?:\.\d+)*[a-z]?)*: \S.*")


@pytest.mark.parametrize("game", GAMES)
def test_every_number_in_the_code_is_one_that_a_paragraph_prints_or_is_ours(game: str) -> None:
    """What fails here belongs into the data; if it does not: python -m tests.shared.numbers GAME, and a reason."""
    in_code, reasons = found(FOLDER / game), listed(FOLDER / game)
    assert {where: set(entry) for where, entry in reasons.items()} == in_code


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_names_a_paragraph_of_the_game_or_says_what_the_number_is(game: str) -> None:
    known = {each.number for each in registry.paragraphs(game)}
    for where, entry in listed(FOLDER / game).items():
        for number, reason in entry.items():
            assert _REASON.fullmatch(reason), f"{where}: {number} has the reason {reason!r}"
            cited = [each for each in reason.partition(": ")[0].split(", ") if each != "ours"]
            unknown = [each for each in cited if each[0] != "N" and each not in known]
            assert [] == unknown, f"{where}: {number}"


def test_a_number_is_found_in_functions_classes_and_modules(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(
        'A = 7\nclass C:\n    def f(self, n=3):\n        return n * 2.5 - 1 + len("9")\n'
    )
    assert {"m": {"7"}, "m.C.f": {"3", "2.5"}} == found(tmp_path)


def test_a_list_written_anew_keeps_its_reasons(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text("A = 7\nB = 8\n")
    (tmp_path / "numbers.toml").write_text('[m]\n7 = "1.1: printed"\n9 = "gone"\n')
    write(tmp_path)
    assert {"m": {"7": "1.1: printed", "8": ""}} == listed(tmp_path)


RULES = Path(__file__).parents[2] / "rules" / "pbem_rules"
READERS = {
    **{name: f"pbem_rules.{name}.printed.reading" for name in ("june6", "june44", "darkdecember", "pegasus")},
    "normandy": "pbem_rules.normandy.reading",
}
PRINTED = tomllib.loads(Path(__file__).with_name("printed.toml").read_text("utf-8"))


@cache
def read(game: str) -> dict[str, Any]:
    """The data files of a game, read once."""
    return tables(game)


def tables(game: str) -> dict[str, Any]:
    """The data files of a game, read anew."""
    return {
        path.stem: tomllib.loads(path.read_text("utf-8")) for path in (RULES / game / "data").glob("*.toml")
    }


def reader(game: str) -> Callable[[dict[str, Any]], Any]:
    """What makes a game's data of its tables."""
    found: Callable[[dict[str, Any]], Any] = import_module(READERS[game]).read
    return found


@cache
def data(game: str) -> Any:
    return reader(game)(tables(game))


def test_no_label_of_a_single_value_leads_nowhere() -> None:
    def leads(file: tuple[str, object]) -> None:
        assert [] == astray(*file)

    held(
        [(f"{game} {name}", (name, table)) for game in READERS for name, table in tables(game).items()], leads
    )


def test_each_number_has_the_label_of_what_prints_it() -> None:
    def is_labelled(row: tuple[str, str, str, str]) -> None:
        game, path, label, source = row
        found = data(game).sources.labels[path]
        assert (label, True) == (found.provenance, found.source.startswith(source)), found

    rows = [
        (game, path, label, *(source or [""]))
        for game, told in PRINTED["labels"].items()
        for path, (label, *source) in told.items()
    ]
    held([(f"{game} {path}", (game, path, *rest)) for game, path, *rest in rows], is_labelled)  # type: ignore[arg-type]


def leaves(told: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], object]]:
    """Every value inside tables, with its path."""
    for key, value in told.items():
        if isinstance(value, dict):
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key), value


def test_the_files_have_the_numbers_that_are_printed() -> None:
    def stands(row: tuple[str, tuple[str, ...], object]) -> None:
        game, path, value = row
        found: Any = read(game)
        for key in path:
            found = found[key]
        assert value == found

    rows = [(game, *each) for game, told in PRINTED["values"].items() for each in leaves(told)]
    held(((f"{game} {'.'.join(path)}", (game, path, value)) for game, path, value in rows), stands)


def test_a_slip_in_a_file_is_told_with_its_place() -> None:
    def is_told(row: tuple[str, dict[str, Any]]) -> None:
        game, slip = row
        with pytest.raises(DataError) as caught:
            reader(game)(replaced(tables(game), slip["at"], slip["value"]))
        assert [] == [each for each in slip["said"] if each not in str(caught.value)], caught.value

    held(
        [
            (f"{game} {n} {slip['at']}", (game, slip))
            for game, slips in PRINTED["slips"].items()
            for n, slip in enumerate(slips)
        ],
        is_told,
    )


def test_a_missing_file_is_named() -> None:
    def is_named(row: tuple[str, str]) -> None:
        game, name = row
        with pytest.raises(DataError, match=rf"{name}\.toml"):
            reader(game)({file: table for file, table in tables(game).items() if file != name})

    held([(f"{game} {name}", (game, name)) for game in READERS for name in tables(game)], is_named)
