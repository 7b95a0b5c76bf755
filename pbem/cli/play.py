"""``pbem play``: a sitting at a game, and a game alone begun with one command."""

from __future__ import annotations

import click

from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.first_key import first_key
from pbem.cli.practice import tell
from pbem.cli.prompt import Sitting
from pbem.cli.scenario_options import name_option, options_option, scenario_option, typed_options
from pbem.dev import practice as practices
from pbem.games import registry
from pbem.home import games
from pbem.home.exchange import invitations
from pbem.home.exchange.invitations import Wanted
from pbem.home.sitting import last_visit
from pbem.port.messages import Message
from pbem.store.game import GameFolder

_FIRST = "pegasus"


@click.command()
@click.argument("game", required=False)
@scenario_option
@options_option
@name_option
@home_options
def play(game: str | None, scenario: str, options: tuple[str, ...], name: str) -> None:
    """Sit down at your game: a prompt for orders and commands, with one password, and nothing to quote.

    The Tab key completes orders, units and hexes; `;` stands between orders; what decides nothing is written for you. GAME
    is one of your games by name, or an installed game that you begin alone: the computer takes the other seat. In a game for
    one (pegasus) that seat only has its part in the dice, and they are called unwitnessed: invite a friend to a game that is
    to prove something. Without GAME, it is the game you used last.

    \b
    Examples:
      pbem play
      pbem play pegasus
      pbem play pegasus --scenario expert
    """
    known = setting()
    folder = _there(game) if not scenario and not options else None
    if folder is not None:
        Sitting(known=known, folder=folder, identity=known.unlocked()).run()
        return
    wanted = Wanted(game=game or _FIRST, scenario=scenario, options=typed_options(options))
    terms = invitations.asked_for(known.home, wanted)
    first_key(name)
    found = practices.begin(known.home, known.unlocked(), terms, entropy=known.entropy)
    output.talk(
        "Game {folder} begins: you play {side}.", folder=found.folder.name, side=Message(found.session.side)
    )
    known.home.use(found.folder.name)
    asks = output.can_ask()
    tell(found, next_too=not asks)
    last_visit.go_on(found.folder, found.session)
    if asks:
        Sitting(known=known, folder=found.folder, identity=known.unlocked()).run()


def _there(game: str | None) -> GameFolder | None:
    """The game of this home that is meant; None when one is to be begun."""
    known = setting()
    if game is None:
        return known.folder() if games.begun(known.home) or known.wanted else None
    installed = {each.name for each in registry.installed()}
    return None if game in installed or not games.begun(known.home) else games.choose(known.home, game)


COMMAND = play
