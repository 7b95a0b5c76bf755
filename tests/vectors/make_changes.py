"""Writes the vectors of ``changes/``: ``python tests/vectors/make_changes.py``, with ``tests`` and the project on the path.

Needs nothing of pbem. ``python tests/vectors/make_changes.py FOLDER`` writes elsewhere.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import changes_asides
import changes_bytes
import changes_decks
import changes_play
from change import CHANGES
from second_verifier import Json

FOLDER = Path(__file__).resolve().parents[2] / "schemas/vectors/changes"


def made() -> dict[str, dict[str, Json]]:
    """Every change by its name, as it is written down."""
    if not CHANGES:
        for each in (changes_play, changes_asides, changes_bytes, changes_decks):
            each.main()
    return {
        name: {
            "about": change.about,
            "lines": [line.decode() for line in change.lines],
            **change.rules.fields,
            "without_rules": change.others.expect,
        }
        for name, change in sorted(CHANGES.items())
    }


def main(folder: Path = FOLDER) -> None:
    """All files anew; what is no vector any more goes."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.json"):
        old.unlink()
    for name, value in made().items():
        text = json.dumps(value, indent=1, sort_keys=True, ensure_ascii=True) + "\n"
        (folder / f"{name}.json").write_text(text, encoding="ascii", newline="\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
