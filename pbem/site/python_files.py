"""The Python of the program in one archive: ours without what a browser has no use for, and the packages under it.

Its code is compiled beforehand by the very Python that runs it, in Node.js: a browser then starts seconds earlier.
"""

from __future__ import annotations

import io
import lzma
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path

from pbem.bytes.errors import UsageError
from pbem.site import packages

OURS = ("pbem", "pbem_rules", "pbem_released")
_WITHOUT = {"pbem": ("archive", "cli", "club", "manual", "site/static", "site/keys.mjs")}
_KINDS = (".py", ".toml", ".txt", ".js", ".css", ".html", ".svg", ".mo", ".zip", ".json", ".csv", ".typed")
Compiler = Callable[[Mapping[str, bytes]], Mapping[str, bytes]]
_DAY = (1980, 1, 1, 0, 0, 0)


def archive(compiled: Compiler) -> bytes:
    """The same bytes for the same files. ``compiled`` gives the code (``.pyc``) of Python files, by their paths."""
    found = dict(contents())
    code = {name: data for name, data in found.items() if name.endswith(".py")}
    return _tar({**{name: found[name] for name in found.keys() - code.keys()}, **compiled(code)})


def compiler(pyodide: Path) -> Compiler:
    """Compiles with the Python of a folder, under Node.js. Raises UsageError ``no-node`` and ``compile``."""
    node = shutil.which("node")
    if node is None:
        raise UsageError.of(
            "no-node",
            "Node.js is not here: it compiles the program for browsers.",
            hint="Install Node.js, and try again.",
        )
    script = files(__package__).joinpath("compile.mjs")

    def compiled(sources: Mapping[str, bytes]) -> dict[str, bytes]:
        with as_file(script) as place, tempfile.TemporaryDirectory() as folder:
            given, made = Path(folder, "sources.zip"), Path(folder, "code.zip")
            given.write_bytes(_zip(sources))
            done = subprocess.run(  # noqa: S603  # node, with a script of ours
                [node, str(place), str(pyodide), str(given), str(made)], check=False, capture_output=True
            )
            code = made.read_bytes() if made.is_file() else b""
        if done.returncode:
            raise UsageError.of(
                "compile",
                "Node.js could not compile the program: {why}",
                why=done.stderr.decode()[-400:],
                hint="It has to be Node.js 20 or later.",
            )
        with zipfile.ZipFile(io.BytesIO(code)) as found:
            return {name: found.read(name) for name in found.namelist()}

    return compiled


def _tar(found: Mapping[str, bytes]) -> bytes:
    """A tar, which packs a third better than a zip of the same files."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.USTAR_FORMAT) as file:
        for name in sorted(found):
            about = tarfile.TarInfo(name)
            about.size = len(found[name])
            file.addfile(about, io.BytesIO(found[name]))
    return lzma.compress(made.getvalue(), preset=9)


def _zip(found: Mapping[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as file:
        for name in sorted(found):
            file.writestr(zipfile.ZipInfo(name, _DAY), found[name])
    return packed.getvalue()


def contents() -> Iterator[tuple[str, bytes]]:
    """Every file by its path in ``site-packages``."""
    for package in OURS:
        for path, each in _walk(files(package), ""):
            without = _WITHOUT.get(package, ())
            if not any(path == name or path.startswith(f"{name}/") for name in without):
                yield f"{package}/{path}", each.read_bytes()
    for path, each in _walk(files("pbem") / "manual", "manual/", (".md",)):
        if each.name.startswith("turn-"):  # the help of the page shows it
            yield f"pbem/{path}", each.read_bytes()
    for name in packages.FROM_HERE:
        yield from packages.pure(name)


def _walk(
    folder: Traversable, path: str, kinds: tuple[str, ...] = _KINDS
) -> Iterator[tuple[str, Traversable]]:
    for each in folder.iterdir():
        name = f"{path}{each.name}"
        if each.is_dir():
            if each.name not in ("__pycache__", "cases"):
                yield from _walk(each, f"{name}/", kinds)
        elif each.name.endswith(kinds):
            yield name, each
