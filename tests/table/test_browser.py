"""The table in a real browser: an activation by clicking, mail out and in, the keyboard alone, hostile names."""

import secrets
import threading
from pathlib import Path

import pytest

from pbem.bytes.canon import Json
from pbem.store.home import Home
from pbem.table.app import App
from pbem.table.guard import Guard
from pbem.table.open_home import Room
from pbem.table.serve import listen

from .browser import BROWSER, Page
from .seats import EVIL, Seat, now, sealed, sit_down

pytestmark = [pytest.mark.wider, pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")]

READY = "window.pbem && pbem.position && !document.body.classList.contains('waiting')"
_UNCOVERED = """(() => {
  const ribbon = document.getElementById("ribbon"), rows = document.createRange();
  rows.selectNodeContents(ribbon);
  return [...rows.getClientRects()].every((r) => [2, r.width / 2, r.width - 2].every((x) =>
    ribbon.contains(document.elementFromPoint(r.x + x, r.y + r.height / 2))));
})()"""
CALM = "!document.body.classList.contains('busy')"


def served(home: Home) -> App:
    """A table on a home, listening until the tests end."""
    room = Room(home=home, environ={}, clock=now)
    app = App(guard=Guard(secret=lambda: secrets.token_urlsafe(32)), room=room)
    threading.Thread(target=listen(app), daemon=True).start()
    return app


def opened(page: Page, home: Home) -> App:
    """The table of a home, open in the browser."""
    app = served(home)
    page.goto(app.guard.address())
    page.wait(READY)
    page.wait(CALM)
    return app


def spot(page: Page, cell: str) -> list[Json]:
    """Where a cell lies in the window, brought into sight first."""
    return page.eval(
        f"(() => {{ const m = pbem.map; m.see([{cell!r}], 0.8); const [x, y] = m.spot({cell!r});"
        " const b = document.getElementById('plane').getBoundingClientRect();"
        " return [b.x + x * m.stage.scale, b.y + y * m.stage.scale]; })()"
    )


def counter(page: Page, name: str) -> list[Json]:
    """Where a counter lies in the window, brought into sight first."""
    page.eval(
        f"(() => {{ const p = pbem.position.piles.find((p) => p.counters.some(([n]) => n === {name!r}));"
        " pbem.map.see([p.cell], 2.6); })()"
    )
    return page.eval(
        f"(() => {{ const c = [...document.querySelectorAll('.counter')]"
        f".find((c) => c.dataset.name === {name!r} && c.getBoundingClientRect().width);"
        " const b = c.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()"
    )


def _drafted(page: Page) -> int:
    return int(str(page.eval("pbem.position.orders")))


def test_an_activation_is_played_by_clicking_and_its_turn_goes_out_and_in(page, mover, tmp_path):
    app = opened(page, mover.home)
    stand = app.room.stand()
    unit = next(each for e in stand.of_kind("move") for each in e.units)
    page.press_at(counter(page, unit))
    page.wait("pbem.card && pbem.units.length === 1")
    targets = page.eval("Object.keys(pbem.card.targets)")
    goal = str(next(cell for cell in targets if cell not in stand.places.values()))
    before = _drafted(page)
    page.press_at(spot(page, goal))
    page.wait(f"pbem.position.orders === {before + 1}")
    assert goal == app.room.stand().places[unit]
    page.click("#undo")
    page.wait(f"pbem.position.orders === {before}")
    page.click("#tab-orders")
    page.click("details[data-kind='fight'] summary, details[data-kind='done'] summary")
    mover.play()
    page.goto("about:blank")
    page.goto(app.guard.address())
    page.wait(READY)
    page.wait(CALM)
    page.click("#leaves summary")
    page.choose("way", "draft")
    page.click("#to")
    page.eval("document.getElementById('to').select()")
    page.type("ben@example.org")
    page.click("#from")
    page.type("ann@example.org")
    page.click("#send")
    mail = page.saved(".eml").read_bytes()
    assert b"X-Unsent: 1" in mail
    other = "b" if mover.name == "Ann" else "a"
    theirs = Seat("Ben" if other == "b" else "Ann", Home(tmp_path / "homes" / other))
    end = theirs.app.room.session().end.bundles
    came = opened(page, theirs.home)
    page.click("#take-in")
    page.eval(f"document.getElementById('paste').value = {mail.decode('ascii')!r}")
    page.click("#panel-mail textarea ~ .row button, #panel-mail .row:last-child button")
    page.wait("pbem.came && pbem.step")
    assert end == came.room.session().end.bundles
    page.click(".film button:last-of-type")
    page.wait("pbem.step.n === 1 || pbem.came.steps === 1")
    page.click("#accept")
    page.wait("!pbem.came")
    assert end + 1 == came.room.session().end.bundles
    assert [] == [line for line in page.net if not line.startswith("asked http://127.0.0.1:")]


def test_a_what_if_looks_like_nothing_else_and_leaves_no_trace(page: Page, mover: Seat) -> None:
    opened(page, mover.home)
    before = mover.files()
    page.click("#whatif")
    page.wait("pbem.position.trial")
    for _ in range(3):
        page.wait(CALM)
        count = page.eval("pbem.position.trial.line.length")
        page.click("#advise")
        page.wait(f"pbem.position.trial.line.length > {count}")
    assert page.eval("document.body.classList.contains('trial')") is True
    assert page.eval("document.getElementById('ribbon').hidden") is False
    first = "document.querySelector('#panel-turn ol.draft > li b').title"
    assert page.eval(f"{first} === pbem.position.trial.line.findLast((each) => each.order).order"), (
        "the latest first"
    )
    for size in ((1440, 900), (390, 844)):
        page.size(*size)
        assert page.eval(_UNCOVERED) is True, f"something lies over the ribbon at {size}"
    page.click("#whatif")
    page.wait("!pbem.position.trial")
    assert before == mover.files()


def test_hostile_names_are_words_and_nothing_runs(page: Page, tmp_path: Path) -> None:
    ann, ben = sit_down(tmp_path, ("Ann", EVIL[:60]))
    ann.play()
    turn = sealed(ann)
    opened(page, ben.home)
    assert page.eval("typeof hit") == "undefined"
    opened(page, ann.home)
    assert EVIL[:40] in page.text("#players")
    assert turn
    for tab in ("unit", "orders", "turn", "position", "mail", "help"):
        page.click(f"#tab-{tab}")
    strange = "[typeof hit, document.querySelectorAll('img, aside script, #pieces script, [onload], [onerror]').length]"
    assert ["undefined", 0] == page.eval(strange)


def test_a_hostile_drawing_from_the_server_would_not_run_either(page: Page, mover: Seat) -> None:
    opened(page, mover.home)
    page.eval(
        "(async () => { const { draw } = await import('/static/dom.js');"
        " draw(document.getElementById('signs'),"
        ' \'<script>window.hit = 1</script><image href="x:" onerror="hit = 2"/>\'); })()'
    )
    page.eval("new Promise((done) => setTimeout(done, 200))")
    assert page.eval("typeof hit") == "undefined"


def test_a_page_of_another_origin_cannot_act(page: Page, mover: Seat, tmp_path: Path) -> None:
    app = served(mover.home)
    other = served(Home(tmp_path / "homes" / ("b" if mover.name == "Ann" else "a")))
    page.goto(other.guard.origin + "/")
    before = mover.files()
    key = app.guard.enter(app.guard.address().partition("#")[2])
    tries = (
        f"fetch('{app.guard.origin}/api/undo', {{method: 'POST', body: '{{}}',"
        f" headers: {{'Content-Type': 'application/json', 'X-Pbem-Token': '{key}'}}}})",
        f"fetch('{app.guard.origin}/api/undo', {{method: 'POST', mode: 'no-cors', body: '{{}}'}})",
        f"fetch('{app.guard.origin}/')",
    )
    for each in tries:
        assert "stopped" == page.eval(f"{each}.then((r) => r.type, () => 'stopped')")
    page.goto("about:blank")
    for each in tries[:2]:
        assert page.eval(f"{each}.then((r) => r.type, () => 'stopped')") in ("stopped", "opaque")
    assert before == mover.files()


def test_both_languages_have_every_word_and_the_page_speaks_them(page: Page, mover: Seat) -> None:
    opened(page, mover.home)
    shape = (
        "import('/static/words.js').then(({ WORDS }) => { const keys = (o, at) => Object.entries(o).flatMap(([k, v]) =>"
        " v && typeof v === 'object' && !Array.isArray(v) && k !== 'kinds'"
        " ? keys(v, at + k + '.') : [at + k + ':' + typeof v]);"
        " return ['en', 'es'].map((l) => keys(WORDS[l], '').sort().join()); })"
    )
    both = page.eval(shape)
    assert both[0] == both[1]
    page.choose("language", "es")
    page.wait("document.getElementById('due').textContent.includes('¿Qué unidad')")
    page.wait(CALM)
    assert ("es", "Qué pasaría si") == (page.eval("document.documentElement.lang"), page.text("#whatif span"))
    page.choose("language", "en")


def test_a_place_that_is_out_of_reach_says_why_with_its_paragraph(page: Page, mover: Seat) -> None:
    opened(page, mover.home)
    page.key("n")
    page.wait("pbem.card && pbem.units.length === 1")
    far = str(
        page.eval(
            "[...pbem.map.cells.keys()].find((c) => !(c in pbem.card.targets) && !pbem.map.piles.has(c))"
        )
    )
    page.press_at(spot(page, far))
    page.wait("document.querySelector('#panel-unit .broken li')")
    assert "[" in page.text("#panel-unit .broken li")
