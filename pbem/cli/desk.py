"""``pbem verify desk``: a referee's folder of disputes, each judged, as one page."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.files import write
from pbem.home import games
from pbem.home.referee import desk as desks
from pbem.port.messages import Message, counted


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("desk.html"),
    show_default=True,
    metavar="OUT",
    help="Where the page goes.",
)
@json_option
@home_options
def desk(folder: Path, out: Path, as_json: bool) -> None:
    """Judge every paper and log in FOLDER, game by game, as one page.

    Papers are claims, evidence, results, appointments; a turn beside the refusal of it is judged too. Exit code 0 when
    everything holds. Nothing is signed: pbem referee rules.

    \b
    Example:
      pbem verify desk disputes/ -o desk.html
    """
    found = desks.cases(folder, setting().home)
    write(out, desks.page(found, folder).encode())
    if as_json:
        output.data_json(
            [
                {"file": each.name, "game": each.game, "verdict": each.verdict, "said": [*each.lines]}
                for each in found
            ]
        )
    else:
        output.data_all(f"{each.verdict:14} {each.name}" for each in found)
    passed = sum(each.verdict == desks.PASSED for each in found)
    output.talk(Message("Wrote {shown}: {len} files.", shown=games.shown(out), len=len(found) - passed))
    if passed:
        output.talk(
            counted(
                passed,
                "{n} file was passed over: it holds nothing of a game.",
                "{n} files were passed over: they hold nothing of a game.",
            )
        )
    output.talk(Message("Next: open it in a browser; then, for each game: pbem referee open FILE"))
    codes = {each.code for each in found} - {0}
    if codes:
        sys.exit(min(codes))


COMMAND = desk
