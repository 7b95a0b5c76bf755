"""Labels value by value, and the data of the five games: every number has the label of what prints it."""

import re
import tomllib
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError
from pbem.games import registry
from pbem.games.overlay import Shape, overlay
from pbem.games.packs.pack import Pack, PackFile
from pbem.port.messages import ENGLISH
from pbem_rules.kernel.tables import Table
from pbem_rules.shared.printed import printed
from pbem_rules.shared.provenance import Labels, counted, in_files, told, values
from tests.lists import held
from tests.shared.labels import astray, replaced
from tests.shared.numbers import FOLDER, found, listed, write


def _labels(entry: dict[str, object]) -> dict[str, str]:
    return {".".join(each.path): each.cited.provenance for each in values(Table.of(entry, "x.toml: "))}


def test_a_table_speaks_for_its_values_and_for_the_tables_inside_it() -> None:
    entry = {"provenance": "published", "source": "1.1", "most": 4, "die": {"3": "slow", "6": "fast"}}
    assert {"most": "published", "die.3": "published", "die.6": "published"} == _labels(entry)


def test_a_table_inside_with_a_label_speaks_for_itself() -> None:
    inside = {"provenance": "inferred", "source": "from the sums", "strength": 7}
    entry = {"provenance": "published", "source": "1.1", "most": 4, "platoon": inside}
    assert {"most": "published", "platoon.strength": "inferred"} == _labels(entry)


def test_single_values_have_labels_of_their_own_and_keep_the_source() -> None:
    entry = {
        "provenance": "inferred", "source": "two of them are printed", "times": ["a", "b", "c"],
        "rows": [["x", "y"], ["z"]], "published": ["times.2"], "quoted": ["rows.1"],
    }  # fmt: skip
    labels = {"times.1": "inferred", "times.2": "published", "times.3": "inferred"}
    assert {**labels, "rows.1.1": "quoted", "rows.1.2": "quoted", "rows.2.1": "inferred"} == _labels(entry)
    assert {"two of them are printed"} == {each.cited.source for each in values(Table.of(entry, "x"))}


def test_rows_of_a_list_have_labels_of_their_own() -> None:
    row = {"provenance": "history", "source": "the war diary", "turn": 3}
    entry = {"provenance": "published", "source": "1.1", "row": [row, {"turn": 4}]}
    assert {"row.1.turn": "history", "row.2.turn": "published"} == _labels(entry)


def test_names_and_notes_are_no_values() -> None:
    entry = {
        "provenance": "published", "source": "1.1", "name": "a", "note": "b", "unit": {"name": "c", "cs": 2},
    }  # fmt: skip
    assert {"unit.cs": "published"} == _labels(entry)


def test_a_label_astray_is_found_wherever_it_stands() -> None:
    inside = {"provenance": "inferred", "source": "1", "strength": 7, "published": ["side"]}
    entry = {
        "provenance": "published",
        "source": "1",
        "platoon": inside,
        "row": [inside],
        "quoted": ["platoon"],
    }
    assert ["x.platoon: published side", "x.row.1: published side"] == astray("x", entry)


def test_a_value_without_a_label_is_a_slip() -> None:
    with pytest.raises(DataError, match=r"x\.toml: die\.3: has no provenance"):
        _labels({"die": {"3": "slow"}})


def test_values_are_counted_and_told() -> None:
    entry = {"provenance": "inferred", "source": "1", "times": [1, 2, 3], "published": ["times.2"]}
    counts = counted(values(Table.of(entry, "x")))
    assert {
        "typed": 0,
        "typed in part": 0,
        "published": 1,
        "quoted": 0,
        "inferred": 2,
        "history": 0,
        "reconstructed": 0,
    } == counts
    assert "3 values: 1 published, 2 inferred" == told(counts)
    assert "1 value: 1 published" == told({"published": 1, "quoted": 0})


def test_a_list_may_name_any_row_its_own_source_and_an_element_by_what_it_is() -> None:
    entry = {
        "provenance": "history",
        "source": "the war diary",
        "rows": [
            {"turn": 2, "place": "A"},
            {"turn": 3, "place": "B", "published": ["place"], "source": "10.3"},
        ],
        "links": ["A/B", "B/C"],
        "reconstructed": ["rows.*.place: ours, by the roads"],
        "published": ["links.B/C: 8.1"],
    }
    found = {
        ".".join(each.path): (each.cited.provenance, each.cited.source)
        for each in values(Table.of(entry, "x"))
    }
    assert found == {
        "rows.1.turn": ("history", "the war diary"), "rows.1.place": ("reconstructed", "ours, by the roads"),
        "rows.2.turn": ("history", "10.3"), "rows.2.place": ("published", "10.3"),
        "links.1": ("history", "the war diary"), "links.2": ("published", "8.1"),
    }  # fmt: skip
    assert [] == astray("x", entry)


