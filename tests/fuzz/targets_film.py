"""Targets: a stranger's log that is chained and signed as it should be, and the pictures, pages and reports made of it."""

import base64
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from unittest import mock

from attrs import evolve

from pbem.bytes import container
from pbem.bytes.errors import FormatError, VerifyError
from pbem.home.installation import installed_version
from pbem.home.viewing import bookmarks, film_page, replay_pages, spectators
from pbem.home.viewing import logs as looking
from pbem.home.viewing.audited import audited
from pbem.home.viewing.reporting import report
from pbem.replay.verify import read
from pbem.view.text import draw_text
from tests.fuzz import beside, fixtures, mutators
from tests.fuzz.harness import Mutate, Target, WrongError
from tests.fuzz.listed import target
from tests.fuzz.resigning import resigned, signed_lines

installed_version()  # reads what the package says of itself, and loads modules for it: once, before anything is watched


def _film(data: bytes) -> None:
    """A stranger's log as pictures, report, page and stream; the first bytes choose entry, side and delay."""
    choice, _, lines = data.partition(b"\n")
    entry, side, delay = (int(c) for c in choice[:3].ljust(3, b"0"))
    with fixtures.small_games():
        film = looking.film_of_log(lines)
        at = None if entry == 48 else entry - 64
        named = {48: None, 49: "red", 50: "blue"}.get(side, choice[1:2].decode("latin-1"))
        draw_text(film.scene(at, named), width=40 + delay % 120)
        for text in (report(film, at), film_page.page(film, "\x1b<x>.pbem", at, named)):
            if "<script>alert" in text or "\x1b" in text or "\u202e" in text:
                raise WrongError("what somebody wrote in a log came out as it was")
        spectators.stream(film, delay % 5)
        audited(film)


def _film_seeds() -> list[bytes]:
    whole = fixtures.tiny_game().a.log
    return [
        b"000\n" + evolve(whole, bundles=whole.bundles[:n]).encode() for n in (2, 5, 9, len(whole.bundles))
    ]


def _film_mutator(data: bytes, seed: int, mutate: Mutate) -> bytes:
    choice, _, lines = data.partition(b"\n")
    rng = Random(seed)
    if rng.random() < 0.5:
        choice = bytes(rng.choice((48, 49, 50, 64, 65, 70, 90, 120, 200)) for _ in range(3))
    if rng.random() < 0.3:
        return choice + b"\n" + lines
    if rng.random() < 0.4:
        names = (b"<script>alert(1)", b"\\u001b[2J", "é☃".encode(), b"&lt;", b"|x|", b"`", b"=cmd", b"x" * 64)
        lines = lines.replace(rng.choice((b'"Ann"', b'"Ben"')), b'"' + rng.choice(names) + b'"')
        return choice + b"\n" + resigned(lines, rng)
    return choice + b"\n" + signed_lines(lines, rng.randrange(2**31), mutate)


def _chain(data: bytes) -> None:
    """A log signed anew after every change: the chain and the fold, not the signatures, have to find it."""
    with fixtures.small_games():
        try:
            found = read(container.pack(data))
        except (FormatError, VerifyError):
            return
    if found.verdict.verdict != "rejected" and found.log.encode() != data:
        raise WrongError("a log holds, and is not what is in the file")


@cache
def _page() -> tuple[bytes, bytes]:
    """A page up to its data, and behind them."""
    with fixtures.small_games():
        page = film_page.page(looking.film_of_log(beside.logs()[2]), "game.pbem", None, None).encode()
    before, opens, rest = page.partition(replay_pages._OPENS)
    return before + opens, rest[rest.index(b"</script>") :]


def _check(data: bytes) -> None:
    """The verdict on a page with these data in it."""
    before, behind = _page()
    page = before + data + behind
    with fixtures.small_games(), mock.patch.object(looking, "read_file", return_value=page):
        found = replay_pages.check(Path("page.html"))
    if not found.said.isprintable():
        raise WrongError("a sentence that cannot be printed")
    if found.good and len(_DATA.findall(data)) != 1:
        raise WrongError("a page with two logs was believed")


_DATA = re.compile(rb'"log":"([A-Za-z0-9+/=]*)"')
_WORD = re.compile(rb'"(film|file|language|program|side|log|notes)":"([^"]{0,20})[^"]*"')


def _page_seeds() -> list[bytes]:
    found = []
    with fixtures.small_games():
        for log in (*beside.logs()[2:4], fixtures.small_logs()[1]):
            film = looking.film_of_log(log)
            for at, side in ((None, None), (1, "red")):
                page = film_page.page(film, "game.pbem", at, side, notes={0: "x"} if side else None).encode()
                found.append(page.partition(replay_pages._OPENS)[2].partition(b"</script>")[0])
    return found


def _notes(data: bytes) -> None:
    """A file of notes for a game of 50 entries, and the same written again."""
    log = fixtures.tiny_game().a.log
    found = bookmarks.parsed(data, log.gid.hex(), 50)
    if bookmarks.parsed(bookmarks.written(found, log), log.gid.hex(), 50) != found:
        raise WrongError("notes that are not read as they were written")


def _page_mutator(data: bytes, seed: int, mutate: Mutate) -> bytes:
    """Data changed: a word, the packed reel, or the log in them, which is signed anew."""
    rng = Random(seed)
    log = _DATA.search(data)
    match rng.randrange(6):
        case 0:
            return mutate(data, len(data) + 40)
        case 1 if log is not None:
            return data.replace(
                log[0], rng.choice((b"", log[0] + b"," + log[0], b'"log":""', b'"log": ' + log[0][6:]))
            )
        case 2 | 3 if log is not None:
            try:
                lines = container.unpack(base64.b64decode(log[1]))
            except (ValueError, FormatError):
                return mutate(data, len(data) + 40)
            packed = container.pack(signed_lines(lines, rng.randrange(2**31), mutate))
            return data.replace(log[1], base64.b64encode(packed))
    words = list(_WORD.finditer(data))
    if not words:
        return mutate(data, len(data) + 40)
    word = rng.choice(words)
    odd = (
        b"",
        b"es",
        b"red",
        b"\\u202e",
        b"\\ud800",
        b"\\u0000",
        b"<x>",
        b"\\",
        b"x" * 900,
        b"eJwDAAAAAAE=",
        b"../x",
    )
    fresh = rng.choice((*odd, *(mutators.spelt(rng, each)[1:-1] for each in ("x", "\u00e9"))))
    return data[: word.start()] + b'"' + word[1] + b'":"' + fresh + b'"' + data[word.end() :]


def targets() -> Iterator[Target]:
    """In the order of the README."""
    yield target(
        "resigned", _chain, lambda: [*fixtures.small_logs()[:3], *beside.logs()], signed_lines,
        largest=24 * 1024
    )  # fmt: skip
    yield target("film", _film, _film_seeds, _film_mutator, largest=24 * 1024)
    yield target(
        "page", _check, _page_seeds, _page_mutator,
        tokens=(b'"log":"', b'"notes":"', b'"made":{"program":"', b"</script>", replay_pages._OPENS)
    )  # fmt: skip
    notes = {0: "", 7: "caf\u00e9 \U0001f600"}
    yield target(
        "notes",
        _notes,
        lambda: [bookmarks.written(notes, fixtures.tiny_game().a.log)],
        tokens=(b"\\ud83d", b'"entry":'),
    )
