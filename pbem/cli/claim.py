"""``pbem dispute claim``: a file that proves that an answer is overdue."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.bytes.paths import typed
from pbem.bytes.text import shown
from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.clock import now
from pbem.cli.files import write
from pbem.home import games
from pbem.home.disputes import silence
from pbem.home.kept_papers import pacing
from pbem.home.rulings import clause


@click.command()
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Where to write it.")
@home_options
def claim(out: Path | None) -> None:
    """Write a signed file that proves to anybody what your opponent owes: the whole log, and the debt that follows from it.

    The days in it are your word; the debt is proved by the log.

    \b
    Example:
      pbem dispute claim
    """
    known = setting()
    folder, identity = known.folder(), known.unlocked()
    session = games.open_session(folder, identity)
    data = silence.claim(folder, session, now())
    target = out or Path(f"{session.log.invite.game}-s{session.end.entries - 1:04d}.claim")
    write(target, data)
    output.talk("Wrote {shown} ({len} bytes).", shown=shown(target), len=len(data))
    if pacing.in_force(folder) is not None:
        output.talk_all(pacing.told(folder, session, now()))
        output.talk("Send the paper of your pace with it: pbem pace --out FILE")
    bound = clause.told(known.home, identity, session.log)
    if bound:
        output.talk(bound)
        output.talk("Next: send it to the referee, who types: pbem referee open {shown}", shown=typed(target))
    else:
        output.talk(
            "Nobody is the referee of this game. Next: pbem referee appoint, if your opponent signs for one too"
        )
    output.talk("Anybody with pbem can check it: pbem verify {shown}", shown=typed(target))


COMMAND = claim
