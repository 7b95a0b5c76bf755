"""``pbem invite withdraw``: an invitation is taken back."""

from __future__ import annotations

import click

from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.home.exchange.waiting_invitations import withdraw as taken_back
from pbem.home.games import label, title


@click.command()
@click.argument("invitation", required=False)
@home_options
def withdraw(invitation: str | None) -> None:
    """Take back an invitation that nobody has accepted yet; INVITATION is the beginning of its id, see `pbem status`.

    Your guest's program cannot know: tell them. An acceptance that comes later begins nothing here. With the name of a game
    that you accepted and whose inviter took somebody else, it lets that go.

    \b
    Examples:
      pbem invite withdraw
      pbem invite withdraw 1a2b
    """
    folder = taken_back(setting().home, invitation or "")
    facts = folder.facts()
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
    output.talk("Next: tell your guest, if you have sent it.")


COMMAND = withdraw
