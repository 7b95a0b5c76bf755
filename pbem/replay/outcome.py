"""How a game has ended: by its rules, or by a ruling. The only place that says so."""

from __future__ import annotations

from typing import TypeVar

from pbem.bytes.records import frozen
from pbem.games import boundary
from pbem.port.game import Reason
from pbem.port.messages import Message, spelled
from pbem.replay.table import Position

S = TypeVar("S")


@frozen(kw_only=True)
class Ending:
    """The winning side ("": nobody), how it ended in words, and the score that led to it with its reasons.

    A referee's ruling has no score.
    """

    winner: str
    level: str
    score: int | None = None
    reasons: tuple[Reason, ...] = ()
    ruled: bool = False

    @property
    def said(self) -> str:
        """How it ended, for people: ``Allied victory (2)``."""
        if self.ruled:
            return Message("{level} (the referee's ruling)", level=self.level)
        return Message("{level} ({score})", level=spelled(self.level), score=self.score)

    def __str__(self) -> str:
        return str(self.said)


def ending(position: Position[S]) -> Ending | None:
    """The outcome of a game where it stands; None while there is none."""
    ended = position.table.ended
    if ended is not None:
        return Ending(winner=ended.winner, level=ended.level, ruled=True)
    rules = position.rules
    result = boundary.result(rules, position.game)
    if result is None:
        return None
    return Ending(winner=result.winner or "", level=result.level, score=result.score, reasons=result.reasons)


def is_over(position: Position[S]) -> bool:
    """Whether a game has begun and waits for nothing any more but for the vaults."""
    if not position.started:
        return False
    return position.table.ended is not None or not boundary.demands(position.rules, position.game)
