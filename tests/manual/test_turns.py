"""The turns of the games in the manual are what the program writes, and its worked roll is true of the recorded game."""

import hashlib
import hmac
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from home.table import pbem

from manual.test_pages import with_words_of_the_log
from pbem.cli.manual import pages
from pbem.games import registry
from pbem.home.play.order_words import OrderWords
from pbem.table.turn_guide import turn_guide
from tests.sampling import games_tried
from tests.tools import turn_pages, worked_roll
from tests.tools.worked_roll import BLOCK, PAGES, ROOT

pytestmark = pytest.mark.wider


@pytest.mark.night
@pytest.mark.parametrize("game", turn_pages.GAMES)
def test_the_pages_are_what_is_asked_in_a_game_that_is_played(game: str) -> None:
    """After a change of rules or words: python -m tests.tools.turn_pages. Each example is judged on the way."""
    for code, text in turn_pages.pages(game).items():
        assert turn_pages.path(game, code).read_text(encoding="utf-8") == text, code
        assert f"turn-{game}" in pages(code)
        assert f"](turn-{game}.md)" in pages(code)[game].read_text(encoding="utf-8")


@pytest.mark.parametrize("game", games_tried())
def test_a_page_tells_every_order_and_each_example_is_read_as_one_of_its_kind(game: str) -> None:
    loaded = registry.load(game)
    codec, words = loaded.rules.actions, OrderWords.of(loaded.rules, loaded.info.package)
    for code in ("en", "es"):
        lines = turn_pages.path(game, code).read_text(encoding="utf-8").split("\n")
        rows = [
            line.split("` | ")[0].removeprefix("| `").split()[0] for line in lines if line.startswith("| `")
        ]
        assert {*codec.kinds} == {words.exactly(each) for each in rows}
        assert (code == "en") == ({*codec.kinds} == {*rows})
        typed = [line.rpartition("`pbem do ")[2].removesuffix("` |") for line in lines if "`pbem do " in line]
        orders = [each for each in typed if "|" not in each and "`" not in each]
        assert len(orders) > len(codec.kinds) // 2
        for each in orders:
            order = with_words_of_the_log(f"turn-{game}.md", f"pbem do {each}").removeprefix("pbem do ")
            assert codec.typed(codec.parse(order)) == order


@pytest.mark.parametrize("code", ["en", "es"])
def test_the_help_of_the_table_describes_an_order_in_each_phase_that_asks_for_it(code: str) -> None:
    phases = turn_guide("june44", code)["phases"]
    lines = [line for phase in phases if isinstance(phase, dict) for line in phase["lines"]]
    attacks = [
        line["row"]
        for line in lines
        if "row" in line and str(line["row"][0]).startswith(("attack ", "atacar "))
    ]
    assert len(attacks) > 3
    assert 1 == len({tuple(row) for row in attacks})


_TOOLS = ("bash", "python3", "xxd", "sha256sum", "openssl")


def steps(page: Path) -> list[tuple[str, str]]:
    """Each command of a page with what it prints."""
    lines = "".join(BLOCK.findall(page.read_text(encoding="utf-8"))).replace("```\n", "")
    return [
        (command, said.strip())
        for command, said in re.findall(r"^\$ (.*)\n((?:[^$].*\n)*)", lines, re.MULTILINE)
    ]


@pytest.mark.parametrize("page", PAGES, ids=("en", "es"))
def test_every_step_comes_out_as_the_page_says_when_it_is_computed_from_its_text(page: Path) -> None:
    hashed, mixed, counted = 0, 0, 0
    for command, said in steps(page):
        given = bytes.fromhex(re.sub(r"^echo | \|.*", "", command)) if "xxd" in command else b""
        if "sha256sum" in command:
            assert f"{hashlib.sha256(given).hexdigest()}  -" == said
            hashed += 1
        elif key := re.search(r"hexkey:(\w+)", command):
            assert hmac.digest(bytes.fromhex(key[1]), given, "sha256").hex() == said[:64]
            mixed += 1
        elif sum_of := re.fullmatch(r"echo \$\(\(0x(\w+) % (\d+) \+ (\d+)\)\)", command):
            assert str(int(sum_of[1], 16) % int(sum_of[2]) + int(sum_of[3])) == said
            counted += 1
    assert (3, 3, 1) == (hashed, mixed, counted)


@pytest.mark.parametrize("page", PAGES, ids=("en", "es"))
def test_what_a_step_takes_is_what_the_steps_before_it_gave(page: Path) -> None:
    """No number of the page comes from nowhere: each stands in the log or in a result above it."""
    above = ""
    for command, said in steps(page):
        for number in re.findall(r"\b[0-9a-f]{64}\b", command):
            assert number in above
        above += said
    words = re.findall(r"0x([0-9a-f]{8})", steps(page)[-1][0])
    assert steps(page)[-2][1].startswith(words[0])
    tips = re.findall(r'"tip":"(\w+)"', above)
    assert tips == re.findall(r"^(\w{64})  -", "\n".join(said for _, said in steps(page)), re.MULTILINE)[:2]


@pytest.mark.parametrize("page", PAGES, ids=("en", "es"))
def test_the_steps_are_those_of_the_recorded_game(page: Path) -> None:
    """When it fails after games were recorded anew: python -m tests.tools.worked_roll."""
    text = page.read_text(encoding="utf-8")
    assert worked_roll.written(text) == text


@pytest.mark.skipif(
    any(shutil.which(tool) is None for tool in _TOOLS), reason="not all tools of the page are here"
)
def test_a_reader_who_types_the_steps_sees_what_the_page_shows(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples/landings", tmp_path / "examples/landings")
    for command, said in steps(PAGES[0]):
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command], check=True, capture_output=True, text=True, cwd=tmp_path,
        )  # fmt: skip
        assert done.stdout.strip() == said


@pytest.mark.parametrize("page", PAGES, ids=("en", "es"))
def test_the_commands_that_the_page_ends_with_do_what_it_says(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    verify, audit = re.findall(r"`pbem (verify|audit) (examples/\S+)`", page.read_text(encoding="utf-8"))
    assert f"{verify[1]}: verified." in pbem(*verify).out
    pbem(*audit).says(0, "dice")
