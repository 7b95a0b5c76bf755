"""Paths as they stand in commands."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

from pbem.bytes.text import shown

_PLAIN = re.compile(r"[\w./:~+@%=,-]+")


def typed(path: Path | os.PathLike[str]) -> str:
    """A path as it stands in a command that somebody may copy: in quotes where a shell would take it apart."""
    name = shown(path)
    if _PLAIN.fullmatch(name):
        return name
    return shlex.quote(name) if set(name) & set('"$`\\!') else f'"{name}"'
