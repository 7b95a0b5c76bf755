"""How many clicks a decision takes at the table, in every game: counted with a real mouse."""

import atexit
import shutil
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest
from attrs import define, field
from store.copies import copied

from pbem.bytes.canon import Json
from pbem.home.play import orders as playing
from pbem.store.home import Home
from pbem.table.legal_orders import Legal, Stand
from tests.sampling import games_tried

from .browser import BROWSER, Page
from .seats import Seat, alone
from .test_browser import CALM, counter, opened, spot

pytestmark = [pytest.mark.wider, pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")]

GAMES = ("june6", "june44", "pegasus", "darkdecember", "normandy")
FIRES = {
    "june6": "attack", "june44": "attack", "pegasus": "fire", "darkdecember": "attack", "normandy": "attack",
}  # fmt: skip
MOST = {"a move": 2, "an attack to the die": 5, "the end of a phase": 1}
MORE = {("an attack to the die", "normandy"): 1}
"""Where all attacks of a phase are declared first: one more, once a phase, to go on to combat."""


@define
class Mouse:
    """A hand at the page that counts its clicks."""

    page: Page
    clicks: int = field(default=0, init=False)

    def unit(self, name: str, *, shift: bool = False) -> None:
        """A counter on the map."""
        self.at(counter(self.page, name), shift=shift)
        self.page.wait(f"pbem.card && pbem.units.includes({name!r})")

    def at(self, where: Sequence[Json], *, shift: bool = False) -> None:
        """A point of the window."""
        self.clicks += 1
        self.page.press_at(where, shift=shift)

    def button(self, selector: str) -> None:
        """Something to press."""
        self.clicks += 1
        self.page.click(selector)


def aside(stand: Stand, order: Legal) -> bool:
    """Whether an order is about another place than where its units lie: there a press would choose another counter."""
    return bool(order.target) and order.target not in {
        stand.places.get(unit) for unit in order.units & stand.own
    }


def practised(place: Path, game: str, kind: str) -> Seat:
    """A game against the computer, played on by its own player until an order of a kind is legal; a copy of its home."""
    copied(_played_to(game, kind), place / game)
    return Seat("Ann", Home(place / game))


@cache
def _played_to(game: str, kind: str) -> Path:
    """Such a home, played once in a process."""
    folder = Path(mkdtemp(prefix="pbem-practised-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    seat = alone(Home(folder / game), game)

    def passed(kinds: tuple[str, ...]) -> bool:
        """What Normandy asks before units march is passed over: nobody looks at it, and it takes four times as long."""
        return game == "normandy" and "done" in kinds and not {kind, "march"} & {*kinds}

    for _ in range(200):
        if not seat.play(lambda kinds: kind in kinds or passed(kinds)):
            assert seat.ask("position")["step"] == "send"
            seat.ask("send", way="file")
            seat.ask("drop")
        elif passed(playing.kinds_of(seat.app.room.session().owed)):
            seat.ask("do", order={"k": "done"})
        else:
            stand = seat.app.room.stand()
            if any(aside(stand, each) for each in stand.of_kind(kind)):
                return seat.home.path
            seat.ask("do", order=seat.advised())
    raise AssertionError("it never comes to that")


def _counted(what: str, game: str, mouse: Mouse) -> None:
    assert mouse.clicks <= MOST[what] + MORE.get((what, game), 0)


def _declare_the_rest(seat: Seat) -> None:
    """Where all attacks of a phase are fought together, its own player declares the others."""
    while not any(seat.app.room.stand().of_kind("fight")):
        seat.ask("do", order=seat.advised())


def one_unit(stand: Stand, kind: str) -> Legal:
    """An order of a kind for one unit to a place where nothing lies."""
    taken = {"", *stand.places.values()}
    return next(
        each for each in stand.of_kind(kind) if len(each.units & stand.own) == 1 and each.target not in taken
    )


@pytest.mark.parametrize("game", games_tried())
def test_a_move_is_two_clicks_and_can_be_taken_back(page: Page, tmp_path: Path, game: str) -> None:
    app = opened(page, practised(tmp_path, game, "move").home)
    stand = app.room.stand()
    order = one_unit(stand, "move")
    (unit,) = order.units & stand.own
    before = int(str(page.eval("pbem.position.orders")))
    mouse = Mouse(page)
    mouse.unit(unit)
    mouse.at(spot(page, order.target))
    page.wait(f"pbem.position.orders === {before + 1}")
    page.wait(CALM)
    assert order.target == app.room.stand().places[unit]
    _counted("a move", game, mouse)
    page.click("#undo")
    page.wait(f"pbem.position.orders === {before}")


@pytest.mark.parametrize("game", games_tried())
def test_the_end_of_a_phase_is_one_click_and_says_who_has_not_moved(page, tmp_path, game):
    app = opened(page, practised(tmp_path, game, "move").home)
    kinds, draft = app.room.stand().kinds, app.room.session().draft
    mouse = Mouse(page)
    mouse.button("#next [data-kind='fight'], #next [data-kind='done']")
    page.wait(f"JSON.stringify(pbem.position.due.kinds) !== {str(list(kinds)).replace(chr(39), chr(34))!r}")
    page.wait(CALM)
    _counted("the end of a phase", game, mouse)
    assert page.text("#left").startswith("Not moved: ")
    page.click("#after-all")
    page.wait("!document.getElementById('left')")
    assert draft == app.room.session().draft


@pytest.mark.parametrize("game", games_tried())
def test_an_attack_of_two_units_comes_to_the_die_in_five_clicks(page, tmp_path, game):
    kind = FIRES[game]
    seat = practised(tmp_path, game, kind)
    app = opened(page, seat.home)
    stand = app.room.stand()
    found = [each for each in stand.of_kind(kind) if each.target]
    order = min(found, key=lambda each: abs(len(each.units & stand.own) - 2))
    mouse = Mouse(page)
    for n, unit in enumerate(sorted(order.units & stand.own)):
        mouse.unit(unit, shift=n > 0)
        page.wait(CALM)
    mouse.at(spot(page, order.target))
    page.wait(CALM)
    # The only order of these units is shown as soon as they are chosen: then the press on its place gave it.
    if page.eval("Boolean(pbem.choice)"):
        mouse.button("#give, #give-0")
    page.wait("pbem.position.orders >= 1 && !pbem.choice")
    page.wait(CALM)
    if page.eval("pbem.position.step") == "decide":
        _declare_the_rest(seat)
        page.goto("about:blank")
        opened(page, seat.home)
        mouse.button("#next [data-kind='fight']")
        page.wait("document.querySelector('#send')")
        page.wait(CALM)
    assert "send" in str(page.eval("document.activeElement.id"))
    mouse.button("#send")
    page.wait("(pbem.came && pbem.came.kept && pbem.step) || !document.getElementById('fall').hidden")
    _counted("an attack to the die", game, mouse)
