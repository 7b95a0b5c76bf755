"""``pbem play``: a game alone, begun with one command."""

from __future__ import annotations

import click

from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.import_report import tell_practice
from pbem.dev import practice as practices
from pbem.home import identity as identities


@click.command(short_help="Play alone, with one command.")
@click.argument("game", default="pegasus")
@click.option("--scenario", default="", metavar="NAME", help="Which scenario (else the game's first).")
@click.option("--name", default="Player", show_default=True, help="Your name, when there is no identity yet.")
@home_options
def play(game: str, scenario: str, name: str) -> None:
    """Begin GAME alone: an identity is made if there is none, and the computer takes the other seat at once.

    In a game for one (pegasus) the other seat only has its part in the dice, and they are called unwitnessed; for a
    game that proves something invite a friend to that seat with `pbem new`.

    \b
    Examples:
      pbem play pegasus
      pbem play pegasus --scenario expert
    """
    known = setting()
    if known.home.identity() is None:
        identities.create_identity(known.home, name, "", known.entropy)
        output.talk(f"You are {name} here; the key has no password. See: pbem identity --help")
    found = practices.begin(known.home, known.unlocked(), game=game, scenario=scenario, entropy=known.entropy)
    output.talk(f"Game {found.folder.name} begins: you play {found.session.side}.")
    tell_practice(found)


COMMAND = play
