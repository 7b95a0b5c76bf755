"""The same site in Firefox: a file is judged, a game is begun, and it is still there after the tab was closed."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.firefox import FIREFOX, Firefox, NotStartedError
from tests.browser.places import Host

ROOT = Path(__file__).resolve().parents[2]
TABLE = "document.getElementById('frame').contentWindow?.pbem?.position"
pytestmark = [
    pytest.mark.night,
    pytest.mark.skipif(FIREFOX is None or shutil.which("node") is None, reason="no Firefox or no Node.js"),
]


@pytest.fixture
def firefox() -> Iterator[Firefox]:
    try:
        found = Firefox()
    except NotStartedError as error:
        pytest.skip(f"no Firefox that starts: {error}")
    yield found
    found.close()


def opened(firefox: Firefox, host: Host) -> None:
    firefox.goto(host.address)
    firefox.wait("globalThis.ready || !document.getElementById('trouble').hidden")
    assert firefox.text("#trouble") == ""


def test_firefox_judges_a_log_and_keeps_a_game(firefox: Firefox, host: Host) -> None:
    opened(firefox, host)
    firefox.type("#file", str(ROOT / "examples" / "pegasus" / "campaign.pbem"))
    firefox.wait("document.getElementById('verdict').className === 'good'")
    assert "Verified. All of it holds; the game is over." in firefox.text("#verdict")
    firefox.click("#card-pegasus-practice")
    firefox.wait(TABLE)
    entries = firefox.eval(f"{TABLE}.entries")
    firefox.goto("about:blank")
    opened(firefox, host)
    firefox.wait("document.querySelector('[data-game]')")
    firefox.click("[data-game]")
    firefox.wait(TABLE)
    assert firefox.eval(f"{TABLE}.entries") == entries
    assert firefox.text("#trouble") == ""
