"""Notes at the table: B and the pen beside an entry open a small window; all of them stand in a list."""

import pytest

from pbem.home.viewing import bookmarks

from .browser import BROWSER
from .test_browser import CALM, opened

pytestmark = [pytest.mark.wider, pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")]


def test_a_note_is_written_by_key_and_by_pen_listed_and_removed(page, deciding):
    mover, _ = deciding
    app = opened(page, mover.home)
    room, last = app.room, app.room.session().end.entries - 1
    page.eval("document.getElementById('window').focus()")
    page.key("b")
    page.wait("document.activeElement.id === 'note-text'")
    page.type("b is <b>bold</b>")
    page.key("Escape")
    page.wait("!document.getElementById('note')")
    assert {} == bookmarks.read(room.folder(), room.identity)
    page.key("b")
    page.wait("document.activeElement.id === 'note-text'")
    page.type("b is <b>bold</b>")
    page.click("#note-keep")
    page.wait("!document.getElementById('note')")
    assert {last: "b is <b>bold</b>"} == bookmarks.read(room.folder(), room.identity)
    page.click("#tab-game")
    page.wait("document.querySelectorAll('#notes-rows li').length === 1")
    assert "b is <b>bold</b>" == page.text("#notes-rows .written")
    page.click("#history")
    page.wait("document.querySelectorAll('#history-rows li').length")
    page.click("#history-rows li[data-entry='2'] .pen")
    page.wait("document.activeElement.id === 'note-text'")
    page.click("#note-keep")
    page.wait(f"document.querySelectorAll('#notes-rows li').length === 2 && {CALM}")
    page.click("#notes-rows li .pen")
    page.wait("document.getElementById('note-drop')")
    page.click("#note-drop")
    page.wait("document.querySelectorAll('#notes-rows li').length === 1")
    assert {last: "b is <b>bold</b>"} == bookmarks.read(room.folder(), room.identity)
    assert [] == page.trouble
