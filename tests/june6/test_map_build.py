"""June 6's map, built from its ground alone and true to the rulebook; and what the rules say is English."""

import re
from copy import deepcopy
from typing import Any

import pytest

from pbem.games import cases, registry
from pbem_rules.june6.rules.movement.move import Move
from rules.tools.build_june6_map import DATA, build, read_ground
from rules.tools.june6_text import render
from rules.tools.lint_june6_map import lint
from tests.lists import tried_with

pytestmark = pytest.mark.wider

GROUND = read_ground()
BOARD = build(GROUND)


def test_the_ground_builds_the_map_that_is_shipped_byte_for_byte() -> None:
    assert (DATA / "map.toml").read_text(encoding="utf-8") == render(BOARD)


def test_the_map_has_no_faults() -> None:
    assert lint(BOARD) == []


FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "a bridge without its road": (
        {"bridges": [{"name": "Nowhere", "river": "Orne", "side": "E2140/E2240"}]}, "Nowhere",
    ),
    "a town on the wrong bank": (
        {"moved": {"Ranville": {"hex": "E2240", "why": "a test"}}}, "Ranville.*right bank",
    ),
    "a beach away from the sea": ({"beaches": {"Gold": {"hexes": ["E2532"]}}}, "^Gold: E2532 is not on the coast$"),
    "an anchor that does not hold": ({"woods": {"A test": {"hexes": ["W3623"]}}}, "^W3623 is not bocage$"),
    "a road off the map to nowhere": ({"exits": {"E1940": "Nowhere"}}, "^E1940 is a supply hex without"),
    "a region in the sea": ({"labels": {"Cotentin": [-1.0, 49.6, "region"]}}, "^Cotentin lies in the sea$"),
    "a sea on land": ({"labels": {"The Channel": [-0.37, 49.18, "sea"]}}, "^The Channel lies on land$"),
    "a height off the sheets": ({"labels": {"Hill 112": [1.5, 49.1, "height"]}}, "^Hill 112 lies off the sheets$"),
    "a place far from its own": (
        {"moved": {"Bayeux": {"hex": "E2030", "why": "a test"}}}, "^Bayeux stands a hex or more from its place$",
    ),
}  # fmt: skip


@tried_with("what", FAULTS)
def test_a_map_that_is_wrong_has_its_fault_named(what: str) -> None:
    changed, fault = FAULTS[what]
    ground = deepcopy(dict(GROUND))
    for name, more in changed.items():
        ground[name] = [*ground[name], *more] if isinstance(more, list) else {**ground[name], **more}
    assert [each for each in lint(build(ground)) if re.search(fault, each)]


_WRONG = re.compile(r"\b[Aa] (?=[aeioAEIO8](?!ne\b))|\b[Aa]n (?=[bcdfgjklmnpqrstvwxyzBCDGJKPQTVWYZ])")


class _Listening:
    """The ruleset, with everything that it says written down."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.said: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rules, name)

    def check(self, *arguments: Any) -> Any:
        found = self.rules.check(*arguments)
        self.said.update(violation.message for violation in found)
        return found

    def apply(self, *arguments: Any) -> Any:
        step = self.rules.apply(*arguments)
        self.said.update(outcome.text for outcome in step.outcomes)
        return step


def test_every_word_has_its_article() -> None:
    rules = _Listening(registry.load("june6").rules)
    for name, text in registry.cases("june6").items():
        cases.run(cases.parse(text, name), rules)
    assert len(rules.said) > 500
    assert [] == sorted(said for said in rules.said if _WRONG.search(said))


def test_the_units_named_are_those_that_count() -> None:
    text = registry.cases("june6")["9.14-flak.toml"].replace('breaks = ["9.14"]', 'breaks = ["9.13"]')
    found = cases.run(cases.parse(text, "flak")).found
    told = (
        "E1742 would hold 4 units (726/716, 736/716, 2 FlaSt/I SS, HQ/21 Pz)"
        " beside the extra Flak of 1 FlaSt/LXXXIV; 3 may stack"
    )
    assert told in found


def test_what_bars_one_hex_of_a_way_is_not_told_of_each_further_one() -> None:
    rules = registry.load("june6").rules
    units: dict[str, Any] = {"16/1": {"at": "E0745", "disorder": 1}, "914/352": "E0545", "915/352": "E0543"}
    state = rules.place("empty", {"active": ["1"], "units": units})
    found = rules.check(state, "allied", Move(unit="16/1", path=("E0645", "E0644", "E0544")))
    assert ["13.12"] == [each.paragraph for each in found if each.paragraph == "13.12"]
