"""``pbem verify``: one verdict a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.language import say
from pbem.cli.log_lines import FILE, finding_lines, log_lines, pack_option, there, verdict_lines
from pbem.cli.words import Words
from pbem.games.registry import Finder
from pbem.home import backup_file, games, packs, verdict_sentence
from pbem.home.kept_papers import kept as kept_papers
from pbem.home.packs import installed
from pbem.home.papers import log_text
from pbem.home.viewing import logs as looking
from pbem.papers.paper import Finding
from pbem.port.messages import Message
from pbem.replay.verify import Verdict

if TYPE_CHECKING:
    from pbem.home.kept_papers.reading import Reading


@click.command()
@click.argument("files", nargs=-1, type=FILE, metavar="[FILE...]")
@click.option("--details", is_flag=True, help="Show keys, heads and digests too.")
@pack_option
@json_option
@home_options
def verify(files: tuple[Path, ...], details: bool, pack: Path | None, as_json: bool) -> None:
    """Check turn files, mails, papers or whole games: one verdict a file. Without FILE, the game of this home.

    Every signature, hash, die, secret and rule is checked again. Exit code 0 only when all files hold, and results among
    them contradict neither each other nor a log. A log beside a paper shows which keys had been given up; beside a turn and
    the refusal of it, which of the two players is wrong.

    \b
    Examples:
      pbem verify campaign.pbem
      pbem verify evidence-5.pbem campaign.pbem
      pbem verify campaign.pbem turn.eml refusal.eml
    """
    known = setting()
    chosen = installed.chosen(known.home, pack)
    find = packs.finder(known.home, chosen)
    files = tuple(there(kept_papers.anywhere(known.home, file)) for file in files)
    judged: list[tuple[str, Verdict | Finding | Reading]] = [
        (games.shown(file), _judged(file, find, files, chosen)) for file in files
    ]
    if not files:
        folder = known.folder()
        judged = [
            (
                say(Message("game {name}", name=folder.name))
                if not as_json
                else Message("game {name}", name=folder.name),
                looking.film_of_game(folder, draft=False).verdict,
            )
        ]
    judged += [
        ("together" if as_json else say(Message("together")), each) for each in _together(judged, files, find)
    ]
    for at, (name, verdict) in enumerate(judged):
        if as_json:
            output.data_json(
                verdict_sentence.as_json(verdict, name)
                if isinstance(verdict, Verdict)
                else verdict.json(name)
            )
        elif isinstance(verdict, Finding):
            output.data_all(finding_lines(Path(name), verdict, details=details))
        elif not isinstance(verdict, Verdict):
            output.data_all(finding_lines(Path(name), verdict.finding, verdict, details=details))
        else:
            output.data_all(
                log_lines(files[at], name, verdict, known.home)
                if files
                else verdict_lines(Path(name), verdict)
            )
            if details:
                output.data_all(Message("  {line}", line=line) for line in log_text.details(verdict))
    codes = {
        verdict_sentence.exit_code(each) if isinstance(each, Verdict) else _finding(each).exit_code
        for _, each in judged
    }
    # What is wrong counts before what is missing.
    if codes - {0}:
        sys.exit(min(codes - {0}))


def _finding(read: Finding | Reading) -> Finding:
    return read if isinstance(read, Finding) else read.finding


def _judged(
    file: Path, find: Finder, files: tuple[Path, ...], pack: Path | None
) -> Verdict | Finding | Reading:
    """The verdict on one file; logs among ``files`` tell which keys behind a paper were given up."""
    home = setting().home
    if (copy := backup_file.finding(file)) is not None:
        return copy
    if (lines := looking.paper_of(file)) is not None:
        from pbem.home.papers import reader  # noqa: PLC0415  # papers of every kind, for a file that is one

        return reader.read(lines, home, str(file), find, files)
    return looking.verify(file, home=home, pack=pack, beside=files)


def _together(
    judged: list[tuple[str, Verdict | Finding | Reading]], files: tuple[Path, ...], find: Finder
) -> tuple[Finding | Reading, ...]:
    found: tuple[Finding | Reading, ...] = ()
    if not all(isinstance(each, Verdict) for _, each in judged):
        from pbem.home.papers import result_comparison  # noqa: PLC0415  # for papers, as above

        found = result_comparison.contradictions(files, home=setting().home)
    if len(files) < 2:
        return found
    from pbem.home.papers import refused_turns  # noqa: PLC0415  # a turn and its refusal beside each other

    return (*found, *refused_turns.verdicts(files, setting().home, find))


COMMAND = Words(
    "verify",
    alone=verify,
    later={
        "page": "Is this replay page this program's, and does its log hold?",
        "desk": "Judge a folder of papers and logs, as one page.",
        "recheck": "Do old games come out the same under the rules installed now?",
    },
)
