"""``pbem invite withdraw``: an invitation is taken back."""

from __future__ import annotations

import click

from pbem.cli import output, questions
from pbem.cli.app import home_options, setting
from pbem.cli.signed_results import yes_option
from pbem.home.exchange import waiting_invitations
from pbem.home.games import POSTED, label, title
from pbem.port.messages import Message, counted


@click.command()
@click.argument("invitation", required=False)
@yes_option
@home_options
def withdraw(invitation: str | None, *, yes: bool) -> None:
    """Take back an invitation that nobody has accepted yet; INVITATION is the beginning of its id, see `pbem status`.

    Your guest's program cannot know: tell them. An acceptance that comes later begins nothing here. With the name of a game
    that you accepted and whose inviter took somebody else, it lets that go.

    \b
    Examples:
      pbem invite withdraw
      pbem invite withdraw 1a2b
    """
    folder = waiting_invitations.waits(setting().home, invitation or "")
    facts = folder.facts()
    answers = len(folder.papers()) if facts.get(POSTED) else 0
    if answers and not yes:
        question = counted(
            answers,
            "{n} player has answered it (pbem invite answers). Take it back all the same?",
            "{n} players have answered it (pbem invite answers). Take it back all the same?",
        )
        questions.agreed(question, abort=True)
    waiting_invitations.withdraw(folder)
    if facts.get("gid"):
        output.talk(
            "Let go: {game}. A first turn of theirs that still comes brings it back.", game=label(facts)
        )
        return
    output.talk(
        "Withdrawn: the invitation {folder} to {game}.",
        folder=folder.name[:8],
        game=title(facts),
    )
    output.talk(
        Message("Next: say so where you posted it.")
        if facts.get(POSTED)
        else Message("Next: tell your guest, if you have sent it.")
    )


COMMAND = withdraw
