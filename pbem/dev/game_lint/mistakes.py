"""What a check of a game finds, and the files of a game."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from pbem.bytes.records import frozen
from pbem.games.registry import GameInfo, packages


@frozen(kw_only=True)
class Mistake:
    """One thing that is wrong: what it is ``about`` (a file, a paragraph, a value), and what, in a clause."""

    about: str
    text: str


def folders(place: Traversable) -> Iterator[Traversable]:
    """A folder and every folder in it, in name order."""
    yield place
    for each in sorted(place.iterdir(), key=lambda one: one.name):
        if each.is_dir() and each.name != "__pycache__":
            yield from folders(each)


def modules(place: Traversable) -> Iterator[Traversable]:
    """The Python files of one folder."""
    yield from sorted(
        (each for each in place.iterdir() if each.name.endswith(".py")), key=lambda one: one.name
    )


def sources(info: GameInfo) -> Iterator[Traversable]:
    """Every Python file that may be part of a game: its own folder, and what its package and ours share between games."""
    for package in dict.fromkeys((info.package.partition(".")[0], packages()[0])):
        for folder in sorted(files(package).iterdir(), key=lambda each: each.name):
            own = f"{package}.{folder.name}" == info.package
            if folder.is_dir() and (own or not (folder / "ruleset.toml").is_file()):
                for inner in folders(folder):
                    yield from modules(inner)
            elif folder.name.endswith(".py"):
                yield folder
