"""A turn as a mail: the same turn and envelope give the same bytes."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from pbem.bytes.container import armour
from pbem.bytes.errors import MailError, UsageError
from pbem.bytes.records import field, frozen
from pbem.mail.extract import MAX_ATTACHMENT
from pbem.mail.limits import MAX_MAIL
from pbem.port.messages import ENGLISH, Catalogue, Message

_DIGEST = re.compile(r"[0-9a-f]{16,64}")
_GAME = re.compile(r"[a-z0-9]{1,20}")
MAIL_ID = re.compile(r"<[!-;=?-~]{1,180}@[!-;=?-~]{1,180}>")
"""A Message-ID that can stand in a header as it is."""
PACK_NAME = "-pack.pbem"
"""How the name of a data pack's file ends; it begins as that of the invitation beside it."""
_BLANKS = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_MAX_SUMMARY = 120
ATTACHED = Message("The turn is attached as a file. The same turn as text, should the attachment be lost:")
"""What stands between what a person reads and the turn as letters."""
_DOMAIN = "pbem.invalid"


@frozen(kw_only=True)
class Envelope:
    """Everything in a mail besides the turn.

    ``game`` is the name of the ruleset, ``gid`` the id of the game (hex), ``turn`` the turn of the game or
    None before it begins, ``first`` and ``last`` the entries the turn file adds, ``head`` the chained hash
    after them (hex). ``date`` carries a time zone. ``thread`` is the digest (hex) that all mails of a game
    name in References, that of the invitation for instance; ``answers`` the :func:`turn_digest` of the turn
    this one follows. ``parent`` is the Message-ID under which that turn really came, when another program gave it one.
    ``sender`` and ``recipient`` are "" where nobody knows them: then no header names anybody, and it is a draft or a file.
    ``automatic`` marks a mail that no person sends.
    ``repeat`` marks a mail that brings a turn once more, a reminder: it gets an id of its own. ``tongue`` is the language
    of what a person reads in it.
    """

    game: str
    gid: str
    turn: int | None
    first: int
    last: int
    head: str
    sender: str
    recipient: str
    date: datetime
    summary: str
    body: str = field(default="", repr=False)
    sender_name: str = ""
    recipient_name: str = ""
    thread: str = ""
    answers: str = ""
    parent: str = ""
    repeat: str = ""
    draft: bool = False
    automatic: bool = False
    tongue: Catalogue = field(default=ENGLISH, repr=False)


def turn_digest(turn: bytes) -> str:
    """SHA-256 of a turn file (64 hex digits), of which its mail's Message-ID is made."""
    return hashlib.sha256(turn).hexdigest()


def message_id(digest: str) -> str:
    """The Message-ID that belongs to a turn digest: short, because long ones come back folded."""
    return f"<{_hex(digest)[:24]}@{_DOMAIN}>"


def file_name(envelope: Envelope) -> str:
    """The name of the attachment: ``june6-T03-s0412.pbem``."""
    _check_game(envelope.game)
    return "-".join((envelope.game, *_tags(envelope.turn, envelope.last))) + ".pbem"


def spoken(head: str) -> str:
    """The first twelve digits of a hash in three groups, to read out by phone."""
    short = _hex(head)[:12]
    return f"{short[:4]} {short[4:8]} {short[8:]}"


def compose(turn: bytes, envelope: Envelope, pack: bytes = b"") -> bytes:
    """The mail that carries the turn file ``turn``: RFC 5322, lines ending in CRLF. ``pack``: a file that goes with it.

    UsageError ``bad-address``, ``bad-game``, ``bad-id`` or ``bad-date`` for an envelope that makes no mail;
    MailError ``attachment-too-big`` or ``mail-too-big`` for a turn that no reader would take.
    """
    for what, data in ((Message("turn file"), turn), (Message("data pack"), pack)):
        if len(data) > MAX_ATTACHMENT:
            raise MailError.of(
                "attachment-too-big",
                "The {what} has {len} bytes; {max_attachment} are allowed in a mail.",
                what=what,
                len=len(data),
                max_attachment=MAX_ATTACHMENT,
            )
    digest = turn_digest(turn + envelope.repeat.encode())
    mail = EmailMessage(policy=SMTP)
    for name, value in _headers(envelope, digest):
        mail[name] = value
    text = _text(turn, envelope)
    mail.set_content(text, cte="7bit" if _is_plain(text) else "quoted-printable")
    mail.add_attachment(
        turn, maintype="application", subtype="octet-stream", filename=file_name(envelope), cte="base64"
    )
    if pack:
        beside = file_name(envelope).removesuffix(".pbem") + PACK_NAME
        mail.add_attachment(
            pack, maintype="application", subtype="octet-stream", filename=beside, cte="base64"
        )
    mail.set_boundary(f"pbem-{digest[:32]}")
    raw = mail.as_bytes()
    if len(raw) > MAX_MAIL:
        raise MailError.of(
            "mail-too-big",
            "The mail would have {len} bytes; {max_mail} are allowed.",
            len=len(raw),
            max_mail=MAX_MAIL,
        )
    return raw


