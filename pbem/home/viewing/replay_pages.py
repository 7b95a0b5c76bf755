"""A replay page that somebody sent: is it this program's, and does its log hold?

A page is a program that a stranger may have written: it is read as bytes, with a bound, and never run. The log is taken
out of it and verified here, and the page is made again from it: only the same bytes say what the log says.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from itertools import islice
from pathlib import Path

from pbem.bytes import container
from pbem.bytes.errors import FormatError, PbemError
from pbem.bytes.records import field, frozen
from pbem.bytes.text import shown
from pbem.home import packs
from pbem.home.installation import installed_version
from pbem.home.viewing import bookmarks, film_page, languages
from pbem.home.viewing import logs as looking
from pbem.home.viewing.logs import Film
from pbem.port.messages import Message
from pbem.replay.verdict import Verdict, failed
from pbem.store.home import Home
from pbem.view.markup import clean

MAX_PAGE = 32 * 1024 * 1024
_BEGINS = b"<!doctype html>"
_OPENS = b'<script type="application/json" id="data">'
_TEXT = rb'"((?:[^"\\\x00-\x1f]|\\.){0,800}+)"'
_BASE64 = rb'"([A-Za-z0-9+/=]*+)"'
# What stands inside a word of the data cannot look like one of these: there every quotation mark has a backslash.
_FILM = re.compile(rb'(?<=[{,])"film":' + _BASE64)
_LOG = re.compile(rb'(?<=[{,])"log":' + _BASE64)
_FILE = re.compile(rb'(?<=[{,])"file":' + _TEXT)
_LANGUAGE = re.compile(rb'(?<=[{,])"language":' + _TEXT)
_NOTES = re.compile(rb'(?<=[{,])"notes":' + _BASE64)
_MADE = re.compile(
    rb'(?<=[{,])"made":\{"program":' + _TEXT + rb',"side":' + _TEXT + rb',"entries":(0|[1-9][0-9]{0,8})\}'
)


@frozen(kw_only=True)
class Found:
    """What was read out of a page: the bytes of its log, and what it was made with. Nothing of it is believed yet.

    ``rest`` is the page without its reel, and ``reel`` the packed reel: how it is packed differs from machine to machine,
    what is in it does not.
    """

    log: bytes = field(repr=False)
    file: str
    language: str
    program: str
    side: str
    entries: int
    notes: bytes | None = field(repr=False)
    reel: bytes = field(repr=False)
    rest: bytes = field(repr=False)


@frozen(kw_only=True)
class Checked:
    """What became of a page. ``word`` is same, differs (from what this program makes of its log), or other-version (made by
    another version, so that nothing can be compared), or unmade (nothing can be made of that log)."""

    word: str
    found: Found
    verdict: Verdict

    @property
    def good(self) -> bool:
        """Whether the page is this program's, and its log holds."""
        return self.word == "same" and self.verdict.good

    @property
    def said(self) -> str:
        """What was found of the page itself, and what that means, in one sentence."""
        ours = installed_version()
        theirs = clean(self.found.program, 40) or Message("another version")
        match self.word:
            case "same":
                return Message(
                    "the same as this program makes of its log. It shows what the log says, as far as that "
                    "holds."
                )
            case "other-version":
                return Message(
                    "made by pbem {theirs}, as it says; this is {ours}, so the two cannot be compared. It "
                    "may show anything: believe a page made here.",
                    theirs=theirs,
                    ours=ours,
                )
            case "unmade":
                return Message("no page can be made of its log here. It may show anything.")
        return Message(
            "NOT what this program makes of its log. Somebody changed it, or another program made "
            "it. It may show anything, its own verdict included: believe a page made here."
        )


