"""A turn that leaves through another app: the share sheet with its file or letters, and a mail begun with its subject."""

import base64
import json
import shutil
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from store.copies import copied

from pbem.bytes import container
from pbem.home.viewing.logs import data_in
from pbem.store.home import Home
from tests.sampling import one_by_turns

from .browser import BROWSER, Page
from .seats import Seat
from .test_browser import CALM, READY, opened

pytestmark = [
    pytest.mark.wider,
    pytest.mark.skipif(BROWSER is None or shutil.which("node") is None, reason="no browser"),
]
_SHEET = """
globalThis.handed = [];
navigator.canShare = ({ files }) => files.every((each) => %s.some((end) => each.name.endsWith(end)));
navigator.share = async ({ files, title, text }) => { %s;
  const bytes = new Uint8Array(await files[0].arrayBuffer());
  handed.push({ name: files[0].name, title, text, data: btoa(String.fromCharCode(...bytes)) }); };
"""


@pytest.fixture(scope="module")
def _ordered(_moving: tuple[Path, str], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The home of whose turn it is when all of it has been ordered, beside that of the other; and the name."""
    begun, name = _moving
    home = copied(begun, tmp_path_factory.mktemp("ordered"), more=True) / ("a" if name == "Ann" else "b")
    Seat(name, Home(home)).play()
    return home, name


@pytest.fixture
def mover(_ordered: tuple[Path, str], tmp_path: Path) -> Seat:
    """The player whose turn is to be sent."""
    home, name = _ordered
    return Seat(name, Home(copied(home.parent, tmp_path / "homes") / home.name))


def sent(page: Page, mover: Seat, takes: list[str], way: str = "file", more: str = "") -> None:
    """The turn signed at the table of a device whose share sheet takes files with these endings."""
    page.goto("about:blank")
    opened(page, mover.home)
    page.wait(READY)
    page.wait(CALM)
    page.eval(_SHEET % (json.dumps(takes), more))
    page.click("#leaves summary")
    page.choose("way", way)
    page.click("#send")
    page.wait("document.querySelector('#mailto')")


@pytest.mark.parametrize("ending", one_by_turns([".pbem", ".txt"]))
def test_the_share_sheet_gets_the_turn_as_the_device_takes_it(page: Page, mover: Seat, ending: str) -> None:
    sent(page, mover, [ending])
    page.click("#share")
    page.wait("handed.length === 1")
    handed = page.eval("handed[0]")
    assert str(handed["name"]).endswith(ending)
    assert str(handed["title"]).startswith("[pbem june6 T01 s")
    turn = data_in(base64.b64decode(str(handed["data"])))
    assert container.unpack(turn).startswith(b'{"by":')


def test_a_share_that_is_called_off_is_no_error(page: Page, mover: Seat) -> None:
    sent(page, mover, [".pbem"], more="throw new DOMException('no', 'AbortError')")
    page.click("#share")
    page.eval("new Promise((resolve) => setTimeout(resolve, 300))")
    assert page.eval("handed.length") == 0
    assert page.text("#said") != "no"
    assert [] == page.trouble


@pytest.mark.parametrize("way", one_by_turns(["file", "text"]))
def test_without_a_share_sheet_a_mail_is_begun_with_its_subject_and_says_what_is_missing(page, mover, way):
    sent(page, mover, [], way)
    assert page.eval("document.querySelector('#share') === null")
    address = urlsplit(str(page.eval("document.querySelector('#mailto').href")))
    asked = {name: unquote(value) for name, (value,) in parse_qs(address.query).items()}
    assert address.scheme == "mailto"
    assert asked["subject"].startswith("[pbem june6 T01 s")
    if way == "file":
        assert "please attach it" in asked["body"]
    elif "Paste the letters" not in asked["body"]:
        assert container.unpack(data_in(asked["body"].encode())).startswith(b'{"by":')
    assert len(address.query) < 8_000
