"""``pbem club wanted``: invitations that wait for somebody, on the pages of a club."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.app import home_options
from pbem.cli.extras import needs_club
from pbem.home.turns.letter_notes import terms
from pbem.log import Log


@click.command()
@click.argument("folder", metavar="CLUB", type=click.Path(path_type=Path, file_okay=False))
@click.argument("post", required=False, type=click.Path(path_type=Path))
@click.option("--off", default="", metavar="ID", help="Take the invitation off that begins so.")
@home_options
def wanted(folder: Path, post: Path | None, *, off: str) -> None:
    """Show the invitation in POST on the pages of a club until you take it off; without POST, list those that wait.

    \b
    Examples:
      pbem club wanted normandy post-june6-1a2b3c4d.txt
      pbem club wanted normandy --off 1a2b
    """
    needs_club("Clubs")
    from pbem.club import folder as files  # noqa: PLC0415  # an extra
    from pbem.club import reading  # noqa: PLC0415  # an extra
    from pbem.club import wanted as posts  # noqa: PLC0415  # an extra
    from pbem.home.exchange import invitations  # noqa: PLC0415  # an extra
    from pbem.home.viewing import logs  # noqa: PLC0415  # an extra

    club = reading.read(folder)
    if post is not None:
        club = posts.more(club, logs.lines_of(post))
    if off:
        before, club = club, posts.fewer(club, off)
        for name in before.wanted.keys() - club.wanted.keys():
            (folder / files.WANTED / f"{name}.pbem").unlink()
    files.write(club)
    for name, lines in club.wanted.items():
        output.data(
            "{name}  {terms}", name=name[:8], terms=terms(Log(invite=invitations.read_invitation(lines)))
        )
    if not club.wanted:
        output.talk("Nobody looks for a game on these pages.")
    if club.wanted or off:
        output.talk("Next: pbem club publish {folder} OUT", folder=folder)


COMMAND = wanted
