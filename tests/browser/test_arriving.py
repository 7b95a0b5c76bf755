"""Files that open the site: by a double click, shared by another app; and a window in which nothing is kept."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from tests.browser.doing import CHROMIUM, begin, idle, opened, practice
from tests.browser.places import Host
from tests.table.browser import Page

ROOT = Path(__file__).resolve().parents[2]
LOG = ROOT / "examples" / "pegasus" / "campaign.pbem"
pytestmark = [pytest.mark.night, *CHROMIUM]
GOOD = "document.getElementById('verdict').className === 'good'"


def in_page(file: Path) -> str:
    """A file as the page holds it."""
    data = json.dumps(base64.b64encode(file.read_bytes()).decode())
    return (
        f"new File([Uint8Array.from(atob({data}), (sign) => sign.charCodeAt(0))], {json.dumps(file.name)},"
        " { type: 'application/octet-stream' })"
    )


def share(page: Page, host: Host, name: str, what: str) -> None:
    """What a phone does when a person shares something with the app: a form posted to its address, then the page."""
    page.eval(
        "(async () => { const form = new FormData();"
        f" form.append({name!r}, {what});"
        " await fetch('./shared', { method: 'POST', body: form, redirect: 'manual' }); })()"
    )
    opened(page, host)


def taken(page: Page) -> None:
    """Nothing was looked at before the person says so."""
    page.wait("document.getElementById('came-look')")
    page.click("#came-look")


def test_a_form_of_another_site_is_not_looked_at_unasked_and_a_giant_is_not_read(
    page: Page, host: Host
) -> None:
    """It was judged at once, and 300 MB kept the page from answering."""
    opened(page, host)
    share(page, host, "file", "new File([new Uint8Array(30 * 1024 * 1024)], 'giant.pbem')")
    idle(page)
    assert page.eval("document.getElementById('verdict').hidden")
    share(page, host, "file", in_page(LOG))
    page.wait("document.getElementById('came-drop')")
    assert LOG.name in page.text("#verdict")
    page.click("#came-drop")
    assert page.eval("document.getElementById('verdict').hidden")


def test_a_file_that_another_app_shares_is_judged_once(page: Page, host: Host) -> None:
    opened(page, host)
    share(page, host, "file", in_page(LOG))
    taken(page)
    page.wait(GOOD)
    assert "Verified. All of it holds; the game is over." in page.text("#verdict")
    opened(page, host)
    assert page.eval("document.getElementById('verdict').hidden")


def test_letters_that_another_app_shares_are_judged(page: Page, host: Host) -> None:
    opened(page, host)
    share(page, host, "text", "'Dear Ben, no turn today.'")
    taken(page)
    page.wait("document.getElementById('verdict').textContent.includes('no turn')")


def test_a_file_that_was_opened_by_a_double_click_is_judged(page: Page, host: Host) -> None:
    page.send(
        "Page.addScriptToEvaluateOnNewDocument",
        source="Object.defineProperty(globalThis, 'launchQueue',"
        " { value: { setConsumer(taker) { this.taker = taker; } } });",
    )
    opened(page, host)
    page.wait("launchQueue.taker")
    page.eval(
        "(async () => { const folder = await navigator.storage.getDirectory();"
        " const handle = await folder.getFileHandle('game.pbem', { create: true });"
        f" const stream = await handle.createWritable(); await stream.write({in_page(LOG)}); await stream.close();"
        " await launchQueue.taker({ files: [handle] }); })()"
    )
    page.wait(GOOD)


@pytest.mark.parametrize(("language", "said"), [("en", "a private window"), ("es", "una ventana privada")])
def test_a_window_that_keeps_nothing_says_so_before_anything_is_lost(
    page: Page, host: Host, language: str, said: str
) -> None:
    page.send(
        "Page.addScriptToEvaluateOnNewDocument",
        source="StorageManager.prototype.getDirectory = async () => { throw new DOMException('no', 'SecurityError'); };"
        f"Object.defineProperty(navigator, 'languages', {{ get: () => [{language!r}] }});",
    )
    opened(page, host)
    assert said in page.text("#playing")
    begin(page)
    assert said in page.text("#playing")
    practice(page)
    page.click("#leave")
    idle(page)
    page.click("#make-backup")
    assert page.saved("pbem.backup").stat().st_size > 1000
