"""What a person does at the first page of the site."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli import main
from tests.browser.places import Host
from tests.table.browser import BROWSER, Page

CHROMIUM = [
    pytest.mark.skipif(BROWSER is None or shutil.which("node") is None, reason="no browser or no Node.js")
]
TABLE = "({ state: document.getElementById('frame').contentWindow?.pbem })"
ANN, BEN = "ann@example.org", "ben@example.org"
WINDOW = "document.getElementById('frame').contentWindow"
CALM = (
    f"{WINDOW}?.pbem?.position && !['busy', 'waiting', 'playback']"
    f".some((name) => {WINDOW}.document.body.classList.contains(name))"
)


def opened(page: Page, host: Host) -> None:
    page.goto(host.address)
    page.wait("globalThis.ready || !document.getElementById('trouble').hidden")
    assert page.text("#trouble") == ""


def idle(page: Page) -> None:
    page.wait("document.getElementById('loading').hidden")
    assert page.text("#trouble") == ""


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


def ben(home: Path, *words: str) -> str:
    """A command in the other home."""
    done = CliRunner().invoke(main, [*words, "--home", str(home)])
    assert done.exit_code == 0, done.output
    return done.output


def bens_turn(home: Path, mail: Path) -> None:
    """Every decision of the other side, the end of a phase wherever it is legal; then the mail."""
    words = ("send", "--eml", str(mail), "--to", ANN, "--from", BEN, "--home", str(home))
    while True:
        done = CliRunner().invoke(main, words)
        if mail.exists():
            return
        listed = ben(home, "orders", "--json").splitlines()
        orders = [json.loads(line) for line in listed if line.startswith("{")]
        assert orders, done.output
        chosen = next((each for each in orders if each["k"] == "done"), orders[0])
        ben(home, "do", *chosen["text"].split())


def press(page: Page, selector: str) -> bool:
    """Press what the table shows; False when it is not there."""
    found = page.eval(
        f"(() => {{ const found = {WINDOW}.document.querySelector({json.dumps(selector)});"
        " found?.click(); return !!found; })()"
    )
    return bool(found)


def decide(page: Page) -> None:
    """The end of a phase by its button; where there is none, the first legal order of the table's own list."""
    if press(page, "button[data-kind='done']"):
        return
    page.eval(
        f"(async () => {{ const w = {WINDOW};"
        " const headers = { 'X-Pbem-Token': w.sessionStorage.getItem('pbem-key'), 'X-Pbem-Language': 'en',"
        " 'Content-Type': 'application/json' };"
        " const ask = (name, given) => w.fetch('/api/' + name, { headers, body: JSON.stringify(given) })"
        ".then((found) => found.json());"
        " for (const kind of w.pbem.position.due.kinds) {"
        " const { orders } = await ask('orders', { kind, words: '', start: 0 });"
        " if (orders.length) { await ask('do', { order: orders[0].obj }); break; } }"
        " delete w.pbem; w.location.reload(); })()"
    )


def sent(page: Page) -> bytes:
    """The turn sealed and saved as a mail."""
    page.eval(
        f"(() => {{ const d = {WINDOW}.document, set = (id, value) => {{ const box = d.getElementById(id);"
        " box.value = value; box.dispatchEvent(new Event('change')); };"
        f" set('way', 'draft'); set('to', {BEN!r}); set('from', {ANN!r}); }})()"
    )
    assert press(page, "#send")
    page.wait(CALM)
    if page.eval(f"{WINDOW}.pbem.position.step") in ("decide", "answer"):
        return b""  # what was owed led to a decision
    file = page.saved(".eml")
    mail = file.read_bytes()
    file.unlink()
    return mail
