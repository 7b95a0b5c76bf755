"""The computer as an opponent, by the table: in a what-if it says why it orders so.

A real mouse on the card, every installed game, both languages, a wide window and a phone.
"""

from pathlib import Path

import pytest

from pbem.store.home import Home
from tests.sampling import games_tried, one_by_turns
from tests.table.browser import BROWSER
from tests.table.test_browser import CALM, READY

from .hand import Hand
from .test_first_page import LANGUAGES, PHONE, arrived, press

pytestmark = [pytest.mark.wider, pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")]

_SAID = {
    "en": ("To take", "To hold", "To stand before", "To strike", "Against"),
    "es": ("Para tomar", "Para mantener", "Para cerrar el paso", "Para golpear", "Contra"),
}
_ORDERS = 80
"""Within so many orders every player here moves or attacks: Dark December places 54 units before."""


@pytest.mark.parametrize("language", one_by_turns(LANGUAGES))
@pytest.mark.parametrize("game", games_tried())
def test_in_a_what_if_the_computer_says_why_in_the_language_of_the_reader(mouse, tmp_path, game, language):
    mouse.page.size(*PHONE)
    arrived(mouse, Home(tmp_path / "home"), language)
    press(mouse, f"#card-{game}-practice")
    mouse.page.wait(READY)
    mouse.page.click("#whatif")
    mouse.page.wait("pbem.position.trial")
    for _ in range(_ORDERS):
        mouse.page.wait(CALM)
        count = mouse.page.eval("pbem.position.trial.line.length")
        mouse.page.click("#advise")
        mouse.page.wait(f"pbem.position.trial.line.length > {count}")
        why = str(mouse.page.eval("pbem.position.why || ''"))
        if why:
            assert why.startswith(_SAID[language])
            assert why in mouse.page.text("#said")
            return
    raise AssertionError(f"{game}: no reason in {_ORDERS} orders")


def test_how_the_game_stands_is_not_cut_off_where_labels_are_longest(mouse: Hand, tmp_path: Path) -> None:
    arrived(mouse, Home(tmp_path / "home"), "es")
    press(mouse, "#card-darkdecember-practice")
    mouse.page.wait(READY)
    strip = "document.getElementById('strip')"
    for wider in ("0", "1.5px"):  # fonts of other machines are wider
        mouse.page.eval(
            f"for (const each of {strip}.querySelectorAll('*')) each.style.letterSpacing = {wider!r}"
        )
        assert mouse.page.eval(
            f"[{strip}.scrollWidth <= {strip}.clientWidth, {strip}.clientHeight < 90]"
        ) == [True, True]
