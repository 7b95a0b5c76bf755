"""``pbem status waiting``: who owes what since when."""

from __future__ import annotations

from datetime import datetime

import click

from pbem.bytes.canon import Json
from pbem.cli import game_named, output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.clock import now
from pbem.home import games
from pbem.home.disputes import silence
from pbem.home.disputes.silence import Waiting
from pbem.home.kept_papers import game_over
from pbem.port.messages import Message


@click.command()
@click.option(
    "--days", type=click.IntRange(1, 3650), metavar="N", help="Keep after how many days a debt is overdue."
)
@json_option
@home_options
def waiting(days: int | None, as_json: bool) -> None:
    """Say for every game who owes what, after which entry and since which day.

    \b
    Examples:
      pbem status waiting
      pbem status waiting --days 7 --game 1a2b
    """
    known = setting()
    identity, moment = known.unlocked(), now()
    folders = (known.folder(),) if known.wanted or days is not None else games.begun(known.home)
    for folder in folders:
        game_named.means(known.home, folder)
        if days is not None:
            silence.agree(folder, days)
        found = silence.waiting(folder, games.open_session(folder, identity))
        if as_json:
            output.data_json(_json(folder.name, found, moment))
        else:
            text = found.sentence(moment) if found else Message("The game is over; nothing is owed.")
            over = game_over.said(folder)
            output.data("{folder}: {text}", folder=folder.name[:8], text=over or text)
            if not over and found is not None and found.overdue(moment) and not found.mine:
                output.talk("Next: pbem send --reminder; or pbem dispute claim")


def _json(name: str, found: Waiting | None, moment: datetime) -> Json:
    if found is None:
        return {"game": name, "owed_by": None}
    return {
        "game": name,
        "owed_by": found.who,
        "owed": found.thing,
        "entry": found.entry,
        "since": found.since.isoformat() if found.since is not None else None,
        "age_days": found.age(moment),
        "days": found.days,
        "overdue": found.overdue(moment),
        "reveal": found.reveal,
        "mine": found.mine,
    }


COMMAND = waiting
