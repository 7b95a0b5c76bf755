"""Build ``pbem/verifier/vendor/noble.js`` again from the pinned packages, and compare; ``--write`` replaces it.

Needs ``npm``, and the network that npm needs. The verifier of the replay page takes its hashes and the arithmetic of its
signatures from two libraries that others have looked at; a page is one plain script, so they are put into one.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

VENDOR = Path(__file__).resolve().parents[2] / "pbem/verifier/vendor"
PINNED = {"@noble/ed25519": "3.2.0", "@noble/hashes": "2.4.0", "esbuild": "0.28.2"}
"""What the file is made of, and what makes it: exact versions."""

_ENTRY = """\
import { Point } from "@noble/ed25519";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
globalThis.PBEM = Object.assign(globalThis.PBEM || {}, { noble: { Point, hmac, sha256, sha512 } });
"""
_FLAGS = ("--bundle", "--format=iife", "--target=es2022", "--charset=ascii", "--legal-comments=inline")


def build(place: Path) -> dict[str, bytes]:
    """The vendored files by name, made in an empty folder. Raises CalledProcessError when npm or the build fails."""
    npm = shutil.which("npm")
    assert npm is not None, "no npm on this machine"
    place.joinpath("package.json").write_text(
        json.dumps({"private": True, "dependencies": PINNED}), encoding="ascii"
    )
    place.joinpath("entry.js").write_text(_ENTRY, encoding="ascii")
    _run(place, npm, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent")
    _run(place, str(place / "node_modules/.bin/esbuild"), "entry.js", *_FLAGS, "--outfile=noble.js")
    found = {"noble.js": place.joinpath("noble.js").read_bytes()}
    for name in ("ed25519", "hashes"):
        found[f"LICENSE-noble-{name}"] = place.joinpath(f"node_modules/@noble/{name}/LICENSE").read_bytes()
    return found


def _run(place: Path, *command: str) -> None:
    subprocess.run(command, cwd=place, check=True, capture_output=True, timeout=300)


def main() -> int:
    """0 when every vendored file is what its packages give, 1 when one is not."""
    with tempfile.TemporaryDirectory() as folder:
        found = build(Path(folder))
    if "--write" in sys.argv[1:]:
        for name, data in found.items():
            VENDOR.joinpath(name).write_bytes(data)
    others = [name for name, data in found.items() if VENDOR.joinpath(name).read_bytes() != data]
    for name in others:
        sys.stdout.write(f"{name} is not what the packages give\n")
    return 1 if others else 0


if __name__ == "__main__":
    sys.exit(main())
