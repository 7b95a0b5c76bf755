"""What a roll of a log cannot have, no game can ask for in memory either: cases, What-if, rehearsals and random play."""

from __future__ import annotations

import pytest

from pbem.bytes.errors import GameFault
from pbem.games.boundary import throwable
from pbem.games.driver import Driven
from pbem.port.game import MAX_DICE, MAX_FACE, MAX_SIDES, Demand, Die, Roll
from tests.protocol.tiny import State, Tiny


class Asking(Tiny):
    """The tiny game, asking for so many dice at once."""

    def __init__(self, dice: int) -> None:
        super().__init__()
        self.dice = dice

    def demands(self, state: State) -> tuple[Demand, ...]:
        return (Roll(side="red", why="many", dice=(Die(sides=6),) * self.dice),)


def driven(dice: int) -> Driven[State]:
    return Driven(rules=Asking(dice), state=Tiny().setup(Tiny.scenarios[0], {}))


def test_a_hundred_dice_are_a_roll_and_one_more_is_a_fault_of_the_game() -> None:
    due = driven(MAX_DICE).due
    assert isinstance(due, Roll)
    with pytest.raises(GameFault, match=r"many asks for dice that a roll cannot have: 101"):
        _ = driven(MAX_DICE + 1).due
    with pytest.raises(GameFault):
        _ = driven(0).due


@pytest.mark.parametrize(
    ("die", "fine"),
    [
        (Die(sides=MAX_SIDES), True),
        (Die(sides=MAX_SIDES + 1), False),
        (Die(sides=0), False),
        (Die(sides=6, low=-MAX_FACE), True),
        (Die(sides=6, low=MAX_FACE + 1), False),
    ],
)
def test_a_die_is_one_that_a_request_can_name(die: Die, fine: bool) -> None:
    assert fine == throwable((die,))
