"""Writes the vectors of ``changes/``: ``python tests/vectors/make_changes.py``, with ``tests`` and the project on the path.

Needs nothing of pbem. ``python tests/vectors/make_changes.py FOLDER`` writes elsewhere.
"""

from __future__ import annotations

import sys
from pathlib import Path

import changes_asides
import changes_backs
import changes_bytes
import changes_decks
import changes_dice
import changes_keys
import changes_mails
import changes_play
import changes_ruling_forms
import changes_rulings
from change import CHANGES
from reading import VECTORS, write_all
from second_verifier import Json

BASES = ("ok-a-whole-game", "ok-a-game-with-all-beside", "ok-a-whole-game-of-cards")
GENESIS = 4
FOLDER = VECTORS / "changes"
_PARTS = (
    *(changes_play, changes_dice, changes_asides, changes_keys, changes_backs, changes_bytes, changes_mails),
    changes_decks,
    changes_rulings,
    changes_ruling_forms,
)


def made() -> dict[str, dict[str, Json]]:
    """Every change by its name, as it is written down."""
    if not CHANGES:
        for each in _PARTS:
            each.main()
    return {
        name: {
            "about": change.about,
            **_lines(name, change.lines),
            **change.rules.fields,
            "without_rules": change.others.expect,
        }
        for name, change in sorted(CHANGES.items())
    }


def _lines(name: str, lines: tuple[bytes, ...]) -> dict[str, Json]:
    """The lines, less those with which one of the whole games begins as well."""
    kept = {base: _common(CHANGES[base].lines, lines) for base in BASES}
    base = max(kept, key=lambda each: kept[each])
    if name in BASES or kept[base] < GENESIS:
        return {"lines": [line.decode() for line in lines]}
    return {"base": base, "keep": kept[base], "lines": [line.decode() for line in lines[kept[base] :]]}


def _common(one: tuple[bytes, ...], two: tuple[bytes, ...]) -> int:
    return next(
        (n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two))
    )


def main(folder: Path = FOLDER) -> None:
    """All files anew."""
    write_all(folder, made())


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
