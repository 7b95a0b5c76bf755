"""``pbem invite answers`` and ``pbem invite take``: who has answered an invitation that was posted, and who is taken."""

from __future__ import annotations

import click

from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.first_mails import new_key_option
from pbem.cli.start import start
from pbem.home import identity as identities
from pbem.home.exchange import posted_invitations as posted
from pbem.home.exchange.invitations import digest_of
from pbem.home.games import title
from pbem.log import Log
from pbem.port.messages import Series, counted
from pbem.store.game import GameFolder


def kept(log: Log) -> bool:
    """Keep an acceptance that answers a posted invitation, and say so; False where it answers none."""
    home = setting().home
    found = posted.keep(home, identities.card(home), log)
    if found is None:
        return False
    folder, answer = found
    output.talk("Kept as answer {number}: {who} wants to play.", number=answer.number, who=answer.who)
    _told(folder)
    return True


@click.command()
@home_options
def answers() -> None:
    """List who has answered the invitations that you posted, with what is known of each.

    Nobody is bound yet. A second answer of the same person stands in place of the first.

    \b
    Example:
      pbem invite answers
    """
    folders = posted.posted(setting().home)
    for folder in folders:
        _told(folder)
    if not folders:
        output.data("There is no invitation here that was posted and waits for answers.")
        output.data("Next: pbem invite GAME --open")


def _told(folder: GameFolder) -> None:
    home, facts = setting().home, folder.facts()
    found = posted.answers(home, identities.card(home), folder)
    output.data(
        counted(
            len(found),
            "Posted {name}: {game}, {n} answer.",
            "Posted {name}: {game}, {n} answers.",
            name=folder.name[:8],
            game=title(facts),
        )
    )
    for answer in found:
        about = Series(answer.met.sentences, " ")
        output.data("  {number}  {who}. {about}", number=answer.number, who=answer.who, about=about)
    if found:
        output.data("Next: pbem invite take {number} {name}", number=found[0].number, name=folder.name[:8])


@click.command()
@click.argument("number", type=click.IntRange(1, posted.MOST))
@click.argument("invitation", required=False)
@new_key_option
@home_options
def take(number: int, invitation: str | None, *, new_key: bool) -> None:
    """Begin the game with the answer of this NUMBER, see `pbem invite answers`; INVITATION is the beginning of its id.

    The others are told by nobody but you: what to post is printed.

    \b
    Examples:
      pbem invite take 2
      pbem invite take 1 1a2b
    """
    home = setting().home
    one, others = posted.chosen(home, identities.card(home), number, invitation or "")
    start(one.log.encode(), new_key=new_key, taken=True)
    name = digest_of(one.log.invite)[:8]
    output.talk("If a club's pages show it: pbem club wanted CLUB --off {name}", name=name)
    if others:
        names = Series([each.who for each in others], "; ")
        output.talk("Post this for the others: Taken by {who}. Thank you: {names}.", who=one.who, names=names)


COMMAND = answers
TAKE = take
