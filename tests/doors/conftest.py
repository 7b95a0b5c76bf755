"""One browser for all doors, and a hand at it."""

from collections.abc import Iterator

import pytest

from tests.table.browser import Page

from .hand import Hand

WIDE, PHONE = (1440, 900), (390, 844)


@pytest.fixture(scope="session")
def browser() -> Iterator[Page]:
    """The first page of a process waits until five maps are drawn."""
    page = Page(patience=60)
    yield page
    page.close()


@pytest.fixture
def mouse(browser: Page) -> Iterator[Hand]:
    """A mouse at a window of a usual size; the page is left behind it, so that it asks no server any more."""
    browser.send("Emulation.setTouchEmulationEnabled", enabled=False)
    browser.size(*WIDE)
    yield Hand(browser)
    browser.goto("about:blank")


@pytest.fixture
def finger(browser: Page) -> Iterator[Hand]:
    """A finger at a phone."""
    browser.send("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
    browser.size(*PHONE, phone=True)
    yield Hand(browser, touch=True)
    browser.goto("about:blank")
    browser.send("Emulation.setTouchEmulationEnabled", enabled=False)
