"""Handing a mail to a program of the player's: sendmail or msmtp on a pipe, or the mail program of the desktop."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from pbem.bytes.errors import MailError
from pbem.bytes.records import frozen
from pbem.bytes.system_words import system_says
from pbem.bytes.text import shown

_SECONDS = 120.0
_TAKEN = re.compile(rb"(?im)^(?:X-Unsent|Bcc):[^\r\n]*\r?\n")
# Dropped while they run, they would be complained about.
_STARTED: list[subprocess.Popen[bytes]] = []
_THUNDERBIRDS = ("thunderbird", "betterbird", "icedove")


@frozen(kw_only=True)
class Draft:
    """What a mail program needs for a new mail: ``attachment`` is the turn file, ``eml`` the whole mail as a file."""

    recipient: str
    subject: str
    body: str
    attachment: Path
    eml: Path


def pipe(command: tuple[str, ...], mail: bytes) -> None:
    """Give the mail to ``command`` on its standard input, with lone line feeds as sendmail expects.

    MailError ``no-program`` or ``program`` with its last words.
    """
    head, _, body = mail.partition(b"\r\n\r\n")
    plain = (_TAKEN.sub(b"", head + b"\r\n") + b"\r\n" + body).replace(b"\r\n", b"\n")
    try:
        # The player's own settings name the program; no shell reads them.
        done = subprocess.run(command, input=plain, capture_output=True, timeout=_SECONDS, check=False)  # noqa: S603
    except FileNotFoundError as error:
        raise missing(command) from error
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        raise MailError.of(
            "program", "{command!r} did not take the mail: {error}.", command=command[0], error=error
        ) from error
    if done.returncode:
        words = done.stderr.decode("utf-8", "replace").strip()[-300:]
        told = shown(words, " ")
        raise MailError.of(
            "program",
            "{command!r} did not take the mail (exit {returncode}): {told}",
            command=command[0],
            returncode=done.returncode,
            told=told,
        )


def missing(command: tuple[str, ...]) -> MailError:
    """The error for a program on a pipe that is not there."""
    return MailError.of(
        "no-program",
        "There is no program {command!r}.",
        command=command[0],
        hint="Set program in mail.toml, or choose another way: pbem setup mail --help",
    )


def client_command(draft: Draft, *, platform: str = sys.platform) -> tuple[str, ...] | None:
    """The command that opens ``draft`` in the player's mail program; None where none is known."""
    for name in _THUNDERBIRDS:
        if found := shutil.which(name):
            return found, "-compose", _compose(draft)
    if platform == "darwin" and (found := shutil.which("open")):
        return found, str(draft.eml)
    if found := shutil.which("xdg-email"):
        return (
            *(found, "--utf8", "--subject", draft.subject, "--body", draft.body),
            *("--attach", str(draft.attachment), draft.recipient),
        )
    if found := shutil.which("xdg-open"):
        return found, str(draft.eml)
    return None


def open_client(command: tuple[str, ...]) -> None:
    """Start the mail program and do not wait for it. MailError ``program``."""
    try:
        # Found by its name on the player's own path; the arguments are one list, no shell.
        started = subprocess.Popen(  # noqa: S603
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        raise MailError.of(
            "program", "{command!r} does not start: {what}.", command=command[0], what=system_says(error)
        ) from error
    _STARTED.append(started)


def _compose(draft: Draft) -> str:
    """Thunderbird's own list of fields; an apostrophe ends a field there and is written as a quotation mark."""
    fields = {
        "to": draft.recipient,
        "subject": draft.subject,
        "body": draft.body,
        "attachment": draft.attachment.resolve().as_uri(),
        "format": "text",
    }
    return ",".join(f"{name}='{value.replace(chr(39), chr(0x2019))}'" for name, value in fields.items())
