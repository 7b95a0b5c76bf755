"""The cases of Dark December: their words, names, hexes and paragraphs are real."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from attrs import AttrsInstance

from pbem.games import cases
from pbem_rules.darkdecember.game import DarkDecember
from tests.darkdecember.test_data import CASES, DATA, GROUND, NOTES, PARAGRAPHS, UNITS

READ = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in CASES}
PHASES = {
    "setup", "opening", "supply", "fuel", "replacement", "drop", "columns", "move", "reaction", "combat", "exploitation",
    "works",
}  # fmt: skip


def lines(case: dict[str, Any]) -> list[tuple[AttrsInstance, bool]]:
    """The orders of a case, and whether each is legal."""
    return [
        (DarkDecember.parts.actions.parse(step["order"]), "breaks" not in step)
        for step in case.get("step", ())
        if "order" in step
    ]


def where(place: object) -> str:
    return str(place["at"] if isinstance(place, dict) else place)


def started(case: dict[str, Any]) -> dict[str, str]:
    """Where the units that a case names stand, and those of its scenario."""
    units = case.get("position", {}).get("units", {})
    return {name: where(place) for name, place in units.items()}


@pytest.mark.parametrize("name", READ)
def test_a_case_is_one_by_the_specification(name: str) -> None:
    path = next(path for path in CASES if path.stem == name)
    case = cases.parse(path.read_text("utf-8"), path.name, path.parent)
    assert "darkdecember" == case.game
    assert case.scenario in ("empty", *DATA.scenarios)
    assert name.split("-", maxsplit=1)[0] in {number.rstrip("abcdefgh") for number in PARAGRAPHS} | set(
        PARAGRAPHS
    )


@pytest.mark.parametrize("name", READ)
def test_a_case_cites_paragraphs_and_notes_that_exist(name: str) -> None:
    case = READ[name]
    broken = [number for step in case.get("step", ()) for number in step.get("breaks", ())]
    for number in (*case["paragraphs"], *broken):
        assert number in PARAGRAPHS or number in NOTES, number


@pytest.mark.parametrize("name", READ)
def test_a_case_names_units_hexes_and_turns_that_exist(name: str) -> None:
    position = READ[name].get("position", {})
    for unit, place in started(READ[name]).items():
        assert unit in UNITS or unit in DATA.leaders, unit
        assert place in GROUND.grid, place
    assert position.get("turn", DATA.turns[0]) in DATA.turns
    assert position.get("phase", "move") in PHASES
    assert set(position.get("options", ())) <= set(DATA.options)
    for order, _ in lines(READ[name]):
        for unit in (getattr(order, "unit", ""), *getattr(order, "units", ())):
            assert not unit or unit in UNITS or unit in DATA.leaders, unit
        for place in (
            *getattr(order, "path", ()),
            getattr(order, "target", ""),
            *getattr(order, "others", ()),
        ):
            assert not place or place in GROUND.grid, place


@pytest.mark.parametrize("name", READ)
def test_nobody_begins_a_case_above_three_or_beside_an_enemy_in_one_hex(name: str) -> None:
    found: dict[str, list[str]] = {}
    for unit, place in started(READ[name]).items():
        if unit in UNITS:
            found.setdefault(place, []).append(unit)
    for units in found.values():
        assert len(units) <= DATA.charts.numbers.stack
        assert 1 == len({UNITS[unit].side for unit in units})


@pytest.mark.parametrize("name", READ)
def test_dice_of_a_case_have_six_faces_and_combat_has_two(name: str) -> None:
    for step in READ[name].get("step", ()):
        if "roll" in step:
            assert all(1 <= face <= 6 for face in step["faces"])
            assert 2 == len(step["faces"]) or not step["roll"].startswith("combat/")


def test_every_rule_has_a_case() -> None:
    shown = {number for case in READ.values() for number in case["paragraphs"]}
    rules = {number for number, each in PARAGRAPHS.items() if each.standing == "implemented"}
    assert not sorted(rules - shown)
