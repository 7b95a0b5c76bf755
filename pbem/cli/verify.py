"""``pbem verify``: one verdict a file."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.language import say
from pbem.cli.log_lines import FILE, finding_lines, log_lines, pack_option, there, verdict_lines
from pbem.home import backup, games, packs, verdict_sentence
from pbem.home.kept_papers import kept as kept_papers
from pbem.home.kept_papers.reading import Reading
from pbem.home.packs import installed
from pbem.home.papers import log_text, reader, refused_turns, result_comparison
from pbem.home.viewing import logs as looking
from pbem.papers.paper import Finding
from pbem.port.messages import Message
from pbem.replay.verify import Verdict


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
        (
            games.shown(file),
            backup.finding(file)
            or reader.of_file(file, known.home, find, files)
            or looking.verify(file, home=known.home, pack=chosen, beside=files),
        )
        for file in files
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
    together = "together" if as_json else say(Message("together"))
    judged += [(together, each) for each in result_comparison.contradictions(files, home=known.home)]
    if len(files) > 1:
        judged += [(together, each) for each in refused_turns.verdicts(files, known.home, find)]
    for at, (name, verdict) in enumerate(judged):
        if as_json:
            output.data_json(
                verdict_sentence.as_json(verdict, name)
                if isinstance(verdict, Verdict)
                else verdict.json(name)
            )
        elif isinstance(verdict, Reading):
            output.data_all(finding_lines(Path(name), verdict.finding, verdict, details=details))
        elif isinstance(verdict, Finding):
            output.data_all(finding_lines(Path(name), verdict, details=details))
        else:
            output.data_all(
                log_lines(files[at], name, verdict, known.home)
                if files
                else verdict_lines(Path(name), verdict)
            )
            if details:
                output.data_all(Message("  {line}", line=line) for line in log_text.details(verdict))
    codes = {
        verdict_sentence.exit_code(each) if isinstance(each, Verdict) else each.exit_code
        for each in (each.finding if isinstance(each, Reading) else each for _, each in judged)
    }
    # What is wrong counts before what is missing.
    if codes - {0}:
        sys.exit(min(codes - {0}))


COMMAND = verify
