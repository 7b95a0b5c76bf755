"""``pbem club archive``: many logs at once, judged on all cores."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.extras import needs_club
from pbem.view.markup import clean

if TYPE_CHECKING:
    from pbem.archive.work import Count

_SHOWN = 20
"""Files named that do not hold."""
_FOLDER = click.option(
    "--into",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder with the tables (else one in your home).",
)


@click.command()
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
def archive(
    places: tuple[str, ...],
    folder: Path | None,
    workers: int | None,
    scheduler: str,
    seconds: float,
    as_json: bool,
) -> None:
    """Judge every log, paper and mail in PLACE: a folder, a mailbox, or an address such as s3://club/games.

    Verdicts are those of `pbem verify`. What was judged before by this program, these rules and this data is not judged
    again. Exit code 0 when every file holds.

    \b
    Example:
      pbem club archive games/ league.mbox --into tables
    """
    needs_club("Archives")
    from pbem.archive import judging, tables, work  # noqa: PLC0415  # an extra, and slow to import

    kept = tables.Tables(setting().home.archive if folder is None else folder)
    with work.cluster(scheduler, workers or 0) as client:
        run = work.Run(client, kept, judging.judge_id(), seconds, _progress)
        for place in places:
            count = run.all(place)
    if sys.stderr.isatty():
        output.talk("")
    files = list(kept.run(run.run, run.judge))
    if as_json:
        counts = {"found": count.found, "judged": count.judged, "known": count.known}
        output.data_json({**counts, "verdicts": {**Counter(sorted(verdict for _, verdict, _, _ in files))}})
    else:
        output.talk(
            "Files: {found}; judged now: {judged}; judged before, or twice there: {known}.",
            found=count.found,
            judged=count.judged,
            known=count.known,
        )
        output.data_all(_summary(files))
    codes = {code for _, _, _, code in files} - {0}
    if codes:
        sys.exit(min(codes))


def _summary(files: list[tuple[str, str, str, int]]) -> Iterator[str]:
    """How many files have which verdict, and the first that do not hold."""
    counts = Counter(verdict for _, verdict, _, _ in files)
    yield from (f"{counts[verdict]:8}  {verdict}" for verdict in sorted(counts))
    bad = sorted((code, name, said) for name, _, said, code in files if code)
    yield from (f"{clean(name, 120)}: {clean(said, 300)}" for _, name, said in bad[:_SHOWN])


def _progress(count: Count) -> None:
    """One line that is written over: only where somebody looks."""
    if sys.stderr.isatty():
        click.echo(f"\r{count.found} files found, {count.judged} judged", nl=False, err=True)


COMMAND = archive
