"""What lies beside the map, in a real browser: strip, stack viewer, a unit's card, legend; and a turn by keyboard."""

from pathlib import Path

import pytest

from pbem.bytes.canon import Json
from tests.doors.sittings import begun
from tests.sampling import games_tried, one_by_turns, part_by_turns

from .axe import AXE, violations
from .browser import BROWSER, Page
from .seats import Seat, carry, sit_down
from .test_browser import CALM, opened, spot
from .test_clicks import practised

pytestmark = [pytest.mark.wider, pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")]

SIZES = ((1440, 900, False), (700, 450, False), (360, 740, True))
TABS = ("unit", "orders", "turn", "position", "mail", "game", "help")


def _stack(page: Page) -> str:
    return str(
        page.eval(
            "[...pbem.map.piles.values()].find((p) => p.counters.length > 1 && pbem.map.cells.has(p.cell)).cell"
        )
    )


def _number(page: Page, expression: str) -> int:
    return int(float(str(page.eval(expression))))


@pytest.mark.parametrize("game", games_tried())
def test_turn_phase_and_score_always_show_and_help_tells_how_a_turn_goes_phase_by_phase(page, tmp_path, game):
    seat = practised(tmp_path, game, "move")
    opened(page, seat.home)
    strip = page.text("#strip")
    assert "Turn 1" in strip
    assert page.text("#strip-phases b").lower() == str(page.eval("pbem.position.moment.phase")).lower()
    assert "next" in page.text("#strip-score")
    page.click("#strip-score")
    assert "board-score" == page.eval("document.activeElement.id")
    turns = _number(page, "document.querySelectorAll('.turns li').length")
    assert turns == _number(page, "pbem.position.beside.turns.length") > 1
    assert 1 == _number(page, "document.querySelectorAll('.turns .here').length")
    _how_a_turn_goes(page)


def _how_a_turn_goes(page: Page) -> None:
    """Every phase in order; pressed open it says who is asked what, and each order with an example."""
    page.click("#tab-help")
    for language, title in (("en", "How a turn goes"), ("es", "Cómo va un turno")):
        page.choose("language", language)
        page.wait(f"document.querySelector('#panel-help .turn-guide h3')?.textContent === {title!r}")
        page.wait(CALM)
        assert 5 <= _number(
            page, "document.querySelectorAll('.turn-guide details, .turn-guide .alone').length"
        )
        page.click("#panel-help .turn-guide details:has(code) summary")
        shown = page.text("#panel-help .turn-guide details[open]:has(code)")
        assert 0 < _number(
            page, "document.querySelector('.turn-guide details[open] dt code').getBoundingClientRect().width"
        )
        assert "`" not in shown
        assert "|" not in shown.replace(" | ", "")


def test_the_longest_game_leaves_room_beside_its_turns(page: Page, tmp_path: Path) -> None:
    page.size(1440, 900)
    opened(page, begun(tmp_path, "normandy", "campaign").home)
    assert 100 < _number(page, "pbem.position.beside.turns.length")
    edge = "document.querySelector('#strip-{}').getBoundingClientRect().right"
    assert _number(page, f"Math.ceil({edge.format('phases')})") <= 720
    assert _number(page, f"Math.ceil({edge.format('score')})") <= 1440
    assert 1 == _number(page, "document.querySelectorAll('#strip .track .here').length")


def test_a_mouse_at_rest_on_a_stack_shows_it_and_a_tap_on_one_too_small_asks_which(page, tmp_path):
    seat = practised(tmp_path, "june6", "move")
    opened(page, seat.home)
    cell = _stack(page)
    at = spot(page, cell)
    page.send("Input.dispatchMouseEvent", type="mouseMoved", x=at[0], y=at[1], button="none")
    page.wait("!document.getElementById('fan').hidden")
    assert _number(page, f"pbem.map.piles.get({cell!r}).counters.length") == _number(
        page, "document.querySelectorAll('#fan .items button').length"
    )
    page.send("Input.dispatchMouseEvent", type="mouseMoved", x=2, y=2, button="none")
    page.wait("document.getElementById('fan').hidden")
    page.send("Input.dispatchMouseEvent", type="mouseMoved", x=at[0], y=at[1], button="none")
    page.wait("!document.getElementById('fan').hidden")
    last = str(page.eval("[...document.querySelectorAll('#fan .items button')].at(-1).dataset.unit"))
    page.click("#fan .items button:last-child")
    page.wait(f"pbem.units.includes({last!r}) && document.getElementById('fan').hidden")
    page.wait(CALM)
    page.size(390, 844, phone=True)
    page.send("Emulation.setTouchEmulationEnabled", enabled=True)
    page.wait("pbem.map.stage.room.wide < 400")
    page.eval("pbem.map.stage.fit()")
    page.eval(f"pbem.map.stage.see([pbem.map.spot({cell!r})], 0.5)")
    at = _centre(page, cell)
    page.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": at[0], "y": at[1]}])
    page.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    page.wait("!document.getElementById('fan').hidden")
    page.send("Emulation.setTouchEmulationEnabled", enabled=False)
    sizes = page.eval(
        "[...document.querySelectorAll('#fan .items button')].map((e) => e.getBoundingClientRect().height)"
    )
    assert min(float(str(each)) for each in sizes) >= 44
    unit = str(page.eval("document.querySelector('#fan .items button').dataset.unit"))
    page.click("#fan-0")
    page.wait(f"pbem.units.includes({unit!r})")
    assert page.eval("document.getElementById('fan').hidden") is True


def _centre(page: Page, cell: str) -> list[Json]:
    """The middle of the first counter of a stack, in the window as it is."""
    return page.eval(
        f"(() => {{ const p = [...document.querySelectorAll('.pile')].find((p) => p.dataset.cell === {cell!r});"
        " const b = [...p.querySelectorAll('.counter, .block')].map((c) => c.getBoundingClientRect()).find((b) => b.width);"
        " return [b.x + b.width / 2, b.y + b.height / 2]; })()"
    )


def test_the_legend_draws_a_counter_with_a_number_at_each_part_and_the_key_of_the_map(page, mover):
    opened(page, mover.home)
    page.click("#tab-help")
    page.wait("document.querySelector('.map-key svg')")
    parts = _number(page, "document.querySelectorAll('.anatomy li').length")
    assert parts == _number(page, "document.querySelectorAll('.anatomy circle[r=\"4.6\"]').length") > 5
    assert "stream" in page.text(".map-key")


def test_a_turn_is_played_and_sent_with_the_keyboard_alone_and_the_focus_is_never_lost(page, tmp_path):
    seat = practised(tmp_path, "june6", "attack")
    opened(page, seat.home)
    lost = "document.activeElement === document.body"
    assert page.eval("document.activeElement.id") == "window"
    page.key("s")
    page.key("n")
    page.wait("pbem.card && pbem.units.length === 1")
    targets = page.eval("Object.keys(pbem.card.targets)")
    page.eval(f"pbem.map.point({targets[0]!r})")
    page.key("Enter")
    page.wait("pbem.choice && pbem.choice.preview")
    page.wait(CALM)
    assert page.eval(lost) is False
    for _ in range(40):
        if str(page.eval("document.activeElement.id")).startswith("give"):
            break
        page.key("Tab")
    page.key("Enter")
    page.wait("!pbem.choice")
    page.wait(CALM)
    assert page.eval(lost) is False
    for _ in range(60):
        if "send" == page.eval("document.activeElement.id"):
            break
        assert page.eval(lost) is False
        if str(page.eval("document.activeElement.id")).startswith("decide"):
            page.key("Enter")
        else:
            page.key("Tab")
        page.wait(CALM)
    page.key("Enter")
    # What came of one's own roll is told on the map; what the opponent did behind it is played back.
    page.wait("(pbem.came && pbem.step) || !document.getElementById('fall').hidden")
    page.wait(CALM)
    if page.eval("Boolean(pbem.came)"):
        for _ in range(60):
            assert page.eval(lost) is False
            if page.eval("document.activeElement.id") == "leave":
                break
            assert page.eval("document.activeElement.id") == "film-on"
            at = page.eval("pbem.step.n")
            page.key("Enter")
            page.wait(f"pbem.step.n !== {at}")
            page.wait(CALM)
        page.key("Enter")
        page.wait("!pbem.came")
        page.wait(CALM)
    assert page.eval(lost) is False


@pytest.mark.parametrize("size", one_by_turns(SIZES))
def test_nothing_is_wider_than_the_window(page: Page, mover: Seat, size: tuple[int, int, bool]) -> None:
    width, height, phone = size
    page.size(width, height, phone=phone)
    opened(page, mover.home)
    for tab in TABS:
        page.click(f"#tab-{tab}")
        page.wait(CALM)
        assert width == page.eval("document.documentElement.scrollWidth")


@pytest.mark.skipif(AXE is None, reason="no axe-core on this machine: set PBEM_AXE")
@pytest.mark.parametrize("game", games_tried())
def test_axe_core_finds_nothing_in_any_panel(page: Page, tmp_path: Path, game: str) -> None:
    seat = practised(tmp_path, game, "move")
    opened(page, seat.home)
    page.key("n")
    page.wait("pbem.card")
    for tab in part_by_turns(TABS, 3):
        page.click(f"#tab-{tab}")
        page.wait(CALM)
        page.eval("document.getElementById('said').textContent = ''")
        assert [] == violations(page, counters=tab == TABS[0]), tab
    page.eval("document.getElementById('window').focus()")
    page.eval(f"pbem.map.point({_stack(page)!r})")
    page.key("s")
    page.wait("!document.getElementById('fan').hidden")
    assert [] == violations(page)


@pytest.mark.skipif(AXE is None, reason="no axe-core on this machine: set PBEM_AXE")
def test_axe_core_finds_nothing_where_an_attack_is_looked_at_sealed_and_rolled(page, tmp_path):
    page.size(390, 844, phone=True)
    seat = practised(tmp_path, "june6", "attack")
    opened(page, seat.home)
    page.key("n")
    page.wait("pbem.card && pbem.units.length === 1")
    page.eval("pbem.map.point(Object.keys(pbem.card.targets)[0])")
    page.key("Enter")
    page.wait("pbem.choice && pbem.choice.preview")
    page.wait(CALM)
    assert [] == violations(page)
    page.click("#quick button.main")
    page.wait("!pbem.choice")
    page.wait(CALM)
    assert [] == violations(page)
    seat.play()
    page.goto("about:blank")
    opened(page, seat.home)
    page.click("#send")
    page.wait("!document.getElementById('fall').hidden")
    page.wait(CALM)
    assert [] == violations(page)


@pytest.mark.skipif(AXE is None, reason="no axe-core on this machine: set PBEM_AXE")
def test_axe_core_finds_nothing_in_beaches_to_be_laid_and_in_spanish(page: Page, tmp_path: Path) -> None:
    ann, ben = sit_down(tmp_path, game="june44")
    german, other = (ann, ben) if ann.app.room.session().side == "german" else (ben, ann)
    while german.ask("position")["step"] != "decide":
        other.play()
        carry(other, german)
    opened(page, german.home)
    assert [] == violations(page)
    page.choose("language", "es")
    page.wait("document.getElementById('due').textContent.startsWith('¿')")
    page.wait(CALM)
    assert "Defensas de playa" in page.text("#strip")
    assert [] == violations(page)
    page.choose("language", "en")
    page.wait(CALM)
    page.click("#lay")
    page.wait("pbem.position.step === 'send' || pbem.position.step === 'answer'")
    page.wait(CALM)
    page.click("#leaves summary")
    assert [] == violations(page)
