"""``pbem archive``: many logs at once, judged on all cores, and asked questions."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.bytes.errors import UsageError
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.extras import needs_club
from pbem.cli.files import write
from pbem.home import games
from pbem.port.messages import Message, Series

if TYPE_CHECKING:
    from pbem.archive.work import Count

_FOLDER = click.option(
    "--into",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder with the tables (else one in your home).",
)


@click.group()
def archive() -> None:
    """Judge every log, paper and mail of an archive, and ask what it tells.

    \b
    Examples:
      pbem archive verify games/
      pbem archive ask balance
    """


@archive.command(short_help="Judge every file of an archive.")
@click.argument("places", nargs=-1, required=True, metavar="PLACE...")
@_FOLDER
@click.option("--workers", type=click.IntRange(1, 1024), help="Processes here (else one a core).")
@click.option("--scheduler", default="", metavar="ADDRESS", help="A Dask scheduler, such as tcp://club:8786.")
@click.option(
    "--seconds",
    type=click.FloatRange(0.1),
    default=600.0,
    show_default=True,
    help="The longest one file may take.",
)
@json_option
@home_options
def verify(
    places: tuple[str, ...],
    folder: Path | None,
    workers: int | None,
    scheduler: str,
    seconds: float,
    as_json: bool,
) -> None:
    """Judge every log, paper and mail in PLACE: a folder, a tar or zip file, a mailbox, or an address such as s3://club/games.

    Verdicts are those of `pbem verify`. What was judged before by this program, these rules and this data is not judged
    again: a run that was stopped goes on where it was. Exit code 0 when every file holds.

    \b
    Example:
      pbem archive verify games/ league-2026.zip --into tables
    """
    needs_club("Archives")
    from pbem.archive import asking, judging, tables, work  # noqa: PLC0415  # an extra, and slow to import

    into = setting().home.archive if folder is None else folder
    kept = tables.Tables(into)
    with work.cluster(scheduler, workers or 0) as client:
        run = work.Run(client, kept, judging.judge_id(), seconds, _progress)
        for place in places:
            count = run.all(place)
    if sys.stderr.isatty():
        output.talk("")
    found = asking.Archive(into)
    if as_json:
        counts = {"found": count.found, "judged": count.judged, "known": count.known}
        output.data_json({**counts, "verdicts": {**found.verdicts(run.run)}})
    else:
        output.talk(
            Message(
                "Files: {found}; judged now: {judged}; judged before, or twice there: {known}.",
                found=count.found,
                judged=count.judged,
                known=count.known,
            )
        )
        output.data_all(found.summary(run.run))
        output.talk(Message("Next: {command}", command=_next(folder)))
    sys.exit(found.exit_code(run.run))


@archive.command(short_help="Ask the tables of an archive.")
@click.argument("name", default="", metavar="[QUESTION]")
@_FOLDER
@click.option("--sql", default="", metavar="QUERY", help="A query of your own over files, games and players.")
@click.option(
    "--chart", type=click.Path(path_type=Path), metavar="OUT", help="Draw the answer into one HTML file."
)
@json_option
@home_options
def ask(name: str, folder: Path | None, sql: str, chart: Path | None, as_json: bool) -> None:
    """Answer QUESTION from the tables that `pbem archive verify` has written. Without one, list the questions.

    \b
    Examples:
      pbem archive ask
      pbem archive ask balance --into tables --chart balance.html
      pbem archive ask --sql "SELECT a_name, count(*) FROM games GROUP BY 1"
    """
    needs_club("Archives")
    from pbem.archive import asking, questions  # noqa: PLC0415  # an extra, and slow to import

    if not name and not sql:
        output.data_all(Series((f"{key:12} ", each.asks), "") for key, each in questions.QUESTIONS.items())
        output.talk(Message("Next: pbem archive ask QUESTION"))
        return
    asked = None if sql else asking.question(name)
    tables = asking.Archive(setting().home.archive if folder is None else folder)
    answer = tables.ask(sql) if asked is None else tables.answer(asked)
    if as_json:
        output.data(json.dumps(answer.records(), ensure_ascii=False))
    else:
        output.data_all(answer.lines())
    if asked is not None and asked.note:
        output.talk(asked.note)
    if chart is not None:
        if asked is None:
            raise UsageError(
                "no-chart",
                Message("A query of your own is not drawn."),
                hint=Message("Use --json, and draw it as you like."),
            )
        write(chart, asking.chart(name, asked, answer).encode())
        output.talk(Message("Wrote {chart}.", chart=chart))


def _next(folder: Path | None) -> str:
    return "pbem archive ask" if folder is None else f"pbem archive ask --into {games.typed(folder)}"


def _progress(count: Count) -> None:
    """One line that is written over: only where somebody looks."""
    if sys.stderr.isatty():
        click.echo(f"\r{count.found} files found, {count.judged} judged", nl=False, err=True)


COMMAND = archive
