"""Whether work grows with its input and not faster: measured as a ratio, so that a slow machine changes nothing."""

import time

FOURFOLD = 9.0
"""Four times the input may take so many times as long: 4 is linear, 16 is quadratic."""
_FLOOR = 0.004  # seconds; below that the clock measures itself


def ratio(work, make, size):
    """How many times as long ``work`` takes on ``make(4 * size)`` as on ``make(size)``; the best of three each."""
    small, large = make(size), make(4 * size)
    return best(work, large) / max(best(work, small), _FLOOR)


def best(work, given):
    """The seconds that the work takes at best, of three times."""
    found = []
    for _ in range(3):
        start = time.process_time()
        work(given)
        found.append(time.process_time() - start)
    return min(found)
