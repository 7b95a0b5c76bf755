"""The printed tables cell by cell, as the player aid has them."""

from __future__ import annotations

import pytest

from pbem.games import registry
from pbem_rules.pegasus.game import Pegasus
from pbem_rules.pegasus.printed.data import ALL
from tests.lists import tried_with


@pytest.fixture(scope="module")
def rules() -> Pegasus:
    found = registry.load("pegasus").rules
    assert isinstance(found, Pegasus)
    return found


FIRE = {
    "1-4": ("", "", "", "", "", "SH", "1H", "1H"),
    "9-10": ("", "", "", "S", "S", "1H", "1H", "2H"),
    "11-14": ("", "", "S", "S", "1H", "1H", "2H", "2H"),
    "15-20": ("", "S", "S", "1", "1", "2", "2", "3"),
    "21+": ("", "S", "1", "1", "1", "2", "3", "3"),
}


@pytest.mark.parametrize("column", FIRE)
def test_the_fire_table_is_the_printed_one(rules: Pegasus, column: str) -> None:
    assert FIRE[column] == rules.data.fire.rows[column]


def test_the_lost_column_is_labelled_and_lies_between_its_neighbours(rules: Pegasus) -> None:
    rows = rules.data.fire.rows
    order = ["", "S", "SH", "1", "1H", "2", "2H", "3"]
    low, lost, high = ([order.index(each) for each in rows[name]] for name in ("1-4", "5-8", "9-10"))
    assert "reconstructed" == rules.data.cited["lost_column"][0]
    assert "inferred" == rules.data.cited["first_column"][0]
    assert all(a <= b <= c for a, b, c in zip(low, lost, high, strict=True))


@tried_with(
    ("strength", "column"),
    [
        (1, "1-4"),
        (4, "1-4"),
        (5, "5-8"),
        (8, "5-8"),
        (9, "9-10"),
        (11, "11-14"),
        (15, "15-20"),
        (21, "21+"),
        (60, "21+"),
    ],
)
def test_a_strength_finds_its_column(rules: Pegasus, strength: int, column: str) -> None:
    assert column == rules.data.fire.column(strength)


@tried_with(
    ("british", "german", "column"),
    [
        (1, 9, 0),
        (1, 2, 0),
        (3, 4, 0),
        (4, 4, 1),
        (5, 4, 1),
        (6, 4, 2),
        (7, 4, 2),
        (8, 4, 3),
        (12, 4, 4),
        (16, 4, 5),
        (9, 1, 5),
        (5, 0, 5),
    ],
)
def test_odds_are_rounded_for_the_german(rules: Pegasus, british: int, german: int, column: int) -> None:
    assert column == rules.data.melee.odds(british, german)


MELEE = [
    ["E/", "H/", "H/H", "H/H", "H/E", "H/E"],
    ["H/", "ENG", "ENG", "ENG", "ENG", "/E"],
    ["ENG", "ENG", "ENG", "H/H", "H/E", "/E"],
    ["ENG", "H/H", "/H", "H/E", "/E", "/E"],
    ["H/H", "H/E", "H/E", "/E", "/E", "/E"],
    ["/H", "/E", "/E", "/E", "/E", "/E"],
]


@pytest.mark.parametrize("total", range(1, 7))
def test_the_close_combat_table_is_the_printed_one(rules: Pegasus, total: int) -> None:
    assert MELEE[total - 1] == [rules.data.melee.result(column, total) for column in range(6)]


GERMAN_FORCE = {
    "A": "111123",
    "B": "111223",
    "C": "112233",
    "D": "112233",
    "E": "122333",
    "F": "123333",
    "G": "223333",
    "H": "233333",
}


@tried_with("plan", GERMAN_FORCE)
def test_the_german_reinforcement_table_is_the_printed_one(rules: Pegasus, plan: str) -> None:
    table = rules.data.forces.german_force[plan]
    assert GERMAN_FORCE[plan] == "".join(str(table[face]) for face in range(1, 7))


@pytest.mark.parametrize(("force", "row"), [(1, "AAAABC"), (2, "ABBBBC"), (3, "ABBCCC")])
def test_the_british_reinforcement_table_is_the_printed_one(rules: Pegasus, force: int, row: str) -> None:
    table = rules.data.forces.british_force[force]
    assert row == "".join(table[face] for face in range(1, 7))


GRENADES = {
    "adjacent_clear": "----SSS",
    "adjacent_obstructed": "----S11",
    "same_clear": "--SS111",
    "same_obstructed": "-SS1122",
    "same_bunker": "-SS2233",
}


@pytest.mark.parametrize("column", GRENADES)
def test_the_grenade_table_is_the_printed_one(rules: Pegasus, column: str) -> None:
    cells = rules.data.tables.grenades[column]
    assert GRENADES[column] == "".join(each.rstrip("H") or "-" for each in cells)


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


@pytest.mark.parametrize(
    ("scenario", "levels"), [("beginner", (57, 60, 66)), ("advanced", (47, 59, 66)), ("expert", (42, 54, 66))]
)
def test_the_victory_levels_are_the_printed_ones(
    rules: Pegasus, scenario: str, levels: tuple[int, int, int]
) -> None:
    assert levels == rules.data.scenarios[scenario].levels


def test_every_plan_has_eight_chits_and_the_blanks_of_the_text(rules: Pegasus) -> None:
    plans = rules.data.forces.plans
    assert [3, 4, 5, 5, 5, 5, 5, 5] == [plan.squads for plan in plans.values()]
    assert [5, 4, 3, 3, 3, 3, 3, 3] == [plan.decoys for plan in plans.values()]
    assert ["car", "car", *["pillbox"] * 6] == [plan.schmidt for plan in plans.values()]
    assert [0, 0, 3, 3, 3, 2, 1, 1] == [plan.blanks for plan in plans.values()]
    assert 8 == len(rules.data.terrain.bunkers)
