"""Every target by name."""

from __future__ import annotations

from functools import cache

from pbem import registry
from tests.fuzz import targets_bytes, targets_files, targets_games, targets_papers, targets_table
from tests.fuzz.harness import Target

_PARTS = (
    targets_bytes.targets,
    targets_games.targets,
    targets_papers.targets,
    targets_files.targets,
    targets_table.targets,
)


@cache
def targets() -> dict[str, Target]:
    """All targets, in the order of the table in the README."""
    # What is loaded late on purpose is no module that an input has chosen.
    registry.installed()
    return {each.name: each for part in _PARTS for each in part()}
