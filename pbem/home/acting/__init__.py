"""A program that acts for its player in the player's own home: it writes what decides nothing, and what their sheet says."""

from __future__ import annotations

from pathlib import Path

FILE = "acting.json"
"""What such a program remembers, in the home (:mod:`pbem.home.acting.state`)."""


def acts(home: Path) -> bool:
    """Whether a program acts, or has acted, for the player of a home."""
    return (home / FILE).is_file()
