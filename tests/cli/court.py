"""Two players and their referee in three homes, and a clock."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from attrs import frozen
from home.table import Player, newcomers

Days = Callable[[int], None]
FIRST = datetime(2026, 6, 6, 12, tzinfo=UTC)
"""The first day of the clock of tests."""


@frozen
class Three:
    """Ann (red) and Ben (blue), and Rita, who knows nothing but what they send her."""

    ann: Player
    ben: Player
    rita: Player

    @property
    def place(self) -> Path:
        return self.ann.place

    def log(self, player: Player | None = None, name: str = "whole") -> Path:
        """The log of a player's home as a file, as they would send it."""
        found = self.place / f"{name}.pbem"
        (player or self.ann)("replay", "spectate", "--delay", "0", "--out", found).says(0)
        return found

    def ruling(self, *words: object) -> Path:
        """Rita's ruling."""
        found = self.place / f"ruling-{len(list(self.place.glob('ruling-*')))}.pbem"
        self.rita("referee", "rule", *words, "--out", found).says(0)
        return found

    def both(self, file: Path) -> list[str]:
        """What both players are told when they import a file; their logs are one then."""
        told = []
        for player in (self.ann, self.ben):
            said = player("import", file).says(0)
            told.append(said.sentences)
        assert self.ann.folder.log() == self.ben.folder.log()
        return told


def sit(place: Path, *clause: str) -> Three:
    three = Three(*newcomers(place, "Ann", "Ben", "Rita"))
    key = three.rita("referee", "key").out.strip()
    words = ("--referee", key, *clause) if clause else ()
    three.ann("invite", "tiny", *words, "--out", place / "invitation.pbem").says(0)
    yes = ("--yes",) if clause else ()
    three.ben("accept", place / "invitation.pbem", *yes, "--out", place / "acceptance.pbem").says(0)
    assert 0 == three.ann("accept", place / "acceptance.pbem").code
    return three


def facts(player: Player) -> dict[str, object]:
    return dict(json.loads(player("status", "--json").out))
