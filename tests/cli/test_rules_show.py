"""The commands about games and rules: what is installed, and what a paragraph says in words a player reads."""

import json
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


CASE = """
title = "Red steps"
paragraphs = ["1.1"]
game = "tiny"
scenario = "only"
[[step]]
order = "go 2"
[expect]
place = {place}
"""


def test_games_as_json_is_one_list_with_every_provenance() -> None:
    found = json.loads(pbem("rules", "list", "--json").out)
    assert "june6" in [each["name"] for each in found]
    assert {
        *("name", "title", "edition", "version", "older", "players", "scenarios", "options", "provenance")
    } == set(found[0])
    assert [] == [each["name"] for each in found if each["older"]]
    assert ["published", "quoted", "inferred", "history", "reconstructed"] == list(found[0]["provenance"])


def test_every_paragraph_is_in_exactly_one_list_of_the_coverage() -> None:
    found = json.loads(pbem("game", "coverage", "june6", "--json").out)
    left_out = [each["paragraph"] for each in found["left_out"]]
    lists = [*found["implemented"], *found["definition"], *left_out, *found["unaccounted"]]
    assert sorted(found["paragraphs"]) == sorted(lists)
    assert set(found["without_case"]) <= set(found["implemented"])
    assert "paragraphs: " in pbem("game", "coverage", "june6").out


def test_a_paragraph_is_shown_with_what_tries_it_and_a_chart_with_its_source() -> None:
    found = json.loads(pbem("game", "coverage", "june6", "--json").out)
    shown = next(number for number in found["implemented"] if number not in found["without_case"])
    said = pbem("rules", "show", "june6", shown)
    assert "The program applies it." in said.out
    assert "Positions that try it:" in said.out
    assert "reconstructed" in pbem("rules", "show", "june6", "crt").out
    assert "8.1 " in pbem("rules", "show", "june6").out
    pbem("rules", "show", "june6", "no such thing").says(2, "no such thing")


def test_an_unknown_game_names_those_there_are() -> None:
    pbem("rules", "show", "chess").says(2, "june6")


def test_try_gives_a_line_a_case_and_fails_when_one_does_not_hold(tiny: None, tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text(CASE.format(place=2))
    assert 0 == pbem("game", "try", tmp_path / "good.toml").code
    (tmp_path / "bad.toml").write_text(CASE.format(place=3))
    (tmp_path / "broken.toml").write_text("title = ")
    said = pbem("game", "try", tmp_path, "--json").says(3)
    assert [False, False, True] == [json.loads(line)["holds"] for line in said.out.splitlines()]
    assert "1 of 3 cases hold." in pbem("game", "try", tmp_path).err
