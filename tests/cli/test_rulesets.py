"""The commands about games and rules, on the games that are installed."""

from __future__ import annotations

import json
from pathlib import Path

from home.table import pbem

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
