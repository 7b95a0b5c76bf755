"""Whether the computer is the opponent of a game and offers its end: facts, known without the player that answers."""

from __future__ import annotations

from pbem.port.game import Side
from pbem.port.messages import Message
from pbem.store.game import GameFolder

FACT = "practice"
"""The fact of a game against the computer: the number that varies the computer's style."""
OFFERED = "practice_end"
"""The fact of a game that the computer would end: after which turn file it has offered that."""
PLAYOUTS = 20
"""So many times the computer plays on from a position to see how it ends."""


def is_practice(folder: GameFolder) -> bool:
    """Whether the computer is the opponent of this game."""
    return folder.facts().get(FACT) is not None


def offers_end(folder: GameFolder, bundles: int) -> str:
    """The computer's offer to end a game of so many turn files, as long as it stands; "" where there is none.

    It ends with the next turn file, and with the game.
    """
    if folder.facts().get(OFFERED) != bundles:
        return ""
    from pbem.home.kept_papers import game_over  # noqa: PLC0415  # an offer comes once in a game

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
