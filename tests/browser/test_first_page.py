"""The first page of the browser alone: one press from a card to a game, in both languages, with nothing asked.

Half of the cards and one language by turns; all of them at night.
"""

import pytest

from pbem.games import game_cards, registry
from tests.browser.doing import CHROMIUM, WINDOW, idle
from tests.doors.hand import Hand
from tests.sampling import one_by_turns, part_by_turns
from tests.table import axe

pytestmark = [pytest.mark.wider, *CHROMIUM]
TITLES = {"en": "Play", "es": "Jugar"}
GAMES = [info.name for info in registry.installed()]
READY = f"{WINDOW}?.pbem?.position && !{WINDOW}.document.body.classList.contains('waiting')"


@pytest.mark.parametrize("language", one_by_turns(["en", "es"]))
def test_one_press_on_each_card_begins_its_game_and_all_lie_below_with_whose_turn_it_is(page, host, language):
    """The first card is pressed while the program is still on its way."""
    page.size(1440, 900)
    hand = Hand(page)
    page.goto(host.address)
    first, *others = some = part_by_turns(GAMES, 2)
    page.click(f"#card-{first}-practice")
    assert page.eval("document.getElementById('soon').getClientRects().length && !globalThis.ready")
    page.wait(f"!document.getElementById('stage').hidden && {READY}")
    hand.press_on("#leave")
    idle(page)
    page.choose("language", language)
    page.wait(f"document.getElementById('cards-title').textContent === {TITLES[language]!r}")
    idle(page)
    page.wait("[...document.images].every((each) => each.complete)")
    assert page.eval("[...document.images].every((each) => each.naturalWidth > 0)") is True
    if axe.AXE is not None:
        assert [] == axe.violations(page)
    for size in ((390, 844), (1440, 900)):
        page.size(*size)
        assert page.eval("document.documentElement.scrollWidth <= innerWidth") is True
    for game in others:
        hand.press_on(f"#card-{game}-practice")
        page.wait(f"!document.getElementById('stage').hidden && {READY}")
        cover = game_cards.cover(registry.info(game))
        assert page.eval(f"{WINDOW}.pbem.position.side") == cover.sides[0]
        assert page.eval(f"getComputedStyle({WINDOW}.document.getElementById('to-lobby')).display") == "none"
        assert page.text("#trouble") == ""
        hand.press_on("#leave")
        idle(page)
    page.wait(f"document.querySelectorAll('.turn.mine').length === {len(some)}")
    assert page.eval("pbem.state.hello.named") is False
