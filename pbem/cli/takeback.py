"""``pbem offer takeback``: offer to go back, agree to it, or decline."""

from __future__ import annotations

import click

from pbem.bytes.errors import UsageError, VerifyError
from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.home import games, sentences
from pbem.home.viewing import logs as looking
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.protocol.side_entries import offer_back, reply_back


@click.command()
@click.option(
    "--to", type=click.IntRange(min=0), metavar="N", help="Go back to where the game stood after entry N."
)
@click.option("--accept", is_flag=True, help="Agree to the other side's offer.")
@click.option("--decline", is_flag=True, help="Decline it.")
@home_options
def takeback(to: int | None, accept: bool, decline: bool) -> None:
    """Offer to take back everything after entry N; it counts when the other side agrees. Both stand signed in the log.

    Dice that were rolled stay rolled and secrets that were opened stay opened: what follows has new dice. `pbem
    replay` has the numbers of the entries. What you have not sent yet you take back alone, with `pbem undo`.

    Alone, it shows what an offer that waits for your answer would undo.

    \b
    Examples:
      pbem offer takeback
      pbem offer takeback --to 412
      pbem offer takeback --accept
    """
    if to is None and not accept and not decline and _shown():
        return
    if (to is not None) + accept + decline != 1:
        raise UsageError(
            "usage",
            Message("Say one of --to N, --accept, --decline."),
            hint=Message("pbem replay shows the numbers of the entries."),
        )
    known = setting()
    identity = known.unlocked()
    folder = known.folder()
    with known.home.lock():
        session = games.open_session(folder, identity)
        session = _changed(session, to, accept=accept)
        games.save_session(folder, identity, session)
    output.talk(_said(session, to, accept=accept))
    output.talk(sentences.next_debt(session))
    output.talk(Message("Next: pbem send"))


def _changed(session: Session, to: int | None, *, accept: bool) -> Session:
    """The session with an offer or an answer. Raises UsageError for one that cannot stand: nothing is wrong with the log."""
    try:
        return offer_back(session, to) if to is not None else reply_back(session, yes=accept)
    except VerifyError as error:
        raise UsageError(
            error.code, error.message, hint=Message("pbem replay shows the numbers of the entries.")
        ) from error


def _shown() -> bool:
    """Print to where the game would go back, and what would be undone; False where nothing of that is offered."""
    folder = setting().folder()
    view = games.look(folder)
    offer = view.owed.offer if view.owed.kind == "reply" else None
    if offer is None or offer.upgrade is not None:
        return False
    film = looking.film_of_game(folder, draft=False)
    position, _ = film.at(offer.to)
    moment = sentences.when(position.rules.moment(position.game))
    output.data(
        Message(
            "{who} offers to go back to entry {to}: {moment}.",
            who=sentences.who(view, offer.by),
            to=offer.to,
            moment=moment,
        )
    )
    undone = [*sentences.told(film.trail[offer.to + 1 :])]
    output.data(
        Message("This would be undone; dice that were thrown are thrown anew:")
        if undone
        else Message("Nothing told is undone.")
    )
    output.data_all(undone)
    output.talk(sentences.next_debt(view))
    return True


def _said(session: Session, to: int | None, *, accept: bool) -> str:
    if to is not None:
        return Message("You offer to go back to where the game stood after entry {to}.", to=to)
    if not accept:
        return Message("You decline; the game stands as it stood.")
    moment = sentences.when(session.game.rules.moment(session.position.game))
    return Message(
        "You agree. The game stands at {moment} again; what was undone stays in the log.", moment=moment
    )


COMMAND = takeback
