"""One's own pictures in a browser: a module brought, a scan laid by clicks, counters told, and a turn played on them."""

from pathlib import Path

import pytest
from owner import modules

from pbem.bytes.canon import Json
from pbem.home.owner.pictures import album
from pbem.store.home import Home

from .axe import AXE, violations
from .browser import BROWSER, Page
from .test_browser import served

pytestmark = [pytest.mark.wider, pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")]

QUIET = "!document.body.classList.contains('busy')"
TROUBLE = ("threw", "dialog", "log")


def opened(page: Page, home: Home, game: str) -> None:
    page.goto(served(home).guard.address())
    page.click(f"#card-{game}-printed")
    page.wait("document.querySelector('#copy td input')")
    page.click("#copy-pictures")
    page.wait("document.getElementById('own-file')")


def drop(page: Page, *files: Path) -> None:
    """Files dragged over the page with the mouse and let go."""
    data: dict[str, Json] = {"items": [], "files": [str(each) for each in files], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        page.send("Input.dispatchDragEvent", type=kind, x=300, y=300, data=data)


def pressed(page: Page, x: float, y: float) -> None:
    """A click on a point of the sheet, in its pixels, scrolled into sight."""
    at = page.eval(
        "(() => { const s = document.querySelector('.own-paper svg'), f = document.querySelector('.own-frame'), k = s"
        f".getBoundingClientRect().width / s.viewBox.baseVal.width; f.scrollTo({x} * k - 200, {y} * k - 200);"
        " f.scrollIntoView({block: 'center'}); const r = s.getBoundingClientRect();"
        f" return [r.left + {x} * k, r.top + {y} * k]; }})()"
    )
    page.press_at(at)
    page.wait(QUIET)


def lay(page: Page, name: str, x: float, y: float) -> None:
    page.click("#own-place")
    page.type(name)
    pressed(page, x, y)
    page.wait(f"document.querySelector('[data-anchor=\"{name}\"]')")


def practised(page: Page, game: str) -> None:
    page.click("#copy-back")
    page.wait(f"document.getElementById('card-{game}-practice')")
    page.click(f"#card-{game}-practice")
    page.wait("document.querySelector('#counters .counter')")
    page.wait(QUIET)
    page.wait("!document.getElementById('own-look').hidden")


def picked(page: Page, name: str, does: str) -> None:
    """A choice in a list."""
    page.eval(
        f"(() => {{ const s = document.getElementById('{name}'); {does}; s.dispatchEvent(new Event('change')); }})()"
    )


def listed(page: Page) -> Json:
    return page.eval("[...document.querySelectorAll('#own-counters input')].map((e) => e.value)")


def test_a_module_is_brought_its_counters_told_and_the_game_played_on_it(page: Page, tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    (tmp_path / "mine.vmod").write_bytes(modules.june6())
    opened(page, home, "june6")
    page.give("#own-file", tmp_path / "mine.vmod")
    page.wait("document.getElementById('own-counters')")
    page.wait(QUIET)
    assert "Terrain, hexsides, roads: only pixels there." in page.text("#own-left")
    assert "laid by 7 places, the worst 0 of a hex off" == page.text(".own-off")
    page.choose("own-only", "guessed")
    assert ["505/82", "82 / 507"] == listed(page)
    page.eval("document.querySelector('#own-counters input').focus()")
    page.key("Enter")  # it is right
    page.wait(QUIET)
    assert ["82 / 507"] == listed(page)
    if AXE is not None:
        assert [] == violations(page)
    page.click("[data-lay]")
    page.wait("document.querySelector('.own-grid')")
    assert page.eval("[...document.querySelectorAll('.own-name')].some((e) => e.textContent === 'W3225')")
    page.click("[data-start='Landings'] summary")
    page.wait("document.querySelector('[data-start=Landings] .own-take')")
    assert "1 of 1 begin elsewhere." == page.text("[data-start='Landings'] p")
    page.click("[data-start='Landings'] .own-take")
    page.wait("!document.querySelector('[data-start=Landings] .own-take')")
    assert "still ours: 11,383 of 11,384" == page.text("#copy-left")
    page.click("#copy-undo")
    page.wait("document.getElementById('copy-left').textContent === 'still ours: 11,384 of 11,384'")
    page.click("#copy-pictures")
    page.wait("document.getElementById('own-counters')")
    page.click("#copy-pictures")  # and back to the forms, with a chart beside
    page.wait("document.getElementById('copy-beside')")
    page.choose("copy-beside", str(page.eval("document.getElementById('copy-beside').options[1].value")))
    page.wait("document.querySelector('#copy-beside-picture img')?.naturalWidth === 800")
    practised(page, "june6")
    page.wait("document.querySelector('#own img')?.naturalWidth === 1920")
    lies = page.eval(
        "(() => { const i = document.querySelector('#own img').getBoundingClientRect(), c = document.querySelector("
        "'#board [data-cell=\"W3225\"]').getBoundingClientRect(); return [(c.x + c.width / 2 - i.x) / i.width * 1920,"
        " (c.y + c.height / 2 - i.y) / i.height * 2660]; })()"
    )
    for found, wanted in zip(lies, (1490, 975), strict=True):
        assert 3 > abs(float(str(found)) - wanted), lies
    fronts = {each.name: each.front for each in album.read(home, "june6").faces}
    shown = page.eval(
        "[...document.querySelectorAll('.counter > .own')].map((e) => [e.parentNode.dataset.name, e.dataset.picture])"
    )
    assert {("505/82", fronts["505/82"]), ("507/82", fronts["82 / 507"])} == {
        (str(n), str(p)) for n, p in shown
    }
    page.click("#own-wanted")
    page.wait("!document.querySelector('#counters .own')")
    assert "none" == page.eval("getComputedStyle(document.getElementById('own')).display")
    page.click("#own-wanted")
    page.wait("document.querySelector('#counters .own')")
    assert [] == [line for line in page.net if line.startswith(TROUBLE)]


def test_a_scan_is_laid_by_clicks_and_in_spanish_and_pictures_by_their_names(page, tmp_path):
    home = Home(tmp_path / "home")
    (tmp_path / "Escaneo.png").write_bytes(modules.png(1920, 2660))
    (tmp_path / "505-82.png").write_bytes(modules.png(50, 50))
    (tmp_path / "505-82-back.png").write_bytes(modules.png(50, 50, (1, 1, 1)))
    opened(page, home, "june6")
    page.choose("language", "es")
    page.wait("document.querySelector('#own-pictures h3')?.textContent === 'Mi mapa y mis fichas'")
    page.give("#own-file", tmp_path / "Escaneo.png", tmp_path / "505-82.png", tmp_path / "505-82-back.png")
    page.wait("document.getElementById('own-counters')")
    page.wait(QUIET)
    assert "1 de 310 fichas tienen su imagen; se han traído 1." == page.text(
        "#own-pictures section + section p"
    )
    page.click("[data-lay]")
    page.wait("document.querySelector('.own-paper svg')")
    lay(page, "W5003", 170, 40)
    assert "aún sin ajustar: 1 de 3 lugares conocidos" == page.text(".own-off")
    lay(page, "W0230", 1790, 2534)
    lay(page, "W5030", 1790, 40)
    page.wait("document.querySelector('.own-grid')")
    lay(page, "W0203", 170, 2534)
    lay(page, "W3225", 1490, 975)
    assert "ajustado con 5 lugares; el peor, a 0" in page.text(".own-off").replace("0,1", "0")
    page.click("#own-place")
    page.type("moon")
    pressed(page, 400, 400)
    page.wait("!document.getElementById('trouble').hidden")
    assert "«MOON»" in page.text("#trouble") or "MOON" in page.text("#trouble")
    page.size(390, 844, phone=True)
    page.wait("innerWidth === 390")
    edges = page.eval(
        "[...document.querySelectorAll('#copy > *, #copy button')].map((e) => e.getBoundingClientRect().right)"
    )
    assert max(map(float, map(str, edges))) <= 390
    page.size(1400, 900)
    practised(page, "june6")
    page.wait("document.querySelector('#own img')?.naturalWidth === 1920")
    page.wait("document.querySelector('#counters .own')")
    assert [] == [line for line in page.net if line.startswith(TROUBLE) and "409" not in line]


def test_one_picture_of_a_kind_is_shown_on_all_of_it(page: Page, tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    (tmp_path / "platoon.png").write_bytes(modules.png(50, 50))
    opened(page, home, "pegasus")
    page.give("#own-file", tmp_path / "platoon.png")
    page.wait("document.getElementById('own-counters')")
    page.wait(QUIET)
    practised(page, "pegasus")
    page.wait("document.querySelector('#counters .own')")
    shown = page.eval(
        "[...document.querySelectorAll('#counters .own')].map(({ parentNode: { dataset: d } }) => d.name || d.names)"
    )
    assert all("Platoon" in str(each) for each in shown)
    assert {True, False} == {"|" in str(each) for each in shown}, "afar, too, where a stack is one block"
    assert "none" == page.eval("getComputedStyle(document.getElementById('own')).display"), (
        "there is no map of one's own"
    )


def test_files_can_be_dropped_on_the_pictures_and_do_nothing_to_the_forms(page: Page, tmp_path: Path) -> None:
    home, files = Home(tmp_path / "home"), [tmp_path / "505-82.png", tmp_path / "507-82.png"]
    for n, each in enumerate(files):
        each.write_bytes(modules.png(50, 50 + n))
    opened(page, home, "june6")
    for each in files:
        drop(page, each)
    page.wait("document.getElementById('own-counters')")
    page.wait(QUIET)
    taken = album.read(home, "june6").faces
    assert ["505-82", "507-82"] == sorted(each.name for each in taken), "one came after the other"
    page.click("#copy-pictures")
    page.wait("document.querySelector('#copy-grid td input')")
    drop(page, files[0])
    page.click("#copy-back")
    page.wait("document.getElementById('card-june6-practice')")
    page.wait(QUIET)
    assert taken == album.read(home, "june6").faces
    assert [] == [line for line in page.net if line.startswith(TROUBLE)]
    drop(page, files[0])
    page.wait("document.getElementById('lobby-file-told')")
    told = page.eval("document.getElementById('lobby-file-told').className")
    assert told == "bad", "a picture is no turn file: that is refused, and a browser may log it"
    assert [] == [line for line in page.net if line.startswith(TROUBLE) and "409" not in line]


def test_who_turns_away_before_a_page_has_come_is_left_where_they_went(page: Page, tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    opened(page, home, "june6")
    page.eval(
        "document.getElementById('copy-pictures').click(), document.getElementById('copy-back').click()"
    )
    page.wait("document.getElementById('card-june6-practice')")
    page.wait(QUIET)
    assert None is page.eval("document.getElementById('copy')")
    page.click("#card-pegasus-printed")
    page.wait("document.querySelector('#copy-grid td input')")
    forms = page.eval(
        "(() => { const all = [...document.querySelectorAll('#copy nav [data-form]')]; all[1].click();"
        " document.getElementById('copy-pictures').click(); all[2].click(); return all[2].dataset.form; })()"
    )
    page.wait(QUIET)
    assert forms == page.eval("document.querySelector('#copy nav [aria-current=true]').dataset.form")
    assert [] == [line for line in page.net if line.startswith(TROUBLE)]


def test_two_owners_compare_by_a_file_and_are_led_to_the_cell(page: Page, tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    opened(page, home, "pegasus")
    page.click("#copy-pictures")
    page.click("#copy-compare")
    page.click("#copy-digests")
    file = page.saved(".digests")
    cell = page.eval("document.querySelector('#copy td input').dataset.at")
    page.click("#copy td input")
    page.type("99")
    page.key("Enter")
    page.wait("document.querySelector('#copy td input').className === 'state-typed'")
    page.click("[data-form='map.areas']")
    page.wait("document.querySelector('#copy td input').dataset.at.startsWith('map.areas')")
    page.click("#copy-compare")
    page.give("#copy-theirs", file)
    page.wait("document.getElementById('copy-compared')")
    assert "You differ in 1 form:" == page.text("#copy-compared")
    page.click("#copy-told summary")
    page.click("#copy-told [data-fault]")
    page.wait(f"document.activeElement.dataset.at?.startsWith('{str(cell).rpartition('/')[0]}')")
    assert [] == [line for line in page.net if line.startswith(TROUBLE)]
