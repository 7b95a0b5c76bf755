"""Strengths and their ratio: what each side brings to a combat (12.1, 12.51, 22.22).

Strengths are whole points; every halving rounds down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from pbem.port.game import Reason
from pbem.port.messages import Message
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import Position, Unit
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.lookup import formation_of, ratings


@BOOK.rule("12.51", "12.11")
def odds(data: Data, attackers: Sequence[Unit], defenders: Sequence[Unit], intrinsic: int) -> Reason:
    """The modifier for the odds. ``intrinsic`` is the strength of the defender's hex itself (9.2)."""
    attack = attack_strength(data, attackers)
    defence = defence_strength(data, defenders) + intrinsic
    high, low, drm = column(data, attack, defence)
    return Reason(
        paragraph="12.51",
        text=Message(
            "odds {attack} to {defence}, {high}:{low}", attack=attack, defence=defence, high=high, low=low
        ),
        value=drm,
    )


def attack_strength(data: Data, units: Sequence[Unit]) -> int:
    """The attackers' strength: armour without infantry halved (12.51b), then each isolated stack (12.51c)."""
    supported = supported_armour(data, units)

    def strength(unit: Unit) -> int:
        cs = ratings(data, unit).cs
        return cs if unit.id in supported or not ratings(data, unit).armour else cs // 2

    return halved_where_isolated(units, strength)


def defence_strength(data: Data, units: Sequence[Unit]) -> int:
    """The defenders' strength, bracketed strengths included (12.51a), an isolated stack halved (12.51c)."""
    return halved_where_isolated(units, lambda unit: ratings(data, unit).cs)


@BOOK.rule("12.51b")
def supported_armour(data: Data, units: Sequence[Unit]) -> frozenset[str]:
    """The attacking armoured units that have infantry support (N34).

    Each infantry-type attacker supports so many armour points of its own formation. Which armoured units they support
    is chosen to give the attacker the most strength.
    """
    each = data.numbers.combat.armour_supported_by_infantry
    found: set[str] = set()
    for formation in sorted({formation_of(data, unit) for unit in units}):
        own = [unit for unit in units if formation_of(data, unit) == formation]
        points = each * sum(data.unit(unit.id).infantry_type for unit in own)
        armour = [unit for unit in own if ratings(data, unit).armour]
        found.update(unit.id for unit in _best_supported(data, armour, points))
    return frozenset(found)


def _best_supported(data: Data, armour: Sequence[Unit], points: int) -> tuple[Unit, ...]:
    if sum(ratings(data, unit).armour for unit in armour) <= points:
        return tuple(armour)
    best: tuple[Unit, ...] = ()
    gain = 0
    for size in range(1, len(armour)):
        for chosen in combinations(armour, size):
            if sum(ratings(data, unit).armour for unit in chosen) <= points:
                saved = sum((ratings(data, unit).cs + 1) // 2 for unit in chosen)
                if saved > gain:
                    best, gain = chosen, saved
    return best


@BOOK.rule("12.51c", "22.22")
def halved_where_isolated(units: Iterable[Unit], points: Callable[[Unit], int]) -> int:
    """The sum of ``points``, the isolated units of each hex added up and halved together (22.22)."""
    total = 0
    isolated: dict[str, int] = {}
    for unit in units:
        if unit.isolated:
            isolated[unit.where] = isolated.get(unit.where, 0) + points(unit)
        else:
            total += points(unit)
    return total + sum(stack // 2 for stack in isolated.values())


@BOOK.rule("12.51d", "12.51e", "N255")
def column(data: Data, attack: int, defence: int) -> tuple[int, int, int]:
    """The nearest column (attacker, defender, modifier) by quotient; a tie takes the lower odds (N33).

    A defender without strength gives the highest column, an attacker without strength the lowest.
    """
    chart = data.charts.odds
    found = chart.nearest(attack, defence) if attack else chart.columns[0]
    return found.attacker, found.defender, found.value


@BOOK.rule("12.12", "12.13", "15.11")
def armour_points(data: Data, units: Iterable[Unit]) -> int:
    """The armour points of the units, isolated stacks halved."""
    return halved_where_isolated(units, lambda unit: ratings(data, unit).armour)


def antitank_points(data: Data, units: Iterable[Unit]) -> int:
    """The antitank points of the units, isolated stacks halved."""
    return halved_where_isolated(units, lambda unit: ratings(data, unit).at)


def beach_strength(at: Position, where: str) -> tuple[int, int]:
    """The strength and cohesion that a beach hex itself lends its Allied defenders; (0, 0) elsewhere (9.2)."""
    if where not in at.state.beaches:
        return 0, 0
    return at.data.numbers.beaches.cs, at.data.numbers.beaches.cohesion
