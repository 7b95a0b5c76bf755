"""The printed tables cell by cell, as the player aid has them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from pbem_rules.pegasus.game import Pegasus
from pbem_rules.pegasus.printed.marks import ALL
from tests.lists import tried_with

PRINTED = tomllib.loads(Path(__file__).with_name("tables.toml").read_text("utf-8"))


def test_the_fire_table_is_the_printed_one(rules: Pegasus) -> None:
    assert PRINTED["fire"] == {column: [*rules.data.fire.rows[column]] for column in PRINTED["fire"]}


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


def test_the_close_combat_table_is_the_printed_one(rules: Pegasus) -> None:
    melee = rules.data.melee
    assert PRINTED["melee"] == [[melee.result(column, total) for column in range(6)] for total in range(1, 7)]


def test_the_reinforcement_tables_are_the_printed_ones(rules: Pegasus) -> None:
    def rows(table: Mapping[object, Mapping[int, object]]) -> dict[object, str]:
        return {key: "".join(str(row[face]) for face in range(1, 7)) for key, row in table.items()}

    assert PRINTED["german_force"] == rows(rules.data.forces.german_force)
    assert {1: "AAAABC", 2: "ABBBBC", 3: "ABBCCC"} == rows(rules.data.forces.british_force)


def test_the_grenade_table_is_the_printed_one(rules: Pegasus) -> None:
    table = rules.data.tables.grenades
    found = {name: "".join(each.rstrip("H") or "-" for each in table[name]) for name in PRINTED["grenades"]}
    assert PRINTED["grenades"] == found


def test_only_a_seven_in_the_same_area_outside_a_bunker_destroys_a_tank(rules: Pegasus) -> None:
    found = {
        (c, n + 1)
        for c, row in rules.data.tables.grenades.items()
        for n, each in enumerate(row)
        if "H" in each
    }
    assert {("same_clear", 7), ("same_obstructed", 7)} == found


@tried_with(
    ("name", "row"),
    [
        ("leader", ["", "", "", "W", "K", "K"]),
        ("piat_crew", ["escape", "escape", "stay", "stay", "stay", "stay"]),
        ("retreat", ["force", "force", "force", "nearest", "none", "none"]),
        ("ready", ["stays", "stays", "moves", "moves", "moves", "moves"]),
        ("demolition", ["destroyed", "destroyed", "destroyed", "damaged", "failed", "failed"]),
        ("collapse", ["holds", "holds", "holds", "holds", "collapses", "collapses"]),
        ("bunker", ["prisoner", "clear", "clear", "clear", "clear", "loss"]),
        ("crash", [0, 3, 4, 5, 7, ALL]),
        ("garrison", ["slow", "slow", "slow", "quick", "quick", "quick"]),
    ],
)
def test_the_small_tables_are_the_printed_ones(rules: Pegasus, name: str, row: list[object]) -> None:
    table = getattr(rules.data.tables, name)
    assert row == [table[face] for face in range(1, 7)]
