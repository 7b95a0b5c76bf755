"""Ten thousand worlds, cut into the pieces of a night."""

import os

import pytest

from .script import drawn
from .world import played

pytestmark = pytest.mark.night

NIGHT, PARTS = 10_000, 4


@pytest.mark.parametrize("part", range(PARTS))
def test_every_law_holds_in_ten_thousand_worlds(part: int) -> None:
    """``PBEM_PIECE`` says which of so many pieces is due, as ``python -m tests.night`` sets it; else the first of 64."""
    piece, pieces = map(int, os.environ.get("PBEM_PIECE", "0/64").split("/"))
    for seed in range(piece + part * pieces, NIGHT, pieces * PARTS):
        played(drawn(seed))
