"""A second verifier of logs, written from schemas/log.md, dice.md and deck.md alone; it imports nothing of pbem.

It knows no game: it follows the pen as far as the protocol settles it, and checks all that can be told without rules.
"""

from typing import NamedTuple

from second_deck import Refused

from second_verifier.bundles import Course, check_genesis
from second_verifier.crypto import chain_back, check_key, faces
from second_verifier.fields import num, words
from second_verifier.lines import Json, Object, canonical, read_line, th
from second_verifier.packed import lines_of
from second_verifier.parts import Part, read_log
from second_verifier.table import Table

__all__ = [
    "Json", "Object", "Refused", "Verdict", "canonical", "chain_back", "check_key", "faces", "read_line", "th",
    "verify", "verify_file", "words",
]  # fmt: skip


class Verdict(NamedTuple):
    """`code` is "ok" or the first failure, `entry` the entry at fault if any, `bundles` how many bundles hold."""

    code: str
    entry: int | None
    bundles: int


def verify(data: bytes, *, entries: bool = True) -> Verdict:
    """Verify a log: its bytes (steps 1 to 3) and, unless told not to, its entries as far as no rules are needed."""
    parts: list[Part] = []
    code, bundles, entry = "ok", 0, None
    try:
        for part in read_log(data):
            parts.append(part)
    except Refused as refused:
        code = str(refused)
    try:
        keys = check_genesis(parts)
        heads = {seat: part.head for seat, part in zip("AB", parts, strict=False)}
        gid = th("game", *(part.line for part in parts[:2]))
        table = Table(gid, heads, keys)
        course = Course(gid, str(heads["A"]["rules"]) if parts else "", keys)
        for place, part in enumerate(parts[2:]):
            entry = num(part.head, "first")
            hashes = course.check(part, parts[place + 3 :])
            for step, (_, value) in enumerate(part.entries):
                if entries:
                    table.take(value, part.head, *hashes[step : step + 2])
                else:
                    keys.try_entry(value, str(part.head["by"]), len(part.entries) == 1)
                entry += 1
            course.goes_on(part)
            bundles, entry = place + 1, None
    except Refused as refused:
        code, entry = str(refused.args[0]), refused.args[1] if len(refused.args) > 1 else entry
    return Verdict(code, entry, bundles)


def verify_file(file: bytes, *, entries: bool = True) -> Verdict:
    """The same for a file as it comes by mail, packed or not; what comes before damage is verified all the same."""
    lines, damage = lines_of(file)
    found = verify(lines, entries=entries)
    return Verdict(damage, None, found.bundles) if damage and found.code in ("ok", "truncated") else found
