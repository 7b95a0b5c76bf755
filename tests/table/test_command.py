"""``pbem table``: it listens on this machine alone, opens with the address it prints, and ends with Ctrl-C."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli import main
from pbem.table.guard import TOKEN

from .browser import BROWSER, Page
from .seats import Seat
from .test_browser import CALM, READY

pytestmark = pytest.mark.wider

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def started(seat: Seat, *words: str) -> Iterator[str]:
    """The address that a table prints, which ends with Ctrl-C."""
    with subprocess.Popen(
        [sys.executable, "-m", "pbem", "--home", str(seat.home.path), "table", "--no-browser", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "rules")))},
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().decode().strip()
        process.send_signal(signal.SIGINT)
        assert process.wait(20) in (0, 130)


def test_it_opens_with_the_address_it_prints_and_ends_with_ctrl_c(seats: tuple[Seat, Seat]) -> None:
    with started(seats[0]) as address:
        host, _, ticket = address.removeprefix("http://").partition("/#")
        name, _, port = host.partition(":")
        assert "127.0.0.1" == name
        with socket.socket() as other:
            other.settimeout(2)
            outside = socket.gethostbyname(socket.gethostname())
            assert outside.startswith("127.") or other.connect_ex((outside, int(port))) != 0
        door = HTTPConnection(name, int(port), timeout=20)
        headers = {"Origin": f"http://{host}", "Content-Type": "application/json"}
        door.request("POST", "/api/enter", json.dumps({"ticket": ticket}), headers)
        key = json.loads(door.getresponse().read())["key"]
        door.request("POST", "/api/hello", "{}", {**headers, TOKEN: key})
        assert "Ann" == json.loads(door.getresponse().read())["name"]
        door.close()


@pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")
def test_the_page_speaks_the_language_that_was_asked_for(seats: tuple[Seat, Seat], page: Page) -> None:
    with started(seats[0], "--lang", "es") as address:
        page.goto(address)
        page.wait(READY)
        page.wait(CALM)
        assert ("es", "es") == (
            page.eval("document.documentElement.lang"),
            page.eval("document.getElementById('language').value"),
        )
        assert "Órdenes" in page.text("[role='tablist']")


def test_without_the_extra_one_line_says_how_to_get_it(
    seats: tuple[Seat, Seat], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "pbem.table.serve", raising=False)
    # Other tests have loaded it: a part that is still there would be found without the whole.
    for name in ["waitress", *(each for each in sys.modules if each.startswith("waitress."))]:
        monkeypatch.setitem(sys.modules, name, None)
    said = CliRunner().invoke(main, ["--home", str(seats[0].home.path), "table"])
    assert (2, True) == (said.exit_code, "-m pip install werkzeug waitress" in said.stderr)
