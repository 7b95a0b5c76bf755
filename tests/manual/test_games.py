"""The page of each game, its numbers and commands; and the first page of the manual."""

import json
import re
import shlex
from functools import cache
from pathlib import Path

import pytest
from home.table import pbem

from tests.lists import tried_with
from tests.sampling import small_and_tried

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("june6", "june44", "darkdecember", "normandy", "pegasus")
LANGUAGES = ("en", "es")


def page(language: str, game: str) -> str:
    return (ROOT / "pbem/manual" / language / f"{game}.md").read_text(encoding="utf-8")


@cache
def installed() -> dict[str, dict[str, object]]:
    return {each["name"]: each for each in json.loads(pbem("rules", "list", "--json").out)}


def test_every_game_of_the_program_has_a_page() -> None:
    assert set(GAMES) == set(installed()) - {"tiny", "whist", "ford"}


@tried_with("game", GAMES)
@tried_with("language", LANGUAGES)
def test_a_page_lists_the_scenarios_of_its_game_in_their_order(language: str, game: str) -> None:
    assert installed()[game]["scenarios"] == re.findall(
        r"^\| `([\w-]+)` \|", page(language, game), re.MULTILINE
    )


@tried_with("game", GAMES)
@tried_with("language", LANGUAGES)
def test_the_shares_of_a_page_are_those_that_the_program_counts(language: str, game: str) -> None:
    counted = installed()[game]["provenance"]
    groups = (("published", "quoted"), ("inferred", "history"), ("reconstructed",))
    shares = [100 * sum(counted.get(label, 0) for label in group) / sum(counted.values()) for group in groups]
    told = [
        int(number) for number in re.findall(r"^\| .* \| (\d+) % \|$", page(language, game), re.MULTILINE)
    ]
    assert len(told) == len(shares)
    assert [] == [(said, share) for said, share in zip(told, shares, strict=True) if abs(said - share) > 2]


@tried_with("game", GAMES)
@tried_with("language", LANGUAGES)
def test_every_reading_of_a_page_stands_in_the_notes_of_its_game_with_its_paragraph(language, game):
    notes = (ROOT / "rules/pbem_rules" / game / "NOTES.md").read_text(encoding="utf-8")
    titles = dict(re.findall(r"^### (N\d+)(.*)$", notes, re.MULTILINE))
    rows = re.findall(r"^\| (N\d+) \| ([^|]*)\|", page(language, game), re.MULTILINE)
    assert len(rows) >= 9
    whole = dict(re.findall(r"^### (N\d+)(.*?)(?=^##)", notes + "\n##", re.MULTILINE | re.DOTALL))
    assert [] == [
        (name, cited)
        for name, cited in rows
        if name not in titles
        or any(each.strip() not in whole[name] for each in cited.split(",") if each.strip())
    ]


@pytest.mark.parametrize("game", small_and_tried())
def test_the_commands_of_a_data_pack_do_what_the_page_says(game, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "home"))
    assert pbem("identity", "new", "Ann", "--no-password").code == 0
    block = page("en", game).partition("## If you own the game")[2].split("```")[1]
    for line in block.strip().splitlines():
        pbem(*line.split()[1:]).says(0)
    rest = page("en", game).partition("## If you own the game")[2]
    written = "".join(file.read_text(encoding="utf-8") for file in (tmp_path / f"my-{game}").iterdir())
    for table in re.findall(r"\(`([\w.]+)`[,)]", rest):
        file, _, name = table.partition(".")
        assert (tmp_path / f"my-{game}" / f"{file}.toml").is_file(), table
        assert re.search(rf"\b{name}\b", written), table


@pytest.mark.parametrize("language", ["en", "es"])
def test_two_people_begin_a_game_with_what_the_page_tells_them_to_type(language, tmp_path, monkeypatch):
    text = (ROOT / "pbem/manual" / language / "start.md").read_text(encoding="utf-8")
    blocks = [
        block
        for block in re.findall(r"^```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
        if "identity" in block
    ]
    assert len(blocks) == 2
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PBEM_PASSWORD", "a password of theirs")
    for player, block in zip(("ann", "ben"), blocks, strict=True):
        monkeypatch.setenv("PBEM_HOME", str(tmp_path / player))
        for line in block.splitlines():
            pbem(*shlex.split(line, comments=True)[1:]).says(0)
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "ann"))
    started = pbem(*["accept", "acceptance.pbem"])
    assert "`pbem accept acceptance.pbem`" in text
    assert started.code == 0
    assert re.search(r"(\d{5} ){5}\d{5}", started.sentences), "the code of 30 digits that the page speaks of"
    five = re.findall(r"^\| `pbem ?(\w*)", text.partition(blocks[1])[2], re.MULTILINE)
    assert five == ["", "orders", "do", "send", "import"]
    assert pbem("orders").code == 0
    assert pbem().code == 0
