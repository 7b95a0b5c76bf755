"""A real Firefox over Marionette, its own remote protocol: JSON with its length in front, over a local socket."""

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from pbem.bytes.canon import Json

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
_PREFERENCES = {"marionette.port": 0, "app.update.auto": False, "browser.shell.checkDefaultBrowser": False}
_PATIENCE = 240.0
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the key of a reference to an element (W3C WebDriver, 12.1)


class NotStartedError(Exception):
    """This machine lets no Firefox run."""


class Firefox:
    """One window with a profile of its own."""

    def __init__(self) -> None:
        assert FIREFOX is not None
        self.place = Path(tempfile.mkdtemp(prefix="pbem-firefox-"))
        lines = (
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in _PREFERENCES.items()
        )
        (self.place / "user.js").write_text("".join(lines))
        self._process = subprocess.Popen(
            [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", str(self.place)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # As root it refuses a home that is somebody else's.
            env={**os.environ, "HOME": str(self.place)},
        )
        self._wire = socket.create_connection(("127.0.0.1", self._port()), timeout=_PATIENCE)
        self._buffer, self._last = b"", 0
        self._next()
        self.send("WebDriver:NewSession", capabilities={"alwaysMatch": {"timeouts": {"script": 120_000}}})

    def _port(self) -> int:
        written, end = self.place / "MarionetteActivePort", time.monotonic() + _PATIENCE
        while not (written.exists() and written.read_text().strip()):
            if self._process.poll() is not None or time.monotonic() > end:
                self._process.kill()
                raise NotStartedError(f"Firefox does not start here: {self._process.wait(30)}")
            time.sleep(0.1)
        return int(written.read_text())

    def close(self) -> None:
        """End it."""
        self._wire.close()
        self._process.terminate()
        self._process.wait(30)
        shutil.rmtree(self.place, ignore_errors=True)

    def send(self, name: str, **given: Json) -> Json:
        """A command and its answer."""
        self._last += 1
        message = json.dumps([0, self._last, name, given]).encode()
        self._wire.sendall(b"%d:%b" % (len(message), message))
        answer = self._next()
        _, number, error, value = answer
        assert (number, error) == (self._last, None), error
        return value["value"] if isinstance(value, dict) and "value" in value else value

    def _next(self) -> Json:
        while b":" not in self._buffer:
            self._more()
        size, _, self._buffer = self._buffer.partition(b":")
        while len(self._buffer) < int(size):
            self._more()
        data, self._buffer = self._buffer[: int(size)], self._buffer[int(size) :]
        value: Json = json.loads(data)
        return value

    def _more(self) -> None:
        part = self._wire.recv(1 << 16)
        assert part, "the browser has ended"
        self._buffer += part

    def goto(self, address: str) -> None:
        """Open an address."""
        self.send("WebDriver:Navigate", url=address)

    def eval(self, expression: str) -> Json:
        """The value of an expression."""
        return self.send("WebDriver:ExecuteScript", script=f"return {expression}", args=[], sandbox=None)

    def wait(self, expression: str) -> None:
        """Until an expression is true."""
        end = time.monotonic() + _PATIENCE
        while self.eval(f"Boolean({expression})") is not True:
            assert time.monotonic() < end, f"never true: {expression}; {self.text('#trouble')}"
            time.sleep(0.1)

    def text(self, selector: str) -> str:
        """What an element says."""
        return str(self.eval(f"document.querySelector({json.dumps(selector)})?.textContent ?? ''"))

    def _found(self, selector: str) -> str:
        found = self.send("WebDriver:FindElement", using="css selector", value=selector)
        return str(found[_ELEMENT])

    def click(self, selector: str) -> None:
        """Press it with the mouse."""
        self.send("WebDriver:ElementClick", id=self._found(selector))

    def type(self, selector: str, text: str) -> None:
        """Type into it; for a file, choose the one at this path."""
        self.send("WebDriver:ElementSendKeys", id=self._found(selector), text=text)
