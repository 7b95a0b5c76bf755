"""Copies of homes that count as homes: as after ``pbem backup moved``, or on a disk that was copied block by block."""

import shutil
from pathlib import Path

from pbem.store.home import Home


def copied(source: Path, place: Path, *, more: bool = False) -> Path:
    """A copy of a folder with homes in it; those that know of one another's place know of the new one.

    ``more``: the folder is there already.
    """
    shutil.copytree(source, place, dirs_exist_ok=more)
    for card in place.rglob("identity.json"):
        Home(card.parent).settle_down()
    for facts in place.rglob("game.json"):
        text = facts.read_text("utf-8")
        facts.write_text(text.replace(f'"{source.resolve()}', f'"{place.resolve()}'), "utf-8")
    return place
