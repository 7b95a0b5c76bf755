"""``pbem responder setup``: a home for a responder, and what was promised with it, in words."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pbem.bytes.errors import NotYourTurn, PbemError
from pbem.cli import output
from pbem.cli.app import Setting, home_options, setting
from pbem.home import games
from pbem.home.play import standing_orders
from pbem.home.responder import end as responder_end
from pbem.home.responder.end import running
from pbem.home.responder.interface import Limits
from pbem.home.responder.setup import ROLLS, Furnished, bind, furnish, is_other
from pbem.port.messages import Message
from pbem.store.game import GameFolder


@click.command()
@click.argument("place", type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "--rolls",
    type=click.IntRange(1, 65_536),
    default=None,
    help=f"For how many more rolls it gets seeds ({ROLLS}); whoever steals them can foresee those dice, together with your "
    "opponent.",
)
@click.option(
    "--may",
    multiple=True,
    metavar="KIND",
    help="A kind of open order that it may give by your standing orders, or all of them (all); may repeat. Without: none, "
    "and when you set it up again, what it had. none takes them away.",
)
@click.option("--reject", is_flag=True, help="Let it refuse turns that provably break a rule.")
@click.option(
    "--per-hour",
    type=click.IntRange(1, 10_000),
    default=Limits().per_hour,
    show_default=True,
    help="How many mails may leave within an hour.",
)
@click.option("--to", "recipient", default="", metavar="ADDRESS", help="Your opponent's address, once.")
@click.option("--from", "sender", default="", metavar="ADDRESS", help="Your own, if mail.toml names none.")
@click.option(
    "--new-key", is_flag=True, help="Give it a new key, because the old one may be known to others."
)
@click.option("--all", "every", is_flag=True, help="Every game of this home that is going on.")
@home_options
def setup(
    *,
    place: Path,
    rolls: int | None,
    may: tuple[str, ...],
    recipient: str,
    sender: str,
    new_key: bool,
    every: bool,
    **limit: bool | int,
) -> None:
    """Make the home of a responder in DIR, with a key that is good for answers only. Again: more rolls, another game.

    The key comes into force with your next turn; only while you are to act can it be given. DIR is not locked with a
    password, because nobody is there to type one: it holds that key, seeds of your next rolls, the log, mail.toml. One
    folder serves all your games, each with a key and seeds of its own: type the command once for each, or --all.

    \b
    Examples:
      pbem responder setup ~/pbem-responder
      pbem responder setup ~/pbem-responder --may all
      pbem responder setup ~/pbem-responder --game 567e
    """
    known = setting()
    limits = Limits(reject=bool(limit["reject"]), per_hour=limit["per_hour"])
    if not every:
        made = _furnish(
            known, known.folder(), place, (sender, recipient), limits, may=may, rolls=rolls, new_key=new_key
        )
        _said(known.folder(), made)
        return
    worst = 0
    for folder in games.begun(known.home):
        output.talk(
            Message("Game {folder} ({label}):", folder=folder.name[:8], label=games.label(folder.facts()))
        )
        try:
            made = _furnish(
                known, folder, place, (sender, recipient), limits, may=may, rolls=rolls, new_key=new_key
            )
        except NotYourTurn as error:
            output.talk(str(error))
            worst = max(worst, error.exit_code)
            continue
        except PbemError as error:
            output.failed(error)
            worst = max(worst, error.exit_code)
            continue
        _said(folder, made)
    sys.exit(worst)


def _furnish(
    known: Setting,
    folder: GameFolder,
    place: Path,
    addresses: tuple[str, str],
    limits: Limits,
    *,
    may: tuple[str, ...],
    rolls: int | None,
    new_key: bool,
) -> Furnished:
    """Bind the key in this game, end the one before, and furnish the responder's home."""
    identity = known.unlocked()
    with known.home.lock():
        session = games.open_session(folder, identity)
        renew = new_key or is_other(place, folder, session)
        bound = bind(session, known.entropy, may=may or None, renew=renew, rolls=rolls)
        if bound.vault.agent != session.vault.agent and running(session):
            # No seed may be in two programs: the old one ends before the new one begins.
            session = responder_end.end(folder, identity, session).session
            bound = bind(session, known.entropy, may=may or None, renew=renew, rolls=rolls)
        if bound is not session:
            games.save_session(folder, identity, bound)
        return furnish(place, folder, bound, known.entropy, limits=limits, addresses=addresses)


def _said(folder: GameFolder, made: Furnished) -> None:
    """What it can do now, what somebody who steals it could, and what is to be done next."""
    place = games.shown(made.place)
    output.talk(
        Message("{place} answers rolls up to number {last} of this game.", place=place, last=made.last)
    )
    output.talk(Message("It has no password: keep it where nobody else reads. It cannot open secrets."))
    if made.may:
        output.talk(
            Message(
                "By your standing orders it may decide: {may}. Whoever steals the folder can give these orders "
                "in your name as they like, and no others.",
                may=", ".join(made.may),
            )
        )
        if standing_orders.kept(folder) is None:
            output.talk(
                Message("No orders stand yet, so it leaves every decision to you: pbem standing new FILE")
            )
    else:
        more = Message(" (--may all lets it give those of your standing orders)") if made.might else ""
        output.talk(Message("It cannot give orders: every decision comes to you{more}.", more=more))
    if not made.in_force:
        output.talk(Message("Its key is in your draft, and comes into force with your turn."))
        output.talk(Message("Next: pbem send"))
    else:
        output.talk(Message("Next: pbem --home {place} responder", place=place))
