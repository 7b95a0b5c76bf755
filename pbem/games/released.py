"""Released versions of rules, kept frozen, so that a log folds for ever under what it pinned.

``rules/pbem_released/versions.toml`` lists them. An archive is shipped with the product, checked against its SHA-256
before anything of it is imported, and imported by the standard ``zipimport`` under a name of its own: two versions of one
game live side by side. Nothing that a player has or sends is ever imported.
"""

from __future__ import annotations

import hashlib
import sys
import zipfile
from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import cast

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError
from pbem.bytes.records import frozen
from pbem.games.toml import parse_toml
from pbem.port.messages import Message

_SHELF = "pbem_released"
_LIST = "versions.toml"


@frozen(kw_only=True)
class Released:
    """One released version of a game's rules, and of its own data.

    ``digest`` is that of its ``ruleset.toml`` and ``data`` that of its tables, as logs pin them (64 hex digits);
    ``archive`` is the file on the shelf, "" when only the name is kept; ``pbem`` is the release of the product that
    brought it, "" when it came before the first.
    """

    name: str
    version: str
    digest: str
    data: str
    archive: str = ""
    sha256: str = ""
    commit: str = ""
    pbem: str = ""

    @property
    def package(self) -> str:
        """The import package of the game's folder: ``pbem_released.ford_0_1_0.ford``."""
        plain = "".join(char if char.isalnum() else "_" for char in self.version.lower())
        return f"{_SHELF}.{self.name}_{plain}.{self.name}"


def shelf() -> Traversable:
    """The folder with the archives and their list."""
    return files(_SHELF)


@lru_cache(maxsize=1)
def released() -> tuple[Released, ...]:
    """Every version on the list, in its order. Raises DataError when the list is damaged."""
    table = parse_toml((shelf() / _LIST).read_bytes(), _LIST)
    rows = table.get("version", [])
    known = set(Released.__annotations__)
    found = []
    for row in cast("list[Json]", rows if isinstance(rows, list) else [rows]):
        if not isinstance(row, dict) or not {"name", "version", "digest", "data"} <= set(row) <= known:
            raise DataError("released", f"{_LIST}: {row!r:.120} is not as it should be.")
        found.append(Released(**{key: str(value) for key, value in row.items()}))
    return tuple(found)


@lru_cache(maxsize=16)
def package_of(version: Released) -> str:
    """The package of a version, ready to be imported: its archive is checked and put where imports find it.

    Raises DataError ``released`` when the archive is missing or not the one that was released.
    """
    package = import_module(_SHELF)
    with as_file(shelf() / version.archive) as place:
        try:
            data = place.read_bytes()
        except OSError as error:
            raise _damaged(version, Message("is missing")) from error
        if hashlib.sha256(data).hexdigest() != version.sha256:
            raise _damaged(version, Message("is not the file that was released"))
        if str(place) not in package.__path__:
            package.__path__.append(str(place))
    answer_former_names()
    return version.package


def manifest(version: Released) -> Mapping[str, Json]:
    """The ``ruleset.toml`` of a version, without importing anything of it. Raises DataError ``released``."""
    package_of(version)
    with as_file(shelf() / version.archive) as place, zipfile.ZipFile(place) as archive:
        inside = version.package.removeprefix(f"{_SHELF}.").replace(".", "/")
        return parse_toml(archive.read(f"{inside}/ruleset.toml"), "ruleset.toml")


def _damaged(version: Released, what: str) -> DataError:
    return DataError(
        "released",
        f"the archive {version.archive} with the rules {version.name} {version.version} {what}.",
        hint="Install pbem again: pip install --force-reinstall pbem",
    )


# --- how the port was called ------------------------------------------------------------------------------------------


FORMER = MappingProxyType(
    {
        "pbem.canon": "pbem.bytes.canon",
        "pbem.codec": "pbem.bytes.codec",
        "pbem.errors": "pbem.bytes.errors",
        "pbem.values": "pbem.bytes.values",
        "pbem.ruleset": "pbem.port.game",
        "pbem.insight": "pbem.port.insight",
        "pbem.port.furniture": "pbem.port.map_displays",
        "pbem.rulebook": "pbem.port.rulebook",
        "pbem.scene": "pbem.port.scene",
    }
)
"""A former name, and the module that has it now. Rows are only ever added."""


def answer_former_names() -> None:
    """Let imports find the modules of the port by their former names, too. Doing it again changes nothing."""
    for former, now in FORMER.items():
        sys.modules.setdefault(former, import_module(now))
