"""The tiny game in one long turn: an order may wait for a roll and still be in its turn when the roll is there."""

from attrs import evolve
from protocol.tiny import GAME, State, Tiny

from pbem.port.game import Moment


class OneTurn(Tiny):
    """All three rounds are turn 1."""

    def moment(self, state: State) -> Moment:
        """The stage is the phase."""
        return Moment(turn=1, turn_name="the turn", phase=state.stage)


LONG = evolve(GAME, rules=OneTurn())