def _headers(envelope: Envelope, digest: str) -> Iterator[tuple[str, str | Address]]:
    if envelope.date.tzinfo is None:
        raise UsageError.of("bad-date", "The date of a mail needs a time zone.")
    summary = envelope.tongue.say(envelope.summary)
    yield "Subject", subject(envelope.game, envelope.turn, envelope.last, summary)
    if envelope.sender:
        yield "From", _address(envelope.sender, envelope.sender_name)
    if envelope.recipient:
        yield "To", _address(envelope.recipient, envelope.recipient_name)
    yield "Date", format_datetime(envelope.date)
    yield "Message-ID", message_id(digest)
    ids = [message_id(name) for name in (envelope.thread, envelope.answers) if name]
    if MAIL_ID.fullmatch(envelope.parent):
        ids.append(envelope.parent)
    if ids:
        yield "In-Reply-To", ids[-1]
        yield "References", " ".join(dict.fromkeys(ids))
    yield "X-Pbem-Game", f"{envelope.game} {_hex(envelope.gid)[:16]}"
    yield "X-Pbem-Entries", f"{envelope.first}-{envelope.last}"
    yield "X-Pbem-Head", _hex(envelope.head)[:16]
    if envelope.automatic:
        yield "Auto-Submitted", "auto-replied"
    if envelope.draft:
        yield "X-Unsent", "1"


def subject(game: str, turn: int | None, last: int, summary: str) -> str:
    """The subject of a turn up to entry ``last``: a tag to sort mails by, and the summary in one line."""
    _check_game(game)
    tag = " ".join(("pbem", game, *_tags(turn, last)))
    return f"[{tag}] {_one_line(summary)[:_MAX_SUMMARY]}".rstrip()


def _tags(turn: int | None, last: int) -> tuple[str, ...]:
    step = f"s{last:04d}"
    return (step,) if turn is None else (f"T{turn:02d}", step)


def _text(turn: bytes, envelope: Envelope) -> str:
    say = envelope.tongue.say
    entries = f"{envelope.first}-{envelope.last}"
    block = armour(turn, {"Game": f"{envelope.game} {envelope.gid[:16]}", "Entries": entries})
    body = "\n".join(_one_line(line, keep_blanks=True) for line in say(envelope.body).splitlines()).strip(
        "\n"
    )
    parts = [
        _one_line(say(envelope.summary)),
        body,
        say(
            Message(
                "Entries {entries}. Head after entry {last}: {spoken}",
                entries=entries,
                last=envelope.last,
                spoken=spoken(envelope.head),
            )
        ),
        say(ATTACHED),
        block,
    ]
    return "\n\n".join(part for part in parts if part)


def _one_line(text: str, *, keep_blanks: bool = False) -> str:
    """Text without control characters and lone surrogates, which no mail may carry."""
    text = text.encode("utf-8", "replace").decode()
    if keep_blanks:
        return "".join(" " if _BLANKS.fullmatch(char) else char for char in text).rstrip()
    return _BLANKS.sub(" ", text).strip()


def _is_plain(text: str) -> bool:
    return text.isascii() and all(len(line) <= 78 for line in text.splitlines())


def _address(address: str, name: str) -> Address:
    from pbem.mail import addresses  # noqa: PLC0415  # reading a mail needs none

    if not addresses.is_plain(address):
        raise addresses.bad(address)
    return Address(display_name=_one_line(name)[:80], addr_spec=address)


def _check_game(game: str) -> None:
    if not _GAME.fullmatch(game):
        raise UsageError.of(
            "bad-game", "{game!r} is not the name of a game: lower-case letters and digits.", game=game[:40]
        )


def _hex(digest: str) -> str:
    if not _DIGEST.fullmatch(digest):
        raise UsageError.of(
            "bad-id",
            "{digest!r} is not a digest: 16 to 64 of the digits 0-9 and a-f are.",
            digest=digest[:70],
        )
    return digest
