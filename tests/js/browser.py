"""A page in a real browser, and what it answers."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from pbem.bytes.canon import Json
from tests.js.node import HERE, NODE, needs_node

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
needs_browser = [needs_node, pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")]

PROVEN = {"wait": "globalThis.PBEM && PBEM.proof"}
TEXT: dict[str, Json] = {"eval": "document.getElementById('verdict-text').textContent"}


def drive(page: Path, *commands: Mapping[str, Json], at: str = "") -> list[Json]:
    """What a browser answers to each command after it has opened a page and the page has checked its log."""
    assert NODE is not None
    assert BROWSER is not None
    given: Sequence[Mapping[str, Json]] = [{"goto": page.as_uri() + at}, PROVEN, *commands]
    done = subprocess.run(
        [NODE, str(HERE / "browser.js"), BROWSER], check=False, input=json.dumps(given).encode(), capture_output=True,
        timeout=300,
    )  # fmt: skip
    assert (0, b"") == (done.returncode, done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()][2:]


def page_of(place: Path, text: str) -> Path:
    page = place / "page.html"
    page.write_text(text, "utf-8")
    return page
