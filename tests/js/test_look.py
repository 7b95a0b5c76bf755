"""Looking at a replay: combats framed and named, a counter's card and its way through the game, two languages, paper."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from pbem.bytes.canon import Json
from pbem.home.viewing import film_page
from pbem.home.viewing import logs as looking
from pbem.view.map.detail import SIZES
from tests.js.browser import drive, needs_browser

pytestmark = [pytest.mark.wider, *needs_browser]
EXAMPLE = Path(__file__).resolve().parents[2] / "examples/landings/campaign.pbem"


@pytest.fixture(scope="module")
def landings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a recorded game of June 6."""
    page = tmp_path_factory.mktemp("page") / "landings.html"
    page.write_text(film_page.page(looking.film_of_log(EXAMPLE.read_bytes()), "landings.pbem"), "utf-8")
    return page


def _eval(expression: str) -> dict[str, Json]:
    return {"eval": expression}


COMBAT = {"key": "c"}
DRAWN = {"wait": "PBEM.page.table.items.length > 0 && !PBEM.page.table.wished"}
WIDE: Mapping[str, Json] = {"size": [1400, 900]}


def test_a_combat_is_framed_on_the_map_with_its_name_and_what_came_of_it(landings: Path) -> None:
    about = _eval("(({ hexes, name, said }) => [hexes.length > 0, name, said[0]])(PBEM.page.table.combat)")
    told = _eval("PBEM.page.film.events(PBEM.page.count - 1).map(({ text }) => text)")
    scale = _eval("PBEM.page.stage.scale * 50")
    *_, found, events, counter = drive(landings, WIDE, COMBAT, DRAWN, about, told, scale)
    framed, name, said = found
    assert framed is True
    assert str(name).startswith("Combat at ")
    assert any(str(event).startswith(str(said).rstrip("…")) for event in events)
    assert float(str(counter)) >= 45


_UNDER = """(({ items, stage: { scale, x, y }, lettering: { known } }) => known.filter(({ text, box: b }) => {
  const over = (i) => i.x + i.half > b[0] * scale + x && i.x - i.half < b[2] * scale + x
    && i.y + i.half > b[1] * scale + y && i.y - i.half < b[3] * scale + y;
  return items.some(over);
}).map(({ text }) => text.classList.contains("covered")))(PBEM.page.table)"""
"""Of each name under a counter whether it is written beside it."""


def test_without_a_combat_nothing_is_framed_and_names_lie_beside_counters(landings: Path) -> None:
    framed = _eval("PBEM.page.table.combat")
    found = drive(landings, WIDE, COMBAT, {"key": "Home"}, framed, COMBAT, DRAWN, _eval(_UNDER))
    assert None is found[3]
    assert found[-1].count(True) > 2 * found[-1].count(False)


_CLICK = """(() => {
  const item = PBEM.page.table.items.find((each) => each.looks.length === 1);
  const box = document.getElementById("window").getBoundingClientRect(), x = box.left + item.x, y = box.top + item.y;
  const at = { clientX: x, clientY: y, bubbles: true, pointerId: 1, isPrimary: true };
  for (const kind of ["pointerdown", "pointerup"]) document.elementFromPoint(x, y).dispatchEvent(new PointerEvent(kind, at));
  return PBEM.page.film.look(item.looks[0]).name;
})()"""


def test_a_click_on_a_counter_shows_its_card_and_what_it_has_been_through(landings: Path) -> None:
    card = _eval(
        "[document.querySelector('#unit b').textContent, document.querySelectorAll('#unit ol li').length]"
    )
    *_, name, (shown, rows) = drive(landings, WIDE, {"key": "End"}, COMBAT, DRAWN, _eval(_CLICK), card)
    assert name == shown
    assert int(str(rows)) == len(_history(landings, str(name)))


def _history(page: Path, name: str) -> list[Json]:
    return drive(page, _eval(f"PBEM.page.film.history(PBEM.page.film.sides.map((s) => s + '\\n' + {name!r})"
                              ".find((who) => PBEM.page.film.last(who) >= 0)).map(({ entry }) => entry)"))[-1]  # fmt: skip


