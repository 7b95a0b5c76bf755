"""What a case of June 6 may say is in its description; states are written and read again."""

import re
from pathlib import Path

import pytest
from attrs import fields

from pbem.bytes.errors import DataError
from pbem.games import registry
from pbem.games.cases import STEP_KEYS, TOP_KEYS, parse, read, run
from pbem_rules.june6 import positions
from pbem_rules.june6.model import Unit
from tests.june6.build import rules
from tests.lists import tried_with

_TOLD = frozenset(re.findall(r"[a-z_]+", (Path(__file__).parents[2] / "schemas" / "case.md").read_text()))


@tried_with("key", sorted({*positions._KEYS, *STEP_KEYS, *TOP_KEYS}))
def test_every_key_of_a_case_is_described(key: str) -> None:
    assert key in _TOLD


@tried_with("marker", sorted({field.name for field in fields(Unit)} - {"id"}))
def test_every_marker_of_a_unit_is_described(marker: str) -> None:
    assert marker in _TOLD


def test_every_fact_of_a_position_is_described() -> None:
    game = rules()
    names = {name.partition(".")[0] for name in game.facts(game.setup("landings", {}))}
    assert set() == names - _TOLD


_TYPED = 'title = "t"\nparagraphs = ["12.51a"]\ngame = "june6"\n{}\n[expect]\n"unit.505/82.reduced" = false\n'
_PLACED = '[position.units]\n"505/82" = "W3522"\n'


def test_a_case_that_lays_an_unknown_key_over_the_data_names_its_line() -> None:
    text = _TYPED.format('[data.units.units."505/82"]\nbravery = 9\n' + _PLACED)
    tried = run(parse(text, "typed.toml"))
    assert not tried.holds
    assert tried.found.startswith("typed.toml:5: units.units.505/82.bravery: is not a key of this table.")


def test_a_case_finds_its_pack_beside_it(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('[pack]\nname = "mine"\n[units.units."505/82"]\ncs = 9\n')
    (tmp_path / "case.toml").write_text(_TYPED.format('pack = "mine"\n' + _PLACED))
    found = read(tmp_path / "case.toml")
    assert found.pack is not None
    assert "mine" == found.pack.name
    assert run(found).holds


def test_values_of_a_case_go_over_its_pack(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "units.toml").write_text('["505/82"]\nma = 1\n')
    text = 'title = "t"\nparagraphs = ["8.21"]\ngame = "june6"\npack = "mine"\n[data.units.units."505/82"]\nma = 2\n'
    found = parse(text, "case.toml", tmp_path)
    assert found.pack is not None
    assert ["units.toml", "case.toml"] == [each.name for each in found.pack.files]


@pytest.mark.parametrize("name", ['"../mine"', '"Mine"', "3", '"mine.toml"'])
def test_a_pack_is_a_plain_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(DataError, match="plain name"):
        parse(_TYPED.format(f"pack = {name}"), "case.toml", tmp_path)


def test_a_case_that_is_no_file_has_no_pack_beside_it() -> None:
    with pytest.raises(DataError, match="beside the case"):
        parse(_TYPED.format('pack = "mine"'), "case.toml")


def test_a_state_with_a_field_too_many_is_named() -> None:
    rules = registry.load("june6").rules
    value = rules.dump(rules.setup("landings", {}))
    assert isinstance(value, dict)
    with pytest.raises(DataError, match="moon"):
        rules.load({**value, "moon": 1})
    with pytest.raises(DataError, match="turn"):
        rules.load({**value, "turn": "2"})
    with pytest.raises(DataError, match="proper form"):
        rules.load({**value, "ties": 0})
