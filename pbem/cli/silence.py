"""``pbem waiting``, ``remind`` and ``claim``: what to do about an opponent who is silent."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from pbem.bytes import container
from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError, VerifyError
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.delivery import Delivery, now, write
from pbem.home import games
from pbem.home.disputes import silence
from pbem.home.disputes.silence import Waiting
from pbem.home.packs import installed as packs
from pbem.home.papers import kept as kept_papers
from pbem.home.referee import clause
from pbem.mail.settings import MailSettings
from pbem.store.atomic import regular

_MAX = 64 * 1024 * 1024


@click.command(short_help="Who owes what since when.")
@click.option(
    "--days", type=click.IntRange(1, 3650), metavar="N", help="Keep after how many days a debt is overdue."
)
@json_option
@home_options
def waiting(days: int | None, as_json: bool) -> None:
    """Say for every game who owes what, after which entry and since which day.

    \b
    Examples:
      pbem waiting
      pbem waiting --days 7 --game 1a2b
    """
    known = setting()
    identity, moment = known.unlocked(), datetime.now(UTC)
    folders = (known.folder(),) if known.wanted or days is not None else games.begun(known.home)
    for folder in folders:
        if days is not None:
            silence.agree(folder, days)
        found = silence.waiting(folder, games.open_session(folder, identity))
        if as_json:
            output.data_json(_json(folder.name, found, moment))
        else:
            text = found.sentence(moment) if found is not None else "The game is over; nothing is owed."
            output.data(f"{folder.name[:8]}: {text}")
            if found is not None and found.overdue(moment) and not found.mine:
                output.talk("Next: pbem remind; or pbem claim")


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


@click.command(short_help="Write a reminder, as a draft.")
@click.option("--eml", type=click.Path(path_type=Path), metavar="FILE", help="Write the draft here.")
@click.option("--from", "sender", default="", metavar="ADDRESS", help="Your address, for the mail.")
@click.option("--to", "recipient", default="", metavar="ADDRESS", help="Your opponent's address.")
@home_options
def remind(eml: Path | None, sender: str, recipient: str) -> None:
    """Write a draft that tells your opponent what is owed since when and brings your last turn again. You send it.

    \b
    Example:
      pbem remind --to ben@example.org --from ann@example.org
    """
    known = setting()
    folder, identity = known.folder(), known.unlocked()
    way = Delivery(sender=sender, recipient=recipient).settled(MailSettings(), folder)
    mine, theirs = way.addresses
    session = games.open_session(folder, identity)
    mail, _, name = silence.reminder(folder, session, sender=mine, recipient=theirs, now=now())
    target = eml or Path(name).with_name(f"reminder-{Path(name).stem}.eml")
    write(target, mail)
    output.talk(f"Wrote {games.shown(target)}: open it with your mail program and send it.")


@click.command(short_help="Prove that an answer is overdue, or check such a proof.")
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
    data = silence.claim(folder, session, datetime.now(UTC))
    target = out or Path(f"{session.log.invite.game}-s{session.end.entries - 1:04d}.claim")
    write(target, data)
    output.talk(f"Wrote {games.shown(target)} ({len(data)} bytes).")
    bound = clause.told(known.home, identity, session.log)
    if bound:
        output.talk(bound)
        output.talk(f"Next: send it to the referee, who types: pbem referee open {games.shown(target)}")
    else:
        output.talk(
            "Nobody is the referee of this game. Next: pbem referee appoint, if your opponent signs for one too"
        )
    output.talk(f"Whoever has pbem checks it with: pbem claim --check {games.shown(target)}")


def check_claim(file: Path) -> None:
    """The verdict on a claim. Raises UsageError ``no-claim``, and VerifyError for one that does not hold."""
    try:
        with regular(file) as stream:
            lines = container.unpack(stream.read(_MAX), _MAX)
    except OSError as error:
        raise UsageError(
            "no-such-file", f"{games.shown(file)} cannot be read: {error.strerror or error}."
        ) from error
    if not silence.is_claim(lines):
        raise UsageError("no-claim", f"{games.shown(file)} is no claim.", hint="See `pbem verify`.")
    home = setting().home
    found = silence.read_claim(lines, packs.finder(home))
    if not found.holds:
        raise VerifyError(found.code, f"{games.shown(file)} proves nothing. {found.why}")
    output.data(f"{output.good('holds')}  {found.who} owes {found.thing}, {silence.after(found.entry)}.")
    fixed = "needs no decision: it is fixed already" if found.reveal else "is a decision"
    output.data(f"What is owed {fixed}.")
    output.data(f"{found.by} says, on {found.made}: since {found.since}; {found.days} days were agreed on.")
    output.data("It does not prove that no answer was sent since: ask the other side for a later turn file.")
    output.talk(f"Next: the referee of the game types: pbem referee open {games.shown(file)}")


COMMANDS = (waiting, remind, claim)
