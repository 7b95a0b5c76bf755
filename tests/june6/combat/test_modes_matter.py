"""The two secret modes are a real choice: each of the four is the better one somewhere (12.4, our results table).

Everything is exact. Harm is counted in steps: a Reduction is one, Disorder-1 a quarter, Disorder-2 a half, the chance that
a rout gives the defender a half. Ground is counted in hexes: half of one when the defender leaves it, the other half when
an attacker may enter it, one more in a breakthrough.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from attrs import frozen

from pbem_rules.june6.printed.data import Cell
from pbem_rules.june6.rules.combat.losses import DIS1, DIS2, RED
from pbem_rules.june6.rules.combat.modifiers import ASSAULT, PROBE, RETREAT, STAND
from pbem_rules.june6.rules.combat.results import Parts, cell
from tests.june6.build import data
from tests.lists import tried_with

STEPS = {DIS1: Fraction(1, 4), DIS2: Fraction(1, 2), RED: Fraction(1)}
ROUT = HALF = Fraction(1, 2)
FORCES = ((1, 1), (2, 1), (2, 2), (3, 2))
"""Units that attack and units that defend."""
WORTHS = (Fraction(1, 4), HALF, Fraction(3, 4))
"""What a hex is worth, in steps."""
MODIFIERS = range(-6, 14)
"""What is added to the die, the -3 of a probe against a stand not in it."""
TOTALS = range(-2, 18)
HOLDS_TO = 8
"""The last total at which a defender who stands keeps his hex."""
SPARED_TO = 12
"""The last total without a breakthrough."""


@frozen
class Yield:
    """What a result, or the average of ten, brings."""

    attacker: Fraction  # steps the attacker loses
    defender: Fraction  # steps the defender loses
    hexes: Fraction  # ground the attacker gains

    def gain(self, worth: Fraction) -> Fraction:
        """The attacker's gain in steps, a hex being worth ``worth``."""
        return self.defender - self.attacker + worth * self.hexes


def harm(parts: Parts, units: int) -> Fraction:
    """Steps that so many units lose to the parts of a result; of both, a lone unit takes the harder (13.73)."""
    if len(parts) == 2 and units == 1:
        return max(STEPS[effect] for _, effect in parts)
    struck = {"A": units, "B": units - 1, "C": units - 1}
    return sum((struck.get(letter, 1) * STEPS[effect] for letter, effect in parts), Fraction(0))


def disordered(parts: Parts, units: int) -> bool:
    """Whether a result leaves no attacker without Disorder, so that nobody advances (13.41)."""
    return any(
        effect != RED and (letter == "A" or (units == 1 and letter in "DEF")) for letter, effect in parts
    )


def outcome(found: Cell, attackers: int, defenders: int) -> Yield:
    """What one cell of the table brings."""
    hexes = Fraction(0)
    if found.retreat:
        hexes = HALF + found.breakthrough
        if found.advance and not disordered(found.attacker, attackers):
            hexes += HALF
    lost = harm(found.attacker, attackers) + (ROUT if found.rout else 0)
    return Yield(lost, harm(found.defender, defenders), hexes)


def at(mode: str, defence: str, total: int, force: tuple[int, int] = (2, 1)) -> Yield:
    """What a total brings."""
    return outcome(cell(data(), mode, defence, total), *force)


def expected(mode: str, defence: str, modifier: int, force: tuple[int, int]) -> Yield:
    """The average of the ten faces of the die."""
    if (mode, defence) == (PROBE, STAND):
        modifier += data().numbers.combat.probe_against_stand
    faces = [at(mode, defence, face + modifier, force) for face in range(10)]
    return Yield(
        sum((each.attacker for each in faces), Fraction(0)) / 10,
        sum((each.defender for each in faces), Fraction(0)) / 10,
        sum((each.hexes for each in faces), Fraction(0)) / 10,
    )


def best_play(modifier: int, force: tuple[int, int], worth: Fraction) -> tuple[Fraction, Fraction]:
    """How often the attacker assaults and the defender stands when both choose as well as can be (a game of two by two)."""
    hold, give = ((expected(ASSAULT, d, modifier, force).gain(worth)) for d in (STAND, RETREAT))
    test, follow = ((expected(PROBE, d, modifier, force).gain(worth)) for d in (STAND, RETREAT))
    if max(min(hold, give), min(test, follow)) == min(max(hold, test), max(give, follow)):
        assault = min(hold, give) >= min(test, follow)
        stand = max(hold, test) <= max(give, follow)
        return Fraction(assault), Fraction(stand)
    spread = hold - give - test + follow
    return (follow - test) / spread, (follow - give) / spread


# --- the choice -------------------------------------------------------------------------------------------------------


@tried_with(("force", "worth"), list(product(FORCES, WORTHS)))
def test_each_mode_is_the_best_at_some_modifier_and_between_them_nobody_may_be_predictable(
    force: tuple[int, int], worth: Fraction
) -> None:
    """Probe and Stand at low modifiers, Assault and Retreat at high ones; the better the attack, the rarer the stand."""
    plays = [best_play(modifier, force, worth) for modifier in MODIFIERS]
    assert (Fraction(0), Fraction(1)) == plays[0]
    assert (Fraction(1), Fraction(0)) == plays[-1]
    assert sum(0 < assault < 1 and 0 < stand < 1 for assault, stand in plays) >= 2
    stands = [stand for _, stand in plays]
    assert sorted(stands, reverse=True) == stands


@pytest.mark.parametrize("force", FORCES)
def test_each_pair_of_modes_has_an_answer_that_is_better(force: tuple[int, int]) -> None:
    """In the middle Assault beats Stand, Retreat beats Assault, Probe beats Retreat and Stand beats Probe."""
    modifier = 3
    gain = {
        (mode, defence): expected(mode, defence, modifier, force).gain(HALF)
        for mode, defence in product((ASSAULT, PROBE), (STAND, RETREAT))
    }
    assert gain[ASSAULT, STAND] > gain[PROBE, STAND]
    assert gain[ASSAULT, RETREAT] < gain[ASSAULT, STAND]
    assert gain[PROBE, RETREAT] > gain[ASSAULT, RETREAT]
    assert gain[PROBE, STAND] < gain[PROBE, RETREAT]


# --- total by total, whatever a hex is worth ---------------------------------------------------------------------------


def test_total_by_total_each_mode_has_its_own_worth() -> None:
    """Retreat saves steps; a stand holds up to 8, and only an assault breaks through it; a probe costs and harms less."""
    for total in TOTALS:
        for mode in (ASSAULT, PROBE):
            stays, goes = at(mode, STAND, total), at(mode, RETREAT, total)
            assert goes.defender <= stays.defender
            assert (mode, total) != (ASSAULT, HOLDS_TO) or goes.defender < stays.defender
            if total <= HOLDS_TO:
                assert stays.hexes == 0
                assert total <= 0 or goes.hexes > 0
            spared = mode == PROBE or total <= SPARED_TO
            assert spared == (stays.hexes <= goes.hexes)
        for mode, defence in product((ASSAULT, PROBE), (STAND, RETREAT)):
            broken = (mode, defence) == (ASSAULT, STAND) and total > SPARED_TO
            assert broken == cell(data(), mode, defence, total).breakthrough
            assert mode == ASSAULT or cell(data(), mode, defence, total).attacker in ((), (("F", DIS1),))
        probe, assault = at(PROBE, RETREAT, total), at(ASSAULT, RETREAT, total)
        assert probe.attacker <= assault.attacker
        assert probe.hexes >= assault.hexes
        assert probe.defender <= assault.defender
