"""``pbem orders hand``: one's own cards."""

from __future__ import annotations

import click

from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.home import games, sentences
from pbem.home.play import hand


@click.command(name="hand")
@json_option
@home_options
def hand_(as_json: bool) -> None:
    """List the cards in your hand, and the orders by which each may be played or discarded now.

    Nobody else can read them: they are opened with your key, and stand in no file.

    \b
    Example:
      pbem orders hand
    """
    known = setting()
    session = games.open_session(known.folder(), known.unlocked())
    found = hand.hand(session)
    if as_json:
        for each in found:
            output.data_json(each.json())
        return
    for each in found:
        for line in each.told():
            output.data(line)
    if not found:
        output.data("You hold no cards.")
    output.talk(sentences.next_debt(session))


COMMAND = hand_
