"""How a game begins from the first page: an invitation leaves, and what comes back is opened where it belongs."""

from __future__ import annotations

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
    press,
    sent,
)
from tests.browser.places import Host
from tests.table.browser import Page

pytestmark = [pytest.mark.night, *CHROMIUM]
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


def test_an_acceptance_says_what_it_is_and_a_turn_opens_the_table_it_belongs_to(
    page: Page, host: Host, tmp_path: Path
) -> None:
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
