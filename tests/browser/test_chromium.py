"""The site in a real Chromium: verified, played, kept, killed, offline. Needs npm (once) and Node.js."""

import os
from pathlib import Path

import pytest

from tests.browser.doing import CHROMIUM, TABLE, begin, idle, opened, practice
from tests.browser.places import Host
from tests.table.browser import Page

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.night, *CHROMIUM]


def test_a_log_is_verified_and_replayed_and_nothing_is_asked_of_anybody_else(page: Page, host: Host) -> None:
    opened(page, host)
    page.give("#file", ROOT / "examples" / "pegasus" / "campaign.pbem")
    page.wait("document.getElementById('verdict').className === 'good'")
    assert "Verified. All of it holds; the game is over." in page.text("#verdict")
    page.click("#replay")
    page.wait("document.getElementById('frame').srcdoc")
    page.eval("new Promise((resolve) => setTimeout(resolve, 1500))")
    elsewhere = [each for each in page.net if each.startswith("asked") and host.address not in each]
    assert [each for each in elsewhere if not each.startswith(("asked about:srcdoc", "asked data:"))] == []
    assert [
        each for each in page.net if each.startswith(("threw", "dialog")) or "Content Security" in each
    ] == []
    reached = page.eval(
        "(async () => { try { await fetch('http://127.0.0.1:9/'); return 'sent'; } catch { return 'stopped'; } })()"
    )
    assert reached == "stopped"
    assert any("Content Security Policy" in each for each in page.net)


def test_a_game_is_played_kept_and_found_again_without_the_host(page: Page, host: Host) -> None:
    opened(page, host)
    begin(page, "a word or two")
    practice(page)
    first = page.eval(f"{TABLE}.state.position.entries")
    host.stop()
    page.goto(host.address)
    page.wait("document.getElementById('locked') || !document.getElementById('trouble').hidden")
    idle(page)
    page.click("#password")
    page.type("a word or two")
    page.click("#locked button")
    page.wait("document.querySelector('[data-game]')")
    idle(page)
    page.click("[data-game]")
    page.wait(f"{TABLE}.state?.position")
    assert page.eval(f"{TABLE}.state.position.entries") == first


def test_a_second_tab_says_that_there_is_a_first(page: Page, host: Host) -> None:
    opened(page, host)
    page.eval(
        "globalThis.second = Object.assign(document.createElement('iframe'), { src: location.href });"
        "document.body.append(second), 1"
    )
    page.wait("second.contentDocument.querySelector('#trouble:not([hidden])')")
    assert "another tab" in str(page.eval("second.contentDocument.getElementById('trouble').textContent"))


def test_a_tab_killed_while_it_plays_loses_nothing_that_was_shown(page: Page, host: Host) -> None:
    """Each round: begin games until the tab is killed at a moment nobody chose; the next tab has all that were shown."""
    opened(page, host)
    begin(page)
    shown = 0
    for round_ in range(int(os.environ.get("PBEM_KILLS", "4"))):
        page.eval(
            "globalThis.shown = 0; (async () => { const { ask } = await import(pbem.module);"
            " for (;;) { await ask('invite', { game: 'pegasus', scenario: '', side: '' }); shown += 1; } })(), 1"
        )
        page.eval(f"new Promise((resolve) => setTimeout(resolve, {120 + 97 * (round_ * 7 % 11)}))")
        more = page.eval("shown")
        page.crash()
        opened(page, host)
        kept = page.eval("globalThis.pbem.state.hello.waiting.length")
        assert kept >= shown + more
        shown = kept
    assert shown > 0


def test_a_full_disk_is_one_sentence_and_what_was_not_written_is_written_later(page, host):
    ask = (
        "import(pbem.module).then(({ ask }) => ask(%s))"
        ".then((found) => found.waiting?.length ?? 'saved', (error) => error.message)"
    )
    invite = ask % "'invite', { game: 'pegasus', scenario: '', side: '' }"
    opened(page, host)
    begin(page)
    page.send("Storage.overrideQuotaForOrigin", origin=host.address.rstrip("/"), quotaSize=1)
    assert "could not write your game down" in str(page.eval(invite))
    page.send("Storage.overrideQuotaForOrigin", origin=host.address.rstrip("/"))
    assert page.eval(ask % "'hello'") == 1
    opened(page, host)
    assert page.eval("pbem.state.hello.waiting.length") == 1


def test_foreign_bytes_and_pasted_letters_get_one_sentence(page: Page, host: Host, tmp_path: Path) -> None:
    opened(page, host)
    (tmp_path / "cat.jpg").write_bytes(os.urandom(500))
    page.give("#file", tmp_path / "cat.jpg")
    page.wait("document.getElementById('verdict').className === 'bad'")
    assert len(page.text("#verdict .said")) < 300
    page.click("#check details summary")
    page.click("#letters")
    page.type("Dear Ben, no turn today.")
    page.click("#look")
    page.wait("document.getElementById('verdict').textContent.includes('no turn')")


def test_a_printed_copy_is_typed_and_found_again(page: Page, host: Host) -> None:
    inside = "document.getElementById('frame').contentDocument"
    opened(page, host)
    page.click("#card-june6-printed")
    page.wait(f"{inside}?.querySelector('#copy td input')")
    assert page.eval(f"{inside}.getElementById('copy-pictures')") is None, (
        "they would be written with every change"
    )
    page.eval(f"{inside}.querySelector('#copy td input').focus()")
    page.key("Enter")
    page.wait(f"{inside}.getElementById('copy-left').textContent === 'still ours: 11,383 of 11,384'")
    page.click("#leave")
    page.wait("document.getElementById('stage').hidden")
    page.click("#card-june6-printed")
    page.wait(f"{inside}?.getElementById('copy-left')?.textContent === 'still ours: 11,383 of 11,384'")
    page.click("#leave")
