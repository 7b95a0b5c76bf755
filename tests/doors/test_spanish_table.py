"""The table in Spanish, as a browser shows it: every panel of every game, and the first page."""

from pathlib import Path

import pytest

from pbem.games import registry
from pbem.store.home import Home
from tests.sampling import games_tried
from tests.table.browser import BROWSER, Page
from tests.table.test_browser import CALM, READY
from tests.words.dictionary import foreign

from .hand import Hand
from .test_first_page import arrived, press

pytestmark = pytest.mark.wider

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
