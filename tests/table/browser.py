"""A real Chromium over its debugging pipe, one command at a time: what a person does with mouse and keyboard."""

import atexit
import base64
import fcntl
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from pbem.bytes.canon import Json

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The shell without a window first: the same engine, and a start in half the time."""
BROWSER = next(filter(None, map(shutil.which, _NAMES)), None)
_FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars",
    "--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe", "--lang=en",
)  # fmt: skip
_KEYS = {
    "Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36,
    "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
}  # fmt: skip
_PATIENCE = 60.0


def _wire(down: int, up: int) -> None:
    source, sink = (fcntl.fcntl(each, fcntl.F_DUPFD, 20) for each in (down, up))
    os.dup2(source, 3)
    os.dup2(sink, 4)


class _Process:
    """One browser for all pages of a process of tests; it ends with that process."""

    def __init__(self) -> None:
        assert BROWSER is not None
        self.place = Path(tempfile.mkdtemp(prefix="pbem-browser-"))
        self.pages: dict[Json, Page] = {}
        self._last = 0
        self._buffer = b""
        down, self._write = os.pipe()
        self._read, up = os.pipe()
        command = [BROWSER, *_FLAGS, f"--user-data-dir={self.place / 'profile'}", "about:blank"]
        # Chromium reads commands from descriptor 3 and answers on 4.
        self._process = subprocess.Popen(
            command,
            preexec_fn=lambda: _wire(down, up),  # noqa: PLW1509  it only copies descriptors
            pass_fds=(3, 4),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(down)
        os.close(up)
        atexit.register(self._end)

    def _end(self) -> None:
        self.write("Browser.close", {}, None)
        self._process.wait(30)
        shutil.rmtree(self.place, ignore_errors=True)

    def write(self, method: str, params: dict[str, Json], session: str | None) -> int:
        """Give a command; its number."""
        self._last += 1
        message: dict[str, Json] = {"id": self._last, "method": method, "params": params}
        if session is not None:
            message["sessionId"] = session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        return self._last

    def send(self, method: str, params: dict[str, Json], session: str | None = None) -> dict[str, Json]:
        """A command of the debugging protocol and its answer; what pages say meanwhile is heard by them."""
        number = self.write(method, params, session)
        while True:
            found = self.next()
            if found.get("id") == number:
                assert "error" not in found, found["error"]
                return found["result"]
            if "method" in found and (page := self.pages.get(found.get("sessionId"))) is not None:
                page.heard(found)

    def next(self) -> dict[str, Json]:
        """What the browser says next."""
        while b"\0" not in self._buffer:
            part = os.read(self._read, 1 << 20)
            assert part, "the browser has ended"
            self._buffer += part
        line, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(line)


@cache
def _process(_of: int) -> _Process:
    return _Process()


class Page:
    """One window with a profile of its own. ``downloads`` is where files that are saved land."""

    def __init__(self, *, patience: float = _PATIENCE) -> None:
        self._process = _process(os.getpid())
        self.downloads = Path(tempfile.mkdtemp(prefix="downloads-", dir=self._process.place))
        self.net: list[str] = []
        self._patience = patience
        profile = self._process.send("Target.createBrowserContext", {})["browserContextId"]
        tab = self._process.send("Target.createTarget", {"url": "about:blank", "browserContextId": profile})
        attached = self._process.send("Target.attachToTarget", {"targetId": tab["targetId"], "flatten": True})
        self._profile, self._session = profile, str(attached["sessionId"])
        self._process.pages[self._session] = self
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")
        about: dict[str, Json] = {
            "behavior": "allow", "downloadPath": str(self.downloads), "browserContextId": profile,
        }  # fmt: skip
        self._process.send("Browser.setDownloadBehavior", about)

    def close(self) -> None:
        """Close it, with all that its profile kept."""
        self._process.send("Target.disposeBrowserContext", {"browserContextId": self._profile})
        del self._process.pages[self._session]

    def send(self, method: str, **params: Json) -> dict[str, Json]:
        """A command of the debugging protocol and its answer."""
        return self._process.send(method, params, self._session)

    def heard(self, message: dict[str, Json]) -> None:
        """What the page says unasked."""
        method, params = message.get("method"), message.get("params")
        if method == "Network.requestWillBeSent":
            self.net.append(f"asked {dict(params['request'])['url']}"[:200])
        elif method == "Runtime.exceptionThrown":
            self.net.append(f"threw {json.dumps(params)[:700]}")
        elif method == "Log.entryAdded":
            self.net.append(f"log {dict(params['entry'])['text']}")
        elif method == "Page.javascriptDialogOpening":
            self.net.append(f"dialog {params['message']}")

    def goto(self, address: str) -> None:
        """Open an address."""
        self.send("Page.navigate", url=address)
        self.wait("document.readyState === 'complete'")

    def crash(self) -> None:
        """Kill the tab's process, as the system does when it runs out of memory, and have a new one in its place."""
        self._process.write("Page.crash", {}, self._session)
        # The command itself is answered when the new process is there: `send` passes that over.
        while self._process.next().get("method") != "Inspector.targetCrashed":
            pass

    def eval(self, expression: str) -> Json:
        """The value of an expression; a promise is waited for."""
        found = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in found, (expression, found["exceptionDetails"])
        result = found["result"]
        return result.get("value")

    def wait(self, expression: str) -> None:
        """Until an expression is true."""
        end = time.monotonic() + self._patience
        while self.eval(f"Boolean({expression})") is not True:
            assert time.monotonic() < end, f"never true: {expression}; {self.net[-5:]}"
            time.sleep(0.03)

    def text(self, selector: str) -> str:
        """What an element says."""
        return str(self.eval(f"document.querySelector({json.dumps(selector)})?.textContent ?? ''"))

    def click(self, selector: str, *, shift: bool = False) -> None:
        """Press the middle of an element with the mouse."""
        self.wait(f"document.querySelector({json.dumps(selector)}) !== null")
        at = self.eval(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'nearest'}});"
            " const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()"
        )
        self.press_at(at, shift=shift)

    def press_at(self, at: Sequence[Json], *, shift: bool = False) -> None:
        """Press a point of the window with the mouse."""
        about: dict[str, Json] = {
            "x": at[0], "y": at[1], "button": "left", "clickCount": 1, "modifiers": 8 if shift else 0,
        }  # fmt: skip
        self.send("Input.dispatchMouseEvent", type="mouseMoved", **{**about, "button": "none"})
        self.send("Input.dispatchMouseEvent", type="mousePressed", **about)
        self.send("Input.dispatchMouseEvent", type="mouseReleased", **about)

    def key(self, key: str, *, shift: bool = False, ctrl: bool = False) -> None:
        """Press a key."""
        about: dict[str, Json] = {
            "key": key,
            "windowsVirtualKeyCode": _KEYS.get(key, ord(key[0].upper())),
            "modifiers": (8 if shift else 0) + (2 if ctrl else 0),
        }
        letter: dict[str, Json] = {"text": "\r" if key == "Enter" else key}
        down = {**about, **(letter if (len(key) == 1 or key == "Enter") and not ctrl else {})}
        self.send("Input.dispatchKeyEvent", type="keyDown", **down)
        self.send("Input.dispatchKeyEvent", type="keyUp", **about)

    def choose(self, name: str, value: str) -> None:
        """Choose a value of the list with this id, or fill in its field."""
        self.eval(
            f"(() => {{ const e = document.getElementById({json.dumps(name)}); e.value = {json.dumps(value)};"
            " e.dispatchEvent(new Event('change', { bubbles: true })); })()"
        )

    @property
    def trouble(self) -> list[str]:
        """What went wrong in the page, or stopped it with a question of the browser's."""
        return [line for line in self.net if line.startswith(("threw", "dialog"))]

    def give(self, selector: str, *files: Path) -> None:
        """Choose files, as the dialogue of the system does."""
        root = self.send("DOM.getDocument")["root"]
        node = self.send("DOM.querySelector", nodeId=root["nodeId"], selector=selector)["nodeId"]
        self.send("DOM.setFileInputFiles", files=[str(each) for each in files], nodeId=node)

    def type(self, text: str) -> None:
        """Type into what has the focus."""
        self.send("Input.insertText", text=text)

    def size(self, width: int, height: int, *, scale: float = 1.0, phone: bool = False) -> None:
        """The size of the window."""
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=scale,
            mobile=phone,
        )

    def shot(self, place: Path) -> None:
        """A picture of the window."""
        data = self.send("Page.captureScreenshot", format="png")["data"]
        place.write_bytes(base64.b64decode(str(data)))

    def saved(self, suffix: str) -> Path:
        """The newest file saved with this ending, when it is whole."""
        end = time.monotonic() + self._patience
        while True:
            found = sorted(self.downloads.glob(f"*{suffix}"), key=lambda each: each.stat().st_mtime)
            if found and not list(self.downloads.glob("*.crdownload")):
                return found[-1]
            assert time.monotonic() < end, f"nothing saved: {list(self.downloads.glob('*'))}"
            time.sleep(0.05)
