"""Whether the computer is the opponent of a game: a fact of the game, known without the player that answers."""

from __future__ import annotations

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
