"""``pbem backup`` and ``restore``: a copy of keys and games, and words on paper."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

import click

from pbem.bytes.errors import MailError, PbemError, UsageError
from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.delivery import free, write
from pbem.home import backup as backups
from pbem.home import backup_words, restored_copy
from pbem.home import identity as identities
from pbem.home.keys.game_keys import note_backup
from pbem.store.atomic import regular

_MAX = 64 * 1024 * 1024
_MOST_WORDS = 4096


@click.command(short_help="Write a copy of your key and games.")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--words", is_flag=True, help="Print the 24 words that open it without the password.")
@click.option("--force", is_flag=True, help="Write over FILE although it is no backup of yours.")
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
        raise UsageError("no-file", "Name the file to write.", hint="Type: pbem backup FILE, or --words")
    identity = known.unlocked()
    if file is not None:
        if not force and not _of(file, identity.keypair.public):
            free(file, "no backup of yours", "Name another file, or say --force.")
        data = backups.backup(known.home, identity)
        write(file, data)
        note_backup(known.home, datetime.now(UTC))
        output.talk(f"Wrote {file} ({len(data)} bytes): {len(known.home.games())} games.")
    if words:
        found = backup_words.to_words(identity.secret)
        for start in range(0, backup_words.COUNT, 6):
            output.data("  ".join(f"{n:>2} {found[n - 1]:<9}" for n in range(start + 1, start + 7)).rstrip())
        output.talk(
            "Write them on paper, in this order. Whoever reads them and has a backup can play as you."
        )


def _of(file: Path, public: bytes) -> bool:
    """Whether a file is a backup of this identity, which a new one takes the place of."""
    try:
        return backups.card_in(_read(file)).public == public
    except PbemError:
        return False


@click.command(short_help="Put a backup into a new home.")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("given", nargs=-1, metavar="[WORD...]")
@click.option("--words", is_flag=True, help="Open it with the 24 words, and choose a new password.")
@click.option(
    "--words-file", type=click.Path(path_type=Path), metavar="FILE", help="Read the 24 words from this file."
)
@click.option("--no-password", is_flag=True, help="With the words: leave the key file unprotected.")
@home_options
def restore(
    file: Path, given: tuple[str, ...], words: bool, words_file: Path | None, no_password: bool
) -> None:
    """Put the backup in FILE into a home that has no key yet. What came and went since then comes from your mailbox.

    With --words you are asked for the 24 words, or give them behind FILE, or in a file (--words-file).

    \b
    Examples:
      pbem restore ann.backup
      pbem restore ann.backup --words --home new
      pbem restore ann.backup --words-file words.txt
    """
    known = setting()
    data = _read(file)
    card = backups.card_in(data)
    words = words or bool(given) or words_file is not None
    paper_words = _words(given, words_file) if words else ""
    if words:
        password = "" if no_password else known.password(card.name, new=True)
    else:
        password = known.password(card.name) if card.password else ""
    found = backups.restore(known.home, data, password=password, words=paper_words)
    output.talk(f"{found.card.name} is back in {known.home.path}.")
    for line in found.games:
        output.talk(line)
    identity = identities.unlock(known.home, password)
    output.talk_all(backups.check(known.home, identity))
    output.talk(
        "Before you go on, import what you sent and got since this backup: a turn must not be signed twice."
    )
    output.talk("Next: pbem fetch --all, or pbem import PATH... (your sent mails too); then: pbem moved")


def _words(given: tuple[str, ...], file: Path | None) -> str:
    """The words: typed behind the file, in a file, from the keyboard or from standard input."""
    if given:
        return " ".join(given)
    if file is not None:
        return _read(file)[:_MOST_WORDS].decode("utf-8", "replace")
    if output.can_ask():
        return str(click.prompt("The 24 words", err=True))
    return sys.stdin.read(_MOST_WORDS)


def _read(file: Path) -> bytes:
    try:
        with regular(file) as stream:
            return stream.read(_MAX + 1)
    except OSError as error:
        raise MailError("no-such-file", f"{file} cannot be read: {error.strerror or error}.") from error


@click.command(short_help="Say that this copy of your home is the one you play from.")
@click.option(
    "--nothing-since",
    is_flag=True,
    help="Say that you have signed nothing since this copy was made, in any of your games.",
)
@home_options
def moved(nothing_since: bool) -> None:
    """Say that this folder, a copy of your home, is the one you play from, and that no other copy is in use.

    A copy is what you have after moving the folder to another disk, after putting a backup back, or in a folder that is
    synchronised between machines. It may lack turns that you have signed since, so bring those in first.

    \b
    Examples:
      pbem moved
      pbem moved --nothing-since
    """
    home = setting().home
    if not home.is_copy():
        output.talk(f"{home.path} is where it always was: nothing is to be done.")
        return
    told = restored_copy.check(home, nothing_since=nothing_since)
    output.talk_all(told)
    if (
        told
        and output.can_ask()
        and not click.confirm("Is that all that you have signed?", default=False, err=True)
    ):
        output.talk("Nothing was changed. Next: pbem import PATH... (your sent mails too), then: pbem moved")
        return
    home.settle_down()
    output.talk(
        f"{home.path} is your home now. Play from no other copy: two of them would sign two versions."
    )
    output.talk("Next: pbem status")


COMMANDS = (backup, restore, moved)
