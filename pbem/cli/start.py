"""``pbem start``: the game begins when the acceptance has come."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import output, standing_sheets
from pbem.cli.app import home_options, setting
from pbem.cli.clock import now
from pbem.cli.first_mails import compared, new_key_option, show_codes
from pbem.home import sentences
from pbem.home.exchange import invitations
from pbem.home.viewing import logs as looking
from pbem.port.messages import Message


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@new_key_option
@home_options
def start(file: Path, new_key: bool) -> None:
    """Begin the game when the acceptance in FILE has come.

    \b
    Example:
      pbem start acceptance.pbem
    """
    known, identity, lines = setting(), setting().unlocked(), looking.lines_of(file)
    begun = invitations.start(
        known.home,
        identity,
        lines,
        new_key=new_key or compared(invitations.accepter(known.home, identity, lines)),
        day=now().date().isoformat(),
    )
    session = begun.session
    log = session.log
    output.talk(
        Message(
            "The game {hex} begins: {who} against {who_a}.",
            hex=log.gid.hex()[:16],
            who=sentences.who(session, "A"),
            who_a=sentences.who(session, "B"),
        )
    )
    show_codes(log)
    standing_sheets.offer(begun.folder)
    output.talk(sentences.next_debt(session))
    output.talk(Message("Next: {what}", what="pbem orders" if session.mine else "pbem send"))


COMMAND = start
