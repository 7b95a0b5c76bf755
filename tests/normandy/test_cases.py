"""The case files of The Battle for Normandy: every order is one, and speaks of what there is."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from itertools import pairwise

import pytest

from pbem.bytes.codec import Codec
from pbem.games.cases import Case, parse
from pbem_rules.normandy.rules.combat.attack import Attack
from pbem_rules.normandy.rules.march import March
from pbem_rules.normandy.rules.move import Move
from pbem_rules.normandy.rules.sequence import KINDS
from tests.normandy.shelf import DATA, HOME, NOTES, PARAGRAPHS

CODEC = Codec(kind.order for kind in KINDS)
CASES = {path.stem: path.read_text(encoding="utf-8") for path in sorted((HOME / "cases").glob("*.toml"))}
COMPANY = re.compile(r"(.+)\.([1-3])")
NOTED = frozenset(re.findall(r"^### (N\d+)", NOTES, re.MULTILINE))


def _case(name: str) -> Case:
    return parse(CASES[name], name)


def _units(name: str) -> dict[str, str]:
    found = tomllib.loads(CASES[name]).get("position", {}).get("units", {})
    return {unit: at if isinstance(at, str) else at["at"] for unit, at in found.items()}


def _orders(name: str) -> Iterator[tuple[object, bool]]:
    """Every order of a case, and whether it is legal."""
    for step in tomllib.loads(CASES[name]).get("step", ()):
        if "order" in step:
            yield CODEC.parse(step["order"]), "breaks" not in step


def _known(unit: str) -> bool:
    match = COMPANY.fullmatch(unit)
    if match is None:
        return unit in DATA.units
    return match[1] in DATA.units and bool(DATA.type_of(match[1]).company)


@pytest.mark.parametrize("name", CASES)
def test_a_case_reads_and_names_paragraphs_that_there_are(name: str) -> None:
    for number in _case(name).paragraphs:
        assert number in PARAGRAPHS or number in NOTED
    assert name.split("-", maxsplit=1)[0] in _case(name).paragraphs


@pytest.mark.parametrize("name", CASES)
def test_its_units_and_places_exist(name: str) -> None:
    for unit, at in _units(name).items():
        assert _known(unit), unit
        kind, _, rest = at.rpartition(":")
        where = rest.partition("/")[0]
        assert where in DATA.ground.beaches if kind in ("box", "fleet") else where in DATA.ground.grid, at


@pytest.mark.parametrize("name", CASES)
def test_its_orders_are_orders(name: str) -> None:
    for order, legal in _orders(name):
        match order:
            case Attack() if legal:
                at = _units(name)
                placed = [at[unit] for unit in order.units if unit in at]
                assert all(DATA.ground.grid.distance(where, order.target) == 1 for where in placed), order
            case Move() | March() if legal:
                at = _units(name)
                first = at.get(order.unit, at.get(order.unit.rpartition(".")[0], ""))
                way = (first, *order.path) if first in DATA.ground.grid else order.path
                assert all(b in DATA.ground.grid.adjacent[a] for a, b in pairwise(way)), order


def test_every_rule_of_the_text_has_a_case() -> None:
    shown = {number for name in CASES for number in _case(name).paragraphs}
    carried = {number for number, each in PARAGRAPHS.items() if each.standing == "implemented"}
    assert not carried - shown
