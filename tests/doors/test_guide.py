"""The button of a card that shows how, followed by what is lit; and the computer in a what-if, which says its reasons."""

import json
from pathlib import Path

import pytest

from pbem.games import guides, registry
from pbem.store.home import Home
from tests.sampling import ALL, commits, games_tried, one_by_turns, part_by_turns
from tests.table import axe
from tests.table.browser import BROWSER, Page
from tests.table.test_browser import CALM, READY

from . import follower
from .follower import Step
from .hand import Hand
from .test_first_page import LANGUAGES, PHONE, arrived, browser, mouse, press

pytestmark = [pytest.mark.wider, pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")]

__all__ = ["browser", "mouse"]
SIZES = ((1366, 768), (1024, 768), (1440, 900), (390, 844))
OF_THE_DAY = SIZES if ALL else (SIZES[commits() % len(SIZES)],)
WHOLE = (
    *((game, "en", size) for game in games_tried() for size in OF_THE_DAY),
    *part_by_turns([("darkdecember", "es", SIZES[0])], 3),
)
WORDS = {
    "en": ("Press", "First", "Several", "This is"),
    "es": ("Pulsa", "Antes", "Aquí", "Esta es", "Esto es"),
}
NAMED = {
    "gold ring": "#counters .able, #counters .has-able rect:last-of-type", "gold hex": "#under .target",
    "gold area": "#under .target", "+ on the map": "[data-do='zoomIn']",
    "the odds": ".choice .brief-odds, #quick .brief-odds",
    "counter in the red frame": "#counters .guided, #counters .has-guided", "place in the red frame": "#guided > *",
    "button in the red frame": "button.guided", "in the row": "#fan .items button.guided",
}  # fmt: skip
"""What a guide names, and where it is on the page."""
_SEEN = """(selector => [...document.querySelectorAll(selector)].some((e) => {
  const b = e.getBoundingClientRect(), w = (e.closest('#window') || document.documentElement).getBoundingClientRect();
  return b.width > 0 && b.right > w.left && b.left < w.right && b.bottom > w.top && b.top < w.bottom;
}))"""


def begun(hand: Hand, place: Path, game: str, language: str) -> None:
    """A guided game from its card."""
    arrived(hand, Home(place / "home"), language)
    press(hand, f"#card-{game}-guide")
    follower.ready(hand.page)
    assert "null" not in hand.page.text("#guide")


@pytest.mark.parametrize(("game", "language", "size"), WHOLE)
def test_a_whole_guide_is_followed_by_pressing_what_is_lit_and_nothing_else(
    mouse: Hand, tmp_path: Path, game: str, language: str, size: tuple[int, int]
) -> None:
    """What is asked for lies open in the window at each step (``follower.press``)."""
    mouse.page.size(*size, phone=size == PHONE)
    mouse = Hand(mouse.page, touch=size == PHONE)
    begun(mouse, tmp_path, game, language)
    page, found = mouse.page, guides.guide(registry.info(game))
    assert found is not None
    named: dict[tuple[int, str], bool] = {}

    def look(step: Step) -> None:
        assert page.eval("document.documentElement.scrollWidth") == size[0]
        told = page.text("#guide")
        for name, where in NAMED.items():
            if name in told:
                there = page.eval(f"{_SEEN}({json.dumps(where)})") is True
                named[step.number, name] = there or named.get((step.number, name), False)
                assert there or "red frame" not in name, f"{step.title}: {name}"

    seen = list(follower.followed(mouse, look))
    if language == "en":
        assert {name for _, name in named} >= {
            "gold ring", "button in the red frame", "counter in the red frame",
        }  # fmt: skip
    assert [] == [each for each, there in named.items() if not there]
    assert [*range(1, len(found.steps) + 1)] == [*dict.fromkeys(each.number for each in seen)]
    assert {True} == {each.said.startswith(WORDS[language]) for each in seen if each.said}
    kinds = {each.pressed.split()[0] for each in seen}
    assert {"next", "button", "place", "unit"} == kinds, "one kind of light is never seen"
    assert [] == page.trouble
    press(mouse, "#guide-close")
    mouse.page.wait("document.getElementById('guide').hidden")


def test_a_step_whose_decision_has_not_come_says_so_and_nothing_else(mouse: Hand, tmp_path: Path) -> None:
    begun(mouse, tmp_path, "darkdecember", "en")
    for _ in range(5):
        press(mouse, "#guide-next")
        follower.ready(mouse.page)
    assert "Comes next: Attack" == mouse.page.text("#guide-title"), "the set-up is not over"
    assert "odds" not in mouse.page.text("#guide")


@pytest.mark.skipif(axe.AXE is None, reason="axe-core is not here")
@pytest.mark.parametrize(
    ("game", "language", "size"), one_by_turns([("june6", "en", None), ("pegasus", "es", PHONE)])
)
def test_axe_finds_nothing_on_a_guide(mouse, tmp_path, game, language, size):
    if size:
        mouse.page.size(*size, phone=True)
    begun(mouse, tmp_path, game, language)

    assert [] == axe.violations(
        mouse.page
    )  # with the map once: it is large, and steps change what stands beside it

    def judged(step: Step) -> None:
        assert [] == axe.violations(mouse.page, counters=False), step

    for each in follower.followed(mouse, judged):
        if each.pressed.startswith("place"):
            break


def test_another_order_of_the_kind_finishes_a_step_too_and_a_guide_can_be_left(mouse, tmp_path):
    page = mouse.page
    begun(mouse, tmp_path, "pegasus", "es")
    press(mouse, "#guide-next")
    follower.ready(page)
    assert 2 == follower.at(page)
    mouse.decide()
    if page.eval("pbem.position.step") == "answer":
        press(mouse, "#send")
    follower.ready(page)
    assert 3 == follower.at(page)
    after = page.text("#guide h3")
    press(mouse, "#guide-leave")
    page.wait("document.getElementById('guide-again')")
    assert 0 == _lights(page)
    press(mouse, "#guide-again")
    page.wait("document.getElementById('guide-next')")
    assert after == page.text("#guide h3")


def test_what_the_game_asks_first_is_passed_by_one_press_and_taken_back_by_one(mouse, tmp_path):
    page = mouse.page
    begun(mouse, tmp_path, "june44", "en")
    for each in follower.followed(mouse, lambda _: None):
        if page.eval("document.getElementById('guide-pass') !== null") is True and each.number == 3:
            break
    before = mouse.taken()
    press(mouse, "#guide-pass")
    page.wait(READY)
    page.wait(CALM)
    assert before != mouse.taken()
    assert 3 == follower.at(page), "what the computer decides finishes no step"
    press(mouse, "#undo")
    page.wait(CALM)
    assert before == mouse.taken()


def _lights(page: Page) -> object:
    return page.eval("document.querySelectorAll('.guided, .has-guided, #guided > *').length")


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
