"""Write ``pbem/verifier/text.js`` from ``schemas/text.txt``; a test holds the two against each other."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / "pbem/verifier/text.js"
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_WIDTH = 116
_HEAD = """\
/* The characters of a text (schemas/text.txt): gap before and length less one of each range, in base 36. Made by a tool. */
(function (root) {
"use strict";
const RANGES = (""
"""
_TAIL = Path(__file__).with_name("write_text_tail.js").read_text("ascii")


def script() -> str:
    """The script that says which characters a text may hold."""
    lines = ROOT.joinpath("schemas/text.txt").read_text("ascii").splitlines()
    words: list[str] = []
    at = 0
    for first, _, last in (line.partition("-") for line in lines if not line.startswith("#")):
        low, high = int(first, 16), int(last or first, 16)
        words.append(_base36(low - at) + (f".{_base36(high - low)}" if high > low else ""))
        at = high
    rows, row = [], ""
    for word in words:
        if row and len(row) + len(word) + 1 > _WIDTH:
            rows.append(row + " ")
            row = word
        else:
            row = f"{row} {word}" if row else word
    rows.append(row)
    return _HEAD + "".join(f'  + "{each}"\n' for each in rows) + _TAIL


def _base36(number: int) -> str:
    digits = ""
    while number:
        number, rest = divmod(number, 36)
        digits = _DIGITS[rest] + digits
    return digits or "0"


if __name__ == "__main__":
    TARGET.write_text(script(), encoding="ascii")
    sys.stdout.write(f"{TARGET.name} written\n")
