"""``pbem offer takeback``: offer to go back, agree to it, or decline."""

from __future__ import annotations

import click

from pbem.bytes.errors import UsageError, VerifyError
from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.in_advance import what_waits
from pbem.home import games, sentences
from pbem.home.standing import again as once_more
from pbem.home.viewing import logs as looking
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.protocol.side_entries import offer_back, reply_back

_PLACES = Message("pbem offer takeback shows the last places, pbem replay every entry.")


@click.command()
@click.option(
    "--to", type=click.IntRange(min=0), metavar="N", help="Go back to where the game stood after entry N."
)
@click.option("--again", is_flag=True, help="Give the same orders again behind it, with new dice.")
@click.option(
    "--but", type=int, multiple=True, metavar="LINE", help="With --again: without the order of entry LINE."
)
@click.option("--accept", is_flag=True, help="Agree to the other side's offer.")
@click.option("--decline", is_flag=True, help="Decline it.")
@home_options
def takeback(to: int | None, again: bool, but: tuple[int, ...], accept: bool, decline: bool) -> None:
    """Offer to take back everything after entry N; it counts when the other side agrees. Both stand signed in the log.

    Dice that were rolled stay rolled and secrets that were opened stay opened: what follows has new dice. With --again
    both programs then give the orders of their own side once more, in order, up to the first that does not fit. What you
    have not sent yet you take back alone, with `pbem undo`.

    Alone, it shows what an offer that waits for your answer would undo, or the last places to go back to.

    \b
    Examples:
      pbem offer takeback
      pbem offer takeback --to 412
      pbem offer takeback --to 412 --again --but 415
      pbem offer takeback --accept
    """
    if to is None and not (accept or decline or again or but):
        _shown()
        return
    if (to is not None) + accept + decline != 1 or (again and to is None) or (but and not again):
        raise UsageError(
            "usage",
            Message("Say one of --to N, --accept, --decline. --again goes with --to, --but with --again."),
            hint=_PLACES,
        )
    known = setting()
    identity = known.unlocked()
    folder = known.folder()
    with known.home.lock():
        session = games.open_session(folder, identity)
        try:
            if to is not None and again:
                session, change = once_more.offered(folder, identity, session, to, but)
            elif to is not None:
                session, change = offer_back(session, to), None
            elif accept:
                session, change = once_more.agreed(folder, identity, session)
            else:
                session, change = reply_back(session, yes=False), None
        except VerifyError as error:  # nothing is wrong with the log
            raise UsageError(error.code, error.message, hint=_PLACES) from error
        games.save_session(folder, identity, session, change=change)
        output.talk_all(once_more.explained(session) if to is not None else ())
        output.talk(_said(session, to, accept=accept))
        if accept and change is not None:
            session = what_waits(folder, identity, session).session
    output.talk(sentences.next_debt(session))
    output.talk("Next: pbem send")


def _shown() -> None:
    """Print to where the game would go back, and what would be undone; the last places where nothing of that is offered."""
    folder = setting().folder()
    view = games.look(folder)
    offer = view.owed.offer if view.owed.kind == "reply" else None
    if offer is None or offer.upgrade is not None:
        _listed(view)
        return
    film = looking.film_of_game(folder, draft=False)
    position, _ = film.at(offer.to)
    moment = sentences.when(position.rules.moment(position.game))
    output.data_all(once_more.explained(view))
    output.data(
        "{who} offers to go back to entry {to}: {moment}.",
        who=sentences.who(view, offer.by),
        to=offer.to,
        moment=moment,
    )
    undone = [*sentences.told(film.trail[offer.to + 1 :])]
    output.data(
        Message("This would be undone; dice that were thrown are thrown anew:")
        if undone
        else Message("Nothing told is undone.")
    )
    output.data_all(undone)
    output.talk(sentences.next_debt(view))


def _listed(view: games.Seen) -> None:
    """Print the last places to go back to: each before an order."""
    places = once_more.places(view)
    output.data(
        Message("The last places to go back to, each before an order:")
        if places
        else Message("There is no place to go back to yet.")
    )
    output.data_all(
        Message(
            "{to:>5}  {when}; {who}: {order}",
            to=each.entry - 1,
            when=sentences.when(each.before.rules.moment(each.before.game)),
            who=sentences.who(view, each.seat),
            order=each.said,
        )
        for each in places
    )
    if places:
        output.talk("Next: pbem offer takeback --to N")


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
