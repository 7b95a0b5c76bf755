"""The description of case files for other people names everything that a case of June 6 may say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from attrs import fields

from pbem.cases import STEP_KEYS, TOP_KEYS
from pbem_rules.june6 import positions
from pbem_rules.june6.model import Unit
from tests.june6.build_sequence import rules

_TOLD = frozenset(re.findall(r"[a-z_]+", (Path(__file__).parents[2] / "schemas" / "case.md").read_text()))


@pytest.mark.parametrize("key", sorted({*positions._KEYS, *STEP_KEYS, *TOP_KEYS}))
def test_every_key_of_a_case_is_described(key: str) -> None:
    assert key in _TOLD


@pytest.mark.parametrize("marker", sorted({field.name for field in fields(Unit)} - {"id"}))
def test_every_marker_of_a_unit_is_described(marker: str) -> None:
    assert marker in _TOLD


def test_every_fact_of_a_position_is_described() -> None:
    game = rules()
    names = {name.partition(".")[0] for name in game.facts(game.setup("landings", {}))}
    assert set() == names - _TOLD
