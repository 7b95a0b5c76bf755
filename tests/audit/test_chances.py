"""The dice tests: honest dice pass at the stated rate, bad generators do not."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from pbem.audit import chances

D10, D6 = (0, 10), (1, 6)


def java(seed: int, bound: int) -> Iterator[int]:
    """The first die of java.util.Random for one seed after another, as a program does that seeds anew for every roll."""
    while True:
        state = ((seed ^ 0x5DEECE66D) * 0x5DEECE66D + 0xB) & ((1 << 48) - 1)
        yield (state >> 17) % bound
        seed += 1


def lcg35(seed: int, bound: int) -> Iterator[int]:
    """A 35-bit congruential generator read by its low end."""
    state = seed | 1
    while True:
        state = (state * 3125 + 1) % (1 << 35)
        yield state % bound


def bytes_mod_10(seed: int, _: int) -> Iterator[int]:
    """A byte modulo ten: 0 to 5 come 26 times in 256, the others 25 times."""
    chance = random.Random(seed)
    while True:
        yield chance.randrange(256) % 10


def sticky(seed: int, bound: int) -> Iterator[int]:
    """Even in its frequencies, but a die likes to repeat itself."""
    chance, face = random.Random(seed), 0
    while True:
        face = face if chance.random() < 0.25 else chance.randrange(bound)
        yield face


def taken(source: Iterator[int], count: int, low: int = 0) -> list[int]:
    return [low + next(source) for _ in range(count)]


def alarms(faces: list[int], low: int, sides: int) -> list[str]:
    return [test.test for test in chances.judge(chances.tested("d", faces, low, sides)).alarms]


@pytest.mark.parametrize(
    ("value", "degrees", "expected"),
    [(3.841459, 1, 0.05), (16.918978, 9, 0.05), (23.209251, 10, 0.01), (134.6416, 99, 0.01), (0.0, 4, 1.0)],
)
def test_the_chi_square_is_that_of_the_tables(value: float, degrees: int, expected: float) -> None:
    assert chances.survival(value, degrees) == pytest.approx(expected, rel=0.02)


@pytest.mark.parametrize(
    ("bad", "sides", "count"),
    [(java, 10, 4000), (lcg35, 8, 4000), (bytes_mod_10, 10, 200_000), (sticky, 10, 3000)],
)
def test_a_bad_generator_raises_the_alarm(
    bad: Callable[[int, int], Iterator[int]], sides: int, count: int
) -> None:
    assert alarms(taken(bad(1, sides), count), 0, sides)


@pytest.mark.parametrize(("low", "sides"), [D10, D6])
def test_honest_dice_raise_an_alarm_no_oftener_than_stated(low: int, sides: int) -> None:
    """300 honest logs of 800 dice: about three alarms at one in a hundred; more than ten would not be chance."""
    found = 0
    for seed in range(300):
        chance = random.Random(f"honest {seed}")
        found += bool(alarms([chance.randrange(low, low + sides) for _ in range(800)], low, sides))
    assert found <= 10


def test_one_test_of_many_must_be_odder_to_raise_the_alarm() -> None:
    odd = chances.Tested(of="d10", test="runs", count=100, p=0.004)
    plain = [chances.Tested(of="d10", test=f"{i}", count=100, p=0.5) for i in range(9)]
    assert (odd,) == chances.judge([odd]).alarms
    assert () == chances.judge([odd, *plain]).alarms


def test_too_few_dice_are_not_tested() -> None:
    assert () == chances.tested("d10", [3, 4, 5], 0, 10)


def test_a_die_of_one_side_is_not_tested() -> None:
    assert () == chances.tested("d1", [1] * 500, 1, 1)
