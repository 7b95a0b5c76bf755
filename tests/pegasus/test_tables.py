"""How the printed tables are read; their cells are held against ``tests/shared/printed.toml``."""

from __future__ import annotations

from pbem_rules.pegasus.game import Pegasus


def test_the_lost_column_is_labelled_and_lies_between_its_neighbours(rules: Pegasus) -> None:
    rows = rules.data.fire.rows
    order = ["", "S", "SH", "1", "1H", "2", "2H", "3"]
    low, lost, high = ([order.index(each) for each in rows[name]] for name in ("1-4", "5-8", "9-10"))
    assert "reconstructed" == rules.data.cited["lost_column"][0]
    assert "inferred" == rules.data.cited["first_column"][0]
    assert all(a <= b <= c for a, b, c in zip(low, lost, high, strict=True))


def test_a_strength_finds_its_column(rules: Pegasus) -> None:
    found = [rules.data.fire.column(strength) for strength in (1, 4, 5, 8, 9, 11, 15, 21, 60)]
    assert ["1-4", "1-4", "5-8", "5-8", "9-10", "11-14", "15-20", "21+", "21+"] == found


def test_odds_are_rounded_for_the_german(rules: Pegasus) -> None:
    told = {(1, 9): 0, (1, 2): 0, (3, 4): 0, (4, 4): 1, (5, 4): 1, (6, 4): 2, (7, 4): 2, (8, 4): 3}
    told |= {(12, 4): 4, (16, 4): 5, (9, 1): 5, (5, 0): 5}
    assert told == {forces: rules.data.melee.odds(*forces) for forces in told}


def test_only_a_seven_in_the_same_area_outside_a_bunker_destroys_a_tank(rules: Pegasus) -> None:
    found = {
        (c, n + 1)
        for c, row in rules.data.tables.grenades.items()
        for n, each in enumerate(row)
        if "H" in each
    }
    assert {("same_clear", 7), ("same_obstructed", 7)} == found
