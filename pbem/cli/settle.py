"""``pbem dispute settle``: a game with two versions of one turn goes on from one of them."""

from __future__ import annotations

import click

from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.home import games, sentences
from pbem.home.disputes import settling
from pbem.home.disputes.settling import Taken, Version
from pbem.home.turns.versions import Place, is_refusal
from pbem.port.messages import Message
from pbem.protocol.session import Session


@click.command()
@click.option(
    "--take",
    "wanted",
    metavar="VERSION",
    help="Go on from this version: its number in the list, or its digits.",
)
@home_options
def settle(wanted: str | None) -> None:
    """Show the versions of a turn file that clash, with what happens in each; --take goes on from one of them.

    Nothing is signed. What you give up stays in this home as evidence, and your opponent has to come to the same version:
    its digits are the same in both homes. You may go over to a version that you signed yourself, to your opponent's second
    one, to their refusal of a turn of yours (then you write that turn anew), and back from your own refusal.

    \b
    Examples:
      pbem dispute settle
      pbem dispute settle --take 2
      pbem dispute settle --take 5f0c2a91b3d4
    """
    known = setting()
    identity = known.unlocked()
    folder = known.folder()
    with known.home.lock():
        if wanted is None:
            place, versions = settling.shown(folder, identity)
            _list(place, versions)
            return
        taken = settling.take(folder, identity, wanted)
        for line in _told(taken):
            output.talk(line)
        output.talk(sentences.next_debt(games.look(folder)))
    output.talk("Next: pbem status")


def _list(place: Place, versions: tuple[Version, ...]) -> None:
    decided = "" if place.open else Message(" You have decided between them already.")
    output.talk(
        "Turn file {n} has {len} versions here.{decided}", n=place.n, len=len(versions), decided=decided
    )
    for number, each in enumerate(versions, 1):
        header = each.bundle.header
        where = Message(", in your game") if each.ours else ""
        output.talk(
            "{number}. {each}: by {who}, entries {first}-{last}, head {hex}{where}",
            number=number,
            each=each.name,
            who=each.who,
            first=header.first,
            last=header.last,
            hex=header.head.hex()[:12],
            where=where,
        )
        for line in each.story:
            output.talk("     {line}", line=line)
        if is_refusal(each.bundle) and not each.ours:
            output.talk(
                "     Before you take it: if the refused turn is legal, pbem dispute evidence proves it to anybody."
            )
        if each.fault:
            output.talk("     does not hold: {fault}", fault=each.fault)
    output.talk("Agree with your opponent on one, by its digits. Then both type it:")
    output.talk("Next: pbem dispute settle --take VERSION")


def _told(taken: Taken) -> tuple[str, ...]:
    n, name = taken.bundle.header.n, taken.bundle.hash().hex()[:12]
    session: Session = taken.session
    other = sentences.who(session, "B" if session.seat == "A" else "A")
    if not taken.changed:
        return (
            Message("Your game stays as it is, with version {name} of turn file {n}.", name=name, n=n),
            Message(
                "{other} goes over to it, or has it already: pbem dispute settle --take {name}",
                other=other,
                name=name,
            ),
            *taken.exposed,
        )
    lines = [
        Message(
            "Your game goes on from version {name} of turn file {n}; what you gave up is kept as evidence.",
            name=name,
            n=n,
        )
    ]
    if taken.joined:
        lines.append(
            Message("{joined} more, which lay here and follow it, are in your game now.", joined=taken.joined)
        )
    if is_refusal(taken.bundle) and taken.bundle.header.by != session.seat:
        lines.append(Message("Your turn is out of the game, its roll is burnt, and you write it anew."))
    elif taken.bundle.header.by == session.seat:
        lines.append(Message("If {other} has not got it: pbem send", other=other))
    return (*lines, *taken.exposed)


COMMAND = settle
