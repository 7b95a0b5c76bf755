"""What the player expects of a combat: losses, ground won, averaged over the die from the combat results table."""

from __future__ import annotations

from pbem.bytes.records import frozen
from pbem_rules.june6.printed.data import Cell, Data
from pbem_rules.june6.rules.combat.losses import DIS1, DIS2, RED
from pbem_rules.june6.rules.combat.modifiers import ASSAULT, PROBE, RETREAT, STAND
from pbem_rules.june6.rules.combat.results import Parts, cell
from pbem_rules.kernel.derived import recent

_HARM = {DIS1: 0.5, DIS2: 0.9, RED: 2.0}
_RETREAT, _FURTHER, _ROUT, _BREAKTHROUGH = 0.5, 0.4, 0.8, 0.4
_FACES = range(10)
_LOWEST, _HIGHEST = -12, 16


@frozen
class Prospect:
    """What a combat brings on average: harm to both sides, and how often the hex is left."""

    attacker: float
    defender: float
    vacated: float

    def gain(self, ground: float) -> float:
        """The attacker's gain when the hex itself is worth ``ground``."""
        return self.defender - self.attacker + ground * self.vacated


def _harm(parts: Parts, units: int) -> float:
    if len(parts) == 1 or units == 1:
        letter, effect = max(parts, key=lambda part: _HARM[part[1]])
        many = {"A": units, "B": units - 1, "C": units - 1}.get(letter, 1)
        return _HARM[effect] * (many if len(parts) == 1 else 1)
    (_, most), (_, one) = parts
    return _HARM[most] * (units - 1) + _HARM[one]


def _score(found: Cell, attackers: int, defenders: int) -> tuple[float, float, float]:
    ours = _harm(found.attacker, attackers) if found.attacker else 0.0
    theirs = _harm(found.defender, defenders) if found.defender else 0.0
    if found.rout:
        ours += _ROUT
    if found.retreat:
        theirs += _RETREAT + _FURTHER * (found.retreat - 1)
    if found.breakthrough:
        theirs += _BREAKTHROUGH
    return ours, theirs, float(bool(found.retreat and found.advance))


@recent(20000)
def _prospect(data: Data, pair: tuple[str, str], modifier: int, attackers: int, defenders: int) -> Prospect:
    rows = [_score(cell(data, *pair, face + modifier), attackers, defenders) for face in _FACES]
    return Prospect(*(sum(column) / len(rows) for column in zip(*rows, strict=True)))


def prospect(data: Data, mode: str, defence: str, modifier: int, attackers: int, defenders: int) -> Prospect:
    """The average of the ten faces with a ``modifier``, the -3 of a probe against a stand not in it."""
    if (mode, defence) == (PROBE, STAND):
        modifier += data.numbers.combat.probe_against_stand
    modifier = max(_LOWEST, min(_HIGHEST, modifier))
    return _prospect(data, (mode, defence), modifier, max(attackers, 1), max(defenders, 1))


@frozen
class Modes:
    """A combat whose modes are chosen in secret at once (12.41): a game of two by two, the attacker's gain being the
    defender's loss.

    ``gain`` is what the attacker has of it when both play it well, ``assault`` and ``stand`` how often each side does so
    that the enemy cannot profit from knowing it: 0 or 1 where one mode is best.
    """

    gain: float
    assault: float
    stand: float


def modes(data: Data, modifier: int, attackers: int, defenders: int, ground: float) -> Modes:
    """The gain of a combat, and how often each side takes which mode."""
    (a, b), (c, d) = (
        [
            prospect(data, mode, defence, modifier, attackers, defenders).gain(ground)
            for defence in (STAND, RETREAT)
        ]
        for mode in (ASSAULT, PROBE)
    )
    assured, feared = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    if assured >= feared:
        return Modes(assured, float(min(a, b) >= min(c, d)), float(max(a, c) <= max(b, d)))
    spread = a - b - c + d
    return Modes((a * d - b * c) / spread, (d - c) / spread, (d - b) / spread)
