"""One browser for all tests, and June 6 at the movement of the first formation, once for all tests: each takes a copy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from store.copies import copied

from pbem.store.home import Home

from .browser import Page
from .seats import Seat, carry, sit_down, to_movement


@pytest.fixture(scope="session")
def _begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place: Path = tmp_path_factory.mktemp("begun")
    sit_down(place)
    return place


@pytest.fixture(scope="session")
def _moving(tmp_path_factory: pytest.TempPathFactory, _begun: Path) -> tuple[Path, str]:
    place: Path = tmp_path_factory.mktemp("moving")
    copied(_begun, place, more=True)
    ann, ben = Seat("Ann", Home(place / "a")), Seat("Ben", Home(place / "b"))
    return place, to_movement(ann, ben).name


@pytest.fixture
def seats(_begun: Path, tmp_path: Path) -> tuple[Seat, Seat]:
    """Ann (allied) and Ben (german) with a game that has begun; Ann owes a secret order."""
    copied(_begun, tmp_path / "homes")
    return Seat("Ann", Home(tmp_path / "homes/a")), Seat("Ben", Home(tmp_path / "homes/b"))


@pytest.fixture
def mover(_moving: tuple[Path, str], tmp_path: Path) -> Seat:
    """The player whose formation may move now."""
    place, name = _moving
    copied(place, tmp_path / "homes")
    return Seat(name, Home(tmp_path / "homes" / ("a" if name == "Ann" else "b")))


@pytest.fixture(scope="session")
def _played(_begun: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Both homes when each has signed something and one owes a decision; who that is."""
    place = copied(_begun, tmp_path_factory.mktemp("deciding"), more=True)
    ann, ben = Seat("Ann", Home(place / "a")), Seat("Ben", Home(place / "b"))
    for _ in range(14):
        mover, waiter = (ann, ben) if ann.app.room.session().is_my_turn else (ben, ann)
        session = mover.app.room.session()
        quiet = session.end.bundles >= 2 and session.position.table.pending is None
        if quiet and mover.ask("position")["step"] == "decide":
            return place, mover.name
        mover.play()
        carry(mover, waiter)
    raise AssertionError("nobody decides")


@pytest.fixture
def deciding(_played: tuple[Path, str], tmp_path: Path) -> tuple[Seat, Seat]:
    """Who owes a decision, and the other; each has signed something."""
    place, first = _played
    copied(place, tmp_path / "homes")
    ann, ben = Seat("Ann", Home(tmp_path / "homes/a")), Seat("Ben", Home(tmp_path / "homes/b"))
    return (ann, ben) if first == "Ann" else (ben, ann)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Page]:
    """One browser for all."""
    page = Page()
    yield page
    page.close()


@pytest.fixture
def page(chromium: Page) -> Page:
    """The browser at its usual size, on nothing."""
    chromium.size(1400, 900)
    chromium.goto("about:blank")
    chromium.net.clear()
    return chromium
