"""The audit's statistics, measured: how often honest dice raise the alarm, and what a loaded die must be to be seen."""

from __future__ import annotations

import random

from pbem.audit import chances


def alarm(seed: int, dice: int, *, loaded: float = 0.0) -> bool:
    """Whether a log with so many d6 of each side raises the alarm; side A's show a six so much more often."""
    tests = []
    for side, more in (("A", loaded), ("B", 0.0)):
        source = random.Random(f"{seed}/{side}/{loaded}")
        faces = [6 if source.random() < more else source.randint(1, 6) for _ in range(dice)]
        tests.extend(chances.tested(f"{side}, d6", faces, 1, 6))
    return bool(chances.judge(tests).alarms)


def test_honest_dice_raise_the_alarm_as_often_as_is_said() -> None:
    """1,000 fair logs of 150 dice a side: 1 % is said; twice that would be beyond three standard deviations."""
    found = sum(alarm(seed, 150) for seed in range(1000))
    assert 0 < found <= 2 * chances.ALARM * 1000, found


def test_a_die_that_shows_a_six_too_often_is_seen_when_it_is_rolled_often_enough() -> None:
    """One roll in eight turned into a six: seen in most logs of 400 dice. One in thirty-three: in hardly any."""
    seen = {loaded: sum(alarm(seed, 400, loaded=loaded) for seed in range(60)) for loaded in (0.03, 0.125)}
    assert seen[0.125] > 40
    assert seen[0.03] < 10


def test_a_short_log_is_never_called_odd() -> None:
    """Tests that would have too few dice are left out."""
    for dice in range(20):
        assert not any(alarm(seed, dice) for seed in range(5)), dice
