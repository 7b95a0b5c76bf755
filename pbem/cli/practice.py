"""``pbem practice``: a game against the computer."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.bytes.errors import UsageError
from pbem.cli import game_named, output
from pbem.cli.app import home_options, setting
from pbem.cli.first_key import first_key
from pbem.cli.scenario_options import (
    name_option,
    options_option,
    pack_option,
    scenario_option,
    side_option,
    typed_options,
)
from pbem.dev import practice as practices
from pbem.home import games, sentences
from pbem.home.exchange import invitations
from pbem.home.exchange.invitations import Wanted
from pbem.home.identity import Identity
from pbem.home.kept_papers import game_over
from pbem.home.practice import is_practice
from pbem.home.sitting import last_visit
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.store.game import GameFolder


@click.command()
@click.argument("game", required=False)
@scenario_option
@side_option
@options_option
@click.option(
    "--seed",
    type=int,
    default=1,
    show_default=True,
    help="Another number, another style of the computer: the same one decides the same in the same position, "
    "but for what it seals.",
)
@pack_option
@name_option
@home_options
def practice(  # a game is begun with that much
    game: str | None,
    scenario: str,
    side: str,
    options: tuple[str, ...],
    seed: int,
    pack: Path | None,
    name: str,
) -> None:
    """Play GAME against the computer: the same commands, and every `pbem send` is answered at once.

    The computer has keys of its own in your home and sees your signed turns only; the log verifies like any other.
    Without GAME, let the computer go on where the machine stopped.

    \b
    Examples:
      pbem practice june6 --side german
      pbem practice darkdecember
      pbem practice
    """
    known = setting()
    if game is None:
        folder = _practice_game()
        game_over.check(folder)
        identity = known.unlocked()
        let_answer(folder, identity, games.open_session(folder, identity))
        return
    chosen = typed_options(options)
    wanted = Wanted(game=game, scenario=scenario, side=side, options=chosen, pack=pack)
    terms = invitations.asked_for(known.home, wanted)
    first_key(name)
    found = practices.begin(known.home, known.unlocked(), terms, seed=seed, entropy=known.entropy)
    output.talk(
        "Game {folder} against the computer: you play {side}.",
        folder=found.folder.name,
        side=Message(found.session.side),
    )
    known.home.use(found.folder.name)
    tell(found)
    last_visit.go_on(found.folder, found.session)


def let_answer(folder: GameFolder, identity: Identity, session: Session) -> None:
    """Let the computer play up to the player's next decision, and tell what it did."""
    tell(practices.play_on(setting().home, folder, identity, session))


def tell(found: practices.Answered, *, next_too: bool = True) -> None:
    """What the computer did, on standard output, and ``next_too`` what the player owes now."""
    output.data_all(found.told())
    if not next_too:
        return
    game_named.means(setting().home, found.folder)
    output.talk(sentences.next_debt(found.session))
    if found.session.owed.kind:
        output.talk("Next: pbem orders")
    else:
        output.talk("Next: pbem verify")


def _practice_game() -> GameFolder:
    known = setting()
    if known.wanted:
        return known.folder()
    found = [each for each in games.begun(known.home) if is_practice(each)]
    in_use = known.home.in_use()
    found = [each for each in found if each.name == in_use] or found
    if len(found) == 1:
        return found[0]
    if not found:
        raise UsageError.of(
            "no-practice", "There is no game against the computer here.", hint="Type: pbem practice GAME"
        )
    names = ", ".join(each.name[:8] for each in found)
    raise UsageError.of(
        "which-game",
        "There are several games against the computer: {names}.",
        names=names,
        hint="Type pbem games NAME once, or add --game NAME",
    )


COMMAND = practice
