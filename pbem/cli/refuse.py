"""``pbem dispute refuse``: a turn that broke a rule is refused."""

from __future__ import annotations

import click

from pbem.bytes import container
from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.delivery import Delivery, delivery_options, hand_over, turn_mail
from pbem.home import games, sentences
from pbem.home.beside import rooms
from pbem.home.disputes import refusing
from pbem.home.exchange import sending
from pbem.home.overview.next_step import next_step
from pbem.mail.settings import read_settings


@click.command()
@delivery_options
@home_options
def refuse(**delivery: object) -> None:
    """Write your signed refusal of the turn file that broke a rule, naming entry and paragraph, to mail back.

    \b
    Example:
      pbem dispute refuse
    """
    known = setting()
    folder = known.folder()
    way = Delivery(**delivery).settled(read_settings(known.home.path), folder).ready()  # type: ignore[arg-type]  # click has checked each option's type
    identity = known.unlocked()
    with known.home.lock():
        session, file = refusing.refuse(folder, identity, games.open_session(folder, identity))
    _, out = sending.seal(
        folder, identity, session, compose=lambda signed, out: turn_mail(folder, way, signed, out)
    )
    assert out is not None
    assert container.unpack(out.file).endswith(container.unpack(file))
    output.talk("Your refusal is signed as turn file {n}.", n=out.n)
    hand_over(way, out.file, out.name, out.mail, folder, again=sending.TURN_AGAIN)
    output.talk(sentences.next_debt(session))
    output.talk("Next: {next}", next=next_step(rooms.case_of(folder, games.look(folder))))


COMMAND = refuse
