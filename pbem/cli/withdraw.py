"""``pbem withdraw``: an invitation is taken back."""

from __future__ import annotations

import click

from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.home.exchange import invitations


@click.command(short_help="Take back an invitation.")
@click.argument("invitation", required=False)
@home_options
def withdraw(invitation: str | None) -> None:
    """Take back an invitation that nobody has accepted yet; INVITATION is the beginning of its id, see `pbem status`.

    Your guest's program cannot know: tell them. An acceptance that comes later begins nothing here.

    \b
    Examples:
      pbem withdraw
      pbem withdraw 1a2b
    """
    folder = invitations.withdraw(setting().home, invitation or "")
    facts = folder.facts()
    output.talk(
        f"Withdrawn: the invitation {folder.name[:8]} to {facts.get('game')} {facts.get('scenario')}."
    )
    output.talk("Next: tell your guest, if you have sent it.")


COMMAND = withdraw
