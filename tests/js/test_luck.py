"""The luck of a game on its replay page: the figures of the audit, drawn, read out and jumped to."""

from pathlib import Path

import pytest

from pbem.bytes.canon import Json
from pbem.home.viewing import film_page, luck
from pbem.home.viewing import logs as looking
from pbem.home.viewing.audited import audited, lucks
from pbem.home.viewing.logs import Film
from tests.js.browser import BROWSER, drive
from tests.js.node import needs_node
from tests.js.test_browser import NET
from tests.view.pages import small

pytestmark = [
    pytest.mark.wider,
    needs_node,
    pytest.mark.skipif(BROWSER is None, reason="no browser on this machine"),
]
GAME = Path(__file__).resolve().parents[2] / "examples/pegasus/campaign.pbem"
CHARTS: dict[str, Json] = {"eval": "PBEM.page.tab('charts')"}


@pytest.fixture(scope="module")
def film() -> Film:
    return looking.film(GAME)


@pytest.fixture(scope="module")
def page(film: Film, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("luck") / "game.html"
    place.write_text(film_page.page(film, "campaign.pbem"), "utf-8")
    return place


def test_the_page_says_of_the_luck_what_the_audit_says(film: Film, page: Path) -> None:
    """Sums, shares, turns and the rolls named are those of the audit, and nothing is loaded for it."""
    asked = (
        "({legend: [...document.querySelectorAll('#panel-charts .legend')][0].textContent,"
        " turns: [...document.querySelectorAll('#luck-turns tbody tr')].map((row) =>"
        " [...row.cells].map((cell) => cell.textContent)),"
        " rolls: [...document.querySelectorAll('#panel-charts ol.luck button')].map((b) => Number(b.dataset.entry)),"
        " turned: document.getElementById('luck-turned').textContent})"
    )
    _, found, net = drive(page, CHARTS, {"eval": asked}, NET)
    weighed = lucks(film)
    legend = [
        f"{each.side} {_sign(each.total)}: luckier than in {round(100 * each.share)}" for each in weighed
    ]
    assert all(each in str(found["legend"]) for each in legend)
    turns = [
        [str(t.turn), str(t.rolls), _sign(t.total), _sign(-t.total)]
        for t in weighed[0].turns
    ]  # fmt: skip
    assert turns == found["turns"]
    turning = weighed[0].turning
    noted = [stroke.entry for each in weighed for stroke in (*each.best, *each.worst)]
    assert [turning.stroke.entry, *noted] == found["rolls"]
    assert f"{_sign(turning.before)} until then, {_sign(turning.after)} from here on" in str(found["turned"])
    assert ["asked " + page.as_uri()] == net


def _sign(tenths: float) -> str:
    return luck.signed(tenths).replace("-", "−")


def test_pointing_at_the_chart_reads_the_roll_and_a_press_goes_there(film: Film, page: Path) -> None:
    """The roll read is the one whose entry is then shown, and its own card tells its luck too."""
    at = (
        "(() => {{ const c = document.getElementById('luck-chart'), b = c.getBoundingClientRect();"
        " c.dispatchEvent(new {kind}('{name}', {{clientX: b.left + b.width / 2, clientY: b.top + 9, bubbles: true}}));"
        " return document.getElementById('luck-read').textContent; }})()"
    )
    point: dict[str, Json] = {"eval": at.format(kind="PointerEvent", name="pointermove")}
    press: dict[str, Json] = {"eval": at.format(kind="MouseEvent", name="click")}
    where: dict[str, Json] = {
        "eval": "[PBEM.page.count - 1, document.querySelector('#card .luck').textContent]"
    }
    _, read, again, shown = drive(page, CHARTS, point, press, where)
    assert read == again
    assert str(read).startswith(f"Entry {shown[0]}: ")
    assert "Luck: " in str(shown[1])
    assert shown[0] in {each.entry for each in audited(film).strokes}


def test_the_luck_is_told_in_spanish_as_well(page: Path) -> None:
    choose: dict[str, Json] = {
        "eval": "(() => { const s = document.getElementById('language'); s.value = 'es';"
        " s.dispatchEvent(new Event('change')); return document.getElementById('luck-turned').textContent; })()"
    }
    assert str(drive(page, CHARTS, choose)[1]).startswith("La suerte cambió en el turno ")


def test_a_game_that_weighs_no_roll_shows_no_luck(tmp_path: Path) -> None:
    place = tmp_path / "page.html"
    place.write_text(small(), "utf-8")
    assert [None, 0] == drive(
        place, CHARTS, {"eval": "document.querySelectorAll('#luck-chart, .luck').length"}
    )


@pytest.mark.night
def test_the_page_of_a_whole_campaign_stays_small() -> None:
    """The largest recorded game, with its luck."""
    whole = film_page.page(looking.film(GAME.parents[1] / "campaign/campaign.pbem"), "campaign.pbem")
    assert '"rolls":[[' in whole
    assert len(whole.encode()) < 450 * 7_744  # bytes an entry
