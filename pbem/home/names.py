"""Names of the games in a home: given by the player, or made of the game and the opponent; and the game in use.

A name is for this home alone and stands in no file that leaves it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from pbem.bytes.errors import ConflictError, UsageError
from pbem.store.game import Change, GameFolder

_NAME = re.compile(r"[a-z][a-z0-9-]{0,31}")
_FACT = "name"


def name_of(folder: GameFolder) -> str:
    """What a game is called here: ``june6-ben`` until it is given another name."""
    facts = folder.facts()
    if given := facts.get(_FACT):
        return str(given)
    plain = unicodedata.normalize("NFKD", str(facts.get("opponent") or "")).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", plain.lower())
    return "-".join((str(facts.get("game")), *words))[:32].rstrip("-")


def called(folders: Iterable[GameFolder], wanted: str) -> list[GameFolder]:
    """The games that a player means: one of exactly this name, else all whose name or id begins so."""
    small = wanted.lower()
    games = tuple(folders)
    exact = [folder for folder in games if name_of(folder) == small]
    return exact or [
        folder for folder in games if name_of(folder).startswith(small) or folder.name.startswith(small[:16])
    ]


def give(folders: Iterable[GameFolder], folder: GameFolder, name: str) -> None:
    """Call a game so. Raises UsageError ``bad-name`` and ConflictError ``name-taken``."""
    if not _NAME.fullmatch(name):
        raise UsageError.of(
            "bad-name",
            "{name!r} cannot be the name of a game.",
            name=name[:40],
            hint="A name is a small letter, and then small letters, digits and hyphens, 32 at most.",
        )
    if any(each.name != folder.name and name_of(each) == name for each in folders):
        raise ConflictError.of(
            "name-taken", "Another game here is called {name}.", name=name, hint="Choose another name."
        )
    folder.save(Change(facts={**folder.facts(), _FACT: name}))