def test_a_file_says_what_holds_for_all_of_it_what_is_no_value_and_what_a_text_is_made_of() -> None:
    file = {
        "provenance": {
            "provenance": "reconstructed",
            "source": "ours",
            "history": ["*.kind: what it was"],
            "besides": ["sea", "*.place"],
            "parts": {"front": ["attack", "defence"]},
        },
        "1": {"kind": "foot", "front": "5-4", "place": "a hill", "published": ["front.attack: 2.4"]},
        "2": {"kind": "horse", "front": "3-3", "provenance": "published", "source": "2.5"},
        "sea": ["A1"],
    }
    assert {
        "1.kind": "history",
        "1.front.attack": "published",
        "1.front.defence": "reconstructed",
        "2.kind": "history",
        "2.front.attack": "published",
        "2.front.defence": "published",
    } == _labels(file)
    assert [] == astray("x", file)
    besides = {"parts": {"front": ["attack"]}, "besides": ["land"]}
    assert ["x: besides land"] == astray("x", {**file, "provenance": besides})


def test_a_name_counts_where_a_list_names_it() -> None:
    entry = {
        "provenance": "reconstructed", "source": "ours", "name": "Shortage", "copies": 1, "quoted": ["name"],
    }  # fmt: skip
    assert {"name": "quoted", "copies": "reconstructed"} == _labels(entry)


def test_what_a_data_pack_gives_is_typed_and_the_rest_keeps_its_label() -> None:
    shape = Shape(labelled=(("units", "*"),))
    ours: dict[str, Json] = {
        "units": {
            "1": {
                "cs": 3,
                "ma": 5,
                "back": {"cs": 2, "ma": 5},
                "provenance": "published",
                "source": "2",
                "inferred": ["ma"],
            },
            "2": {"cs": 4, "ma": 4, "provenance": "history", "source": "a list", "reconstructed": ["cs"]},
            "roads": ["A/B", "B/C"],
        }
    }
    text = '[units]\nroads = {add = ["C/D"]}\n[units.1]\ncs = 4\nback = {ma = 6}\n[units.2]\ncs = 5\nma = 6\n'
    ours["units"]["provenance"] = {"provenance": "reconstructed", "source": "ours"}
    file = PackFile(name="p.toml", data=b"", tables=tomllib.loads(text), lines={})
    laid = overlay(ours, Pack(name="my", game="", by="Ann", source="a card", files=(file,)), shape)
    assert not laid.faults
    labels = Labels.of(in_files(laid.tables, ["units"]))
    assert {
        "units.1.cs": "typed",
        "units.1.ma": "inferred",
        "units.1.back.cs": "published",
        "units.1.back.ma": "typed",
        "units.2.cs": "typed",
        "units.2.ma": "typed",
        "units.roads.1": "reconstructed",
        "units.roads.2": "reconstructed",
        "units.roads.3": "typed",
    } == {path: each.provenance for path, each in labels.cited.items()}
    assert "my: a card, typed by Ann" == labels["units.1.cs"].source
    assert "2" == labels["units.1.back.cs"].source
    (own, _), *_ = labels.groups("units.1.back")
    assert "published" == own.provenance


def test_the_values_of_a_row_are_told_apart_by_where_they_come_from() -> None:
    entry = {
        "provenance": "inferred", "source": "1", "times": [1, 2], "most": 3,
        "published": ["times.2", "most: 4.1"],
    }  # fmt: skip
    labels = Labels.of(values(Table.of({"clock": entry}, "x")))
    told_apart = [(each.provenance, each.source, keys) for each, keys in labels.groups("clock")]
    assert [
        ("inferred", "1", ("times.1",)),
        ("published", "1", ("times.2",)),
        ("published", "4.1", ("most",)),
    ] == told_apart
    assert [("published", ("",))] == [(each.provenance, keys) for each, keys in labels.groups("clock.most")]
    assert [] == labels.groups("clock.nothing")


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
    held([(f"{game} {path}", (game, path, *rest)) for game, path, *rest in rows], is_labelled)


def test_a_slip_in_a_file_is_told_with_its_place() -> None:
    def is_told(row: tuple[str, dict[str, Any]]) -> None:
        game, slip = row
        with pytest.raises(DataError) as caught:
            registry.build(registry.info(game), replaced(tables(game), slip["at"], slip["value"]))
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


@given(st.text())
def test_a_text_stays_as_it_is_printed(text: str) -> None:
    assert text == printed(text) == ENGLISH.say(printed(text))


@pytest.mark.parametrize("text", ["{unit}", "{0.__class__}", "{", "a } b", "{{}}"])
def test_braces_of_a_pack_are_only_letters(text: str) -> None:
    assert text == printed(text)
