"""``pbem replay mark``: your own notes and bookmarks on a game."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.bytes.errors import UsageError
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.files import free, write
from pbem.home import games
from pbem.home.viewing import bookmarks
from pbem.home.viewing.logs import read_file
from pbem.port.messages import counted
from pbem.view.markup import clean

_FILE = click.Path(path_type=Path)


@click.command()
@click.argument("words", nargs=-1, metavar="[N] [TEXT]")
@click.option("--drop", type=click.IntRange(min=0), metavar="N", help="Remove the note on entry N.")
@click.option(
    "--take", type=_FILE, metavar="FILE", help="Take in a file of notes, as the replay page saves it."
)
@click.option("--out", type=_FILE, metavar="FILE", help="Write them into a file that the replay page loads.")
@json_option
@home_options
def mark(
    *, words: tuple[str, ...], drop: int | None, take: Path | None, out: Path | None, as_json: bool
) -> None:
    """Note something on entry N of a game, or on the last signed one; N alone is a bookmark. With nothing: list them.

    They stay in your home, encrypted, and in your backup; no turn file or mail holds one. pbem replay --html OUT
    --with-notes puts them into a page. Where a file has another text for the same entry, both are kept.

    \b
    Examples:
      pbem replay mark "The bridge is the key to this turn."
      pbem replay mark 120 "Here I should have waited."
      pbem replay mark --drop 120
    """
    if bool(words) + (drop is not None) + (take is not None) + (out is not None) > 1:
        raise UsageError.of("one-choice", "Say one thing at a time: a note, --drop, --take or --out.")
    known = setting()
    folder, identity = known.folder(), known.unlocked()
    log = games.look(folder).log
    if words or drop is not None:
        there = bookmarks.read(folder, identity) if words else {}
        more = {  # a bookmark takes no words away
            entry: text.strip() or there.get(entry, "")
            for entry, text in (_note(words, bookmarks.signed(log) - 1) if words else {}).items()
        }
        bookmarks.keep(folder, identity, log, more, drop)
        for entry in more:
            output.talk("Noted on entry {entry}.", entry=entry)
        if drop is not None:
            output.talk("The note on entry {entry} is removed.", entry=drop)
        return
    if take is not None:
        found = bookmarks.take(folder, identity, log, read_file(take, bookmarks.MAX_FILE))
    else:
        found = bookmarks.read(folder, identity)
    if out is not None:
        free(out)
        write(out, bookmarks.written(found, log, bookmarks.signed(log)))
        output.talk("Wrote {shown}. It is yours alone: nothing that is sent holds a note.", shown=out)
    elif as_json:
        output.data(bookmarks.written(found, log).decode().rstrip())
    else:
        output.data_all(
            f"{entry:>5}  {clean(text, 2 * bookmarks.MAX_TEXT)}".rstrip() for entry, text in found.items()
        )
        output.talk(counted(len(found), "{n} note on this game.", "{n} notes on this game."))


def _note(words: tuple[str, ...], last: int) -> dict[int, str]:
    """What is noted, by entry: a first word in digits is the entry, where another follows or it stands alone."""
    first, *rest = words
    if first.isascii() and first.isdecimal() and len(first) < 10:
        return {int(first): " ".join(rest)}
    return {last: " ".join(words)}


COMMAND = mark