def read(path: Path) -> Found:
    """The parts of a page in a file. Raises MailError ``no-such-file``, ``unreadable``, ``too-large`` and FormatError
    ``no-page`` (nothing that a page of this program would be), ``bad-page`` (one that is damaged or built otherwise)."""
    page = looking.read_file(path, MAX_PAGE)
    if not page.startswith(_BEGINS) or _OPENS not in page:
        raise FormatError.of("no-page", "{shown} is not a replay page of this program.", shown=shown(path))
    if page.count(_OPENS) > 1:
        raise _damaged(path, Message("it holds the data of more than one page"))
    found = _found(page, path)
    if not found.log.startswith(container.MAGIC):
        raise _damaged(path, Message("there is no log in it"))
    return found


def _found(page: bytes, path: Path) -> Found:
    film, log, file, language, made = (
        _only(form, page, path) for form in (_FILM, _LOG, _FILE, _LANGUAGE, _MADE)
    )
    notes = _only(_NOTES, page, path) if _NOTES.search(page) else None
    try:
        return Found(
            log=base64.b64decode(log[1], validate=True),
            file=json.loads(b'"' + file[1] + b'"'),
            language=json.loads(b'"' + language[1] + b'"'),
            program=json.loads(b'"' + made[1] + b'"'),
            side=json.loads(b'"' + made[2] + b'"'),
            entries=int(made[3]),
            notes=base64.b64decode(notes[1], validate=True) if notes is not None else None,
            reel=film[1],
            rest=page[: film.start(1)] + page[film.end(1) :],
        )
    except ValueError as error:
        raise _damaged(path, Message("its data cannot be read")) from error


def _only(form: re.Pattern[bytes], page: bytes, path: Path) -> re.Match[bytes]:
    """The one place of a form in a page. Raises FormatError ``bad-page``."""
    found = list(islice(form.finditer(page), 2))
    if len(found) != 1:
        raise _damaged(path, Message("its data is not built as in a page of this program"))
    return found[0]


def check(path: Path, *, home: Home | None = None, pack: Path | None = None) -> Checked:
    """Verify the log in a page and make the page again. Raises as :func:`read`; the log's faults are in the verdict."""
    found = read(path)
    try:
        lines = container.salvage(found.log)[0]
        film = looking.film_of_log(found.log, pack or packs.pack_for(home, lines), packs.finder(home, pack))
    except PbemError as error:
        return Checked(word="unmade", found=found, verdict=failed(error))
    return Checked(word=_compared(found, film), found=found, verdict=film.verdict)


def _compared(found: Found, film: Film) -> str:
    if found.program != installed_version():
        return "other-version"
    try:
        language = found.language or "en"
        last = found.entries - 1 if 0 < found.entries < len(film.trail) else None
        notes = (
            None if found.notes is None else bookmarks.parsed(found.notes, film.log.gid.hex(), found.entries)
        )
        ours = film_page.page(
            film, found.file, last, found.side or None, languages.tongue(film.game, language), notes
        )
    except PbemError:
        return "differs"  # notes, a side, a language or an entry that this game does not have
    page = ours.encode()
    reel = _FILM.search(page)
    assert reel is not None
    alike = page[: reel.start(1)] + page[reel.end(1) :] == found.rest
    return "same" if alike and _unpacked(found.reel, reel[1]) else "differs"


def _unpacked(theirs: bytes, ours: bytes) -> bool:
    """Whether two packed reels hold the same: theirs is unpacked no further than ours is long."""
    if theirs == ours:
        return True
    mine = zlib.decompress(base64.b64decode(ours))
    try:
        unpacking = zlib.decompressobj()
        held = unpacking.decompress(base64.b64decode(theirs, validate=True), len(mine) + 1)
    except (binascii.Error, ValueError, zlib.error):
        return False
    return held == mine and unpacking.eof and not unpacking.unused_data


# --- what is read -----------------------------------------------------------------------------------------------------


def _damaged(path: Path, why: str) -> FormatError:
    return FormatError.of(
        "bad-page",
        "{shown} is damaged or no page of this program: {why}.",
        shown=shown(path),
        why=why,
        hint="Ask for the log itself.",
    )
