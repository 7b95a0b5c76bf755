"""How pbem is installed here: its version, and the command that adds packages to it."""

from __future__ import annotations

import sys
from pathlib import Path

from pbem.port.messages import Message


def adding(*packages: str) -> str:
    """The command that adds packages to this very installation, whatever made it: pip, pipx or uv."""
    place, names = Path(sys.prefix), " ".join(f"'{each}'" if "[" in each else each for each in packages)
    if "pipx" in place.parts:
        return f"pipx inject pbem {names}"
    way = "uv pip install --python" if {"uv", "tools"} <= {*place.parts} else ""
    return f"{way} {sys.executable} {names}" if way else f"{sys.executable} -m pip install {names}"


def installed_version() -> str:
    """The version of pbem that is installed; says so when it runs from its source."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415  # brings the parser of mails along

    try:
        return version("pbem")
    except PackageNotFoundError:
        return Message("run from its source, not installed")
