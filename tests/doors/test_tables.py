"""A table of a data pack that is written for a spreadsheet has something in it, or says which tables have."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from tests.sampling import games_tried

from .typed import Somebody

pytestmark = pytest.mark.wider


@pytest.mark.parametrize("game", games_tried())
def test_a_name_above_tables_is_answered_with_their_names(game: str, tmp_path: Path) -> None:
    ann = Somebody(tmp_path / "ann")
    assert 0 == ann("packs", "new", game, "copy").code
    out = ann.place / "out.csv"
    name = {"june6": "charts.crt", "pegasus": "tables"}.get(game, "charts")
    for _ in range(4):
        said = ann("packs", "table", "copy", name, "--csv", out)
        if said.code == 0:
            break
        assert 2 == said.code, said
        assert not out.exists()
        below = re.search(rf"({re.escape(name)}\.[\w.-]+)", said.err)
        assert below is not None, said
        name = below[1].rstrip(".")
    with out.open(encoding="utf-8-sig", newline="") as file:
        head, *rows = csv.reader(file)
    assert len(head) > 2
    assert any(cell for row in rows for cell in row[2:])
