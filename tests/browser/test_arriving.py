"""Files that open the site, windows in which nothing is kept, and how a game begins from the first page."""

import base64
import json
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from pbem.bytes import container
from pbem.home.viewing.logs import data_in
from tests.browser.doing import (
    CALM,
    CHROMIUM,
    WINDOW,
    begin,
    ben,
    bens_turn,
    decide,
    idle,
    opened,
    practice,
    press,
    sent,
)
from tests.browser.places import Host
from tests.table.browser import Page

pytestmark = [pytest.mark.night, *CHROMIUM]


ROOT = Path(__file__).resolve().parents[2]
LOG = ROOT / "examples" / "pegasus" / "campaign.pbem"
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


def test_a_form_of_another_site_is_not_looked_at_unasked_and_a_giant_is_not_read(page, host):
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
def test_a_window_that_keeps_nothing_says_so_before_anything_is_lost(page, host, language, said):
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


_SHEET = (
    "globalThis.handed = []; navigator.canShare = () => true;"
    " navigator.share = async ({ files, title }) => { handed.push([files[0].name, title]); };"
)


def invited(page: Page, host: Host) -> Path:
    """Ann's invitation to Pegasus Bridge, as it was saved."""
    opened(page, host)
    page.eval(_SHEET)
    begin(page)
    page.click("#card-pegasus-invite")
    return page.saved("invitation.pbem")


def test_an_invitation_leaves_by_the_share_sheet_a_mail_or_its_letters(page: Page, host: Host) -> None:
    saved = invited(page, host)
    page.wait("document.getElementById('lobby-share')")
    page.click("#lobby-share")
    page.wait("handed.length")
    name, title = json.loads(str(page.eval("JSON.stringify(handed[0])")))
    assert name == "invitation.pbem"
    assert title.startswith("[pbem pegasus] Ann invites you to a game: pegasus ")
    asked = parse_qs(urlsplit(str(page.eval("document.getElementById('lobby-mailto').href"))).query)
    assert asked["subject"] == [title]
    assert unquote(asked["body"][0]).endswith("(Please attach the file invitation.pbem.)")
    text = str(page.eval("pbem.state.leaving.text"))
    assert container.unpack(data_in(text.encode())) == container.unpack(saved.read_bytes())


def test_an_acceptance_says_what_it_is_and_a_turn_opens_the_table_it_belongs_to(page, host, tmp_path):
    home, acceptance, turn = tmp_path / "ben", tmp_path / "acceptance.pbem", tmp_path / "turn.eml"
    saved = invited(page, host)
    ben(home, "identity", "new", "Ben", "--no-password")
    ben(home, "accept", str(saved), "--out", str(acceptance))
    page.give("#file", acceptance)
    page.wait("document.getElementById('start')")
    assert page.text("#verdict .said") == "An acceptance that holds: Ben accepts the invitation to pegasus."
    page.click("#start")
    page.wait(CALM)
    while not (mail := sent(page)):
        decide(page)
        page.wait(CALM)
    (tmp_path / "ann.eml").write_bytes(mail)
    ben(home, "import", str(tmp_path / "ann.eml"))
    bens_turn(home, turn)
    page.click("#leave")
    idle(page)
    page.give("#file", turn)
    page.wait("document.getElementById('take') || document.querySelector('#verdict.bad')")
    page.click("#take")
    page.wait(f"{WINDOW}?.pbem?.came")
    page.wait(f"{WINDOW}.document.querySelector('#accept')")
    assert press(page, "#accept")
    page.wait(f"!{WINDOW}.pbem.came && {CALM}")
    assert (
        page.eval(f"{WINDOW}.pbem.position.entries") == json.loads(ben(home, "status", "--json"))["entries"]
    )


@pytest.mark.parametrize(
    ("language", "said"), [("en", "An invitation that holds: "), ("es", "Una invitación válida: ")]
)
def test_an_invitation_is_accepted_where_nobody_has_played_yet_and_the_name_is_asked_for_then(
    page: Page, host: Host, tmp_path: Path, language: str, said: str
) -> None:
    home, invitation = tmp_path / "ben", tmp_path / "invitation.pbem"
    ben(home, "identity", "new", "Ben", "--no-password")
    ben(home, "invite", "pegasus", "--out", str(invitation))
    opened(page, host)
    page.choose("language", language)
    page.wait(f"document.documentElement.lang === {language!r}")
    idle(page)
    page.give("#file", invitation)
    page.wait("document.querySelector('#verdict.good')")
    assert page.text("#verdict .said").startswith(said)
    page.click("#join")
    page.click("#brought-name")
    page.type("Ann")
    page.click("#verdict .naming button")
    assert page.saved("acceptance.pbem").stat().st_size > 300
    page.wait("document.querySelector('#lobby-leaving:not([hidden])')")
