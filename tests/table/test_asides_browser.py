"""Offers, the end of a game and papers in a real browser: asked before anything is signed, and answered by a click."""

import base64
import json

import pytest

from pbem.bytes import container
from pbem.home import new_identity
from pbem.home.papers import asking
from pbem.home.papers import verdict as paper_verdict
from pbem.store.home import Home

from .browser import BROWSER, Page
from .seats import Seat, carry, stream
from .test_browser import CALM, opened

pytestmark = [pytest.mark.wider, pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")]


def _dropped(page: Page, data: bytes, name: str) -> None:
    """A file is dropped on the page."""
    letters = json.dumps(base64.b64encode(data).decode("ascii"))
    page.eval(
        f"(() => {{ const bytes = Uint8Array.from(atob({letters}), (c) => c.charCodeAt(0)), held = new DataTransfer();"
        f" held.items.add(new File([bytes], {json.dumps(name)}));"
        " document.dispatchEvent(new DragEvent('drop', { dataTransfer: held, bubbles: true, cancelable: true })); })()"
    )


def test_going_back_is_offered_from_the_history_after_a_question_and_answered_on_the_other_s_page(
    page: Page, deciding: tuple[Seat, Seat]
) -> None:
    mover, other = deciding
    opened(page, mover.home)
    page.click("#tab-game")
    page.click("#history")
    page.wait("document.querySelectorAll('#history-rows li').length")
    page.click("#history-rows li[data-entry='2'] button")
    page.wait("document.activeElement.id === 'sure'")
    page.click("#keep-on")
    page.wait("!document.getElementById('sure')")
    assert page.eval("pbem.position.offer") is None
    page.click("#history-rows li[data-entry='2'] button")
    page.click("#again")
    page.click("#sure")
    page.wait("pbem.position.offer && pbem.position.offer.mine")
    assert "after entry 2" in page.text("#offer")
    assert [] == page.trouble
    carry(mover, other)
    opened(page, other.home)
    page.click("#to-offer")
    assert "offers to go back" in page.text("#offer")
    assert "both programs give the same orders again" in page.text("#offer")
    page.click("#offer-yes")
    page.wait("!pbem.position.offer && pbem.position.aside === 'reply'")
    page.wait(CALM)
    other.play()
    carry(other, mover)
    assert 1 == mover.app.room.session().position.table.take_backs
    assert [] == page.trouble


def test_a_draw_is_offered_dropped_on_the_other_s_page_and_signed_there(page, seats):
    ann, ben = seats
    opened(page, ann.home)
    page.click("#tab-game")
    page.click("#end-draw")
    page.click("#sure")
    page.wait("document.getElementById('made')")
    offered = page.saved(".pbem").read_bytes()
    assert "unsigned" == paper_verdict.judge(container.unpack(offered)).code
    for file in page.downloads.glob("*.pbem"):
        file.unlink()
    opened(page, ben.home)
    _dropped(page, offered, "draw.pbem")
    page.wait("document.getElementById('paper')")
    assert "An offer to end the game: a draw." in page.text("#paper")
    page.click("#sign-paper")
    page.click("#sure")
    page.wait("document.getElementById('made')")
    found = paper_verdict.judge(container.unpack(page.saved(".pbem").read_bytes()))
    assert (True, "") == (found.proved, found.code)
    assert [] == page.trouble


def test_a_file_that_is_nothing_of_ours_is_told_in_words(page: Page, seats: tuple[Seat, Seat]) -> None:
    opened(page, seats[0].home)
    _dropped(page, b"\xff\xd8\xff" + bytes(64), "holiday.jpg")
    page.wait("document.querySelector('#panel-mail .notes li')")
    assert "holiday.jpg" in page.text("#panel-mail .notes")
    assert [] == page.trouble


def test_the_usual_sheet_is_read_and_stands_by_two_presses(page: Page, seats: tuple[Seat, Seat]) -> None:
    opened(page, seats[0].home)
    page.click("#tab-game")
    page.click("#stands")
    page.wait("document.getElementById('stand-usual')")
    assert "[[order]]" in page.text("#orders-sheet")
    page.click("#stand-usual")
    page.wait("document.getElementById('stand-drop')")
    assert "These orders stand" in page.text("#panel-game")
    page.click("#stand-drop")
    page.wait("document.getElementById('stand-usual')")
    assert [] == page.trouble


def test_a_game_is_given_to_who_asked_for_it_after_a_question_and_kept_again(
    page: Page, deciding: tuple[Seat, Seat]
) -> None:
    mover, _ = deciding
    home = Home(mover.home.path.parent / "c")
    carl = new_identity.create_identity(home, "Carl", "", stream("carl"))
    session = mover.app.room.session()
    asked = asking.ask(home, carl, session.log, session.side, stream("ask"))
    opened(page, mover.home)
    page.click("#tab-game")
    assert "Hand this game to somebody" in page.text("#panel-game")
    _dropped(page, container.pack(asked.data), "seat-ask.pbem")
    page.wait("document.getElementById('sign-paper')")
    assert "asks to play" in page.text("#paper")
    page.click("#sign-paper")
    assert "stands still here" in page.text("#paper")
    page.click("#sure")
    page.wait("document.getElementById('made')")
    assert "to nobody else" in page.text("#made")
    page.click("#keep-seat")
    page.wait("pbem.position.given === false")
    assert [] == page.trouble


def test_a_pace_is_offered_signed_and_used_by_presses(page: Page, seats: tuple[Seat, Seat]) -> None:
    """Nothing is signed before the question; the other drops the file, signs, and says when they are away."""
    ann, ben = seats
    opened(page, ann.home)
    page.click("#tab-game")
    page.click("#pace-offer")
    assert "It counts when your opponent has signed it too." in page.text("#panel-game")
    page.click("#sure")
    page.wait("document.getElementById('made')")
    offered = page.saved(".pbem").read_bytes()
    for file in page.downloads.glob("*.pbem"):
        file.unlink()
    opened(page, ben.home)
    _dropped(page, offered, "pace.pbem")
    page.wait("document.getElementById('sign-paper')")
    assert "4 d a decision" in page.text("#paper")
    page.click("#keep-paper")
    page.wait("pbem.position.pace.answer")
    page.click("#pace-accept")
    page.click("#sure")
    page.wait("pbem.position.pace.agreed")
    page.eval("for (const id of ['paceFirst', 'paceLast']) document.getElementById(id).value = '2030-08-01'")
    page.click("#pace-away")
    page.click("#sure")
    page.wait("pbem.position.pace.lines.some((line) => line.includes('away from 2030-08-01'))")
    page.click("#pace-give")
    page.click("#sure")
    page.wait("pbem.position.pace.lines.some((line) => line.includes('3 d given'))")
    assert [] == page.trouble
