"""``pbem verify page``: a replay page that somebody sent."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from pbem.bytes.errors import VerifyError
from pbem.bytes.paths import typed
from pbem.bytes.text import shown
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.files import write
from pbem.cli.log_lines import pack_option
from pbem.cli.verdict_first import spoken
from pbem.home import verdict_sentence
from pbem.home.packs import installed as packs
from pbem.home.viewing import replay_pages
from pbem.home.viewing.replay_pages import Checked
from pbem.port.messages import Message

_FILE = click.Path(path_type=Path)


@click.command(name="page")
@click.argument("file", type=_FILE)
@click.option("--save", type=_FILE, metavar="OUT", help="Write the log in the page to OUT.pbem.")
@pack_option
@json_option
@home_options
def page(file: Path, save: Path | None, pack: Path | None, as_json: bool) -> None:
    """Check a replay page that somebody sent: the verdict on the log in it, and whether the page is what this program makes
    of that log. The page is only read, never run.

    Exit code 0 only when it is the same and the log holds.

    \b
    Examples:
      pbem verify page game.html
      pbem verify page game.html --save game.pbem
    """
    home = setting().home
    found = replay_pages.check(file, home=home, pack=packs.chosen(home, pack))
    name = shown(file)
    if as_json:
        output.data_json(
            {**verdict_sentence.as_json(found.verdict, name), "page": found.word, "page_said": found.said}
        )
    else:
        output.data_all(_told(name, found))
    if save is not None:
        write(save, found.found.log)
        output.talk(
            "Wrote {shown}: the log in that page. pbem verify {shown} says the same of it.", shown=typed(save)
        )
    if not found.good:
        sys.exit(VerifyError.exit_code)


def _told(name: str, found: Checked) -> Iterator[str]:
    colour = output.good if found.word == "same" else output.bad
    lines = [
        spoken(Message("{name}, the log in it", name=name), found.verdict),
        Message("{name}, the page: {colour}", name=name, colour=colour(found.said)),
    ]
    # What is worse comes first.
    yield from lines if not found.verdict.good or found.word == "same" else reversed(lines)
    if found.word != "same":
        yield Message(
            "Next: pbem verify page {name} --save game.pbem, then pbem replay game.pbem --html mine.html",
            name=name,
        )


COMMAND = page
