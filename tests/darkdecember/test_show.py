"""What people are shown of charts, counters, scenarios and hexes: in words, and with where it comes from."""

from __future__ import annotations

import re

import pytest

from pbem.bytes.errors import UsageError
from pbem_rules.darkdecember.model import Unit
from pbem_rules.darkdecember.printed.marks import PART
from pbem_rules.darkdecember.show.tables import show
from pbem_rules.darkdecember.show.words import described, marks, points
from tests.darkdecember.test_data import CHARTS, DATA, TABLES, UNITS
from tests.lists import tried_with

LABELS = ("published", "quoted", "inferred", "history", "reconstructed")
CHART_NAMES = [name for name in TABLES["charts"] if name != "crt"]


@tried_with(
    "name",
    [
        "combat",
        *CHART_NAMES,
        "units",
        "leaders",
        "scenarios",
        *DATA.scenarios,
        "393/99",
        "99",
        "Patton",
        "2516",
        "3920",
    ],
)
def test_everything_shown_is_in_words_and_says_where_it_comes_from(name: str) -> None:
    said = show(DATA, name)
    assert not re.search(r"True|False|None|[{_]", said)
    assert any(f"({label}: " in said for label in LABELS)


def test_every_cell_of_the_combat_table_is_shown_as_the_text_writes_it() -> None:
    said = show(DATA, "combat")
    for row, wanted in zip(CHARTS.combat.rows, TABLES["charts"]["crt"]["row"], strict=True):
        assert wanted["results"] == [str(cell) for cell in row.results]
        assert (
            f"{wanted['dice']:>8}{wanted['advantage']:>8}"
            + "".join(f"{cell:>8}" for cell in wanted["results"])
            in said
        )


def test_a_name_that_there_is_not_is_answered_with_names_that_there_are() -> None:
    with pytest.raises(UsageError) as told:
        show(DATA, "395/98")
    assert "395/99" in (told.value.hint or "")
    assert "combat" in (told.value.hint or "")


def test_parts_of_a_point_are_read_as_halves_thirds_and_fifths() -> None:
    assert ["0", "1/2", "1/3", "1/5", "1", "2 1/2", "1 13/15"] == [
        points(n) for n in (0, 15, 10, 6, PART, 75, 56)
    ]


def test_a_unit_says_everything_that_holds_it() -> None:
    kind = UNITS["29Br"] if "29Br" in UNITS else next(unit for unit in UNITS.values() if unit.restricted)
    unit = Unit(id=kind.id, where="0714", column=True, supply="out", spent=15)
    assert ("COL", "OUT", "HELD") == marks(kind, unit)
    said = described(kind, unit)
    assert all(word in said for word in ("in strategic movement", "out of supply", "restricted", "1/2 spent"))
    assert () == marks(UNITS["393/99"], Unit(id="393/99", where="4406"))
