"""The first page of a new home: one press from a card to a game, and no question before a mail is signed.

A real mouse at the pixel where a button is drawn, every installed game, both languages; then what many orders are given by
one press for, and taken back by one.
"""

import json
from pathlib import Path

import pytest

from pbem.bytes import container
from pbem.games import game_cards, registry, summary
from pbem.home import games, identity
from pbem.home.viewing.logs import data_in
from pbem.store.home import Home
from tests.home.table import pbem
from tests.sampling import games_tried, one_by_turns
from tests.table import axe
from tests.table.browser import BROWSER, Page
from tests.table.test_browser import CALM, READY, served

from .conftest import PHONE, WIDE, browser, mouse
from .hand import Hand

__all__ = ["browser", "mouse"]

pytestmark = [pytest.mark.wider, pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")]

GAMES = [info.name for info in registry.installed()]
LANGUAGES = ("en", "es")
CARDS = f"document.querySelectorAll('.game').length === {len(GAMES)}"


def arrived(hand: Hand, home: Home, language: str = "en") -> None:
    """The first page of a home, in a language."""
    hand.page.goto(served(home).guard.address())
    hand.page.wait(CARDS)
    speak(hand.page, language)


def speak(page: Page, language: str) -> None:
    page.choose("language", language)
    page.wait(
        f"document.getElementById('cards-title').textContent === { ({'en': 'Play', 'es': 'Jugar'}[language])!r}"
    )
    page.wait(CALM)


def press(hand: Hand, selector: str) -> None:
    """Press what is drawn there; it has to be what lies there."""
    hand.press(hand._middle(selector))


def pick(page: Page, card: str, **chosen: str) -> None:
    for name, value in chosen.items():
        page.choose(f"card-{card}-{name}", value)


@pytest.mark.parametrize("language", one_by_turns(LANGUAGES))
@pytest.mark.parametrize("game", games_tried())
def test_one_press_on_a_card_begins_a_game_and_nothing_is_asked(mouse, tmp_path, game, language):
    home = Home(tmp_path / "home")
    arrived(mouse, home, language)
    assert 0 == mouse.page.eval("document.querySelectorAll('input:not([hidden])').length")
    press(mouse, f"#card-{game}-practice")
    mouse.page.wait(READY)
    (folder,) = games.begun(home)
    found = game_cards.cover(registry.info(game))
    facts = folder.facts()
    assert (game, found.scenario) == (facts["game"], facts["scenario"])
    assert found.sides[0] == mouse.page.eval("pbem.position.side")
    assert mouse.page.eval("pbem.position.practice") is True
    assert "decide" == mouse.page.eval("pbem.position.step")
    assert language == mouse.page.eval("document.documentElement.lang")
    mouse.page.size(*PHONE, phone=True)
    assert mouse.page.eval("document.documentElement.scrollWidth") == PHONE[0]
    assert mouse.page.text("#trouble") == ""


@pytest.mark.parametrize("language", one_by_turns(LANGUAGES))
def test_every_card_has_its_picture_lines_length_difficulty_balance_and_buttons(mouse, tmp_path, language):
    page = mouse.page
    arrived(mouse, Home(tmp_path / "home"), language)
    page.wait("[...document.images].every((each) => each.complete)")
    for size in (WIDE, PHONE):
        page.size(*size, phone=size is PHONE)
        for game in GAMES:
            card = f"#card-{game}"
            shown = page.eval(
                f"[document.querySelector('{card} img').naturalWidth > 0,"
                f" ...[' .about > p', ' dd', ' .doors button', ' .pips .on']"
                f".map((each) => document.querySelectorAll('{card}' + each).length)]"
            )
            assert [True, 2, 3, 5, game_cards.cover(registry.info(game)).difficulty] == shown
            for word in ("practice", "guide", "invite", "open", "printed"):
                mouse._middle(f"{card}-{word}")
        assert page.eval("document.documentElement.scrollWidth <= innerWidth") is True
    page.size(*WIDE)
    titles = {
        str(each)
        for each in page.eval("[...document.querySelectorAll('.about p')].map((e) => e.textContent)")
    }
    lines = {line for name in GAMES for line in game_cards.cover(registry.info(name)).lines}
    assert (titles == lines) == (language == "en")
    assert titles & lines == (lines if language == "en" else set())


@pytest.mark.skipif(axe.AXE is None, reason="no axe-core on this machine")
@pytest.mark.parametrize("language", one_by_turns(LANGUAGES))
def test_a_program_finds_nothing_to_say_against_the_first_page(mouse, tmp_path, language):
    arrived(mouse, Home(tmp_path / "home"), language)
    assert [] == axe.violations(mouse.page)
    press(mouse, "#card-june44-invite")
    assert [] == axe.violations(mouse.page)
    press(mouse, "#card-june44-practice")
    mouse.page.wait(READY)
    assert [] == axe.violations(mouse.page)
    press(mouse, "#to-lobby")
    mouse.page.wait("document.querySelector('.turn.mine')")
    assert [] == axe.violations(mouse.page)


def test_what_is_chosen_on_one_card_never_reaches_another(mouse: Hand, tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    arrived(mouse, home)
    pick(mouse.page, "june6", scenario="epsom", side="german")
    pick(mouse.page, "normandy", scenario="cherbourg", side="german")
    press(mouse, "#card-june6-practice")
    mouse.page.wait(READY)
    facts = games.begun(home)[0].facts()
    assert ("june6", "epsom", "german") == (
        facts["game"], facts["scenario"], mouse.page.eval("pbem.position.side"),
    )  # fmt: skip


def test_the_name_is_asked_for_when_an_invitation_is_to_be_signed_and_the_game_goes_on(mouse, tmp_path):
    """Ann plays unnamed, invites Ben under her name, and opens what he sends back, all from the first page."""
    home, page = Home(tmp_path / "ann"), mouse.page
    arrived(mouse, home)
    press(mouse, "#card-pegasus-practice")
    page.wait(READY)
    press(mouse, "#to-lobby")
    page.wait(CARDS)
    press(mouse, "#card-june44-invite")
    page.wait("document.activeElement.id === 'card-june44-name'")
    page.type("Ann")
    press(mouse, "#card-june44 .naming button")
    invitation = page.saved("invitation.pbem")
    assert container.unpack(data_in(invitation.read_bytes()))
    assert "Ann" == identity.card(home).name
    ben = tmp_path / "ben"
    for words in (
        ("identity", "new", "Ben", "--no-password"),
        ("accept", str(invitation), "--out", str(tmp_path / "acceptance.pbem")),
    ):
        pbem("--home", str(ben), *words).says(0)
    invitation.unlink()
    page.give("#lobby-file", tmp_path / "acceptance.pbem")
    page.wait("document.getElementById('lobby-start')")
    press(mouse, "#lobby-start")
    page.wait(READY)
    assert "Ben" == page.eval("pbem.position.opponent")
    assert 2 == len(games.begun(home))
    assert page.text("#trouble") == ""


def test_a_list_of_orders_is_given_by_one_press_and_taken_back_by_one(mouse: Hand, tmp_path: Path) -> None:
    """Other games: ``cli/test_files_arrive.py``."""
    page = mouse.page
    arrived(mouse, Home(tmp_path / "home"), "es")
    pick(page, "darkdecember", scenario="herbstnebel", side="german")
    press(mouse, "#card-darkdecember-practice")
    page.wait(READY)
    page.wait(CALM)
    before = mouse.taken()
    page.key("Enter")
    page.wait(CALM)
    assert before == mouse.taken(), "Enter gave something away"
    assert "recommended" not in str(page.eval("document.activeElement.id"))
    assert "★" in page.text("#recommended")
    mouse.let_go()
    press(mouse, "#recommended")
    page.wait("pbem.position.orders === 54")
    page.wait(CALM)
    press(mouse, "#undo")
    page.wait("pbem.position.orders === 0")
    page.wait(CALM)
    assert before == mouse.taken()
    assert page.text("#trouble") == ""


@pytest.mark.parametrize(("game", "language"), [("june6", "en"), ("darkdecember", "es")])
def test_the_options_of_a_scenario_are_folded_set_as_usual_and_hold_in_the_game_that_is_begun(
    mouse: Hand, tmp_path: Path, game: str, language: str
) -> None:
    page, home = mouse.page, Home(tmp_path / "home")
    arrived(mouse, home, language)
    found = game_cards.cover(registry.info(game))
    offered = summary.summary(registry.info(game)).options[found.scenario]
    card = f"#card-{game}"
    assert page.eval(f"document.querySelector('{card} .options').open") is False
    assert len(offered) == page.eval(f"document.querySelectorAll('{card} .options select').length")
    for n, option in enumerate(offered):
        assert option.words[0] == page.eval(f"document.getElementById('card-{game}-option-{n}').value")
    told = page.text(f"{card} .options label")
    assert (told == offered[0].title) == (language == "en")
    press(mouse, f"{card} .options summary")
    mouse._middle(f"{card}-option-0")
    pick(page, game, **{"option-0": offered[0].words[1]})
    pick(page, game, side=found.sides[-1])
    if axe.AXE is not None:
        assert [] == axe.violations(page)
    press(mouse, f"{card}-practice")
    page.wait(READY)
    (folder,) = games.begun(home)
    assert found.sides[-1] == page.eval("pbem.position.side")
    (invite,) = folder.log().splitlines()[:1]
    held = json.dumps(json.loads(invite)["options"])
    assert offered[0].name in held
    assert json.dumps(offered[0].values[1]) in held


def test_an_invitation_is_opened_where_nobody_has_played_and_only_then_a_name_is_asked_for(mouse, tmp_path):
    ben, page, home = tmp_path / "ben", mouse.page, Home(tmp_path / "ann")
    for words in (
        ("identity", "new", "Ben", "--no-password"),
        ("invite", "june44", "--out", str(tmp_path / "invitation.pbem")),
    ):
        pbem("--home", str(ben), *words).says(0)
    arrived(mouse, home)
    page.give("#lobby-file", tmp_path / "invitation.pbem")
    page.wait("document.getElementById('lobby-join')")
    assert "An invitation that holds: " in page.text("#lobby-file-told")
    press(mouse, "#lobby-join")
    page.wait("document.getElementById('brought-name')")
    press(mouse, "#brought-name")
    page.type("Ann")
    press(mouse, "#lobby-file-told .naming button")
    acceptance = page.saved("acceptance.pbem")
    pbem("--home", str(ben), "accept", str(acceptance)).says(0)
    acceptance.unlink()


def test_a_seat_is_asked_for_and_taken_where_nobody_has_played(mouse: Hand, tmp_path: Path) -> None:
    """From a log that was opened to the receipt: two files come, two are saved, and nothing is typed but a name."""
    page, home = mouse.page, Home(tmp_path / "carl")
    ann, ben = tmp_path / "ann", tmp_path / "ben"
    files = {name: str(tmp_path / f"{name}.pbem") for name in ("i", "a", "t", "log", "box")}
    for who, *words in (
        (ann, "identity", "new", "Ann", "--no-password"),
        (ben, "identity", "new", "Ben", "--no-password"),
        (ann, "invite", "june44", "--out", files["i"]),
        (ben, "accept", files["i"], "--out", files["a"]),
        (ann, "accept", files["a"]),
        (ann, "send", "--out", files["t"]),
        (ben, "import", files["t"]),
    ):
        pbem("--home", str(who), *words).says(0)
    Path(files["log"]).write_bytes(games.choose(Home(ben)).log())
    arrived(mouse, home)
    page.give("#lobby-file", Path(files["log"]))
    page.wait("document.querySelector('[data-seat=german]')")
    press(mouse, "[data-seat=german]")
    page.wait("document.getElementById('brought-name')")
    press(mouse, "#brought-name")
    page.type("Carl")
    press(mouse, "#lobby-file-told .naming button")
    ask = page.saved("seat-ask-*.pbem")
    pbem("--home", str(ben), "seat", "give", str(ask), "--yes", "--out", files["box"]).says(0)
    page.give("#lobby-file", Path(files["box"]))
    page.wait("document.getElementById('lobby-takeSeat')")
    press(mouse, "#lobby-takeSeat")
    receipt = page.saved("seat-receipt-*.pbem")
    pbem("--home", str(ben), "import", str(receipt)).says(0, "handed over")
    assert "german" == games.choose(home).facts()["side"]
    for each in (ask, receipt):
        each.unlink()
