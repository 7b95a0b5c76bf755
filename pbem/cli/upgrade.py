"""``pbem offer upgrade``: go on under another version of the rules or of the data, when both agree."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.bytes.errors import UsageError
from pbem.cli import output, questions
from pbem.cli.app import home_options, setting
from pbem.cli.packs import all_option
from pbem.games.packs.pack import code_of
from pbem.games.registry import Game
from pbem.home import games, sentences
from pbem.home.games import Seen
from pbem.home.play import upgrades
from pbem.port.messages import Message
from pbem.protocol.side_entries import reply_offer
from pbem.replay import upgrading
from pbem.store.home import Home


@click.command()
@click.option("--to", default="", metavar="VERSION", help="Offer another version of the rules.")
@click.option("--pack", type=click.Path(path_type=Path), metavar="PACK", help="Offer a data pack.")
@click.option("--own-data", "own", is_flag=True, help="Offer the game's own data, without a pack.")
@click.option("--try", "trying", is_flag=True, help="Only say what it would change.")
@click.option("--accept", is_flag=True, help="Agree to the other side's offer.")
@click.option("--decline", is_flag=True, help="Decline it.")
@all_option
@home_options
def upgrade(
    *, to: str, pack: Path | None, own: bool, trying: bool, accept: bool, decline: bool, everything: bool
) -> None:
    """Without options: what the game is played under, what is installed, and what another version would change.

    A game keeps the rules and the data that it began with. To go on under others, one player offers and the other agrees;
    what has been played stands, and both see before they sign what would change and whether the game carries over.

    \b
    Examples:
      pbem offer upgrade
      pbem offer upgrade --to 0.2.0 --try
      pbem offer upgrade --pack my-copy.toml
      pbem offer upgrade --accept
    """
    asked = bool(to or pack is not None or own)
    if asked + accept + decline > 1 or (trying and (accept or decline)) or (own and pack is not None):
        raise UsageError(
            "usage",
            Message("Say what to offer, or --accept, or --decline."),
            hint="pbem offer upgrade --help",
        )
    known = setting()
    folder = known.folder()
    if asked and not trying:
        _offer(known.home, to=to, pack=pack, own=own, everything=everything)
    elif accept or decline:
        _answer(accept=accept, everything=everything)
    else:
        view = games.look(folder)
        if asked:
            _trial(
                view, upgrades.wanted(known.home, view.game, to=to, pack=pack, own=own), everything=everything
            )
        else:
            _listing(known.home, view, everything=everything)


def _listing(home: Home, view: Seen, *, everything: bool) -> None:
    game = view.game
    output.data("{title}: played under {pinned}.", title=game.info.title, pinned=_pinned(game))
    output.data("At hand:")
    for each in upgrades.at_hand(home, view):
        count = len(each.game.changed_from(game))
        what = (
            Message("in force")
            if each.in_force
            else Message("{count} values of the data differ", count=count)
        )
        output.data(
            "  {version}: {what}{more}",
            version=_pinned(each.game),
            what=what,
            more="" if each.in_force else Message("; {command} --try", command=each.command),
        )
    if (found := upgrades.offered(view)) is not None:
        for line in upgrades.explained(view, found, everything=everything):
            output.data(line)
        output.data(
            "Next: {what}",
            what=sentences.reply_command(view.owed)
            if view.owed.seat == view.seat
            else Message("wait for the answer"),
        )


def _trial(view: Seen, new: Game, *, everything: bool) -> None:
    output.data("{name} -> {name_a}", name=upgrading.name(view.game), name_a=upgrading.name(new))
    for line in upgrades.changes(view.game, new, everything=everything):
        output.data(line)
    obstacle = upgrades.obstacle(view, new)
    output.data(obstacle or Message("The game as it stands carries over."))
    found = upgrades.replayed(view, new)
    if found is None:
        output.data("Had the whole game been played under it, every entry would have come out alike.")
    else:
        output.data(
            "Had the whole game been played under it, entry {entry} would have come out otherwise: "
            "{message} What has been played stands all the same.",
            entry=found.entry,
            message=found.message,
        )


def _offer(home: Home, *, to: str, pack: Path | None, own: bool, everything: bool) -> None:
    known = setting()
    identity, folder = known.unlocked(), known.folder()
    with home.lock():
        session = games.open_session(folder, identity)
        new = upgrades.wanted(home, session.game, to=to, pack=pack, own=own)
        if obstacle := upgrades.obstacle(session, new):
            raise UsageError(
                "not-carried", obstacle, hint=Message("The game goes on under the version it has.")
            )
        before = session.game
        session = upgrades.offer(home, session, new)
        games.save_session(folder, identity, session)
    output.talk("You offer to go on under {name}.", name=upgrading.name(new))
    for line in upgrades.changes(before, new, everything=everything):
        output.talk(line)
    if new.pack is not None:
        output.talk(
            "Your opponent needs the pack, too: pbem packs pack {pack} makes a file to mail, and they type: "
            "pbem packs add FILE (code {code_of}).",
            pack=new.pack.name,
            code_of=code_of(new.data_digest),
        )
    output.talk(sentences.next_debt(session))
    output.talk("Next: pbem send")


def _answer(*, accept: bool, everything: bool) -> None:
    known = setting()
    identity, folder = known.unlocked(), known.folder()
    with known.home.lock():
        session = games.open_session(folder, identity)
        if (found := upgrades.offered(session)) is None:
            raise UsageError.of("no-offer", "No upgrade has been offered.", hint="Type: pbem status")
        if accept:
            output.talk_all(upgrades.explained(session, found, everything=everything))
            _asked()
        session = reply_offer(session, yes=accept)
        games.save_session(folder, identity, session)
    if accept:
        output.talk(
            "You agree. From here on {name} judges; what has been played stands.",
            name=upgrading.name(session.game),
        )
    else:
        output.talk("You decline; the game goes on under {name}.", name=upgrading.name(session.game))
    output.talk(sentences.next_debt(session))
    output.talk("Next: pbem send")


def _asked() -> None:
    """Where somebody can be asked, agreeing takes a word more. Raises UsageError ``declined``."""
    if output.can_ask() and not questions.agreed(Message("Agree to it?"), default=True):
        raise UsageError.of(
            "not-agreed", "Nothing was answered.", hint="pbem offer upgrade --decline declines the offer."
        )


def _pinned(game: Game) -> str:
    return Message(
        "{name} (ruleset {digest}, code {code})",
        name=upgrading.name(game),
        digest=game.info.digest[:12],
        code=code_of(game.data_digest),
    )


COMMAND = upgrade
