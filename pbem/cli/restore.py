"""``pbem backup restore``: a backup put into a new home."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pbem.cli import output, questions
from pbem.cli.app import home_options, setting
from pbem.cli.backup import read
from pbem.cli.clock import now
from pbem.home import backup as backups
from pbem.home import identity as identities
from pbem.home.backup_file import card_in
from pbem.home.last_backup import note_backup
from pbem.port.messages import Message
from pbem.store.laid_aside import check_room

_MOST_WORDS = 4096


@click.command()
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
      pbem backup restore ann.backup
      pbem backup restore ann.backup --words --home new
      pbem backup restore ann.backup --words-file words.txt
    """
    known = setting()
    data = read(file)
    check_room(known.home)
    card = card_in(data)
    words = words or bool(given) or words_file is not None
    paper_words = _words(given, words_file) if words else ""
    if words:
        password = "" if no_password else known.password(card.name, new=True)
    else:
        password = known.password(card.name) if card.password else ""
    found = backups.restore(known.home, data, password=password, words=paper_words)
    output.talk("{card} is back in {path}.", card=found.card.name, path=known.home.path)
    output.talk_all((*found.games, *found.notes, *found.mail, *found.hooks))
    if found.mail:
        output.talk("Set anew what you know to be yours: pbem setup mail")
    if found.hooks:
        output.talk("Set anew what you know to be yours: pbem setup notify add")
    identity = identities.unlock(known.home, password)
    note_backup(known.home, now())
    lines, worst = backups.check(known.home, identity)
    output.talk_all(lines)
    output.talk(
        "Before you go on, import what you sent and got since this backup: a turn must not be signed twice."
    )
    output.talk(
        "Next: pbem import --all, or pbem import PATH... (your sent mails too); then: pbem backup moved"
    )
    if worst is not None:
        sys.exit(worst.exit_code)


def _words(given: tuple[str, ...], file: Path | None) -> str:
    """The words: typed behind the file, in a file, from the keyboard or from standard input."""
    if given:
        return " ".join(given)
    if file is not None:
        return read(file)[:_MOST_WORDS].decode("utf-8", "replace")
    if output.can_ask():
        return questions.typed(Message("The 24 words"))
    return sys.stdin.read(_MOST_WORDS)


COMMAND = restore
