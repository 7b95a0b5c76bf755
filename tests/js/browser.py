"""A page in a real browser, and what it answers."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from pbem.bytes.canon import Json
from tests.js.node import needs_node
from tests.table.browser import BROWSER, Page

needs_browser = [needs_node, pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")]

PROVEN = {"wait": "globalThis.PBEM && PBEM.proof"}
TEXT: dict[str, Json] = {"eval": "document.getElementById('verdict-text').textContent"}
_PATIENCE = 60.0


def drive(page, *commands, at="", first=PROVEN):
    """What a browser answers to each command after it has opened a page and ``first`` (the check of its log) is done."""
    window = Page(patience=_PATIENCE)
    try:
        window.goto(page.as_uri() + at)
        _done(window, first)
        return [_done(window, each) for each in commands]
    finally:
        window.close()


def _done(window: Page, command: Mapping[str, Json]) -> Json:
    match command:
        case {"goto": str(address)}:
            window.goto(address)
        case {"wait": str(expression)}:
            window.wait(expression)
        case {"eval": str(expression)}:
            return window.eval(expression)
        case {"key": str(key)}:
            window.key(key, shift=bool(command.get("shift")))
        case {"size": [int(width), int(height)]}:
            window.size(width, height, phone=bool(command.get("phone")))
        case {"net": True}:
            heard, window.net = window.net, []
            return list[Json](heard)
        case _:
            raise AssertionError(command)
    return True


def page_of(place: Path, text: str) -> Path:
    page = place / "page.html"
    page.write_text(text, "utf-8")
    return page
