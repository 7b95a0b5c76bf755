"""What the panel asks and says in a real browser, of decisions and of papers: lit places, the focus, nothing early."""

import base64
import json
from pathlib import Path

import pytest

from pbem.bytes import container
from pbem.home import new_identity
from pbem.home.papers import asking
from pbem.home.papers import verdict as paper_verdict
from pbem.store.home import Home

from .browser import BROWSER, Page
from .seats import Seat, carry, sit_down, stream
from .test_browser import CALM, counter, opened, spot
from .test_clicks import one_unit, practised

pytestmark = [pytest.mark.wider, pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")]


def _moved(page: Page, seat: Seat) -> tuple[str, str]:
    """A unit goes to an empty place by two clicks."""
    app = opened(page, seat.home)
    stand = app.room.stand()
    order = one_unit(stand, "move")
    (unit,) = order.units & stand.own
    page.press_at(counter(page, unit))
    page.wait(f"pbem.card && pbem.units.includes({unit!r})")
    page.press_at(spot(page, order.target))
    page.wait(f"pbem.position.orders && !pbem.units.includes({unit!r})")
    page.wait(CALM)
    return unit, order.target


def test_an_arrow_swallows_no_click_on_the_unit_that_has_just_moved(page: Page, mover: Seat) -> None:
    unit, _ = _moved(page, mover)
    assert page.eval("document.querySelectorAll('#arrows *').length") != 0
    page.eval("(() => { const a = document.getElementById('arrows'); a.parentNode.append(a); })()")
    assert unit == page.eval(
        f"(() => {{ const c = [...document.querySelectorAll('.counter')]"
        f".find((c) => c.dataset.name === {unit!r} && c.getBoundingClientRect().width),"
        " b = c.getBoundingClientRect(), e = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);"
        " return e.closest('.counter')?.dataset.name; })()"
    )


def test_an_open_move_is_not_called_sealed_and_names_unit_and_place(page: Page, mover: Seat) -> None:
    unit, goal = _moved(page, mover)
    said = page.text("#said")
    assert unit in said
    assert goal in said
    assert "Sealed" not in said


def test_the_mode_of_an_attack_is_asked_with_a_button_for_each_and_the_first_has_the_focus(page, tmp_path):
    seat = practised(tmp_path, "june6", "attack")
    stand = seat.app.room.stand()
    attack = next(stand.of_kind("attack"))
    seat.ask("do", order=dict(attack.obj))
    opened(page, seat.home)
    assert ["How do you attack?", "decide-0"] == [page.text("#due"), page.eval("document.activeElement.id")]
    assert ["Assault", "Probe"] == page.eval(
        "[...document.querySelectorAll('#next [data-kind=mode]')].map((e) => e.textContent)"
    )
    page.key("Enter")
    page.wait("pbem.position.step !== 'decide'")
    page.wait(CALM)
    assert "send" == page.eval("document.activeElement.id")
    assert "Sealed: assault" in page.text("#outbox")


def test_orders_aimed_at_a_place_light_it_and_a_click_there_shows_them_by_name(page, tmp_path):
    seat = practised(tmp_path, "june6", "bombard")
    opened(page, seat.home)
    lit = page.eval("Object.keys(pbem.position.ask.aims)")
    assert lit
    assert len(lit) == page.eval("document.querySelectorAll('#under .target').length")
    named = next(
        (str(e) for e in lit if page.eval(f"Boolean(pbem.map.cells.get({e!r})?.title)")), str(lit[0])
    )
    page.press_at(spot(page, named))
    page.wait("pbem.choice && pbem.choice.preview && document.querySelector('#give')")
    title = str(page.eval(f"pbem.map.said({named!r}).name"))
    assert title in page.text("#panel-unit .said")


def test_the_head_tells_nothing_of_an_answer_before_it_is_played_back(page: Page, tmp_path: Path) -> None:
    seat = practised(tmp_path, "june6", "attack")
    seat.play()
    opened(page, seat.home)
    before = page.eval("[pbem.position.entries, document.getElementById('due').textContent]")
    page.click("#send")
    # One's own roll is told on the map at once; what the opponent did behind it is played back first.
    page.wait("(pbem.came && pbem.step) || !document.getElementById('fall').hidden")
    page.wait(CALM)
    if page.eval("Boolean(pbem.came)"):
        assert before[0] == page.eval("pbem.position.entries")
        assert "The latest turn of your opponent" == page.text("#due")
        page.click("#leave")
    page.wait(f"!pbem.came && pbem.position.entries > {before[0]}")
    page.wait(CALM)
    assert page.eval("document.activeElement.id") != ""


def test_the_strengths_of_beaches_are_laid_on_the_beaches_by_name(page: Page, tmp_path: Path) -> None:
    ann, ben = sit_down(tmp_path, game="june44")
    german = next(seat for seat in (ann, ben) if seat.app.room.session().side == "german")
    other = ben if german is ann else ann
    while german.ask("position")["step"] != "decide":
        other.play()
        carry(other, german)
    app = opened(page, german.home)
    boxes = int(str(page.eval("document.querySelectorAll('.laid select').length")))
    assert boxes > 4
    assert "Omaha" in page.text(".laid")
    assert boxes == page.eval("document.querySelectorAll('#over .cost').length")
    start = page.eval("pbem.position.ask.laid.start")
    wanted = next(value for value in start if value != start[0])
    page.choose("laid-0", wanted)
    row = page.eval("pbem.laid.row")
    assert sorted(map(str, row)) == sorted(map(str, start))
    assert row[0] == wanted
    page.click("#lay")
    page.wait("pbem.position.orders === 1")
    page.wait(CALM)
    (sealed,) = app.room.session().vault.sealed.values()
    assert [*sealed] == row


def test_the_attacks_of_normandy_say_who_has_still_to_attack(page: Page, tmp_path: Path) -> None:
    seat = practised(tmp_path, "normandy", "attack")
    while any(seat.app.room.stand().of_kind("fight")):
        seat.ask("do", order=seat.advised())
        if not seat.play(lambda kinds: "attack" in kinds):
            seat.ask("send", way="file")
            seat.ask("drop")
    page.goto("about:blank")
    opened(page, seat.home)
    page.wait(CALM)
    said = page.text("[data-blocked='fight']")
    assert said.startswith("Not yet: On to combat")
    assert "has to attack" in said
    assert "[11." in said
    page.click("[data-blocked='fight'] [data-rule]")
    assert [] == page.trouble


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
    page.click("#history-rows li[data-entry='2'] button:not(.pen)")
    page.wait("document.activeElement.id === 'sure'")
    page.click("#keep-on")
    page.wait("!document.getElementById('sure')")
    assert page.eval("pbem.position.offer") is None
    page.click("#history-rows li[data-entry='2'] button:not(.pen)")
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


def test_a_game_is_given_to_who_asked_for_it_after_a_question_and_kept_again(page, deciding):
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
