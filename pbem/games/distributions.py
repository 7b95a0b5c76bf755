"""What is installed on the search path of this Python, by the names of its folders.

``importlib.metadata`` knows the same, and brings the parsers of mails and archives along: a quarter of what a Python needs
that imports all the libraries of pbem. It is asked where something on the path is no folder.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def files(package: str) -> Traversable:
    """The folder of an importable package. ``importlib.resources``, which loads thirty modules, is asked only for one in an
    archive, as frozen rules are."""
    places = getattr(import_module(package), "__path__", ())
    for place in map(Path, places):
        if place.is_dir():
            return place
    from importlib.resources import files  # noqa: PLC0415  # see above

    return files(package)


@lru_cache(maxsize=1)
def _found(places: tuple[str, ...]) -> dict[str, Path] | None:
    """The folder of each distribution by its name and version, the first of these places; None where only Python knows."""
    found: dict[str, Path] = {}
    for place in places:
        if os.path.isfile(place):
            return None
        for name in sorted(os.listdir(place or ".")) if os.path.isdir(place or ".") else ():
            stem, _, ending = name.rpartition(".")
            if ending in ("dist-info", "egg-info"):
                found.setdefault(stem.partition("-")[0].lower().replace(".", "_"), Path(place, name))
    return found


def entry_points(group: str) -> Iterator[str]:
    """What installed distributions name under a group of entry points."""
    found = _found(tuple(sys.path))
    if found is None:
        from importlib.metadata import entry_points  # noqa: PLC0415  # see above

        yield from (point.value for point in entry_points(group=group))
        return
    for folder in found.values():
        place = folder / "entry_points.txt"
        if place.is_file():
            here = ""
            for line in place.read_text("utf-8").splitlines():
                _, equals, value = line.partition("=")
                here = line.strip() if line.startswith("[") else here
                if equals and here == f"[{group}]":
                    yield value.strip()


def version(name: str) -> str:
    """The version of an installed distribution, as its folder has it; "" when it is not installed."""
    folder = (_found(tuple(sys.path)) or {}).get(name)
    return folder.stem.partition("-")[2] if folder else ""
