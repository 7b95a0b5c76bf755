"""Charts, units and hexes as text say what they are and where they come from."""

from __future__ import annotations

import pytest

from pbem.bytes.errors import UsageError
from pbem_rules.june6.show.charts import names
from pbem_rules.june6.show.tables import show
from pbem_rules.kernel.tables import PROVENANCES
from tests.june6.build import rules
from tests.june6.printed_data import UNITS
from tests.lists import tried_with

pytestmark = pytest.mark.wider


def _show(name: str) -> str:
    return show(rules().data, name)


@tried_with("name", names(rules().data))
def test_a_chart_with_a_reconstructed_row_says_so_in_its_first_line(name: str) -> None:
    """The word stands in the first line exactly when a value of the chart is a reconstruction."""
    inside = rules().data.sources.labels.counts(f"charts.{name}")["reconstructed"] > 0
    assert inside == ("RECONSTRUCTION" in _show(name).splitlines()[0])


@tried_with("name", [*names(rules().data), "schedule", "formations", "landings"])
def test_every_sheet_cites_provenance(name: str) -> None:
    """Each sheet names at least one label, fits a page's width for prose, and ends with one line end."""
    text = _show(name)
    assert any(label in text.lower() for label in PROVENANCES)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


def test_every_unit_can_be_shown_with_its_label() -> None:
    """The first line names the unit; reconstructed ratings are called that, published ones not."""
    for name, unit in UNITS.items():
        first = _show(name).splitlines()[0]
        assert name in first
        assert (unit.text("provenance") == "reconstructed") == ("RECONSTRUCTION" in first)


def test_a_unit_shows_both_faces() -> None:
    """The front is published in combat 1, the back is not."""
    lines = _show("505/82").splitlines()
    assert any(line.split()[:5] == ["full", "6", "7", "5", "published"] for line in lines)
    assert any(line.split()[:5] == ["reduced", "3", "6", "5", "reconstructed"] for line in lines)


def test_a_hex_shows_its_ground_and_sides() -> None:
    """E1940 is clear, and the Orne with a published hexside lies towards E2040."""
    text = _show("E1940")
    assert "Terrain: clear" in text
    side = next(line for line in text.splitlines() if "E2040" in line)
    assert "major river (Orne)" in side
    assert "published" in side


def test_an_unknown_name_tells_what_there_is() -> None:
    """The hint lists the charts and near names."""
    with pytest.raises(UsageError) as caught:
        _show("505/83")
    assert "505/82" in str(caught.value)
    assert "crt" in str(caught.value)


def test_no_limit_is_said_in_words_and_the_faces_of_a_die_as_ranges() -> None:
    """A 0 that caps nothing is not shown as a number; every chart names its source where it stands."""
    caps = next(line for line in _show("weather").splitlines() if line.startswith("allied rp cap"))
    assert ["no", "limit"] * 3 + ["10"] == caps.split()[3:]
    assert "0 W, 1 SW, 2 NW, 3-4 NE, 5-7 E, 8-9 SE" in _show("drops")
    assert not [name for name in names(rules().data) if "<=" in _show(name) or ">=" in _show(name)]
    for name in names(rules().data):
        assert "_" not in _show(name).partition("\n")[2]
        assert "Source: \n" not in _show(name)
        assert "Source:\n" not in _show(name)
