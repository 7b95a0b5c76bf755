"""Labels value by value: what a table says of its values, what single labels change, and what is wrong."""

from __future__ import annotations

import pytest

from pbem.bytes.errors import DataError
from pbem_rules.kernel.tables import Table
from pbem_rules.shared.provenance import counted, told, values
from tests.shared.labels import astray


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
        "provenance": "inferred",
        "source": "two of them are printed",
        "times": ["a", "b", "c"],
        "rows": [["x", "y"], ["z"]],
        "published": ["times.2"],
        "quoted": ["rows.1"],
    }
    labels = {"times.1": "inferred", "times.2": "published", "times.3": "inferred"}
    assert {**labels, "rows.1.1": "quoted", "rows.1.2": "quoted", "rows.2.1": "inferred"} == _labels(entry)
    assert {"two of them are printed"} == {each.cited.source for each in values(Table.of(entry, "x"))}


def test_rows_of_a_list_have_labels_of_their_own() -> None:
    row = {"provenance": "history", "source": "the war diary", "turn": 3}
    entry = {"provenance": "published", "source": "1.1", "row": [row, {"turn": 4}]}
    assert {"row.1.turn": "history", "row.2.turn": "published"} == _labels(entry)


def test_names_and_notes_are_no_values() -> None:
    entry = {
        "provenance": "published",
        "source": "1.1",
        "name": "a",
        "note": "b",
        "unit": {"name": "c", "cs": 2},
    }
    assert {"unit.cs": "published"} == _labels(entry)


def test_a_single_label_that_leads_nowhere_says_nothing() -> None:
    entry = {"provenance": "published", "source": "1.1", "times": ["a"], "inferred": ["times.2", "die.3"]}
    assert {"times.1": "published"} == _labels(entry)
    assert ["x: inferred times.2", "x: inferred die.3"] == astray("x", entry)


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
