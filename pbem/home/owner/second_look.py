"""A second look: some cells are typed again without being shown, and how many were wrong says how good the rest may be."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import comb

from pbem.bytes.records import frozen
from pbem.games.forms import Cell, State, parsed
from pbem.home.owner.copies import Copy
from pbem.home.owner.journal import Entry

CELLS = 40
_DOUBT = 0.05
_STEPS = 40


@frozen(kw_only=True)
class Look:
    """``wrong``: the cells that came out otherwise, with what was typed now. ``most``: the share of wrong cells, in percent,
    above which so few mistakes would be found in one look of twenty or fewer (Clopper and Pearson, 1934)."""

    cells: int
    wrong: tuple[tuple[Cell, str], ...]
    most: int


def drawn(copy: Copy, chance: random.Random) -> tuple[Cell, ...]:
    """Up to 40 of the typed cells, as ``chance`` has it, in the order of the forms; those in doubt are looked up anyhow."""
    typed = [
        cell for form in copy.forms for cell in form.cells if cell.state in (State.TYPED, State.AS_PRINTED)
    ]
    chosen = chance.sample(range(len(typed)), min(CELLS, len(typed)))
    return tuple(typed[n] for n in sorted(chosen))


def told(copy: Copy, again: Sequence[Entry]) -> Look:
    """What came of typing cells again. Cells that are not typed are passed over."""
    wrong, seen = [], 0
    for each in again[:CELLS]:
        cell = copy.cells.get(each.address)
        if cell is None or cell.state is State.OURS:
            continue
        seen += 1
        if not _same(cell, each.text or ""):
            wrong.append((cell, each.text or ""))
    return Look(cells=seen, wrong=tuple(wrong), most=bound(seen, len(wrong)))


def _same(cell: Cell, text: str) -> bool:
    try:
        return parsed(text.strip(), cell.kind) == cell.value
    except ValueError:
        return False


def bound(cells: int, wrong: int) -> int:
    """The share of wrong cells, in whole percent rounded up, that is ruled out with 95 % when ``wrong`` of ``cells`` are."""
    if wrong >= cells:
        return 100
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        share = (low + high) / 2
        few = sum(comb(cells, n) * share**n * (1 - share) ** (cells - n) for n in range(wrong + 1))
        low, high = (share, high) if few > _DOUBT else (low, share)
    return -int(-high * 100 // 1)
