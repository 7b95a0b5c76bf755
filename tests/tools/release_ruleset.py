"""Freezes a version of a game's rules, so that logs which pin it fold for ever: ``rules/pbem_released``.

``python -m tests.tools.release_ruleset june6`` takes the files of this tree, ``--commit COMMIT`` those of a commit, and
``--package rules/example/ford_rules`` a game of another import package. The archive holds the game's folder and what
games shared then, as a package of its own name (``ford_0_1_0``); nothing of it is changed but the name under which its
modules import one another. Same files, same bytes: names in order, no times.
"""

import argparse
import hashlib
import io
import re
import subprocess
import tomllib
import zipfile
from collections.abc import Mapping
from pathlib import Path

from pbem.bytes.canon import encode_value, tagged_hash
from pbem.games import registry
from pbem.games.toml import parse_toml

ROOT = Path(__file__).resolve().parents[2]
SHELF = ROOT / "rules" / "pbem_released"
OURS = "rules/pbem_rules"
EXAMPLE = "rules/example/ford_rules"
_EARLIEST = (1980, 1, 1, 0, 0, 0)
_KEPT = re.compile(
    r"(?:[a-z0-9_]+/)*[a-z0-9_]+\.py|[a-z0-9_]+/(?:ruleset|packs)\.toml|[a-z0-9_]+/data/[^/]+\.toml"
)


def package_of(game: str, version: str) -> str:
    """The name of a released version as a package: ``ford_0_1_0``."""
    return f"{game}_{re.sub(r'[^a-z0-9]', '_', version.lower())}"


def tree_of(game: str, commit: str = "", package: str = OURS) -> dict[str, bytes]:
    """The files of a game and of what games share, by their path in the archive, from this tree or a commit.

    ``package`` is the folder of the import package that has the game.
    """
    shared, own = _files(OURS, commit), _files(package, commit)
    games = {name.partition("/")[0] for name in shared if name.endswith("/ruleset.toml")}
    kept = {name: data for name, data in shared.items() if name.partition("/")[0] not in games}
    kept |= {name: data for name, data in own.items() if name.partition("/")[0] == game}
    return {name: kept[name] for name in sorted(kept) if _KEPT.fullmatch(name)}


def _files(folder: str, commit: str) -> dict[str, bytes]:
    """The files under a folder of the repository, by their path below it."""
    if commit:
        packed = _git("archive", "--format=zip", commit, f"{folder}/")
        with zipfile.ZipFile(io.BytesIO(packed)) as found:
            files = {each: found.read(each) for each in found.namelist() if not each.endswith("/")}
    else:
        listed = _git("ls-files", "-z", f"{folder}/").decode().split("\0")
        files = {each: (ROOT / each).read_bytes() for each in listed if each}
    return {name.removeprefix(f"{folder}/"): data for name, data in files.items()}


def archive(game: str, files: Mapping[str, bytes], package: str = OURS) -> tuple[bytes, str, str]:
    """The archive of a version, its version, and the digest of its ``ruleset.toml`` as logs pin it."""
    manifest = tomllib.loads(files[f"{game}/ruleset.toml"].decode())
    version = str(manifest["version"])
    digest = tagged_hash("ruleset", encode_value(manifest)).hex()
    return packed(renamed(game, files, package)), version, digest


def packed(files: Mapping[str, bytes]) -> bytes:
    """A zip of files by their path: the same files give the same bytes, in order of their names and without times."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted(files.items()):
            info = zipfile.ZipInfo(name, _EARLIEST)
            info.compress_type, info.create_system = zipfile.ZIP_DEFLATED, 3
            info.external_attr = 0o100644 << 16
            archive.writestr(info, data)
    return out.getvalue()


def renamed(game: str, files: Mapping[str, bytes], package: str = OURS) -> dict[str, bytes]:
    """The files as they lie in the archive, in order of their names: a package of its own, that imports itself."""
    name = package_of(game, str(tomllib.loads(files[f"{game}/ruleset.toml"].decode())["version"]))
    names = "|".join(sorted({Path(OURS).name, Path(package).name}))
    ours, theirs = re.compile(rf"\b(?:{names})\b".encode()), f"pbem_released.{name}".encode()
    return {
        f"{name}/{path}": ours.sub(theirs, data) if path.endswith(".py") else data
        for path, data in sorted(files.items())
    }


def unpacked(place: Path) -> dict[str, bytes]:
    """The files of an archive."""
    with zipfile.ZipFile(place) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def row(game: str, files: Mapping[str, bytes], commit: str = "", package: str = OURS) -> str:
    """The entry of a version in ``versions.toml``."""
    data, version, digest = archive(game, files, package)
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
    return "\n".join(["[[version]]", *(f'{key} = "{value}"' for key, value in words.items() if value)]) + "\n"


def _git(*arguments: str) -> bytes:
    command = ["git", "-C", str(ROOT), *arguments]  # a fixed program with names of this repository
    return subprocess.run(command, check=True, capture_output=True).stdout


def main() -> None:
    """Write the archive, and print its row for ``versions.toml``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--commit", default="")
    parser.add_argument("--package", default=OURS, help="the folder of the import package that has the game")
    parser.add_argument("--shelf", type=Path, default=SHELF, help="where to write it")
    chosen = parser.parse_args()
    files = tree_of(chosen.game, chosen.commit, chosen.package)
    data, version, _ = archive(chosen.game, files, chosen.package)
    place = chosen.shelf / f"{chosen.game}-{version}.zip"
    place.write_bytes(data)
    print(f"{place}: {len(data)} bytes\n")
    print(row(chosen.game, files, chosen.commit, chosen.package))


if __name__ == "__main__":
    main()
