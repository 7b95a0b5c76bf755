"""A whole turn of June 6 between a browser and a command line, through real mails: files that leave and come in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.bytes.canon import Json
from pbem.cli import main
from tests.browser.doing import CHROMIUM, begin, give, opened
from tests.browser.places import Host
from tests.table.browser import Page

pytestmark = [pytest.mark.wider, *CHROMIUM]
ANN, BEN = "ann@example.org", "ben@example.org"
WINDOW = "document.getElementById('frame').contentWindow"
CALM = (
    f"{WINDOW}?.pbem?.position && !['busy', 'waiting', 'playback']"
    f".some((name) => {WINDOW}.document.body.classList.contains(name))"
)


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


def taken(page: Page, mail: Path) -> None:
    """A mail chosen as a file, looked at and taken in."""
    assert press(page, "#take-in")
    page.wait(f"{WINDOW}.document.querySelector('#panel-mail #file')")
    box = page.send("Runtime.evaluate", expression=f"{WINDOW}.document.querySelector('#panel-mail #file')")
    found = box["result"]
    assert isinstance(found, dict)
    page.send("DOM.setFileInputFiles", files=[str(mail)], objectId=found["objectId"])
    page.wait(f"{WINDOW}.document.querySelector('#accept')")
    assert press(page, "#accept")
    page.wait(f"!{WINDOW}.pbem.came && {CALM}")


def test_a_whole_turn_is_played_between_a_browser_and_a_command_line_by_mail(
    page: Page, host: Host, tmp_path: Path
) -> None:
    home = tmp_path / "ben"
    ben(home, "identity", "new", "Ben", "--no-password")
    opened(page, host)
    begin(page)
    page.eval(
        "(() => { document.getElementById('card-june6-scenario').value = 'landings';"
        " document.getElementById('card-june6-side').value = 'allied'; })()"
    )
    page.click("#card-june6-invite")
    acceptance = tmp_path / "acceptance.pbem"
    ben(home, "join", str(page.saved("invitation.pbem")), "--out", str(acceptance))
    page.wait("document.getElementById('loading').hidden")
    give(page, acceptance)
    page.wait("document.getElementById('start')")
    page.click("#start")
    page.wait(CALM)
    mails = 0
    while (now := standing(page))["turn"] == 1:
        if now["step"] == "decide":
            before = now["entries"], now["orders"]
            decide(page)
            page.wait(
                f"{CALM} && {json.dumps(before)}.some((was, n) =>"
                f" was !== [{WINDOW}.pbem.position.entries, {WINDOW}.pbem.position.orders][n])"
            )
        elif mail := sent(page):
            (tmp_path / "ann.eml").write_bytes(mail)
            ben(home, "import", str(tmp_path / "ann.eml"))
            back = tmp_path / "ben.eml"
            bens_turn(home, back)
            taken(page, back)
            back.unlink()
            mails += 2
    assert mails >= 10
    status = json.loads(ben(home, "status", "--json"))
    assert now["entries"] == status["entries"]
    assert [each for each in page.net if each.startswith("threw")] == []


def standing(page: Page) -> dict[str, Json]:
    """How the game stands at the table."""
    page.wait(CALM)
    found = page.eval(
        "(({ step, entries, orders, moment }) => ({ step, entries, orders, turn: moment.turn }))"
        f"({WINDOW}.pbem.position)"
    )
    assert isinstance(found, dict)
    return found
