"""``pbem keys``: the keys of this home as far as they may be seen, and exchanging those of a game."""

from __future__ import annotations

import click

from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.desk import identity as identities
from pbem.desk import keys as desk
from pbem.desk.succeeding import friends


@click.group(
    name="keys",
    invoke_without_command=True,
    short_help="Your keys, what a backup holds; new keys for a game.",
)
@json_option
@click.pass_context
@home_options
def keys(context: click.Context, as_json: bool) -> None:
    """List your identity, the keys of every game, whom you play with, and the last backup. Nothing secret is shown.

    \b
    Examples:
      pbem keys
      pbem keys renew
    """
    if context.invoked_subcommand is not None:
        return
    home = setting().home
    card = identities.card(home)
    games, known, (day, _) = desk.every_game(home), friends(home), desk.last_backup(home)
    if as_json:
        output.data_json(
            {
                "name": card.name,
                "voice": card.voice,
                "password": card.password,
                "backup": day,
                "games": [each.json() for each in games],
                "friends": [
                    {
                        "name": each.name,
                        "public": each.key.hex(),
                        "before": [key.hex() for key in each.before],
                    }
                    for each in known
                ],
            }
        )
        return
    output.data(f"{card.name}, {'with' if card.password else 'without'} a password")
    output.data(f"code to compare by voice: {card.voice}")
    output.data(f"last backup: {day or 'none. Without one a lost machine ends your games: pbem backup FILE'}")
    for game in games:
        output.data(game.sentence())
    for friend in known:
        output.data(friend.sentence())


@keys.command()
@home_options
def renew() -> None:
    """Give up the keys of a game for new ones: the laptop was stolen, the password seen, or the dice have run out.

    The new keys are signed with the old ones, at once, and leave with your next turn. From then on nothing that is signed
    with the old ones counts. It takes your turn, and no roll under way. A responder of yours has to be set up again.

    \b
    Example:
      pbem keys renew --game 1f2e
    """
    known = setting()
    folder, identity = known.folder(), known.unlocked()
    with known.home.lock():
        made = desk.renew(folder, identity, known.entropy)
    output.talk(f"Your keys in this game are new from here on (turn file {made.n}).")
    output.talk(f"Read this code of the new key to your opponent by voice: {made.voice}")
    if made.agent:
        output.talk(
            "Your responder's key is out of force, and it answers nothing more once it has read this turn: end it where it "
            "runs. With a later turn pbem responder setup DIR makes it a new key."
        )
    output.talk("A backup from before today does not hold them: pbem backup FILE")
    output.talk("Next: play on and pbem send, or at once: pbem send --partial")


COMMANDS = (keys,)
