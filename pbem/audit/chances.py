"""Four tests of dice, and one rate of false alarms for all of them together.

Frequencies, pairs and gaps by chi-square, runs by the normal approximation (D. Knuth, *The Art of Computer Programming* 2,
3.3.1-3.3.2; A. Wald and J. Wolfowitz, Ann. Math. Stat. 11, 1940), taken together as S. Holm does (Scand. J. Stat. 6, 1979):
the chance that honest dice raise any alarm at all is at most ``ALARM``, however many tests there are.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from pbem.bytes.records import frozen
from pbem.port.messages import Message

ALARM = 0.01
"""The rate of false alarms over all tests of one log together."""

LEAST = 5.0
"""The smallest expected count of a chi-square's cell (W. Cochran, Biometrics 10, 1954)."""


@frozen(kw_only=True)
class Tested:
    """One test: what of, which, over how many dice, and the chance that honest dice look at least so odd."""

    of: str
    test: str
    count: int
    p: float


@frozen(kw_only=True)
class Judged:
    """All tests, the oddest first, each with whether it raises the alarm at the joint rate."""

    tests: tuple[tuple[Tested, bool], ...]

    @property
    def alarms(self) -> tuple[Tested, ...]:
        """The tests that honest dice would hardly fail."""
        return tuple(test for test, alarm in self.tests if alarm)


def tested(of: str, faces: Sequence[int], low: int, sides: int) -> tuple[Tested, ...]:
    """The tests of one kind of die, in the order rolled; those that would have too few dice are left out."""
    found = (
        (Message("frequencies"), frequencies(faces, low, sides)),
        (Message("pairs"), pairs(faces, low, sides)),
        (Message("runs"), runs(faces, low, sides)),
        (Message("gaps"), gaps(faces, low, sides)),
    )
    return tuple(Tested(of=of, test=test, count=len(faces), p=p) for test, p in found if p is not None)


def judge(tests: Iterable[Tested]) -> Judged:
    """Holm's procedure: the oddest test against ``ALARM / n``, the next against ``ALARM / (n - 1)``, until one holds."""
    ordered = sorted(tests, key=lambda each: (each.p, each.of, each.test))
    judged: list[tuple[Tested, bool]] = []
    failing = True
    for at, each in enumerate(ordered):
        failing = failing and each.p <= ALARM / (len(ordered) - at)
        judged.append((each, failing))
    return Judged(tests=tuple(judged))


# --- the tests --------------------------------------------------------------------------------------------------------


def frequencies(faces: Sequence[int], low: int, sides: int) -> float | None:
    """Every face as often as any other."""
    expected = len(faces) / sides
    if sides < 2 or expected < LEAST:
        return None
    counts = Counter(faces)
    return chi_square([(counts[low + i], expected) for i in range(sides)])


def pairs(faces: Sequence[int], low: int, sides: int) -> float | None:
    """Every pair of successive dice, not overlapping, as often as any other."""
    found = Counter(zip(faces[::2], faces[1::2], strict=False))
    expected = (len(faces) // 2) / sides**2
    if sides < 2 or expected < LEAST:
        return None
    cells = [(found[low + i, low + k], expected) for i in range(sides) for k in range(sides)]
    return chi_square(cells)


def runs(faces: Sequence[int], low: int, sides: int) -> float | None:
    """As many runs of high and low dice as chance makes; a middle face is left out."""
    middle = 2 * low + sides - 1
    high = [2 * face > middle for face in faces if 2 * face != middle]
    up, down = sum(high), len(high) - sum(high)
    if min(up, down) < 10:
        return None
    count = 1 + sum(a != b for a, b in pairwise(high))
    mean = 1 + 2 * up * down / (up + down)
    variance = (mean - 1) * (mean - 2) / (up + down - 1)
    return math.erfc(abs(count - mean) / math.sqrt(2 * variance))


def gaps(faces: Sequence[int], low: int, sides: int) -> float | None:
    """The waits between two dice of the lowest face, which are geometric."""
    if sides < 2:
        return None
    at = [i for i, face in enumerate(faces) if face == low]
    waits = [b - a - 1 for a, b in pairwise(at)]
    hit, cells, left = 1 / sides, [], len(waits)
    share, length = 1.0, 0
    while share * len(waits) * hit >= LEAST and share * (1 - hit) * len(waits) >= LEAST:
        here = sum(wait == length for wait in waits)
        cells.append((here, share * hit * len(waits)))
        left, share, length = left - here, share * (1 - hit), length + 1
    if not cells:
        return None
    return chi_square([*cells, (left, share * len(waits))])


def chi_square(cells: Sequence[tuple[int, float]]) -> float:
    """The chance of a chi-square at least as great as that of (found, expected), with one degree less than cells."""
    total = sum((found - expected) ** 2 / expected for found, expected in cells)
    return survival(total, len(cells) - 1)


def survival(value: float, degrees: int) -> float:
    """P(chi-square with whole ``degrees`` >= value), by the finite sums for even and odd (Abramowitz, Stegun 26.4.4-5)."""
    half = value / 2
    if half <= 0:
        return 1.0
    if degrees % 2:
        total = math.erfc(math.sqrt(half))
        exponents = (i + 0.5 for i in range((degrees - 1) // 2))
    else:
        total = 0.0
        exponents = (float(i) for i in range(degrees // 2))
    terms = (math.exp(a * math.log(half) - half - math.lgamma(a + 1)) for a in exponents)
    return min(1.0, total + math.fsum(terms))
