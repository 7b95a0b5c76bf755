"""The Python of the program in one archive: ours without what a browser has no use for, and the packages under it."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from pbem.site import packages

OURS = ("pbem", "pbem_rules", "pbem_released")
_WITHOUT = {
    "pbem": ("archive", "cli", "club", "manual", "site/static", "site/keys.mjs"),
}
_KINDS = (".py", ".toml", ".txt", ".js", ".css", ".html", ".svg", ".mo", ".zip", ".json", ".csv", ".typed")
_DAY = (1980, 1, 1, 0, 0, 0)


def archive() -> bytes:
    """The same bytes for the same files."""
    found = dict(contents())
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for name in sorted(found):
            file.writestr(zipfile.ZipInfo(name, _DAY), found[name], zipfile.ZIP_DEFLATED, 9)
    return packed.getvalue()


def contents() -> Iterator[tuple[str, bytes]]:
    """Every file by its path in ``site-packages``."""
    for package in OURS:
        for path, each in _walk(files(package), ""):
            without = _WITHOUT.get(package, ())
            if not any(path == name or path.startswith(f"{name}/") for name in without):
                yield f"{package}/{path}", each.read_bytes()
    for name in packages.FROM_HERE:
        yield from packages.pure(name)


def _walk(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for each in folder.iterdir():
        name = f"{path}{each.name}"
        if each.is_dir():
            if each.name not in ("__pycache__", "cases"):
                yield from _walk(each, f"{name}/")
        elif each.name.endswith(_KINDS):
            yield name, each
