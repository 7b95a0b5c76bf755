"""One's own copy in a browser: begun from the first page, typed, pasted, taken back, checked, saved."""

import json
from pathlib import Path

import pytest

from pbem.bytes.canon import Json
from pbem.home.packs import installed
from pbem.store.home import Home
from pbem.view.map import palette

from .axe import AXE, violations
from .browser import BROWSER, Page
from .test_browser import served

pytestmark = [pytest.mark.wider, pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")]

GRID = "document.querySelector('#copy td input')"
QUIET = "!document.body.classList.contains('busy')"


def begun(page: Page, home: Home, game: str) -> None:
    page.goto(served(home).guard.address())
    page.click(f"#card-{game}-printed")
    page.wait(GRID)
    page.wait(QUIET)


def at(page: Page) -> str:
    return str(page.eval("document.activeElement.dataset.at || document.activeElement.id"))


def left(page: Page) -> str:
    page.wait(QUIET)
    return page.text("#copy-left")


def paste(page: Page, text: str) -> None:
    """What a spreadsheet puts on the clipboard, pasted where the focus is."""
    page.eval(
        f"(() => {{ const d = new DataTransfer(); d.setData('text/plain', {json.dumps(text)}); document.activeElement"
        ".dispatchEvent(new ClipboardEvent('paste', { clipboardData: d, bubbles: true, cancelable: true })); })()"
    )
    page.wait(QUIET)


def test_a_chart_is_typed_pasted_taken_back_checked_and_saved(page: Page, tmp_path: Path) -> None:
    home = Home(tmp_path)
    begun(page, home, "june6")
    assert "still ours: 11,384 of 11,384" == left(page)
    page.click("#copy td input")
    first = at(page)
    page.key("Enter")  # as printed
    assert "still ours: 11,383 of 11,384" == left(page)
    assert "state-as-printed" == page.eval(f"{GRID}.className")
    second = at(page)
    assert ("charts.turns.track/1/dates", "charts.turns.track/2/dates") == (first, second)
    page.type("7-8 June")
    page.key("Tab")
    assert "still ours: 11,382 of 11,384" == left(page)
    page.type("seven")
    page.key("Enter")
    page.wait("document.getElementById('copy-wrong').textContent")
    assert "Type a whole number." == page.text("#copy-wrong")
    assert "charts.turns.track/2/first_day" == at(page)
    page.eval("document.activeElement.select()")
    page.type("7 ?")
    page.key("Enter")
    assert "still ours: 11,381 of 11,384" == left(page)
    assert "" == page.text("#copy-wrong")
    paste(page, "9\t10\n11\t12\n")
    assert "still ours: 11,377 of 11,384" == left(page)
    paste(page, "\t".join("9" * 9))
    assert "larger than what is shown" in page.text("#copy-wrong")
    for shown in ("11,381", "11,382", "11,383", "11,384"):
        page.click("#copy-undo")
        assert f"still ours: {shown} of 11,384" == left(page)
    assert page.eval("document.getElementById('copy-undo').disabled") is True
    page.click("#copy td input")
    page.key("Enter")
    left(page)
    if AXE is not None:
        assert [] == violations(page)
    page.click("#copy-check")
    page.wait("document.querySelector('#copy .told')")
    assert "Nothing is wrong" in page.text("#copy-told")
    page.click("#copy-save")
    page.click("#copy-name")
    page.eval("document.activeElement.select()")
    page.type("ann")
    page.key("Enter")
    page.wait("document.getElementById('copy-saved')")
    assert ["ann"] == [each.pack.name for each in installed.listed(home)]
    page.click("#copy-back")
    page.wait("document.getElementById('card-june6-printed')")
    begun(page, home, "june6")
    assert "still ours: 11,383 of 11,384" == left(page)
    assert [] == [line for line in page.net if line.startswith(("threw", "dialog", "log"))]


def test_in_spanish_the_map_is_typed_by_keyboard_and_a_second_look_is_taken(page, tmp_path):
    begun(page, Home(tmp_path), "pegasus")
    page.choose("language", "es")
    page.wait("document.getElementById('copy-left').textContent.startsWith('aún')")
    page.wait(QUIET)
    assert "Mi ejemplar de" in page.text("#copy-title")
    page.click("[data-form='map.areas']")
    page.wait("document.querySelector('#copy td input').dataset.at.startsWith('map.areas')")
    page.click("#copy-next")
    page.wait("document.activeElement.dataset.at")
    for _ in range(3):
        page.key("Enter")
        page.wait(QUIET)
    assert "aún nuestros: 1092 de 1095" == left(page)
    page.click("#copy-look")
    page.wait("document.getElementById('copy-look-2')")
    page.type("seguro que no")
    page.key("Enter")
    page.wait("document.querySelector('#copy .told li')")
    assert "3 de 3 han salido distintas" in page.text("#copy-told")
    page.size(390, 844, phone=True)
    page.wait("innerWidth === 390")
    edges = page.eval(
        "[...document.querySelectorAll('#copy > *, #copy button, .scroll')].map((e) => e.getBoundingClientRect().right)"
    )
    assert max(map(float, map(str, edges))) <= 390


def _middle(page: Page, name: str) -> list[float]:
    at = page.eval(
        f"(() => {{ const e = document.querySelector('#copy-map [data-hex=\"{name}\"]'); e.scrollIntoView({{block: 'center',"
        " inline: 'center'}); const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()"
    )
    return [float(str(each)) for each in at]


def _fill(page: Page, name: str) -> tuple[str, str]:
    shape = f"document.querySelector('#copy-map [data-hex=\"{name}\"]')"
    return str(page.eval(f"{shape}.getAttribute('fill-opacity')")), str(
        page.eval(f"{shape}.nextSibling.textContent")
    )


def _draw(page: Page, first: str, last: str) -> None:
    """From one hex to another that is seen at the same time, with the button held."""
    _middle(page, first)
    (x, y), (to_x, to_y) = (
        page.eval(
            f"(() => {{ const b = document.querySelector('#copy-map [data-hex=\"{each}\"]').getBoundingClientRect();"
            " return [b.x + b.width / 2, b.y + b.height / 2]; })()"
        )
        for each in (first, last)
    )
    about: dict[str, Json] = {"button": "left", "clickCount": 1}
    page.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    page.send("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, **about)
    for n in range(1, 5):
        at = {"x": x + (to_x - x) * n / 4, "y": y + (to_y - y) * n / 4}
        page.send("Input.dispatchMouseEvent", type="mouseMoved", buttons=1, **at, **about)
    page.send("Input.dispatchMouseEvent", type="mouseReleased", x=to_x, y=to_y, **about)
    page.wait(QUIET)


def test_hexes_are_painted_with_a_brush_and_the_mouse_and_taken_back(page: Page, tmp_path: Path) -> None:
    page.size(1400, 900)
    begun(page, Home(tmp_path), "june44")
    page.click("[data-form='map.terrain']")
    page.wait("document.getElementById('copy-as-map')")
    page.click("#copy-as-map")
    page.wait("document.querySelector('#copy-map path')")
    words = page.eval(
        "[...document.querySelectorAll('#copy-map [data-brush]')].map((e) => e.textContent.trim())"
    )
    assert ["bocage 1", "city 2", "clear 3", "swamp 4", "ours again 0"] == words
    assert "0.45" == _fill(page, "1521")[0]
    page.click("[data-brush='3']")
    _draw(page, "1521", "1721")
    assert [("1", "sw")] * 3 == [_fill(page, each) for each in ("1521", "1622", "1721")]
    assert "still ours: 1,885 of 1,888" == left(page)
    page.click("[data-brush='ours']")
    _draw(page, "1521", "1521")
    assert ("1,886", "0.45") == (left(page).split()[2], _fill(page, "1521")[0])
    for shown in ("1,885", "1,888"):
        page.click("#copy-undo")
        assert f"still ours: {shown} of 1,888" == left(page)
    page.wait("document.querySelector('#copy-map path')")
    assert "0.45" == _fill(page, "1622")[0]
    page.click("[data-brush='0']")
    _draw(page, "0901", "0901")
    assert ("1", "bo") == _fill(page, "0901"), "land where our map has sea"
    page.click("[data-form='map.hills']")
    page.wait("document.getElementById('copy-more')")
    page.click("#copy-as-map")
    page.wait("document.querySelector('#copy-map path')")
    page.click("[data-brush='0']")
    _draw(page, "1521", "1521")
    assert "1" == _fill(page, "1521")[0]
    page.click("[data-brush='ours']")
    _draw(page, "1521", "1521")
    assert ("0.45", "") == _fill(page, "1521")
    page.click("#copy-as-map")
    page.click("#copy-more")
    page.type("1521")
    page.key("Enter")
    page.wait("document.activeElement.dataset.at === 'map.hills.hexes/1521'")
    assert [] == [line for line in page.net if line.startswith(("threw", "dialog", "log"))]


def _pair(page: Page, name: str) -> tuple[str, str]:
    """The colour and the width of a line."""
    line = f"document.querySelector('#copy-map [data-pair=\"{name}\"]')"
    return str(page.eval(f"{line}?.getAttribute('stroke')")), str(
        page.eval(f"{line}?.getAttribute('stroke-width')")
    )


def test_a_road_and_a_river_are_drawn_with_the_mouse_and_taken_back(page: Page, tmp_path: Path) -> None:
    page.size(1400, 900)
    begun(page, Home(tmp_path), "june44")
    for form, first, last, pairs, ink in (
        ("map.roads", "1521", "1721", ("1521/1622", "1622/1721"), palette.ROAD),
        ("map.rivers", "1517", "1517", ("1517/1518",), palette.RIVER_EDGE),
    ):
        page.click(f"[data-form='{form}']")
        page.wait(f"document.querySelector('[data-form=\"{form}\"]').getAttribute('aria-current')")
        page.wait("document.getElementById('copy-as-map')")
        page.click("#copy-as-map")
        page.wait("document.querySelector('#copy-map path')")
        before = {each: _pair(page, each) for each in pairs}
        if first == last:
            _beside(page, first, "1518")
        else:
            _draw(page, first, last)
        page.wait(QUIET)
        assert {(ink, "4")} == {_pair(page, each) for each in pairs}, (form, before)
        page.click("#copy-undo")
        page.wait(QUIET)
        page.wait("document.querySelector('#copy-map path')")
        assert before == {each: _pair(page, each) for each in pairs}
    assert [] == [line for line in page.net if line.startswith(("threw", "dialog", "log"))]


def _beside(page: Page, one: str, other: str) -> None:
    """A click on the side between two hexes."""
    (ax, ay), (bx, by) = (
        _middle(page, one),
        (
            page.eval(
                f"(() => {{ const b = document.querySelector('#copy-map [data-hex=\"{other}\"]').getBoundingClientRect();"
                " return [b.x + b.width / 2, b.y + b.height / 2]; })()"
            )
        ),
    )
    page.press_at([(ax + float(str(bx))) / 2, (ay + float(str(by))) / 2])
