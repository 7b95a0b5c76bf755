"""A rule that is worked out once for a position is switched off: the others are in ``tests/test_every_rule_bites.py``."""

from __future__ import annotations

from functools import cached_property

import pytest

from pbem.games import cases, registry
from pbem_rules.june44.model import GERMAN
from pbem_rules.june44.rules.zones import Front
from tests.switched_off import some_case_fails

CASES = [cases.parse(text, name) for name, text in registry.cases("june44").items()]


def test_some_case_fails_when_artillery_has_a_zone_of_control(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = cached_property(lambda at: {**at.stands, GERMAN: at.stands[GERMAN] | at.works})
    sources.__set_name__(Front, "sources")
    monkeypatch.setattr(Front, "sources", sources)
    assert some_case_fails("june44", CASES)
