"""``pbem pace`` and ``pbem offer pace``: days a decision, a bank, holidays, gifts, and who is late by whose words."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from pbem.bytes.errors import UsageError
from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.clock import now
from pbem.cli.signed_results import agreed_to, out_option, tell, yes_option
from pbem.cli.words import Words
from pbem.home import games
from pbem.home.kept_papers import pacing
from pbem.home.papers import pacing as signing
from pbem.papers import pace_told
from pbem.papers.pace_account import Terms
from pbem.port.messages import Message


@click.group(cls=Words, name="pace", invoke_without_command=True)
@out_option
@click.pass_context
@home_options
def pace(context: click.Context, out: Path | None) -> None:
    """Show the pace of a game, and who is late: by their own words, or by the other's alone. Nothing happens by itself.

    Both sign it with `pbem offer pace`. From then on each turn with a decision says when it was signed, and when what it
    answers came. With --out the paper is written again: with it and the log anybody recomputes (`pbem verify PAPER LOG`).

    \b
    Examples:
      pbem pace
      pbem pace away "1 Aug" "14 Aug"
      pbem pace give 3d
    """
    if context.invoked_subcommand is not None:
        return
    folder = setting().folder()
    view = games.look(folder)
    lines = [*pacing.told(folder, view, now())]
    if out is not None:
        signing.store(folder, out)
        output.talk("Wrote {place}.", place=out)
    output.data_all(lines or [Message("This game has no pace. Next: pbem offer pace --each 4d --bank 30d")])


@pace.command()
@click.argument("first", metavar="DAY")
@click.argument("last", metavar="DAY")
@out_option
@home_options
def away(first: str, last: str, out: Path | None) -> None:
    """Say beforehand that you are away, both days included. It counts within the holidays agreed a year.

    By your own words it counts from now on, by your opponent's from when it is there; never for a decision that is late.

    \b
    Examples:
      pbem pace away "1 Aug" "14 Aug"
      pbem pace away 2027-08-01 2027-08-14
    """
    known = setting()
    begins, moment = _day(first, now().date()), now()
    ends = _day(last, begins)
    with known.home.lock():
        made = signing.away(known.folder(), known.unlocked(), begins, ends, moment)
    tell(made, out)


@pace.command()
@click.argument("time", metavar="TIME")
@out_option
@home_options
def give(time: str, out: Path | None) -> None:
    """Give your opponent time: it goes into their bank at once, also where they are late already.

    \b
    Example:
      pbem pace give 3d
    """
    known = setting()
    with known.home.lock():
        made = signing.give(known.folder(), known.unlocked(), pace_told.minutes(time), now())
    tell(made, out)


@click.command(name="pace")
@click.option("--each", metavar="TIME", help="For each decision.")
@click.option("--bank", default="0h", metavar="TIME", help="What exceeds that eats this.")
@click.option("--holidays", type=click.IntRange(0, 366), default=0, metavar="N", help="Days off in a year.")
@click.option("--slack", default="24h", metavar="TIME", help="So long a mail may take without a word.")
@click.option("--accept", is_flag=True, help="Sign the pace that your opponent offers.")
@yes_option
@out_option
@home_options
def offer(
    *, each: str | None, bank: str, holidays: int, slack: str, accept: bool, yes: bool, out: Path | None
) -> None:
    """Offer a pace, or sign the one that is offered (--accept). A later one replaces it.

    Times are days and hours (4d, 36h, 1d12h). Being late has no effect by itself: it may be claimed, and a referee's
    clause decides.

    \b
    Examples:
      pbem offer pace --each 4d --bank 30d --holidays 21 --slack 24h
      pbem offer pace --accept
    """
    known = setting()
    folder = known.folder()
    if accept == (each is not None):
        hint = Message("For example: pbem offer pace --each 4d --bank 30d")
        raise UsageError("usage", Message("Say either --each TIME or --accept."), hint=hint)
    if accept:
        agreed_to((pacing.offered(*signing.waiting(folder)),), Message("Sign it?"), yes=yes)
    identity = known.unlocked()
    with known.home.lock():
        if each is None:
            made = signing.accept(folder, identity)
        else:
            times = [pace_told.minutes(text) for text in (each, bank, slack)]
            terms = Terms(each=times[0], bank=times[1], holidays=holidays, slack=times[2])
            made = signing.offer(folder, identity, terms)
    tell(made, out)


_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MESES = ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"]


def _day(text: str, least: date) -> date:
    """A day as it is typed, 2027-08-01 or 1 Aug: the first such day from ``least`` on. Raises UsageError ``bad-days``."""
    try:
        if "-" in text:
            return date.fromisoformat(text)
        number, month = text.split()
        name = month.lower()[:3]
        place = 1 + (_MONTHS if name in _MONTHS else _MESES).index(name)
        found = date(least.year, place, int(number))
        return found if found >= least else date(least.year + 1, place, int(number))
    except ValueError as error:
        raise UsageError.of(
            "bad-days", "{text} is not a day.", text=text, hint='Write it like "1 Aug" or 2027-08-01.'
        ) from error


COMMAND = pace
