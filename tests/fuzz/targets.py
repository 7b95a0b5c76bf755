"""Every target by name."""

from functools import cache

from pbem.games import registry
from tests.fuzz import (
    targets_bytes,
    targets_data,
    targets_files,
    targets_film,
    targets_games,
    targets_owner,
    targets_packs,
    targets_papers,
    targets_sheets,
    targets_table,
    targets_turns,
    targets_words,
)
from tests.fuzz.harness import Target

_PARTS = (
    targets_bytes.targets, targets_turns.targets, targets_games.targets, targets_sheets.targets,
    targets_papers.targets, targets_film.targets, targets_data.targets, targets_packs.targets,
    targets_files.targets, targets_table.targets, targets_words.targets, targets_owner.targets,
)  # fmt: skip


@cache
def targets() -> dict[str, Target]:
    """All targets, in the order of the table in the README."""
    # What is loaded late on purpose is no module that an input has chosen.
    registry.installed()
    return {each.name: each for part in _PARTS for each in part()}
