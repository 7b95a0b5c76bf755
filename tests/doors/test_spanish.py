"""The program in Spanish through its own doors, and the table as a browser shows it: no English word is left in them."""

import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from pbem.cli import language, main
from pbem.games import registry
from pbem.store.home import Home
from tests.cli.test_spoken import COMMANDS, NAMES
from tests.home.table import pbem
from tests.lists import tried_with
from tests.sampling import games_tried, part_by_turns
from tests.table.browser import BROWSER, Page
from tests.table.test_browser import CALM, READY
from tests.tongues import ENGLISH, TYPED
from tests.words.dictionary import foreign

from .hand import Hand
from .test_first_page import arrived, press

pytestmark = pytest.mark.wider

BINDING = re.compile(r"(?m)^ +(?:lo hace|caso) .*$")
"""Names of functions, and of cases, whose titles are of the files."""

PLACEHOLDERS = """
    ADDRESS COMMAND COUNT DIR DIRECTORY FILE FILES FOLDER GAME HOST INTEGER KEY KIND LOG NAME ORDER OUT PACK PAPER PATH
    PLACE PORT QUESTION RESULT ROUND SEASON SECONDS SIDE TABLE TEXT TOPIC TURNS UNIT VALUE
"""

SPANISH = re.compile(r"\bdice\b")
"""Says: a Spanish word that looks English."""


def said(home: Path, *words: str, typed: str = "") -> str:
    """What the program prints, in a process of its own, language es."""
    env = {**os.environ, "PBEM_HOME": str(home), "PBEM_LANG": "es", "COLUMNS": "400", "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "pbem", *words], capture_output=True, text=True, input=typed, env=env, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def english(text: str) -> list[str]:
    """Lines with an English word that is neither a name nor typed."""
    shown = (SPANISH.sub("", TYPED.sub("", NAMES.sub("", line))) for line in text.splitlines())
    return [line for line in shown if ENGLISH.search(line)]


@tried_with("words", part_by_turns(COMMANDS, 2), ids=" ".join)
def test_what_stands_for_something_to_be_typed_is_spanish(words: tuple[str, ...]) -> None:
    """FILE is ARCHIVO, in the line of usage, beside options and in sentences."""
    with language.reading("es"):
        command: click.Command = language.in_language(main)
        for word in words:
            command = command.commands[word]
        shown = command.get_help(click.Context(command, info_name=" ".join(words)))
        placeholders = {each for each in PLACEHOLDERS.split() if language.say(each) != each}
    prose = re.sub(r"(?m)^ +pbem .*$", "", shown)
    assert set() == placeholders & set(re.findall(r"(?<![\w.])[A-Z][A-Z-]+(?![\w.])", prose))


@pytest.mark.parametrize("game", games_tried())
def test_the_rules_of_a_game_are_shown_in_spanish(game: str, tmp_path: Path) -> None:
    assert [] == english(said(tmp_path, "rules", "show", game))
    assert said(tmp_path, "rules", "show", "pegasus", "units").startswith("Lo que se lee de los datos")
    for each in part_by_turns(registry.paragraphs(game), 36):
        shown = pbem("--lang", "es", "--home", tmp_path, "rules", "show", game, each.number).says(0)
        assert [] == english(BINDING.sub("", shown.out))


def test_sides_are_shown_and_typed_in_spanish(tmp_path: Path) -> None:
    log = Path(__file__).parents[2] / "examples/june44/campaign.pbem"

    assert "bandos: alemán (german), aliado (allied)" in said(tmp_path, "rules", "list")
    for words in (("map", log, "--text", "--side"), ("replay", log, "--html", tmp_path / "a.html", "--side")):
        assert said(tmp_path, *words, "Aleman")
        pbem("--lang", "es", "--home", tmp_path, *words, "verde").says(2, "Bandos: aliado, alemán.")
    assert (tmp_path / "a.html").exists()
    assert "No hay ninguna partida" in pbem("--lang", "es", "--home", tmp_path, "orders").err


seen = pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")
TABS = ("unit", "orders", "turn", "position", "mail", "help", "game")
_READ = """(() => {
  for (const each of document.querySelectorAll('details')) each.open = true;
  for (const each of document.querySelectorAll('code, #counters, #source')) each.style.visibility = 'hidden';
  const names = [...document.querySelectorAll('button, input, select, [role=img], section')].filter((e) => e.offsetParent)
    .map((e) => e.getAttribute('aria-label') || '');
  return document.body.innerText + '\\n' + names.join('\\n');
})()"""
"""What the page shows, and what it calls the things on it."""


def read(page: Page) -> str:
    page.wait(CALM)
    return str(page.eval(_READ))


@seen
def test_the_first_page_has_no_english_word(mouse: Hand, tmp_path: Path) -> None:
    arrived(mouse, Home(tmp_path / "home"), "es")
    assert [] == foreign(read(mouse.page))


@seen
@pytest.mark.parametrize("game", games_tried())
def test_no_panel_of_the_table_has_an_english_word(mouse: Hand, tmp_path: Path, game: str) -> None:
    arrived(mouse, Home(tmp_path / "home"), "es")
    press(mouse, f"#card-{game}-practice")
    mouse.page.wait(READY)
    found: dict[str, None] = {}
    for tab in TABS:
        mouse.page.click(f"#tab-{tab}")
        found.update(dict.fromkeys(foreign(read(mouse.page))))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", games_tried())
def test_every_kind_of_order_has_a_spanish_name_at_the_table(game: str) -> None:
    text = (Path(__file__).resolve().parents[2] / "pbem/table/static/words.js").read_text("utf-8")
    named = text.partition("  es: {")[2].partition("kinds: {")[2].partition("},")[0]
    assert [] == [kind for kind in registry.load(game).rules.actions.kinds if f'"{kind}": "' not in named]
