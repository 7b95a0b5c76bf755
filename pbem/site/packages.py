"""What a site is made of that is not ours: Python for browsers and its keys from npm, pure Python from where we run.

Nothing of it is in this repository. What npm brings is held against the digests below, which npm itself computes.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path, PurePosixPath
from typing import cast

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.home.installation import adding

FROM_NPM: Mapping[str, tuple[str, str]] = {
    "pyodide": (
        "314.0.7",
        "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==",
    ),
    "@noble/ciphers": (
        "2.4.0",
        "sha512-AnjFn0Jv92laAkvMrghlFZq4qQCIN/4DxFV/eooqtC2YTjB7kBeLMS2T9KJX4Dn+ZVXLOwK0lSgqDtx9gvxtiw==",
    ),
    "@noble/curves": (
        "2.4.0",
        "sha512-P4/62zrgfH33CneE3Dn4WhJVA22YUU0eR51wKIan4NVRvwsA0YnPTwWGpNbpuacSujmSFLvyzpyuR30+fbq2Ew==",
    ),
    "@noble/hashes": (
        "2.4.0",
        "sha512-X5XaVWZIBCT7HHZGm5I7ZQXDwLG+bGXuSrMQAW+7Zvl87h1kmc1ZB1VSRJcpUfoUrGQp4Fkoxm5kZ+Ms+aW+eA==",
    ),
}
"""Package, version, and the digest of its archive (sha512, base64)."""

FROM_HERE = (
    "attrs",
    "cattrs",
    "click",
    "defusedxml",
    "imagesize",
    "markupsafe",
    "typing_extensions",
    "werkzeug",
)
_PATIENCE = 600.0


def cache(environ: Mapping[str, str]) -> Path:
    """Where fetched packages are kept for the next build."""
    base = environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "pbem" / "site"


def fetched(place: Path) -> Path:
    """The ``node_modules`` folder of a cache with the packages of :data:`FROM_NPM` in it; what lacks is fetched.

    Raises UsageError ``no-npm``, ``npm`` (with what npm said) and ``other-package`` (a digest is not ours).
    """
    modules = place / "node_modules"
    if _found(modules) != FROM_NPM:
        _install(place)
    found = _found(modules)
    for name, pinned in FROM_NPM.items():
        if found.get(name) != pinned:
            raise UsageError.of(
                "other-package",
                "The package {name} is not the one this program was made with.",
                name=name,
                place=place,
                hint="Remove {place} and try again.",
            )
    return modules


def _install(place: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise UsageError.of(
            "no-npm",
            "npm is not here: it fetches Python for browsers.",
            hint="Install Node.js, which brings npm, and try again.",
        )
    place.mkdir(parents=True, exist_ok=True)
    wanted = {name: version for name, (version, _) in FROM_NPM.items()}
    (place / "package.json").write_text(json.dumps({"private": True, "dependencies": wanted}), "utf-8")
    try:
        done = subprocess.run(  # noqa: S603  # npm, with words of ours
            [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--omit=optional"],
            cwd=place,
            check=False,
            capture_output=True,
            text=True,
            timeout=_PATIENCE,
        )
        why = done.stderr if done.returncode else ""
    except subprocess.TimeoutExpired:
        why = "no answer"
    if why:
        raise UsageError.of(
            "npm",
            "npm could not fetch the packages: {why}",
            why=why.strip()[-400:],
            hint="Is this machine online? Try again.",
        )


def _found(modules: Path) -> dict[str, tuple[str, str]]:
    """Version and digest of what npm says it has put there."""
    try:
        value = cast("dict[str, Json]", json.loads((modules / ".package-lock.json").read_bytes()))
        known = cast("dict[str, dict[str, str]]", value["packages"])
        return {
            name: (known[f"node_modules/{name}"]["version"], known[f"node_modules/{name}"]["integrity"])
            for name in FROM_NPM
        }
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def pure(name: str) -> Iterator[tuple[str, bytes]]:
    """The Python files of an installed package and its licence, by their path in ``site-packages``.

    Raises UsageError ``no-package``.
    """
    try:
        known = distribution(name).files or ()
    except PackageNotFoundError as error:
        raise UsageError.of(
            "no-package",
            "The package {name} is not here, and the site needs it.",
            name=name,
            command=adding(name),
            hint="Type: {command}",
        ) from error
    for each in known:
        path = PurePosixPath(each)
        if ".." not in path.parts and (path.suffix == ".py" or "licenses" in path.parts):
            yield path.as_posix(), Path(each.locate()).read_bytes()
