"""The state: frozen values with a default for every field that is mostly the same."""

from __future__ import annotations

from attrs import field, frozen

from golden_rules.ford_0_1_0.kernel.board import Board

RED, BLUE = "red", "blue"
LAST_TURN = 4


@frozen(kw_only=True, slots=False)
class Unit:
    """A counter; ``acted``: it has moved or attacked this turn."""

    id: str
    where: str
    acted: bool = False


@frozen(kw_only=True, slots=False)
class State:
    """Everything that both players know. ``fight``: who attacks whom, until the die is thrown."""

    scenario: str
    turn: int = 1
    side: str = RED
    board: Board[Unit] = field(factory=lambda: Board.of(()))
    fights: int = 0
    fight: tuple[str, ...] = ()
    over: bool = False
