"""Handing a mail over into a Maildir.

The way two players on one machine, or a local agent, exchange mails.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from pbem.bytes.errors import MailError
from pbem.store import atomic

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


def deliver(maildir: Path, raw: bytes, name: str) -> Path:
    """Put ``raw`` into ``maildir/new`` under ``name`` (letters, digits, ``._-``) and return its path.

    The mail is written in ``tmp`` and flushed before it appears. Delivering the same bytes under the same
    name again changes nothing. MailError ``name-taken`` when another mail has the name, ``bad-name`` for a
    name with other characters.
    """
    if not _NAME.fullmatch(name):
        raise MailError.of("bad-name", "{name!r} cannot be the name of a mail file.", name=name[:40])
    for folder in ("tmp", "new", "cur"):
        (maildir / folder).mkdir(mode=0o700, parents=True, exist_ok=True)
    for there in _same_name(maildir, name):
        if there.read_bytes() != raw:
            raise MailError.of(
                "name-taken", "There is another mail named {name} in {maildir}.", name=name, maildir=maildir
            )
        return there
    temporary, target = maildir / "tmp" / name, maildir / "new" / name
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o600)
    try:
        atomic.write_all(handle, raw)
    finally:
        os.close(handle)
    os.replace(temporary, target)
    atomic.sync_folder(target.parent)
    return target


def _same_name(maildir: Path, name: str) -> list[Path]:
    """Mails of this name: a mail program that has seen one moves it to ``cur`` and appends its flags."""
    read = sorted(path for path in (maildir / "cur").iterdir() if path.name.partition(":2,")[0] == name)
    return [path for path in (maildir / "new" / name, *read) if path.is_file()]
