"""The computer's offer to end a game against it, as long as it stands."""

from __future__ import annotations

from pbem.home.kept_papers import game_over
from pbem.home.practice import OFFERED, PLAYOUTS
from pbem.port.game import Side
from pbem.port.messages import Message
from pbem.store.game import GameFolder


def offers_end(folder: GameFolder, bundles: int) -> str:
    """The computer's offer to end a game of so many turn files, as long as it stands; "" where there is none.

    It ends with the next turn file, and with the game.
    """
    if folder.facts().get(OFFERED) != bundles:
        return ""
    if next(iter(game_over.over(folder)), None) is not None:
        return ""
    return Message(
        "The computer offers to end the game, and you win: it has played on from here {n} times, and lost each time.",
        n=PLAYOUTS,
    )


def taking_it(winner: Side) -> str:
    """How the offer is taken in a terminal."""
    return Message(
        "To take that, offer the same: pbem end agree --winner {winner}. Or play on.", winner=winner
    )
