"""What would be tried for minutes is tried in part: another part with each commit, all of it with ``PBEM_ALL=1``.

The seed is printed at the head of each run: that of the commit, so that a run can be repeated; ``PBEM_SEED`` says another.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import TypeVar

T = TypeVar("T")

ALL = os.environ.get("PBEM_ALL", "") == "1"

UNTIL = float(os.environ.get("PBEM_UNTIL", "inf"))
"""The second since 1970 from which on no further test begins: ``.ci/run`` says it."""

LEFT_OUT = "left out, time is up (PBEM_UNTIL)"


@cache
def seed() -> str:
    """``PBEM_SEED``, else the commit of this tree; "" where there is no history."""
    if told := os.environ.get("PBEM_SEED", ""):
        return told
    place = Path(__file__).resolve().parents[1]
    try:
        found = subprocess.run(
            ["git", "-C", str(place), "rev-parse", "--short=12", "HEAD"],
            check=False, capture_output=True, text=True,
        )  # fmt: skip
    except OSError:
        return ""
    return found.stdout.strip() if not found.returncode else ""


def sampled(items: Sequence[T], count: int, what: str) -> list[T]:
    """So many of them in their order, chosen by the seed; all with ``PBEM_ALL=1``. ``what`` sets samples apart."""
    if ALL or count >= len(items):
        return list(items)
    chosen = Random(f"{seed()} {what}").sample(range(len(items)), count)
    return [items[at] for at in sorted(chosen)]


def shuffled(files: Iterable[str], what: str) -> list[str]:
    """Each once, in another order with each commit: where time ends, others are left out each time."""
    found = sorted(set(files))
    Random(f"{seed()} {what}").shuffle(found)
    return found
