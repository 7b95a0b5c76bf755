"""One browser for all doors, and a hand at it."""

from __future__ import annotations

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
def mouse(browser: Page) -> Hand:
    """A mouse at a window of a usual size."""
    browser.goto("about:blank")
    browser.send("Emulation.setTouchEmulationEnabled", enabled=False)
    browser.size(*WIDE)
    return Hand(browser)


@pytest.fixture
def finger(browser: Page) -> Iterator[Hand]:
    """A finger at a phone."""
    browser.goto("about:blank")
    browser.send("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
    browser.size(*PHONE, phone=True)
    yield Hand(browser, touch=True)
    browser.send("Emulation.setTouchEmulationEnabled", enabled=False)
