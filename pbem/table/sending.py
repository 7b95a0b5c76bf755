"""Turns out of the table: signed and stored as ``pbem send`` does it, then handed over in the way the player chose."""

from __future__ import annotations

import base64
import sys

from pbem.bytes import container
from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.bytes.records import field, frozen
from pbem.dev import practice
from pbem.home import sentences
from pbem.home.arriving import fetching
from pbem.home.arriving.receiving import Import
from pbem.home.exchange import delivery, sending, turn_mail
from pbem.home.exchange.sending import Outgoing
from pbem.home.practice import is_practice
from pbem.home.viewing import languages
from pbem.mail.addresses import plain
from pbem.mail.compose import subject
from pbem.mail.settings import UNATTENDED, MailSettings, read_settings
from pbem.port.messages import ENGLISH, Message, Series
from pbem.protocol.session import Session
from pbem.store.game import Change, GameFolder
from pbem.table import roll_results
from pbem.table.incoming import Incoming
from pbem.table.open_home import Room
from pbem.view.markup import clean

WAYS = ("file", "draft", "client", "smtp", "pipe", "text")
_MAILS = ("draft", "client", "smtp", "pipe")
_MAX_STORY = 1_000


@frozen(kw_only=True)
class Letter:
    """How a turn is to leave: the way, both addresses for those ways that are mails, and the language of the page."""

    way: str
    sender: str = field(default="", converter=plain)
    recipient: str = field(default="", converter=plain)
    language: str = ENGLISH.code

    def __attrs_post_init__(self) -> None:
        if self.way not in WAYS:
            raise UsageError.of(
                "bad-way",
                "There is no way {way!r}; there are {ways}.",
                way=self.way[:20],
                ways=", ".join(WAYS),
            )
        if self.way in _MAILS:
            for what, address in (
                (Message("your opponent's"), self.recipient),
                (Message("your own"), self.sender),
            ):
                if not address:
                    raise UsageError.of(
                        "bad-address", "Please type {what} mail address.", what=what, hint="name@example.org"
                    )


def settings(room: Room) -> dict[str, Json]:
    """What is known of sending in this game: the usual way, both addresses, and the ways that are set up."""
    kept, facts = read_settings(room.home.path), room.folder().facts()
    return {
        "way": kept.way if kept.way in WAYS else "file",
        "to": str(facts.get("to") or ""),
        "from": str(facts.get("from") or kept.address),
        "ways": [way for way in WAYS if _usable(way, kept)],
        "fetch": kept.imap is not None,
        "practice": is_practice(room.folder()),
    }


def _usable(way: str, kept: MailSettings) -> bool:
    if way == "client":
        return sys.platform != "emscripten"  # a browser opens no other program with a file
    if way == "smtp":
        return kept.smtp is not None
    return way != "pipe" or kept.way == "pipe" or kept.program != MailSettings().program


def send(room: Room, letter: Letter, *, partial: bool = False) -> dict[str, Json]:
    """Sign the draft with what needs no decision, store it, and hand it over.

    ``out`` is missing when what needed no decision has led to one. Raises what :func:`pbem.home.exchange.sending.seal`
    raises, and MailError; what was signed then is stored, and sending again gives the same bytes.
    """
    folder = room.folder()
    mails = letter.way in _MAILS and not is_practice(folder)
    key = delivery.ready(read_settings(room.home.path), letter.way, room.environ) if mails else ""
    if not is_practice(folder):
        kept = read_settings(room.home.path)
        fetching.fetch_before_signing(room.home, room.identity, kept, room.environ, today=room.clock().date())
    with room.home.lock():
        session = room.session()
        signed, out = sending.seal(
            folder,
            room.identity,
            session,
            partial=partial,
            now=room.clock(),
            compose=lambda signed, out: _mail(room, letter, signed, out) if mails else None,
        )
        room.keep(signed, store=False)
    if out is None:
        added = signed.happened[len(session.happened) :]
        return {"said": [*sentences.told(added), sentences.next_debt(signed)]}
    if is_practice(folder):
        answered = practice.play_on(room.home, folder, room.identity, signed)
        room.keep(answered.session, store=False)
        if answered.says:
            room.says = (folder.name, practice.turn_now(answered.session)), answered.says
        fell, steps = roll_results.split([each for each in answered.happened if each.outcomes], session.seat)
        came = Incoming(pieces=(), found=Import(notes=(), games={}), steps=steps, fell=fell, kept=True)
        room.incoming = came if steps else None
        said = Message("Signed as turn file {n}; the computer has answered.", n=out.n)
        return {
            "said": [said, *answered.says],
            "answered": {**came.json(), "over": max(1, answered.over(steps))},
        }
    with delivery.after_signing(sending.TURN_AGAIN):
        return {"out": _handed(room, folder, letter, out, key), "said": [*out.added]}


def _mail(room: Room, letter: Letter, session: Session, out: Outgoing) -> bytes:
    return turn_mail.mail_of(
        room.folder(),
        session,
        out,
        sender=letter.sender,
        recipient=letter.recipient,
        date=room.clock(),
        draft=letter.way not in UNATTENDED,
        spoken=letter.language,
    )


def _handed(room: Room, folder: GameFolder, letter: Letter, out: Outgoing, key: str) -> dict[str, Json]:
    session = room.session()
    found: dict[str, Json] = {
        "n": out.n,
        "first": out.first,
        "last": out.last,
        "again": out.again,
        "bytes": len(out.file),
        "name": out.name,
        "summary": clean(out.summary, 300),
    }
    mail = out.mail
    if mail is None:
        text = container.armour(out.file, {"File": out.name})
        say = languages.of_mails(session.game, folder.facts(), letter.language).say
        head = subject(out.game, out.turn, out.last, say(out.summary))
        told = {**found, "subject": head, "body": say(Series(out.story, "\n"))[:_MAX_STORY], "text": text}
        return told if letter.way == "text" else {**told, "file": _letters(out.file)}
    facts = folder.facts()
    if (facts.get("to"), facts.get("from")) != (letter.recipient, letter.sender):
        folder.save(Change(facts={**facts, "to": letter.recipient, "from": letter.sender}))
    if letter.way == "draft":
        return {**found, "name": out.name.removesuffix(".pbem") + ".eml", "file": _letters(mail)}
    if letter.way == "client":
        return {**found, "said": [*delivery.open_draft(folder, mail, out.file, out.name)]}
    kept = read_settings(room.home.path)
    return {**found, "said": [*delivery.deliver(kept, letter.way, mail, room.environ, key=key)]}


def _letters(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
