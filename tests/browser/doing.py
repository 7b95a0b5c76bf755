"""What a person does at the first page of the site."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.browser.places import Host
from tests.table.browser import BROWSER, Page

CHROMIUM = [
    pytest.mark.skipif(BROWSER is None or shutil.which("node") is None, reason="no browser or no Node.js"),
]
FRAME = "document.getElementById('frame').contentDocument"
TABLE = "({ state: document.getElementById('frame').contentWindow?.pbem })"


def opened(page: Page, host: Host) -> None:
    page.goto(host.address)
    page.wait("globalThis.ready || !document.getElementById('trouble').hidden")
    assert page.text("#trouble") == ""


def idle(page: Page) -> None:
    page.wait("document.getElementById('loading').hidden")
    assert page.text("#trouble") == ""


def give(page: Page, file: Path, into: str = "#file") -> None:
    """Choose a file."""
    root = page.send("DOM.getDocument")["root"]
    assert isinstance(root, dict)
    node = page.send("DOM.querySelector", nodeId=root["nodeId"], selector=into)["nodeId"]
    page.send("DOM.setFileInputFiles", files=[str(file)], nodeId=node)


def begin(page: Page, password: str = "") -> None:
    page.click("#naming summary")
    page.click("#name")
    page.type("Ann")
    page.click("#new-password")
    page.type(password)
    page.click("#fresh button")
    page.wait("pbem.state.hello.named")
    idle(page)


def practice(page: Page, game: str = "pegasus") -> None:
    page.click(f"#card-{game}-practice")
    page.wait(f"{TABLE}?.state?.position || !document.getElementById('trouble').hidden")
    assert page.text("#trouble") == ""
