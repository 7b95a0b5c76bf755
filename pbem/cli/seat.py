"""``pbem seat``: the keys of this home as far as they may be seen, and exchanging those of a game."""

from __future__ import annotations

import sys

import click

from pbem.bytes.errors import ConflictError, NotYourTurn, UsageError
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.identity import card_lines
from pbem.cli.words import Words
from pbem.home import identity as identities
from pbem.home import sentences
from pbem.home.beside.new_keys import LATER
from pbem.home.identity import Identity
from pbem.home.keys import game_keys, renewal
from pbem.home.last_backup import last_backup
from pbem.home.succession import friends
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.store.game import GameFolder


@click.group(
    cls=Words,
    name="seat",
    invoke_without_command=True,
    later={
        "ask": "Ask to take over a seat, or your own on another machine.",
        "offer": "Show your opponent who asks for your seat.",
        "agree": "Sign that your opponent may hand their seat over.",
        "give": "Write the box with the secrets of your seat.",
        "take": "Open that box, and write the receipt.",
        "keep": "Play on yourself after all.",
        "rotate": "Make a new identity key, and the paper that hands over to it.",
        "follow": "Take in the paper of a friend who has a new key.",
        "succession": "Write the paper of your last new key again.",
    },
    places={
        **{word: f"handing:{word}" for word in ("ask", "offer", "agree", "give", "take", "keep")},
        "rotate": "succession:rotate",
        "follow": "succession:follow",
        "succession": "succession:succession",
    },
)
@json_option
@click.pass_context
@home_options
def seat(context: click.Context, as_json: bool) -> None:
    """List your identity, the keys of every game, whom you play with, and the last backup. Nothing secret is shown.

    \b
    Examples:
      pbem seat
      pbem seat renew
    """
    if context.invoked_subcommand is not None:
        return
    home = setting().home
    card = identities.card(home)
    games, known, day = game_keys.every_game(home), friends(home), last_backup(home).day
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
    output.data_all(card_lines(card))
    output.data(
        "last backup: {what}",
        what=day or Message("none. Without one a lost machine ends your games: pbem backup FILE"),
    )
    for game in games:
        output.data(game.sentence())
    for friend in known:
        output.data(friend.sentence())


@seat.command()
@click.option("--cancel", is_flag=True, help="Drop a renewal that still waits.")
@home_options
def renew(cancel: bool) -> None:
    """Give up the keys of a game for new ones: the laptop was stolen, the password seen, or the dice have run out.

    The new keys are signed with the old ones and leave with your next turn. From then on nothing that is signed with the old
    ones counts. It needs your turn, and no roll under way; else it waits for your next turn that may begin with it.

    \b
    Example:
      pbem seat renew --game 1f2e
    """
    known = setting()
    folder = known.folder()
    if cancel:
        renewal.ask(folder, wanted=False)
        output.talk("Your keys stay as they are.")
        return
    identity = known.unlocked()
    with known.home.lock():
        try:
            made = game_keys.renew(folder, identity, known.entropy)
        except (NotYourTurn, ConflictError, UsageError) as error:
            if error.code not in WAITING:
                raise
            renewal.ask(folder)
            output.talk("Not yet: {message}", message=sentences.of_error(error))
            output.talk("Your new keys are asked for. {later}", later=LATER)
            output.talk(
                "Next: go on playing; pbem status says so as long as they wait (pbem seat renew --cancel drops them)"
            )
            sys.exit(error.exit_code)
        renewal.ask(folder, wanted=False)
    output.talk("Your keys in this game are new from here on (turn file {n}).", n=made.n)
    _new_keys(made.voice)
    output.talk("Next: play on and pbem send, or at once: pbem send --partial")


WAITING = frozenset({"draft-in-the-way", "not-now", "not-sent", "not-your-turn"})
"""What passes by itself: a renewal that meets it waits."""


def with_new_keys(folder: GameFolder, identity: Identity, session: Session) -> Session:
    """The turn begun with the new keys that were asked for, where that may be now; it is said, and stored."""
    found = renewal.begin(folder, identity, session, setting().entropy)
    if found.waits:
        output.talk("{waits} {later}", waits=found.waits, later=LATER)
    if found.n:
        output.talk("Your turn begins with your new keys (turn file {n}).", n=found.n)
        _new_keys(found.voice)
    return found.session


def _new_keys(voice: str) -> None:
    """What to do about new keys."""
    output.talk(
        "Read this code of the new key to your opponent by voice (pbem seat shows it again): {voice}",
        voice=voice,
    )
    output.talk("A backup from before today does not hold them: pbem backup FILE")


COMMAND = seat
