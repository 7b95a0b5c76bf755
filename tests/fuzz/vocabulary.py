"""What is put where another thing belongs: odd numbers and words, and fields of lines and papers, right or just wrong."""

import json
from pathlib import Path
from typing import TypeAlias

Loose: TypeAlias = "dict[str, Loose] | list[Loose] | str | int | float | bool | None"

NUMBERS = (0, 1, -1, 2, 7, 255, 2000, 65536, 2**31, 2**53 - 1, 2**53, -(2**63), 10**30)
WORDS = (
    *("", "A", "B", "a", "x" * 300, "00" * 32, "5a" * 32, "ff" * 32, "0" * 16, "cup/red", "mode/1~1",
        "\u0663", "--5"),
    *("../../x", "/etc/passwd", "a/b", ".", "\x00", "\x1b[2J", "\u202e", "A\u030a", "\ud800", "nan", "1e9",
        "١", "²"),
    *("<script>", "'", '"', "\\", "%s%n", "{0}", "=1+1", "2024-06-06", "reject", "hdr", "sig", "audit",
        "back", "note", "renew", "ruling", "appoint", "deck-mask", "two-requests"),
)  # fmt: skip


_HELD = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))

FIELDS: dict[str, list[Loose]] = _HELD["fields"]
"""What a field of a line or a paper may hold, and what it just may not."""

ENTRIES = tuple(json.dumps(each, sort_keys=True, separators=(",", ":")).encode() for each in _HELD["entries"])
"""Lines to put among others; they have no number of their own."""
