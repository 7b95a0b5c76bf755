"""Making the folder: groups of files under names that carry their digests, a first page, and the sums of all of it.

::

    index.html, sw.js, manifest.webmanifest, icon.svg    found under fixed names, so that a link stays a link
    python-<12 hex>/    Python for browsers
    keys-<12 hex>/      signatures and ciphers
    program-<12 hex>/   this program: an archive of its Python, its scripts and styles, the page of the table
    SHA256SUMS          every other file and its digest, as sha256sum writes them; its own digest names the build
    _headers            the same policy as headers, for hosts that read such a file
"""

from __future__ import annotations

import hashlib
import io
import json
import lzma
import re
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.home.installation import installed_version
from pbem.port.messages import LANGUAGES
from pbem.site import packages
from pbem.store import atomic
from pbem.table import lobby
from pbem.table.app import assets
from pbem.table.looking import words as words_in
from pbem.table.translated import spoken
from pbem.view.markup import json_in_html
from pbem.view.page import html

Files = Mapping[str, bytes]
SUMS = "SHA256SUMS"
_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
_LOCK = "pyodide-lock.json"
_NOBLE = ("ciphers", "curves", "hashes")
_BARE = re.compile(r"""((?:from|import)\s*\(?\s*['"])@noble/""")
_ROOT = ("index.html", "sw.js", "manifest.webmanifest")
_DIGITS = 12


def build(place: Path, modules: Path, compiled: Compiler | None = None) -> str:
    """Write the site into an empty or new folder, or over an older build; its digest.

    ``modules`` is the folder of :func:`pbem.site.packages.fetched`. Raises UsageError ``not-empty``.
    """
    if place.is_dir() and any(place.iterdir()) and not (place / SUMS).is_file():
        raise UsageError.of(
            "not-empty", "{place} holds other files.", place=place, hint="Name a new folder, or an empty one."
        )
    made = site(modules, compiled)
    for name, data in made.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        atomic.write_bytes(place / name, data, 0o644)
    _sweep(place, made)
    return digest_of(made[SUMS])


def site(modules: Path, compiled: Compiler | None = None) -> dict[str, bytes]:
    """Every file of the site by its path; ``compiled`` compiles in place of Node.js."""
    groups = {
        "python": _python(modules),
        "keys": _keys(modules),
        "program": program(compiled or compiler(modules / "pyodide")),
    }
    places = {name: f"{name}-{digest_of(sums(group))[:_DIGITS]}" for name, group in groups.items()}
    made = {f"{places[name]}/{path}": data for name, group in groups.items() for path, data in group.items()}
    about: dict[str, Json] = {
        "version": installed_version(),
        **places,
        "sizes": {path: len(data) for path, data in sorted(made.items())},
    }
    cards = {language: spoken(lobby.cards(None), words_in(language)) for language in LANGUAGES}
    words = {"about": json_in_html(about), "cards": json_in_html(cards), "policy": policy(), **places}
    for name in _ROOT:
        made[name] = Template(_static(name).decode()).substitute(words).encode()
    made["icon.svg"] = assets()["/static/icon.svg"][0]
    made["_headers"] = _headers()
    made[SUMS] = sums(made)
    return made


def sums(made: Files) -> bytes:
    """The lines of ``sha256sum`` for every file, in the order of their names."""
    lines = (
        f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(made.items()) if name != SUMS
    )
    return "".join(lines).encode()


def digest_of(listed: bytes) -> str:
    """What names a build: the digest of its sums."""
    return hashlib.sha256(listed).hexdigest()


def policy() -> str:
    """What a page of the site may load and run: its own files, and the one script and style of every replay page."""
    style, script = html.style_and_script()
    return (
        f"default-src 'none'; script-src 'self' 'wasm-unsafe-eval' {html.policy_digest(script)}; "
        f"style-src 'self' {html.policy_digest(style)}; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; "
        "frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
    )


def program(compiled: Compiler) -> dict[str, bytes]:
    """What is ours: the Python in one archive, the scripts, and the page of the table with its door in front."""
    made = {
        name: _static(name)
        for name in (
            "page.js",
            "page.css",
            "files.js",
            "home.js",
            "parts.js",
            "words.js",
            "bridge.js",
            "worker.mjs",
        )
    }
    made["pbem.tar.xz"] = archive(compiled)
    for path, (data, _) in assets().items():
        made["table.html" if path == "/" else path.removeprefix("/")] = data
    made["table.html"] = _table(made["table.html"])
    made |= {path.removeprefix("/"): lobby.picture(game) for path, game in lobby.drawn().items()}
    return made


def _table(page: bytes) -> bytes:
    """The page of the table, reading its files beside it, with the bridge that carries its requests to the worker."""
    text = page.decode().replace('"/static/', '"static/')
    first = '<script src="static/before.js" defer></script>'
    assert first in text
    return text.replace(first, f'<script src="bridge.js" defer></script>\n{first}').encode()


def _python(modules: Path) -> dict[str, bytes]:
    """Python for browsers, without the packages that it could fetch from elsewhere."""
    folder = modules / "pyodide"
    lock = json.loads((folder / _LOCK).read_bytes())
    made = {name: (folder / name).read_bytes() for name in _PYODIDE}
    return {**made, _LOCK: json.dumps({"info": lock["info"], "packages": {}}, sort_keys=True).encode()}


def _keys(modules: Path) -> dict[str, bytes]:
    """Our ``keys.mjs`` and the scripts that it needs, which find each other by their paths: a worker has no map of names."""
    made = {"keys.mjs": _named(_own_keys(), "./noble/")}
    for package in _NOBLE:
        folder = modules / "@noble" / package
        for path in (*sorted(folder.glob("*.js")), *sorted(folder.glob("abstract/*.js"))):
            name = path.relative_to(folder).as_posix()
            made[f"noble/{package}/{name}"] = _named(path.read_bytes(), "../" * (1 + name.count("/")))
    return _used(made, "keys.mjs")


def _own_keys() -> bytes:
    return files(__package__).joinpath("keys.mjs").read_bytes()


def _named(script: bytes, up: str) -> bytes:
    return _BARE.sub(rf"\g<1>{up}", script.decode()).encode()


def _used(made: Files, first: str) -> dict[str, bytes]:
    """The scripts that one reaches, itself among them."""
    reached, found = [first], {}
    while reached:
        name = reached.pop()
        found[name] = made[name]
        for path in re.findall(r"""(?:from|import)\s*['"](\.[^'"]+)['"]""", made[name].decode()):
            target = _joined(name, path)
            if target not in found:
                reached.append(target)
    return found


def _joined(name: str, path: str) -> str:
    parts = name.split("/")[:-1]
    for part in path.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _headers() -> bytes:
    lines = (
        f"Content-Security-Policy: {policy()}; frame-ancestors 'self'",
        "Cross-Origin-Opener-Policy: same-origin",
        "Referrer-Policy: no-referrer",
        "X-Content-Type-Options: nosniff",
    )
    return ("/*\n" + "".join(f"  {line}\n" for line in lines)).encode()


def _sweep(place: Path, made: Files) -> None:
    """Take away the groups of an older build."""
    keep = {name.partition("/")[0] for name in made}
    for each in place.iterdir():
        if (
            each.is_dir()
            and re.fullmatch(r"(python|keys|program)-[0-9a-f]{12}", each.name)
            and each.name not in keep
        ):
            shutil.rmtree(each)


def _static(name: str) -> bytes:
    return files(__package__).joinpath("static", name).read_bytes()


# --- Python's own files -----------------------------------------------------------------------------------------------


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
