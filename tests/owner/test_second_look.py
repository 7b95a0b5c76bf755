"""Cells typed again without being shown: how bad the rest may be."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from pbem.home.owner import copies, second_look
from pbem.home.owner.journal import Entry
from pbem.store.home import Home


@pytest.mark.parametrize(
    ("cells", "wrong", "most"), [(40, 0, 8), (40, 1, 12), (40, 2, 15), (10, 0, 26), (1, 1, 100), (0, 0, 100)]
)
def test_the_bound_is_that_of_clopper_and_pearson(cells: int, wrong: int, most: int) -> None:
    """One-sided, 95 %: 7.2, 11.3 and 14.9 in 100 of 40, 25.9 of 10."""
    assert second_look.bound(cells, wrong) == most


def test_typed_cells_are_drawn_and_those_that_differ_are_told(tmp_path: Path) -> None:
    home = Home(tmp_path)
    copy = copies.copy_of(home, "pegasus")
    assert () == second_look.drawn(copy, random.Random(1))
    numbers = [c for form in copy.forms for c in form.cells if c.facts and c.kind.name == "number"][:60]
    copy, _ = copies.enter(home, copy, [Entry(address=each.address, text=each.text) for each in numbers])
    cells = second_look.drawn(copy, random.Random(1))
    assert 40 == len({each.address for each in cells})
    again = [Entry(address=each.address, text=each.text) for each in cells]
    assert ((), 40, 8) == ((found := second_look.told(copy, again)).wrong, found.cells, found.most)
    other = [
        Entry(address=again[0].address, text="999"), Entry(address=again[1].address, text="?"), *again[2:],
    ]  # fmt: skip
    found = second_look.told(copy, [*other, Entry(address="nowhere", text="1")])
    assert [again[0].address, again[1].address] == [cell.address for cell, _ in found.wrong]
