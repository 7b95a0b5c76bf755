"""``pbem enter``: into a challenge, from its file."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.delivery import delivery_options, hand_over
from pbem.cli.first_mails import invitation_mail, way_of
from pbem.home.challenges import entering
from pbem.home.viewing import logs as looking
from pbem.papers import challenge as papers
from pbem.port.messages import Message
from pbem.view.markup import clean


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--pack", type=click.Path(path_type=Path), metavar="PACK", help="The data pack that the challenge names."
)
@delivery_options
@home_options
def enter(file: Path, pack: Path | None, **delivery: object) -> None:
    """Enter the challenge in FILE: scenario, side, options and dice come from it. Writes the invitation to mail.

    Typing it again gives the same invitation: a challenge is entered once.

    \b
    Example:
      pbem enter challenge-autumn.pbem
    """
    way = way_of(delivery)
    known, identity = setting(), setting().unlocked()
    paper = entering.read(looking.lines_of(file))
    offered, again = entering.enter(known.home, identity, paper, pack=pack, entropy=known.entropy)
    if again:
        output.talk(Message("You have entered it already; this is the same invitation again."))
    output.talk_all(papers.finding(paper).lines)
    mail = invitation_mail(offered, way, b"") if way.mails else None
    pending = {each.name: each for each in known.home.invitations()}.get(offered.digest[:16])
    hand_over(way, offered.file, f"enter-{paper.name}.pbem", mail, pending)
    output.talk(
        Message(
            "Next: mail it to {clean}. When the answer has come: pbem start acceptance.pbem",
            clean=clean(paper.who, 64),
        )
    )


COMMAND = enter
