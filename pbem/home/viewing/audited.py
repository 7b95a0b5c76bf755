"""What a film tells beyond its verdict: dice, luck and secrets of the part that holds."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.audit.luck import Luck, luck, strokes
from pbem.audit.report import Audit, audit
from pbem.home.viewing.logs import Film


def audited(film: Film, vaults: Mapping[str, tuple[bytes, ...]] | None = None) -> Audit:
    """Dice, luck and secrets of the part that holds; ``vaults`` are vault keys that a paper opens, by seat.

    Raises VerifyError for vaults that do not fit the log.
    """
    return audit(film.log.invite.scenario, film.first, film.trail, vaults)


def lucks(film: Film, entry: int | None = None) -> tuple[Luck, ...]:
    """The luck of each side up to an entry; empty when no roll was weighed."""
    rolls = strokes(film.first, film.at(entry)[1])
    return tuple(found for side in film.game.rules.sides if (found := luck(side, rolls)) is not None)
