"""Data packs laid over tables, in the small: one law or one mistake a test."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError
from pbem.bytes.toml_lines import lines_of
from pbem.games import registry
from pbem.games.lint import lint
from pbem.games.overlay import Overlaid, Shape, overlay
from pbem.games.packs.reading import read_pack
from tests.lists import tried_with

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "packs" / "june6-example"
OURS: dict[str, Json] = {
    "charts": {"combat": {"cap": 3, "river": -3, "provenance": "published", "source": "12.5"},
        "crt": {"row": [{"total": "<=0", "a": {"attacker": "A red"}}, {"total": ">=1", "a": {"attacker": "",
        "retreat": 1}}]}, "names": ["one", "two"]},
    "units": {"units": {"1": {"cs": 3, "provenance": "reconstructed", "source": "X"}, "2": {"cs": 4,
        "armour": 1, "provenance": "reconstructed", "source": "X"}}},
}  # fmt: skip
SHAPE = Shape(open=(("units", "units"),), alike=(("units", "units", "*"), ("charts", "crt", "row", "*", "*")))


def laid(text: str, folder: Path) -> Overlaid:
    """The pack with this text over ``OURS``."""
    place = folder / "my.toml"
    place.write_text(f'[pack]\nname = "my"\nby = "Ann"\nsource = "a card"\n{text}\n', encoding="utf-8")
    return overlay(OURS, read_pack(place), SHAPE)


def table(found: Overlaid, *keys: str) -> dict[str, Json]:
    assert () == found.faults
    value: Json = found.tables
    for key in keys:
        value = value[key]
    return value


def test_a_value_takes_the_place_of_ours_and_the_rest_stays(tmp_path: Path) -> None:
    found = laid("[charts.combat]\ncap = 4", tmp_path)
    row = table(found, "charts", "combat")
    assert (4, -3, "typed in part") == (row["cap"], row["river"], row["provenance"])
    assert "cap from my: a card, typed by Ann; the rest published: 12.5" == row["source"]
    assert [("charts.combat.cap", "my.toml:6", 3, 4)] == [
        (each.name, each.at, each.before, each.after) for each in found.entries
    ]


def test_an_entry_of_which_every_value_is_given_is_labelled_typed(tmp_path: Path) -> None:
    row = table(laid("[charts.combat]\ncap = 4\nriver = -2", tmp_path), "charts", "combat")
    assert ("typed", "my: a card, typed by Ann") == (row["provenance"], row["source"])


def test_a_row_is_named_by_its_first_key_and_whole_leaves_nothing_of_ours(tmp_path: Path) -> None:
    text = '[[charts.crt.row]]\ntotal = ">=1"\na = {whole = true, attacker = "C red"}'
    rows = table(laid(text, tmp_path), "charts", "crt")["row"]
    assert [
        {"total": "<=0", "a": {"attacker": "A red"}},
        {"total": ">=1", "a": {"attacker": "C red"}},
    ] == rows


def test_where_names_a_row_by_other_keys(tmp_path: Path) -> None:
    text = '[[charts.crt.row]]\nwhere = {a = {attacker = "A red"}}\na = {attacker = "B red"}'
    rows = table(laid(text, tmp_path), "charts", "crt")["row"]
    assert {"total": "<=0", "a": {"attacker": "B red"}} == rows[0]


def test_a_list_can_be_added_to_taken_from_and_written_whole(tmp_path: Path) -> None:
    edited = table(laid('[charts]\nnames = {add = ["six"], remove = ["one"]}', tmp_path), "charts")
    assert ["two", "six"] == edited["names"]
    assert ["x"] == table(laid('[charts]\nnames = {whole = ["x"]}', tmp_path), "charts")["names"]
    assert ["y"] == table(laid('[charts]\nnames = ["y"]', tmp_path), "charts")["names"]


def test_keys_are_removed_and_new_tables_added(tmp_path: Path) -> None:
    found = laid('[units.units."2"]\nremove = ["armour"]\n[units.units.9]\nnew = true\ncs = 1', tmp_path)
    units = table(found, "units", "units")
    new = {"cs": 1, "provenance": "typed", "source": "my: a card, typed by Ann"}
    assert ("armour" in units["2"], new) == (False, units["9"])


@tried_with(
    ("text", "told"),
    [
        (
            "[charts.combat]\ncapp = 4",
            "my.toml:6: charts.combat.capp: is not a key of this table. Is it cap?",
        ),
        ('[charts.combat]\ncap = "4"', "my.toml:6: charts.combat.cap: is text; it must be a whole number."),
        ("[charts.combat]\ncap = true", "is true or false; it must be a whole number."),
        ('[units.units."11"]\ncs = 4', "there is no '11'."),
        ('[units.units."1"]\ncss = 4', "my.toml:6: units.units.1.css: is not a key of this table."),
        ('[[charts.crt.row]]\ntotal = "9"', 'my.toml:5: charts.crt.row[0]: total = "9" fits 0 rows of ours'),
        ("[[charts.crt.row]]\na = {}", "names no row of ours."),
        ('[charts]\nnames = {remove = ["six"]}', "fits 0 of the list"),
        ("[cards]\nx = 1", "my.toml:5: cards: is not a table of this game. Known: charts, units."),
        ("[charts]\ncombat = 3", "is a whole number; it must be a table."),
    ],
)
def test_a_mistake_is_named_with_file_and_line_and_ours_stays(text: str, told: str, tmp_path: Path) -> None:
    found = laid(text, tmp_path)
    assert told in " ".join(map(str, found.faults))
    assert (OURS, ()) == (found.tables, found.entries)


def test_an_optional_key_may_stand_in_every_table_that_is_alike(tmp_path: Path) -> None:
    assert 2 == table(laid('[units.units."1"]\narmour = 2', tmp_path), "units", "units", "1")["armour"]


def test_ours_laid_over_itself_changes_no_value_of_the_charts() -> None:
    files = registry.load("june6").tables
    pack = read_pack(EXAMPLE)
    assert (
        files
        == overlay(files, pack, SHAPE, frozenset((f.name, (n,)) for f in pack.files for n in f.tables)).tables
    )


def test_the_example_pack_is_usable_and_says_what_it_changes() -> None:
    found = lint(read_pack(EXAMPLE), "june6")
    assert [] == [str(each) for each in found.faults]
    assert found.game is not None
    assert {"charts.toml", "map.toml", "schedule.toml", "units.toml"} == {each.file for each in found.entries}
    assert found.game.data_digest != registry.load("june6").data_digest
    shown = found.game.rules.show("16/1")
    assert "typed [4]: cs" in shown
    assert "[4] june6-example: made up as an example" in shown
    counts = found.game.rules.provenance()
    assert (len(found.entries), 0) <= (counts["typed"], counts["typed in part"])


def test_every_mistake_of_a_pack_is_listed_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text('[pack]\nname = "bad"\ngame = "june6"\n')
    (tmp_path / "units.toml").write_text(
        '[units."16/1"]\ncs = 99\n[units."116/29"]\ncohesoin = 4\n[units."999/1"]\ncs = 4\n'
    )
    (tmp_path / "map.toml").write_text('[names]\nE9999 = ["Nowhere", "village"]\n[terrain]\nE2225 = "lava"\n')
    (tmp_path / "charts.toml").write_text(
        '[[crt.row]]\ntotal = "7-8"\nassault_stand = {attacker = "Z red"}\n'
    )
    (tmp_path / "schedule.toml").write_text(
        '[[german.arrivals]]\nwhere = {formation = "12 SS", turn = 2}\nrelease = 12\nentry = ["Q"]\n'
    )
    found = lint(read_pack(tmp_path), "june6")
    assert found.game is None
    assert {
        "units.toml:2",
        "units.toml:4",
        "units.toml:5",
        "map.toml:2",
        "map.toml:4",
        "charts.toml:3",
        "schedule.toml:3",
        "schedule.toml:4",
    } == {each.at for each in found.faults}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[pack]\nname = "Not A Name"', "my.toml:2"),
        ('[pack]\nname = "../../evil"', "my.toml:2"),
        ('[pack]\nnames = "x"', "my.toml:2"),
        ("[pack]\nby = 3", "my.toml:2"),
        ('[pack]\nby = "a\\u001b[2J"', "my.toml:2"),
        ("pack = 3", "my.toml:1"),
    ],
)
def test_a_header_that_cannot_be_used_is_refused_with_its_line(text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text(text)
    with pytest.raises(DataError, match=told):
        read_pack(tmp_path / "my.toml")


def test_every_path_of_every_shipped_table_has_its_line() -> None:
    for place in sorted((ROOT / "rules" / "pbem_rules" / "june6" / "data").glob("*.toml")):
        text = place.read_text(encoding="utf-8")
        lines = lines_of(text)
        assert sorted(map(str, _paths(tomllib.loads(text), ()))) == sorted(map(str, lines)), place.name


def _paths(value: object, path: tuple[str | int, ...]) -> list[tuple[str | int, ...]]:
    found = [path] if path else []
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [*found, *(each for key, inside in inner for each in _paths(inside, (*path, key)))]


_KEYS = st.text(alphabet="ab.\"' é#=[]", min_size=1, max_size=4)
_TREES = st.recursive(
    st.integers(0, 9) | st.text(alphabet="ab\"'#,]}\n\\", max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=3),
    max_leaves=12,
)


def _quoted(text: str) -> str:
    return '"' + "".join(f"\\u{ord(char):04x}" if char in '"\\\n' else char for char in text) + '"'


def _inline(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_quoted(key)} = {_inline(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return _quoted(value) if isinstance(value, str) else str(value)


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(_KEYS, _TREES, max_size=4))
def test_any_document_gives_every_path_the_line_it_was_written_on(tree: dict[str, object]) -> None:
    text = "\n".join(f"# a comment\n{_quoted(key)} = {_inline(value)}" for key, value in tree.items())
    assert tree == tomllib.loads(text)
    lines = lines_of(text)
    assert sorted(map(str, _paths(tree, ()))) == sorted(map(str, lines))
    for n, key in enumerate(tree):
        assert 2 * (n + 1) == lines[(key,)]
