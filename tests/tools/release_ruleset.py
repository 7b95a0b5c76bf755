"""Freezes a version of a game's rules, so that logs which pin it fold for ever: ``rules/pbem_released``.

``python -m tests.tools.release_ruleset june6`` takes the files of this tree, ``--commit 7a683a1`` those of a commit.
The archive holds the game's folder and the kernel it used, as a package of its own name (``june6_0_1_0``); nothing of
it is changed but the name under which its modules import one another. Same files, same bytes: names in order, no times.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import re
import subprocess
import tomllib
import zipfile
from collections.abc import Mapping
from pathlib import Path

from pbem import registry
from pbem.canon import encode_value, tagged_hash
from pbem.packs import parse_toml

ROOT = Path(__file__).resolve().parents[2]
SHELF = ROOT / "rules" / "pbem_released"
OURS = "pbem_rules"
_PREFIX = f"rules/{OURS}/"
_EARLIEST = (1980, 1, 1, 0, 0, 0)
_KEPT = re.compile(
    r"(?:[a-z0-9_]+/)*[a-z0-9_]+\.py|[a-z0-9_]+/(?:ruleset|packs)\.toml|[a-z0-9_]+/data/[^/]+\.toml"
)


def package_of(game: str, version: str) -> str:
    """The name of a released version as a package: ``june6_0_1_0``."""
    return f"{game}_{re.sub(r'[^a-z0-9]', '_', version.lower())}"


def tree_of(game: str, commit: str = "") -> dict[str, bytes]:
    """The files of a game and of what games share, by their path under ``rules/pbem_rules``, from this tree or a commit."""
    if commit:
        packed = _git("archive", "--format=zip", commit, _PREFIX)
        with zipfile.ZipFile(io.BytesIO(packed)) as found:
            files = {each: found.read(each) for each in found.namelist() if not each.endswith("/")}
    else:
        listed = _git("ls-files", "-z", _PREFIX).decode().split("\0")
        files = {each: (ROOT / each).read_bytes() for each in listed if each}
    short = {name.removeprefix(_PREFIX): data for name, data in files.items()}
    others = {name.partition("/")[0] for name in short if name.endswith("/ruleset.toml")} - {game}
    return {
        name: short[name]
        for name in sorted(short)
        if _KEPT.fullmatch(name) and name.partition("/")[0] not in others
    }


def archive(game: str, files: Mapping[str, bytes]) -> tuple[bytes, str, str]:
    """The archive of a version, its version, and the digest of its ``ruleset.toml`` as logs pin it."""
    manifest = tomllib.loads(files[f"{game}/ruleset.toml"].decode())
    version = str(manifest["version"])
    package = package_of(game, version)
    ours, theirs = OURS.encode(), f"pbem_released.{package}".encode()
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for name, data in sorted(files.items()):
            info = zipfile.ZipInfo(f"{package}/{name}", _EARLIEST)
            info.compress_type, info.create_system, info.external_attr = (
                zipfile.ZIP_DEFLATED,
                3,
                0o100644 << 16,
            )
            moved = re.sub(rb"\b%s\b" % ours, theirs, data) if name.endswith(".py") else data
            out.writestr(info, moved)
    return made.getvalue(), version, tagged_hash("ruleset", encode_value(manifest)).hex()


def row(game: str, files: Mapping[str, bytes], commit: str) -> str:
    """The entry of a version in ``versions.toml``."""
    data, version, digest = archive(game, files)
    own = {name: text for name, text in files.items() if name.startswith(f"{game}/data/")}
    tables = {Path(name).stem: parse_toml(text, name) for name, text in own.items()}
    words = {
        "name": game,
        "version": version,
        "digest": digest,
        "data": registry.digest_of(tables),
        "archive": f"{game}-{version}.zip",
        "sha256": hashlib.sha256(data).hexdigest(),
        "commit": commit,
    }
    return "\n".join(["[[version]]", *(f'{key} = "{value}"' for key, value in words.items())]) + "\n"


def _git(*arguments: str) -> bytes:
    command = ["git", "-C", str(ROOT), *arguments]  # a fixed program with names of this repository
    return subprocess.run(command, check=True, capture_output=True).stdout


def main() -> None:
    """Write the archive, and print its row for ``versions.toml``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--commit", default="")
    chosen = parser.parse_args()
    files = tree_of(chosen.game, chosen.commit)
    data, version, _ = archive(chosen.game, files)
    place = SHELF / f"{chosen.game}-{version}.zip"
    place.write_bytes(data)
    print(f"{place.relative_to(ROOT)}: {len(data)} bytes\n")
    print(row(chosen.game, files, chosen.commit))


if __name__ == "__main__":
    main()
