"""The whole program as one file, its page in the browser too: python .ci/zipapp.py OUT.pyz [WHEEL].

Whoever has Python runs it with `python3 pbem.pyz`; nothing is installed. Of what pbem needs, cryptography and cffi hold
compiled code, which Python loads from a folder only: shiv unpacks the file into a folder of the user once (beside it
and renamed when it is whole, under a lock), and takes it from there. One file serves one kind of machine and every
Python from 3.11: cryptography is compiled for all of them, of cffi the code for each is put in.
"""

from __future__ import annotations

import subprocess  # pip and shiv, of this environment
import sys
import tempfile
import zipfile
from collections.abc import Iterable
from importlib.metadata import distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def main(out: Path, wheel: str) -> None:
    """Build the file."""
    with tempfile.TemporaryDirectory() as place:
        site = Path(place, "site")
        _run("pip", "install", "--quiet", "--no-compile", "--target", site, f"{wheel}[table]")
        version = next(each.version for each in distributions(path=[str(site)]) if each.name == "cffi")
        for python in PYTHONS:
            if python != f"{sys.version_info.major}.{sys.version_info.minor}" and not _compiled(
                site, version, python
            ):
                print(f"without Python {python}: cffi {version} for it cannot be had", file=sys.stderr)
        out.unlink(missing_ok=True)
        _run(
            "shiv",
            "-c",
            "pbem",
            "--site-packages",
            site,
            "--compressed",
            "--reproducible",
            "-p",
            _ANY,
            "-o",
            out,
        )


_ANY = "/usr/bin/env python3"


def _compiled(site: Path, version: str, python: str) -> bool:
    """Put the compiled part of cffi for another Python beside the one for this; its name says for which it is."""
    with tempfile.TemporaryDirectory() as place:
        wanted = ("--no-deps", "--only-binary", ":all:", "--python-version", python, f"cffi=={version}")
        if _run("pip", "download", "--quiet", "-d", place, *wanted, check=False):
            return False
        for wheel in Path(place).glob("*.whl"):
            with zipfile.ZipFile(wheel) as packed:
                names = [name for name in packed.namelist() if name.startswith("_cffi_backend.")]
                packed.extractall(site, names)
    return True


def _run(module: str, *words: object, check: bool = True) -> int:
    command: Iterable[str] = (sys.executable, "-m", module, *map(str, words))
    return subprocess.run([*command], check=check, cwd=ROOT).returncode  # noqa: S603  # named above


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), sys.argv[2] if len(sys.argv) > 2 else str(ROOT))
