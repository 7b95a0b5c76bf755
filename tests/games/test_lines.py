"""A mistake is named with the line that makes it, also where the game's reader speaks of another place."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games.lint import Linted, lint
from pbem.games.packs.reading import read_pack


def checked(game: str, text: str, folder: Path) -> Linted:
    """The check of a pack with this text; its first line is the sixth of the file."""
    place = folder / "my.toml"
    place.write_text(
        f'[pack]\nname = "my"\ngame = "{game}"\nby = "A"\nsource = "b"\n{text}\n', encoding="utf-8"
    )
    return lint(read_pack(place), game)


ELSEWHERE = [
    ("june44", '[map.beaches.1818]\nname = "Uta"', "my.toml:7", "'Utah' is not a place where 90 can come"),
    ("june44", '[scenarios.june44]\nregiments = ["501"]', "my.toml:7", "a drop hex for each regiment"),
    ("pegasus", "[forces.gliders]\n1 = ['zzz']", "my.toml:7", "with this the game cannot be played"),
    ("pegasus", '[map.areas.PB]\nbridge = "zzz"', "my.toml:7", "with this the game cannot be played"),
    ("pegasus", '[tables.fire]\ncolumns = {set = {1 = "zzz"}}', "my.toml:7", "fire.rows.zzz: must have"),
    ("pegasus", '[tables.melee]\ncolumns.set.1 = "zzz"', "my.toml:7", "with this the game cannot be played"),
]


@pytest.mark.parametrize(("game", "text", "at", "told"), ELSEWHERE)
def test_what_breaks_another_table_is_named_with_its_own_line(
    game: str, text: str, at: str, told: str, tmp_path: Path
) -> None:
    found = checked(game, text, tmp_path)
    assert found.game is None
    assert [at] == [each.at for each in found.faults]
    assert told in str(found.faults[0])


def test_two_such_mistakes_among_right_values_are_both_named(tmp_path: Path) -> None:
    text = (
        '[units.us.1]\nfront = "6-4-4"\n[map.beaches.1818]\nname = "Uta"\n'
        '[units.us.2]\nfront = "4-4-4"\n[scenarios.june44]\nregiments = ["501"]\nvictory = 5'
    )
    found = checked("june44", text, tmp_path)
    assert ["my.toml:9", "my.toml:13"] == [each.at for each in found.faults]


@pytest.mark.parametrize("text", ["[forces.gliders]\n1 = ['zzz']", '[tables.melee]\ncolumns.set.1 = "zzz"'])
def test_no_pack_makes_the_check_itself_fall_over(text: str, tmp_path: Path) -> None:
    found = checked("pegasus", text, tmp_path)
    assert 1 == len(found.faults)
    assert not str(found.faults[0]).startswith("my.toml:1:")
