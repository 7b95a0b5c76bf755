"""What is under way in a combat phase and in the air: a part of the state that is empty in every other phase."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.bytes.records import field, frozen

NAMING, BACK, SUPPORT, FLAK, DICE, LOSSES, DEFENDER, ATTACKER, ADVANCE, ENDED = (
    "naming",
    "back",
    "support",
    "flak",
    "dice",
    "losses",
    "defender",
    "attacker",
    "advance",
    "ended",
)
"""The stages of a combat phase (12.1): attacks are named; who cannot do the duty goes back (11.6); the defender's support;
flak; the dice; then attack by attack steps, the defender's retreat, the attacker's, the advance."""


@frozen(kw_only=True)
class Declared:
    """An attack that has been named. ``support``: guns and ships of the defender; ``stopped``: flak drove aircraft off.

    ``face``: the die that has been thrown for it; 0 when there is none.
    """

    number: int
    target: str
    units: tuple[str, ...]
    guns: tuple[str, ...] = ()
    ships: tuple[str, ...] = ()
    air: int = 0
    paid: int = 0
    support: tuple[str, ...] = ()
    defence_air: int = 0
    stopped: bool = False
    face: int = 0


@frozen(kw_only=True)
class Salvo:
    """A gun or a ship that fires alone at a hex (14.1), with its ``spotter`` and who fires back (``reply``)."""

    number: int
    target: str
    unit: str
    spotter: str
    paid: int = 0
    reply: str = ""
    faces: tuple[int, ...] = ()


@frozen(kw_only=True)
class Result:
    """What a die still asks for: steps of each side, and who goes back. ``defenders``: those who were attacked."""

    defenders: tuple[str, ...] = ()
    attacker_steps: int = 0
    defender_steps: int = 0
    attacker_retreat: bool = False
    defender_retreat: bool = False


@frozen(kw_only=True)
class Battle:
    """The combat phase of a side. ``number``: of the attack or salvo that is being fought.

    ``back``: units that have to go back now. ``odds``, ``hex``, ``survivors`` (12.18): of the last attack.
    """

    stage: str = NAMING
    attacks: tuple[Declared, ...] = ()
    salvos: tuple[Salvo, ...] = ()
    back: tuple[str, ...] = ()
    number: int = 0
    result: Result = field(factory=Result)
    odds: str = ""
    hex: str = ""
    survivors: bool = False


@frozen(kw_only=True)
class Mission:
    """Attacks of armed reconnaissance on a unit or a bridge (10.9)."""

    target: str
    attacks: int


@frozen(kw_only=True)
class Sky:
    """Aircraft on their way. ``shares``: Allied points by map; ``sealed``: the label under which flak is sealed.

    ``strafed``: attacks of reconnaissance named this turn; ``missions``: those that wait for their dice.
    ``pending``: carpet | bombs, whose dice are due.
    """

    shared: bool = False
    shares: Mapping[str, int] = field(factory=dict)
    sealed: str = ""
    strafed: int = 0
    missions: tuple[Mission, ...] = ()
    pending: str = ""
