"""Orders that wait, at the table: typed while a roll is open, shown, put in another place, dropped."""

from pathlib import Path

import pytest

from pbem.home.standing.open_roll import open_for
from tests.sampling import ALL

from .browser import BROWSER, Page
from .seats import Seat, away, sit_down
from .test_browser import CALM, opened

pytestmark = pytest.mark.wider


def _with_an_open_roll(place: Path, game: str) -> Seat:
    """Who has asked for a roll and waits for its answer."""
    ann, ben = sit_down(place, game=game)
    for _ in range(40):
        away(ann, ben, 1)
        for seat in (ann, ben):
            session = seat.app.room.session()
            if not session.is_my_turn and open_for(session):
                return seat
    raise AssertionError("no roll was ever open")


def _rows(page: Page) -> object:
    return page.eval("[...document.querySelectorAll('#queue li')].map((e) => e.firstChild.textContent)")


@pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")
@pytest.mark.parametrize("game", ["june6", "june44", "darkdecember"] if ALL else ["darkdecember"])
def test_orders_are_typed_moved_and_dropped_while_a_roll_is_open(page, tmp_path, game):
    seat = _with_an_open_roll(tmp_path, game)
    opened(page, seat.home)
    page.click("#queue summary")
    for line in ("done", "fin done"):
        page.eval(f"document.getElementById('queue-line').value = {line!r}")
        page.click("#queue-add")
        page.wait(CALM)
    assert ["done"] == _rows(page), "what nobody understands does not wait"
    page.eval("document.getElementById('queue-line').value = 'done'")
    page.click("#queue-add")
    page.wait(CALM)
    assert ["done"] == _rows(page), "what waits already does not wait twice"
    page.click("#queue [data-drop='1']")
    page.wait("document.querySelectorAll('#queue li').length === 0")
    assert seat.app.room.folder().standing_counts() == (0, 0)


def test_an_order_too_long_to_be_one_is_not_cut_to_another(tmp_path: Path) -> None:
    seat = _with_an_open_roll(tmp_path, "darkdecember")
    for line in ("done " * 61, 7, None):
        assert "300" in str(seat.error("wait", line=line)), line
