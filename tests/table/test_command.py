"""``pbem table``: it listens on this machine alone, opens with the address it prints, and ends with Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
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


def test_it_opens_with_the_address_it_prints_and_ends_with_ctrl_c(seats: tuple[Seat, Seat]) -> None:
    words = [sys.executable, "-m", "pbem", "--home", str(seats[0].home.path), "table", "--no-browser"]
    path = os.pathsep.join((str(ROOT), str(ROOT / "rules")))
    with subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path},
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().decode().strip()
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
        process.send_signal(signal.SIGINT)
        assert process.wait(20) in (0, 130)


@pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")
@pytest.mark.parametrize(("words", "environ"), [(("--lang", "es"), {}), ((), {"PBEM_LANG": "es"})])
def test_the_page_speaks_the_language_that_was_asked_for(
    seats: tuple[Seat, Seat], words: tuple[str, ...], environ: dict[str, str]
) -> None:
    path = os.pathsep.join((str(ROOT), str(ROOT / "rules")))
    with subprocess.Popen(
        [sys.executable, "-m", "pbem", "--home", str(seats[0].home.path), "table", "--no-browser", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path, **environ},
    ) as process:
        assert process.stdout is not None
        page = Page()
        page.goto(process.stdout.readline().decode().strip())
        page.wait(READY)
        page.wait(CALM)
        assert ("es", "es") == (
            page.eval("document.documentElement.lang"),
            page.eval("document.getElementById('language').value"),
        )
        assert "Tablero" in page.text("[role='tablist']") or "Órdenes" in page.text("[role='tablist']")
        page.close()
        process.send_signal(signal.SIGINT)


def test_without_the_extra_one_line_says_how_to_get_it(
    seats: tuple[Seat, Seat], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "pbem.table.serve", raising=False)
    # Other tests have loaded it: a part that is still there would be found without the whole.
    for name in ["waitress", *(each for each in sys.modules if each.startswith("waitress."))]:
        monkeypatch.setitem(sys.modules, name, None)
    said = CliRunner().invoke(main, ["--home", str(seats[0].home.path), "table"])
    assert (2, True) == (said.exit_code, "-m pip install werkzeug waitress" in said.stderr)
