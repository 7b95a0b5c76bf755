"""``pbem rules show``: what a paragraph says, in words a player reads, and what is near a number that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from home.table import Said, pbem

from pbem.games import registry
from tests.sampling import part_by_turns, small_and_tried

_INSIDE = re.compile(r"pbem_rules|\w+\.\w+\.\w+|\.toml|_")
"""Names of modules, functions and files."""


def show(*words: str) -> Said:
    return pbem("rules", "show", *words)


@pytest.mark.parametrize("game", small_and_tried())
def test_no_paragraph_names_functions_or_files(game: str) -> None:
    listed = registry.paragraphs(game)
    some = {(each.number.partition(".")[0], each.standing): each for each in listed}
    for each in part_by_turns(some.values(), 9):
        said = show(game, each.number).says(0)
        assert said.out.startswith(f"{each.number}  {each.text}\n")
        found = _INSIDE.findall(said.out.replace(each.number, ""))
        assert [] == [word for word in found if not re.fullmatch(r"[\d.]+", word)], said.out


def test_a_heading_is_shown_with_what_stands_under_it() -> None:
    out = show("june6", "4.1").out.splitlines()
    assert ["4.1", "4.11", "4.12", "It"] == [line.split()[0] for line in out[:4]]
    assert "The German die, never modified, gives the weather." in out[1]


@pytest.mark.parametrize("game", small_and_tried())
def test_no_definition_is_a_bare_heading(game: str) -> None:
    """A definition says a sentence of its own, or the paragraphs under it are shown with it."""
    bare = [
        each
        for each in registry.paragraphs(game)
        if each.standing == "definition" and len(each.text.split()) < 3
    ]
    for each in part_by_turns(bare, 9):
        assert 3 <= len(show(game, each.number).out.splitlines()), each


@pytest.mark.parametrize("game", small_and_tried())
def test_an_unknown_reading_suggests_readings_and_an_unknown_paragraph_paragraphs(game: str) -> None:
    said = show(game, "N999")
    notes = registry.readings(game)
    assert (2, f"There is no reading N999 of {registry.info(game).title}.") == (said.code, _sentence(said))
    assert set(re.findall(r"\bN\d+", said.err)) - {"N999"} <= set(notes)
    said = show(game, "99.99")
    assert (2, f"There is no paragraph 99.99 of {registry.info(game).title}.") == (said.code, _sentence(said))
    assert "Tables:" not in said.err and "Charts:" not in said.err  # noqa: PT018


def test_a_place_is_shown_by_its_name_in_any_case() -> None:
    assert (
        "Café Gondrée" in show("pegasus", "cafe gondree").out
        or "Cafe Gondree" in show("pegasus", "cafe gondree").out
    )


def test_every_hex_of_a_city_of_june_44_bears_its_name() -> None:
    """Caen lies in several hexes; only one of them has the name on the map."""
    assert show("june44", "2504").out.startswith("2504: Caen, ")
    assert "no name" not in show("june44", "2503").out


def _sentence(said: Said) -> str:
    return said.err.splitlines()[0].removeprefix("Error: ")


def test_in_a_game_the_number_of_a_paragraph_is_enough(tmp_path: Path) -> None:
    """A refusal cites [13.0]: typing that number shows the paragraph of the game in use."""
    home = ("--home", tmp_path / "home")
    assert 0 == pbem("practice", "june44", "--name", "Ann", *home).code
    for number in ("13.0", "N3"):
        said = pbem("rules", "show", number, *home)
        assert (0, show("june44", number).out) == (said.code, said.out)


def test_without_a_game_a_number_alone_is_asked_about(tmp_path: Path) -> None:
    pbem("rules", "show", "13.0", "--home", tmp_path / "home").says(
        2, "13.0 of which game?", "pbem rules show GAME 13.0"
    )
