"""The small files of a home: JSON that a person can read, and the error for one that is damaged."""

from __future__ import annotations

import json
from pathlib import Path

from pbem.bytes.canon import parse_json
from pbem.bytes.errors import PbemError


def dump(value: object) -> bytes:
    """A value as the bytes of a small file."""
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True).encode() + b"\n"


def parse(data: bytes, path: Path) -> object:
    """The value in the bytes of a small file, or PbemError ``damaged``."""
    try:
        return parse_json(data)
    except ValueError:
        raise damaged(path) from None


def damaged(path: Path) -> PbemError:
    """The error for a file that does not hold what was written."""
    return PbemError.of("damaged", "{path} is damaged: it does not hold what pbem wrote.", path=path)
