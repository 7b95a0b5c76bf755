"""The furniture of a game's board: what lies beside the map on a table - turn track, phases, weather, score, stocks, losses.

A game need not have any of it: one that does has a method of the same name (:class:`Furnished`); ask through
:func:`furniture`, which answers for every game. As with a scene, what a side may not see is left out by the game.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from pbem.bytes.records import frozen
from pbem.port.game import Moment, Reason, Side


@frozen(kw_only=True)
class Turn:
    """A space of the turn track: its number and name, and who is due on it, in words."""

    number: int
    name: str
    due: tuple[str, ...] = ()


@frozen(kw_only=True)
class Threshold:
    """With so many points or more the game ends at the level ``name``, which ``side`` wins (None: nobody)."""

    at_least: int
    name: str
    side: Side | None


@frozen(kw_only=True)
class Score:
    """The points of ``side`` as the position stands, their terms, and the thresholds from the lowest up."""

    side: Side
    value: int
    terms: tuple[Reason, ...] = ()
    thresholds: tuple[Threshold, ...] = ()


@frozen(kw_only=True)
class Stock:
    """Something counted or lying open beside the map: a cup, markers left, missions.

    ``kind`` is a stable word for programs (``cup``, ``air``), ``side`` whose it is ("": of both), ``value`` how many or
    what, ``lines`` what there is to say of it.
    """

    kind: str
    value: str
    side: Side = ""
    lines: tuple[str, ...] = ()


@frozen(kw_only=True)
class Lost:
    """The units that a side has lost, in order."""

    side: Side
    units: tuple[str, ...]


@frozen(kw_only=True)
class Laid:
    """Numbers in an order that stand for places: those of ``field`` in an order of ``kind``, one for each of ``places``."""

    kind: str
    field: str
    places: tuple[str, ...]
    names: tuple[str, ...]


@frozen(kw_only=True)
class Furniture:
    """All of it. ``phases`` are the titles in order, ``phase`` the index of the present one; ``weather`` may be empty."""

    turn: int = 0
    turns: tuple[Turn, ...] = ()
    phase: int = -1
    phases: tuple[str, ...] = ()
    weather: str = ""
    score: Score | None = None
    stocks: tuple[Stock, ...] = ()
    lost: tuple[Lost, ...] = ()
    laid: tuple[Laid, ...] = ()


@runtime_checkable
class Furnished(Protocol):
    """A game that says what lies beside its map."""

    def furniture(self, state: object, side: Side | None) -> Furniture:
        """What ``side`` may see of it (None: what both know). Pure."""


def furniture(rules: object, state: object, side: Side | None, moment: Moment) -> Furniture:
    """What lies beside the map; of a game that does not say the present turn and phase alone."""
    if isinstance(rules, Furnished):
        return rules.furniture(state, side)
    now = Turn(number=moment.turn, name=moment.turn_name)
    return Furniture(turn=moment.turn, turns=(now,), phase=0, phases=(moment.phase,))
