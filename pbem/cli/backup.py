"""``pbem backup``: a copy of keys and games, and words on paper."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pbem.bytes.errors import ConflictError, NoFileError, PbemError, UsageError, VerifyError
from pbem.bytes.system_words import system_says
from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.clock import now
from pbem.cli.files import free, write
from pbem.cli.words import Words
from pbem.home import backup as backups
from pbem.home import backup_words
from pbem.home.backup import Saved
from pbem.home.backup_file import card_in
from pbem.home.games import MENDING
from pbem.home.last_backup import note_backup
from pbem.port.messages import Message, counted
from pbem.store.atomic import regular

_MAX = 64 * 1024 * 1024


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--words", is_flag=True, help="Print the 24 words that open it without the password.")
@click.option(
    "--force",
    is_flag=True,
    help="Write over FILE although it is not a backup of yours, or is one of a time when no game was damaged.",
)
@home_options
def backup(file: Path | None, words: bool, force: bool) -> None:
    """Write your key, and the secrets and logs of your games, into FILE, encrypted.

    Keep it away from this machine. It opens with your password, or with 24 words that you write on paper (--words).

    \b
    Examples:
      pbem backup ann.backup
      pbem backup --words
    """
    known = setting()
    if file is None and not words:
        raise UsageError.of("no-file", "Name the file to write.", hint="Type: pbem backup FILE, or --words")
    identity = known.unlocked()
    saved = None
    if file is not None:
        if not force and not _of(file, identity.keypair.public):
            free(file, Message("no backup of yours"), Message("Name another file, or say --force."))
        saved = backups.backup(known.home, identity)
        if (saved.left or saved.damaged) and file.exists() and not force:
            _told_broken(saved)
            raise ConflictError.of(
                "older-backup",
                "{file} is an earlier backup, in which that may still be whole: nothing was written.",
                file=file,
                hint="Keep it, and name another file. Or write over it with --force.",
            )
        write(file, saved.data)
        note_backup(known.home, now(), saved.left)
        _told(file, saved)
    if words:
        found = backup_words.to_words(identity.secret)
        for start in range(0, backup_words.COUNT, 6):
            output.data("  ".join(f"{n:>2} {found[n - 1]:<9}" for n in range(start + 1, start + 7)).rstrip())
        output.talk(
            "Write them on paper, in this order. Anybody who reads them and has a backup can play as you."
        )
    if saved is not None and (saved.left or saved.damaged):
        sys.exit(VerifyError.exit_code)


def _told(file: Path, saved: Saved) -> None:
    output.talk(
        counted(
            saved.games,
            "Wrote {file} ({bytes} bytes): {n} game.",
            "Wrote {file} ({bytes} bytes): {n} games.",
            file=file,
            bytes=len(saved.data),
        )
    )
    _told_broken(saved)
    if saved.damaged:
        output.talk("  It is in the backup as it is. {mending}", mending=MENDING)
    if saved.left:
        output.talk("  Keep that folder itself, and put back what an older backup holds of it.")


def _told_broken(saved: Saved) -> None:
    """Each game that is broken, and why."""
    for line in saved.damaged:
        output.talk(output.headed(output.bad(Message("Damaged")), line))
    for name, why in saved.left.items():
        output.talk(output.headed(output.bad(Message("Left out")), name, why))


def _of(file: Path, public: bytes) -> bool:
    """Whether a file is a backup of this identity, which a new one takes the place of."""
    try:
        return card_in(read(file)).public == public
    except PbemError:
        return False


def read(file: Path) -> bytes:
    try:
        with regular(file) as stream:
            return stream.read(_MAX + 1)
    except OSError as error:
        raise NoFileError.of(
            "no-such-file", "{file} cannot be read: {what}.", file=file, what=system_says(error)
        ) from error


COMMAND = Words(
    "backup",
    alone=backup,
    later={
        "restore": "Put a backup into a new home.",
        "moved": "Say that this copy of your home is the one you play from.",
    },
)
