"""``pbem dispute``: one disputed step out of a log, for a referee."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.verdict_first import judging
from pbem.home import games
from pbem.home.papers import evidence as proofs
from pbem.home.viewing import logs as looking
from pbem.port.messages import Message
from pbem.store.atomic import write_bytes


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--at", type=click.IntRange(min=0), required=True, metavar="N", help="The disputed entry.")
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Where to write it.")
@home_options
def dispute(file: Path | None, at: int, out: Path | None) -> None:
    """Write the smallest file with which a referee plays the disputed step again: the state before it, which both players
    have signed, and the turn with that step. No secret is in it that the turn itself did not open.

    Without FILE, in the game of this home, with the turn that was refused. `pbem verify capsule-N.pbem` judges it.

    \b
    Example:
      pbem dispute campaign.pbem --at 412
    """
    known = setting()
    if file is not None:
        name, film = games.shown(file), looking.film(file, home=known.home)
    else:
        folder = known.folder()
        name, film = (
            Message("game {name}, with the turn that was refused", name=folder.name),
            proofs.disputable(folder),
        )
    with judging(name, film.verdict, leaves=file is not None):
        data = proofs.dispute(film, at)
        place = out or Path(f"capsule-{at}.pbem")
        write_bytes(place, data, mode=0o644)
        output.talk(
            Message(
                "Wrote {place} ({len} bytes): the step at entry {at}, to be judged without the rest of the game.",
                place=place,
                len=len(data),
                at=at,
            )
        )
        output.talk(Message("Anybody with the same rules can: pbem verify {place}", place=place))


COMMAND = dispute
