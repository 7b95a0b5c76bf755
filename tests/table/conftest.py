"""One browser for all tests, and June 6 at the movement of the first formation, once for all tests: each takes a copy."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from store.copies import copied

from pbem.store.home import Home

from .browser import Page
from .seats import Seat, sit_down, to_movement


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


@pytest.fixture
def deciding(_moving: tuple[Path, str], tmp_path: Path) -> tuple[Seat, Seat]:
    """Who owes a decision, and the other; each has signed something."""
    place, first = _moving
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
