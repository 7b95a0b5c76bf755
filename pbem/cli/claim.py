"""``pbem claim``: a file that proves that an answer is overdue."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.bytes import container
from pbem.bytes.errors import UsageError, VerifyError
from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.clock import now
from pbem.cli.files import write
from pbem.home import games, packs
from pbem.home.disputes import silence
from pbem.home.kept_papers import kept as kept_papers
from pbem.home.rulings import clause
from pbem.papers.paper import is_claim
from pbem.port.messages import Message
from pbem.store.atomic import regular

_MAX = 64 * 1024 * 1024


@click.command()
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the claim here.")
@click.option(
    "--check", type=click.Path(path_type=Path), metavar="FILE", help="Check a claim that you were given."
)
@home_options
def claim(out: Path | None, check: Path | None) -> None:
    """Write a signed file that proves to anybody what your opponent owes: the whole log, and the debt that follows from it.

    The days in it are your word; the debt is proved by the log.

    \b
    Examples:
      pbem claim
      pbem claim --check june6-s0412.claim
    """
    if check is not None:
        check_claim(kept_papers.anywhere(setting().home, check))
        return
    known = setting()
    folder, identity = known.folder(), known.unlocked()
    session = games.open_session(folder, identity)
    data = silence.claim(folder, session, now())
    target = out or Path(f"{session.log.invite.game}-s{session.end.entries - 1:04d}.claim")
    write(target, data)
    output.talk(Message("Wrote {shown} ({len} bytes).", shown=games.shown(target), len=len(data)))
    bound = clause.told(known.home, identity, session.log)
    if bound:
        output.talk(bound)
        output.talk(
            Message(
                "Next: send it to the referee, who types: pbem referee open {shown}",
                shown=games.typed(target),
            )
        )
    else:
        output.talk(
            Message(
                "Nobody is the referee of this game. Next: pbem referee appoint, if your opponent signs for one too"
            )
        )
    output.talk(
        Message("Whoever has pbem checks it with: pbem claim --check {shown}", shown=games.typed(target))
    )


def check_claim(file: Path) -> None:
    """The verdict on a claim. Raises UsageError ``no-claim``, and VerifyError for one that does not hold."""
    try:
        with regular(file) as stream:
            lines = container.unpack(stream.read(_MAX), _MAX)
    except OSError as error:
        raise UsageError(
            "no-such-file",
            Message("{shown} cannot be read: {what}.", shown=games.shown(file), what=error.strerror or error),
        ) from error
    if not is_claim(lines):
        raise UsageError(
            "no-claim",
            Message("{shown} is not a claim.", shown=games.shown(file)),
            hint=Message("See `pbem verify`."),
        )
    home = setting().home
    found = silence.read_claim(lines, packs.finder(home))
    if not found.holds:
        raise VerifyError(
            found.code, Message("{shown} proves nothing. {why}", shown=games.shown(file), why=found.why)
        )
    output.data(
        Message(
            "{holds}  {who} owes {thing}, {place}.",
            holds=output.good(Message("holds")),
            who=found.who,
            thing=found.thing,
            place=silence.after(found.entry),
        )
    )
    fixed = Message("needs no decision: it is fixed already") if found.reveal else Message("is a decision")
    output.data(Message("What is owed {fixed}.", fixed=fixed))
    output.data(
        Message(
            "{by} says, on {made}: since {since}; {days} days were agreed on.",
            by=found.by,
            made=found.made,
            since=found.since,
            days=found.days,
        )
    )
    output.data(
        Message("It does not prove that no answer was sent since: ask the other side for a later turn file.")
    )
    output.talk(
        Message("Next: the referee of the game types: pbem referee open {shown}", shown=games.typed(file))
    )


COMMAND = claim
