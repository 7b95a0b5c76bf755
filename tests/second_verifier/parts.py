"""The bytes of a log, read as its parts: invitation, acceptance, bundles (log.md, the file)."""

from collections.abc import Iterator
from typing import NamedTuple

from second_deck import Refused

from second_verifier.fields import KIND, NUMBER, check_line
from second_verifier.lines import Object, need, read_line

LOG_BYTES = 8_519_680


class Part(NamedTuple):
    line: bytes  # of the invitation, of the acceptance, or of a header
    head: Object  # what that line says
    entries: tuple[tuple[bytes, Object], ...]  # lines and what they say
    sig: Object
    size: int  # bytes of all its lines, newlines counted


def _read_part(line: bytes, value: Object, kind: str, lines: Iterator[tuple[bytes, Object]]) -> Part:
    head, size = check_line(value, kind), len(line) + 1
    entries: list[tuple[bytes, Object]] = []
    for below, entry in lines:
        size += len(below) + 1
        if kind != "hdr" or (entry.get("k") == "sig" and entries):
            sig = check_line(entry, "sig" if kind == "hdr" else "sig of a first mail")
            return Part(line, head, tuple(entries), sig, size)
        need(entry.get("k") != "hdr", "truncated")
        need(KIND(entry.get("k")) and entry["k"] not in ("invite", "accept", "sig"), "unknown-line")
        need(NUMBER(entry.get("i")), "bad-field")
        entries.append((below, entry))
    raise Refused("truncated")


def read_log(data: bytes) -> Iterator[Part]:
    """The parts that can be read (invitation, acceptance, bundles), until Refused."""
    need(data, "truncated")
    need(len(data) <= LOG_BYTES, "too-large")
    *whole, rest = data.split(b"\n")
    lines = ((line, read_line(line)) for line in whole)
    for number, (line, value) in enumerate(lines):
        yield _read_part(line, value, ("invite", "accept", "hdr")[min(number, 2)], lines)
    need(not rest, "truncated")
