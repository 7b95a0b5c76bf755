"""A draft as a file: a line that names the head which it continues, then a line for each entry that is not signed yet."""

from __future__ import annotations

import json
import re

from pbem.bytes.records import frozen

_LINE = re.compile(rb'{"head":"([0-9a-f]{64})","k":"draft"}')


@frozen(kw_only=True)
class Draft:
    """Own entries (lines without newline) that continue the log at ``head`` (hex), not signed yet."""

    head: str
    lines: tuple[bytes, ...]

    def encode(self) -> bytes:
        """The file. Raises ValueError for a line that holds a newline."""
        if any(b"\n" in line for line in self.lines):
            raise ValueError("a line of a draft holds a newline")
        return b"".join(line + b"\n" for line in (_first(self.head), *self.lines))


def lines_in(data: bytes, head: str) -> tuple[bytes, ...]:
    """The entries in a file that continue ``head``; none of one that was made for another head."""
    first, _, rest = data.partition(b"\n")
    return tuple(rest.split(b"\n")[:-1]) if first == _first(head) else ()


def head_in(data: bytes) -> str:
    """The head (hex) that a file continues; "" of one without entries."""
    first, _, rest = data.partition(b"\n")
    found = _LINE.fullmatch(first)
    return found[1].decode() if found is not None and rest else ""


def _first(head: str) -> bytes:
    return json.dumps({"head": head, "k": "draft"}, separators=(",", ":")).encode()
