"""The state: frozen values with a default for every field that is mostly the same; and what rules work on."""

from __future__ import annotations

from typing import TypeAlias

from attrs import field, frozen

from ford_rules.ford.printed import BLUE, RED, Data
from pbem_rules.kernel import Board
from pbem_rules.shared import BoardPlay
from pbem_rules.shared import View as AnyView

LAST_TURN = 4


@frozen(kw_only=True, slots=False)
class Unit:
    """A counter; ``acted``: it has moved or attacked this turn."""

    id: str
    where: str
    acted: bool = False


@frozen(kw_only=True, slots=False)
class State:
    """Everything that both players know. ``fight``: who attacks whom, until the die is thrown; ``gone``: units lost."""

    scenario: str
    turn: int = 1
    side: str = RED
    board: Board[Unit] = field(factory=lambda: Board.of(()))
    fights: int = 0
    fight: tuple[str, ...] = ()
    over: bool = False
    gone: tuple[str, ...] = ()


View: TypeAlias = AnyView[State, Data]
Play: TypeAlias = BoardPlay[State, Data, Unit]

__all__ = ["BLUE", "LAST_TURN", "RED", "Play", "State", "Unit", "View"]
