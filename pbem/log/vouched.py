"""Reading again what this program has read strictly before, as far as a digest says that the bytes are the same.

Nothing is decoded but the first mails: bundles are cut out by their header and signature lines, which have one spelling, and
each decodes its entries, as strictly as ever, when somebody asks for them. Whose digest it is and why it is believed is for
the floors above.
"""

from __future__ import annotations

import re

from attrs import evolve

from pbem.bytes.errors import FormatError
from pbem.log.bundle import MAX_ENTRIES, Bundle, Header
from pbem.log.files import MAX_FILE, Log, parse_log, read_bundles
from pbem.log.genesis import Seal

_FIRST_LINES = 4
_NUMBER = rb"(0|[1-9][0-9]{0,14})"
_HEADER = re.compile(
    rb'\{"by":"([ABR])","first":%b,"g":"([0-9a-f]{64})","head":"([0-9a-f]{64})","k":"hdr",'
    rb'"last":%b,"n":%b,"prev":"([0-9a-f]{64})","rules":"([0-9a-f]{16})","state":"([0-9a-f]{64})","v":1\}\n'
    % (_NUMBER, _NUMBER, _NUMBER)
)
_SEAL_BEGINS = b'\n{"k":"sig",'
_SEAL = re.compile(rb'\n\{"k":"sig","key":"([0-9a-f]{16})","sig":"([0-9a-f]{128})"\}\n')


def scan_vouched(data: bytes, size: int) -> tuple[Log, int] | None:
    """The log in ``data``, of which the first ``size`` bytes are known to be as they were read before, and how many bundles
    those hold.

    None when they do not end with a bundle, or have not the shape of a log; or when what stands behind them, which is read
    strictly, does not: then the whole has to be read, and says what is wrong.
    """
    start = 0
    for _ in range(_FIRST_LINES):
        start = data.find(b"\n", start, size) + 1
        if not start:
            return None
    if not size <= len(data) <= MAX_FILE:
        return None
    try:
        log = parse_log(data[:start])
        before = _bundles(data, start, size)
        if before is None:
            return None
        return evolve(log, bundles=(*before, *read_bundles(data[size:]))), len(before)
    except FormatError:
        return None


def _bundles(data: bytes, at: int, size: int) -> list[Bundle] | None:
    """The bundles between two places; None when anything else stands there."""
    found: list[Bundle] = []
    while at < size:
        header = _HEADER.match(data, at, size)
        end = data.find(_SEAL_BEGINS, header.end(), size) if header is not None else -1
        seal = _SEAL.match(data, end, size) if end >= 0 else None
        if header is None or seal is None:
            return None
        by, first, gid, head, last, n, prev, rules, state = (each.decode() for each in header.groups())
        lines = tuple(data[header.end() : end].split(b"\n"))
        if not 1 <= int(last) - int(first) + 1 == len(lines) <= MAX_ENTRIES:
            return None
        found.append(
            Bundle(
                header=Header(
                    by=by,
                    n=int(n),
                    first=int(first),
                    last=int(last),
                    gid=bytes.fromhex(gid),
                    prev=bytes.fromhex(prev),
                    head=bytes.fromhex(head),
                    rules=rules,
                    state=state,
                ),
                lines=lines,
                seal=Seal(key=seal[1].decode(), signature=bytes.fromhex(seal[2].decode())),
            )
        )
        at = seal.end()
    return found


__all__ = ["scan_vouched"]
