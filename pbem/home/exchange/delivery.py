"""Handing a mail over: the ways that need nobody (a server, a program on a pipe), and those that open a draft.

What is handed over has been signed and stored before; handing the same over again changes nothing.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from email import message_from_bytes
from email.policy import SMTP
from email.utils import parseaddr
from pathlib import Path

from pbem.bytes.errors import NOT_THE_OTHERS, MailError, PbemError, UsageError, unexpected
from pbem.bytes.system_words import system_says
from pbem.mail import imap, programs, smtp
from pbem.mail.compose import ATTACHED
from pbem.mail.imap import Opener
from pbem.mail.password import password
from pbem.mail.settings import MailSettings, Server
from pbem.mail.smtp import Sender
from pbem.mail.smtp import check as _check_smtp
from pbem.port.messages import LANGUAGES, Message, Series, catalogue
from pbem.store import atomic
from pbem.store.game import GameFolder

_DRAFTS = "drafts"
_MAX_DRAFTS = 8


def ready(settings: MailSettings, way: str, environ: Mapping[str, str]) -> str:
    """Look at a way out before anything is signed; the password that :func:`deliver` needs, asked for once.

    Only ``pipe`` and ``smtp`` need anything. MailError ``no-program``, ``no-mail-password``, ``password-command``;
    UsageError ``mail-settings`` for a way that is not set up.
    """
    if way == "pipe" and shutil.which(settings.program[0]) is None:
        raise programs.missing(settings.program)
    if way != "smtp":
        return ""
    server = _server(settings)
    return password(settings, server, environ) if server.user else ""


@contextmanager
def after_signing(again: str) -> Iterator[None]:
    """Whatever goes wrong inside says, too, that something has been signed and how the same is sent again.

    Raises PbemError.
    """
    try:
        yield
    except OSError as error:
        what = Message("{what} cannot be written: {why}.", what=error.filename or "", why=system_says(error))
        raise PbemError("unwritable", what, hint=again) from error
    except NOT_THE_OTHERS as error:
        failed = unexpected(error)
        failed.hint = Series((failed.hint, " ", again), "") if failed.hint else again
        raise failed from error


def deliver(
    settings: MailSettings,
    way: str,
    mail: bytes,
    environ: Mapping[str, str],
    *,
    key: str | None = None,
    send: Sender = smtp.send,
    opener: Opener = imap.opened,
) -> tuple[str, ...]:
    """Send a mail that :func:`pbem.mail.compose.compose` wrote, by ``pipe`` or ``smtp``; what was done, in sentences.

    It has been taken when this returns. ``key`` is what :func:`ready` gave, if it was asked.
    ``send`` and ``opener`` may be given instead of the servers. Raises MailError, and
    UsageError ``mail-settings`` for a way that is not set up.
    """
    if way == "pipe":
        programs.pipe(settings.program, mail)
        return (Message("Sent through {program}.", program=settings.program[0]),)
    server = _server(settings)
    sender, recipient = addresses(mail)
    key = ready(settings, "smtp", environ) if key is None else key
    send(server, key, mail, sender=sender, recipient=recipient)
    return (
        Message("Sent to {recipient} through {name}.", recipient=recipient, name=server.name),
        *_filed(settings, mail, environ, opener),
    )


def _server(settings: MailSettings) -> Server:
    if settings.smtp is None:
        raise UsageError.of(
            "mail-settings",
            "There is no server in mail.toml to send through.",
            hint="Type: pbem setup mail --address YOU@... --smtp HOST --user NAME",
        )
    return settings.smtp


def addresses(mail: bytes) -> tuple[str, str]:
    """Sender and recipient of a mail of ours."""
    return _named(mail, "From"), _named(mail, "To")


def _named(mail: bytes, name: str) -> str:
    head = message_from_bytes(mail.partition(b"\r\n\r\n")[0] + b"\r\n\r\n", policy=SMTP)
    return parseaddr(str(head[name] or ""))[1]


def _filed(
    settings: MailSettings, mail: bytes, environ: Mapping[str, str], opener: Opener
) -> tuple[str, ...]:
    """A copy in the folder of sent mail. The mail has gone: a copy that fails is told, and nothing more."""
    if not settings.sent or settings.imap is None:
        return ()
    try:
        with opener(settings.imap, password(settings, settings.imap, environ)) as box:
            box.append(settings.sent, mail)
    except PbemError as error:
        return (
            Message(
                "The mail has gone, but no copy could be put into {sent!r}: {message}",
                sent=settings.sent,
                message=error.message,
            ),
        )
    return (Message("A copy is in {sent!r}.", sent=settings.sent),)


def open_draft(folder: GameFolder, mail: bytes, file: bytes, name: str) -> tuple[str, ...]:
    """Open the mail as a draft in the player's mail program; what was done. The files stay in the game's folder.

    MailError ``no-client`` where no mail program is known.
    """
    place = folder.path / _DRAFTS
    atomic.make_folder(place)
    for old in sorted(place.iterdir())[:-_MAX_DRAFTS]:
        old.unlink(missing_ok=True)
    attachment, eml = place / name, (place / name).with_suffix(".eml")
    atomic.write_bytes(attachment, file)
    atomic.write_bytes(eml, mail)
    head, body = shown(mail)
    subject = next(line for line in head if line.startswith("Subject: ")).removeprefix("Subject: ")
    draft = programs.Draft(
        recipient=addresses(mail)[1], subject=subject, body=body, attachment=attachment, eml=eml
    )
    command = programs.client_command(draft)
    if command is None:
        raise MailError.of(
            "no-client",
            "No mail program was found on this machine.",
            eml=eml,
            hint="The mail is in {eml}: open it, or choose another way: pbem setup mail --help",
        )
    programs.open_client(command)
    return (Message("{name} opens with the mail: look at it and send it.", name=Path(command[0]).name),)


def shown(mail: bytes) -> tuple[tuple[str, ...], str]:
    """A mail of ours as a person reads it: its header lines, and its text before the turn as letters."""
    parsed = message_from_bytes(mail, policy=SMTP)
    names = ("From", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "References")
    head = tuple(f"{name}: {parsed[name]}" for name in names if parsed[name] is not None)
    part = next(each for each in parsed.walk() if each.get_content_type() == "text/plain")
    data = part.get_payload(decode=True)
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else ""
    written = text.replace("\r\n", "\n")
    for code in LANGUAGES:
        written = written.partition(catalogue(code, "pbem").say(ATTACHED))[0]
    return head, written.strip()


def check(settings: MailSettings, server: Server, what: str, environ: Mapping[str, str]) -> None:
    """Connect to a server and log in, and change nothing. Raises MailError."""
    key = password(settings, server, environ) if server.user else ""
    if what == "smtp":
        _check_smtp(server, key)
        return
    with imap.opened(server, key) as box:
        for folder in settings.folders:
            box.select(folder)
