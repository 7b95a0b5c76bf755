"""What the rules say is English: looked at in every case file."""

import re
from typing import Any

import pytest

from pbem.games import cases, registry
from pbem_rules.june6.rules.movement.move import Move

pytestmark = pytest.mark.wider

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
        cases.run(cases.parse(text, name), rules)  # type: ignore[arg-type]  # a ruleset that listens
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
    state = rules.place("empty", {"active": ["1"], "units": units})  # type: ignore[attr-defined]
    found = rules.check(state, "allied", Move(unit="16/1", path=("E0645", "E0644", "E0544")))
    assert ["13.12"] == [each.paragraph for each in found if each.paragraph == "13.12"]
