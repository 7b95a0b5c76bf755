"""Looking at a replay: combats named, a counter's way, two languages, paper; and its headline, no more than was checked."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from pbem.bytes.canon import Json
from pbem.home.viewing import film_page
from pbem.home.viewing import logs as looking
from pbem.view.map.detail import SIZES
from tests.js.browser import TEXT, drive, needs_browser, page_of
from tests.js.logs import GAMES, bytes_of, twice
from tests.verdict.conftest import Rejected, illegal, table  # noqa: F401  # fixtures
from tests.view.pages import small

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


GREEN: dict[str, Json] = {"eval": "document.querySelectorAll('.ok').length"}
CLASS: dict[str, Json] = {"eval": "document.getElementById('verdict').className"}
PROOF: dict[str, Json] = {
    "eval": "(PBEM.page.tab('proof'), document.getElementById('panel-proof').textContent)"
}
SENTENCE = "Rejected at entry 7 (turn file 3, by Ben): illegal [10.11]: 505/82 is not adjacent. What comes before it holds."


def broken(first: int, last: int) -> dict[str, Json]:
    """Which entries are marked as not counting."""
    return {
        "eval": f"[...Array({last - first + 1}).keys()].map((n) => n + {first}).filter((n) => PBEM.page.broken(n))"
    }


def spanish(page: Path) -> list[Mapping[str, Json]]:
    return [
        {
            "eval": "((s) => { s.value = 'es'; s.dispatchEvent(new Event('change')); })(document.getElementById('language'))"
        },
        TEXT,
        PROOF,
    ]


def test_a_good_log_claims_what_was_checked_here_and_no_more(tmp_path: Path) -> None:
    page = page_of(tmp_path, small(log=twice()))
    said, name, proof, _, dice, _ = drive(page, TEXT, CLASS, PROOF, *spanish(page))
    assert "ok" == name
    assert str(said).startswith(
        "Signatures, dice and secrets hold. Whether every move is legal, only pbem can tell: it said “all of it holds; "
    )
    assert (
        "A page somebody sent you proves nothing by itself: take the log out of it and let your own program judge."
        in str(proof)
    )
    assert str(dice).startswith(
        "Las firmas, los dados y los secretos son válidos. Si cada jugada es legal, solo lo puede decir pbem"
    )


@pytest.mark.parametrize("place", [0, 5, 7, 10])
def test_a_log_that_pbem_rejects_for_its_rules_is_red_with_its_sentence_and_green_nowhere(place, tmp_path):
    page = page_of(tmp_path, small(SENTENCE, log=twice(), verdict="rejected", at=7))
    said, name, green, marks, bar, proof, green_too, _, other, told = drive(
        page, TEXT, CLASS, GREEN, broken(0, 10), {"eval": "document.getElementById('unproven').hidden"}, PROOF, GREEN,
        *spanish(page),
        at=f"#entry={place}",
    )  # fmt: skip
    assert (SENTENCE, "bad", 0, 0) == (said, name, green, green_too)
    assert ([7, 8, 9, 10], False) == (marks, bar)
    assert str(proof).startswith("✗ " + SENTENCE)
    assert SENTENCE == other
    assert "que conoce las reglas del juego, rechaza el registro de todos modos" in str(told)


def test_a_log_with_a_bad_die_is_red_whatever_the_page_was_told(tmp_path: Path) -> None:
    page = page_of(tmp_path, small(log=twice(dice=[1, 1])))
    said, name, green, marks = drive(page, TEXT, CLASS, GREEN, broken(0, 10), at="#entry=9")
    assert (
        "This log does not hold at entry 6: Other dice follow from the seeds than stand here. (better-dice)"
        == said
    )
    assert ("bad", 0, [6, 7, 8, 9, 10]) == (name, green, marks)


def test_when_both_find_something_pbem_has_the_first_word_and_the_earlier_entry_counts(tmp_path):
    page = page_of(tmp_path, small(SENTENCE, log=twice(dice=[1, 1]), verdict="rejected", at=7))
    said, marks, proof = drive(page, TEXT, broken(0, 10), PROOF)
    assert (SENTENCE, [6, 7, 8, 9, 10]) == (said, marks)
    assert "This log does not hold at entry 6: Other dice" in str(proof)


def test_a_real_log_with_an_illegal_move_is_red(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    found: Rejected = request.getfixturevalue("illegal")
    page = tmp_path / "page.html"
    assert 3 == found.home("replay", found.file, "--html", page).code
    said, name, green, proof = drive(page, TEXT, CLASS, GREEN, PROOF, at=f"#entry={found.entry - 1}")
    assert str(said).startswith("Rejected at entry ")
    assert found.said.removeprefix("rejected ") in str(said)
    assert ("bad", 0) == (name, green)
    assert (
        "Signatures, dice and secrets hold here; pbem, which knows the rules of the game, rejects the log all the same."
        in str(proof)
    )


def test_shuffles_are_proved_on_the_page_and_it_stays_awake(tmp_path: Path) -> None:
    """Four masks of five cards; meanwhile nothing holds the page up for longer than 0.3 seconds."""
    page = page_of(tmp_path, small(log=bytes_of(GAMES["cards"])))
    watch = (
        "(() => { window.longest = 0; let last = performance.now(); setInterval(() => { const now = performance.now();"
        " window.longest = Math.max(window.longest, now - last); last = now; }, 5); return PBEM.page.check(); })()"
    )
    counts = "(({ code, counts }) => [code, counts.masks, counts.masksMade, window.longest < 300])(PBEM.proof.verdict)"
    _, found = drive(page, {"eval": watch}, {"eval": counts})
    assert ["ok", 4, 4, True] == found
