"""``pbem backup moved``: this copy of the home is the one to play from."""

from __future__ import annotations

import click

from pbem.cli import output, questions
from pbem.cli.app import home_options, setting
from pbem.home.beside import copied_home
from pbem.port.messages import Message


@click.command()
@click.option(
    "--nothing-since",
    is_flag=True,
    help="Say that you have signed nothing since this copy was made, in any of your games.",
)
@home_options
def moved(nothing_since: bool) -> None:
    """Say that this folder, a copy of your home, is the one you play from, and that no other copy is in use.

    A copy comes of moving the folder to another disk, putting a backup back, or synchronising it between machines. It may
    lack turns that you have signed since, so bring those in first.

    \b
    Examples:
      pbem backup moved
      pbem backup moved --nothing-since
    """
    home = setting().home
    if not home.is_copy():
        output.talk(Message("{path} is where it always was: nothing is to be done.", path=home.path))
        return
    told = copied_home.check(home, nothing_since=nothing_since)
    output.talk_all(told)
    if (
        told
        and output.can_ask()
        and not questions.agreed(Message("Is that all that you have signed?"), default=False)
    ):
        output.talk(
            Message(
                "Nothing was changed. Next: pbem import PATH... (your sent mails too), then: pbem backup moved"
            )
        )
        return
    home.settle_down()
    output.talk(
        Message(
            "{path} is your home now. Play from no other copy: two of them would sign two versions.",
            path=home.path,
        )
    )
    output.talk(Message("Next: pbem status"))


COMMAND = moved
