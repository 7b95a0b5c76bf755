"""``pbem open``: one file of any kind."""

from __future__ import annotations

import atexit
import sys
from pathlib import Path

import click

from pbem.bytes.paths import typed
from pbem.bytes.text import shown
from pbem.cli import output, questions
from pbem.cli.app import home_options, setting
from pbem.cli.import_ import import_
from pbem.cli.log_lines import finding_lines, log_lines, there
from pbem.cli.packs import add_pack
from pbem.games.packs.pack import PAPER as PACK
from pbem.home import backup_file, packs, verdict_sentence
from pbem.home.kept_papers import kept as kept_papers
from pbem.home.kept_papers.reading import Reading
from pbem.home.papers import importing, log_text, reader
from pbem.home.viewing import logs as looking
from pbem.port.messages import Message


@click.command(name="open")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--yes", is_flag=True, help="Import it without asking.")
@click.option(
    "--pause", is_flag=True, help="Wait for Enter at the end: a window that a double click opened stays."
)
@click.pass_context
@home_options
def open_(context: click.Context, file: Path, yes: bool, pause: bool) -> None:
    """Look at one file of any kind: what it is, the verdict, what it proves, and the next step. What a double-click needs.

    A turn of a game of yours can be imported at once; a paper about one is kept with it, and `pbem status` knows it.

    \b
    Example:
      pbem open june6-T01-s0042.pbem
    """
    if pause:
        atexit.register(_pause)  # after everything that is said, errors too
    known = setting()
    file = there(kept_papers.anywhere(known.home, file))
    if (copy := backup_file.finding(file)) is not None:
        output.data_all(finding_lines(file, copy))
        sys.exit(0 if copy.code == "locked" else copy.exit_code)
    read = reader.of_file(file, known.home, packs.finder(known.home, None))
    if read is not None:
        output.data_all(finding_lines(file, read.finding, read))
        if read.kind == PACK and (
            yes or (output.can_ask() and questions.agreed(Message("Install it?"), default=True))
        ):
            add_pack(shown(file), looking.lines_of(file))
        _keep(context, file, read, yes=yes)
        sys.exit(read.exit_code)
    verdict = looking.verify(file, home=known.home)
    for warning in log_text.warnings(file, known.home):
        output.talk(output.headed(output.bad(output.WARNING), warning))
    step = Message("Next: pbem import {shown}", shown=typed(file))
    # The last line of this command names it, or asks.
    output.data_all(
        each for each in log_lines(file, shown(file), verdict, known.home) if each.strip() != step
    )
    if not verdict.good:
        sys.exit(verdict_sentence.exit_code(verdict))
    if log_text.nothing_yet(file, verdict):
        return
    if not log_text.ours(file, known.home):
        output.talk(log_text.foreign(file))
        return
    if not yes and not output.can_ask():
        output.talk(step)
        return
    if yes or questions.agreed(Message("Import it?"), default=True):
        context.invoke(import_, paths=(str(file),), yes=False, everything=False, dry_run=False, as_json=False)


def _pause() -> None:
    if output.can_ask():
        questions.typed(Message("Enter closes this window"), empty=True)


def _keep(context: click.Context, file: Path, read: Reading, *, yes: bool) -> None:
    """Keep a paper that was opened with its game; one that brings turn files is imported when the player says so."""
    if not read.here or not read.holds:
        return
    if not read.bundles:
        importing.keep(setting().home, file, read)
    elif yes or (output.can_ask() and questions.agreed(Message("Keep it with your game?"), default=True)):
        context.invoke(import_, paths=(str(file),), yes=False, everything=False, dry_run=False, as_json=False)


COMMAND = open_