def test_the_next_of_a_unit_is_the_next_entry_that_tells_of_it(landings: Path) -> None:
    pick = _eval(
        "(() => { const p = PBEM.page, f = p.film, all = new Set(f.reel.looks.map((_, n) => f.who(n)));"
        " const [, most] = [...all].map((each) => [f.history(each).length, each]).sort((a, b) => b[0] - a[0])[0];"
        " p.go(0); p.choose(most); return f.history(most).map(({ entry }) => entry); })()"
    )
    place = _eval("PBEM.page.count - 1")
    entries, first, second, back = drive(
        landings, pick, {"key": "u"}, place, {"key": "u"}, place, {"key": "U", "shift": True}, place
    )[0:7:2][:4]  # fmt: skip
    assert entries[:2] == [first, second]
    assert entries[0] == back


def test_events_panel_and_heading_change_with_the_language_of_the_page(landings: Path) -> None:
    """The game's own sentences too, which stand in the page in both languages."""
    seen = _eval(
        "[document.getElementById('heading').textContent, PBEM.page.film.events(PBEM.page.count - 1)[0].text,"
        " PBEM.page.film.panel(PBEM.page.state).join()]"
    )
    to = {
        code: _eval(
            f"(() => {{ const s = document.getElementById('language'); s.value = '{code}';"
            " s.dispatchEvent(new Event('change')); })()"
        )
        for code in ("es", "en")
    }
    *_, english, _, spanish, _, again = drive(landings, COMBAT, seen, to["es"], seen, to["en"], seen)
    assert all(one != other for one, other in zip(english, spanish, strict=True))
    assert str(spanish[0]).startswith("Turno 1")
    assert english == again


def test_one_line_says_whose_luck_it_was_so_far(landings: Path) -> None:
    line = _eval("document.getElementById('luck-line').textContent")
    last, first = drive(landings, {"key": "End"}, line, {"key": "Home"}, line)[1::2]
    assert str(last).startswith("Luck so far (")
    assert str(first).count(" 0") == 2
    assert last != first


def test_on_paper_there_are_the_map_the_combats_and_the_luck(landings: Path) -> None:
    ready = _eval("window.dispatchEvent(new Event('beforeprint'))")
    found = _eval(
        "[document.querySelectorAll('#print tbody tr').length, PBEM.page.film.jumps.combat.length,"
        " Boolean(document.querySelector('#print svg.chart')), getComputedStyle(document.getElementById('print')).display]"
    )
    rows, combats, chart, display = drive(landings, {"key": "End"}, ready, found)[-1]
    assert combats > 0
    assert (combats, True, "none") == (rows, chart, display)


def test_what_is_shown_is_chosen(landings: Path) -> None:
    """Terrain alone has nothing on it; every other way to look has the counters."""

    def mode(name: str) -> list[Mapping[str, Json]]:
        choose = f"(() => {{ const m = document.getElementById('mode'); m.value = '{name}'; m.dispatchEvent(new Event('change')); PBEM.page.table.draw(); return PBEM.page.table.items.length; }})()"  # noqa: E501
        return [_eval(choose)]

    units, control, supply, terrain = drive(
        landings, DRAWN, *mode("units"), *mode("control"), *mode("supply"), *mode("terrain")
    )[1:]
    assert int(str(units)) > 0
    assert (units, units, 0) == (control, supply, terrain)


def test_the_map_of_the_page_changes_its_level_where_the_picture_of_a_file_does(landings: Path) -> None:
    sizes = [*SIZES[1:]]
    at = [
        _eval(
            f"(PBEM.page.stage.scale = {size - delta}, PBEM.page.stage.place(), PBEM.page.stage.plane.dataset.level)"
        )
        for size in sizes
        for delta in (0.001, 0.0)
    ]
    expected = [str(n + up) for n in range(len(sizes)) for up in (0, 1)]
    assert expected == drive(landings, *at)
