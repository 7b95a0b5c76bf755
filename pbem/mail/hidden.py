"""Turn files wherever they lie in bytes: behind a banner, quoted, in base64, UTF-16, RTF, uuencode, S/MIME, zip, gz.

Nothing here trusts what a wrapping says of itself. Where the first bytes of a turn file stand, as they are or in base64,
what follows is a candidate; whether it is whole is decided by the turn file's own sums.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import io
import re
import string
import zipfile
import zlib
from collections.abc import Iterator
from itertools import chain, islice

from pbem.bytes.container import MAGIC, MAX_PACKED
from pbem.bytes.records import define, field
from pbem.mail import text
from pbem.mail.limits import LOG

_START = base64.b64encode(MAGIC[:9])
_LETTERS = (string.ascii_letters + string.digits + "+/").encode()
_OTHERS = bytes(set(range(256)) - set(_LETTERS))
# Lines of base64, each a run of letters of its own, so that no two of them can be read in two ways.
_CODED = re.compile(
    rb"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{40,}={0,2}(?:\r{0,2}\n[> |\t]{0,20}[A-Za-z0-9+/]{1,1000}={0,2}){0,200000}"
)
_UUENCODED = re.compile(rb"(?m)^begin [0-7]{3,4} [^\r\n]{1,255}\r{0,2}\n")
# Words and escaped letters of the Rich Text Format; \par ends a line.
_RTF_WORD = re.compile(r"\\[a-z]{1,32}-?[0-9]{0,10} ?|\\'[0-9a-f]{2}|[{}]")
# What a text may have between its lines that could be taken for letters: tags, entities, words of RTF, initials.
_MARKED = re.compile(rb"<[a-zA-Z/!]|&[#a-z]|\\par|[A-Za-z][>|]")
_MOST_BYTES = 48 * 1024 * 1024
_MOST_CANDIDATES = 50
_DEEPEST = 4
_MOST_FILES = 1000
"""An archive with more files is nobody's turn."""


@define
class Scan:
    """One search. ``left`` bytes may still be looked at, ``candidates`` may still be given."""

    left: int = _MOST_BYTES
    candidates: int = _MOST_CANDIDATES
    _seen: set[bytes] = field(factory=set, init=False)

    def candidates_in(self, data: bytes, depth: int = 0) -> Iterator[bytes]:
        """What may be a turn file, from its first byte on; behind its end there may be other bytes."""
        if depth > _DEEPEST or self.left < len(data):
            return
        self.left -= len(data)
        for candidate in islice(chain(_plain(data), self._coded(data)), _MOST_CANDIDATES):
            digest = hashlib.sha256(candidate).digest()
            if self.candidates and digest not in self._seen:
                self._seen.add(digest)
                self.candidates -= 1
                yield candidate
        for inside in (*_unzipped(data), *_uudecoded(data), *_decoded(data)):
            yield from self.candidates_in(inside, depth + 1)

    def _coded(self, data: bytes) -> Iterator[bytes]:
        """Candidates in base64, whatever stands between its letters, and in what the text is without its marks."""
        found = False
        for start in islice(_behind_starts(data), _MOST_CANDIDATES):
            found = True
            yield start
        if not found or not _MARKED.search(data):
            return
        plain = text.decode(data, "")
        for reading in (
            plain,
            text.from_html(plain),
            _RTF_WORD.sub("", plain) if "\\rtf" in plain[:64] else "",
        ):
            yield from _behind_starts(text.tidy(reading).encode("ascii", "ignore"))


def _plain(data: bytes) -> Iterator[bytes]:
    if LOG.match(data):
        yield data
    at = data.find(MAGIC)
    while at >= 0:
        yield data[at : at + MAX_PACKED]
        at = data.find(MAGIC, at + 1)


def _behind_starts(data: bytes) -> Iterator[bytes]:
    letters = data.translate(None, _OTHERS)
    at = letters.find(_START)
    while at >= 0:
        yield _bytes_of(letters[at : at + MAX_PACKED * 4 // 3])
        at = letters.find(_START, at + 1)


def _decoded(data: bytes) -> Iterator[bytes]:
    """What every long run of base64 holds."""
    for run in _CODED.finditer(data):
        letters = run[0].translate(None, _OTHERS)
        if len(letters) >= 100:
            yield _bytes_of(letters)


def _bytes_of(letters: bytes) -> bytes:
    """What letters of base64 stand for. One that is left over stands for nothing."""
    rest = len(letters) % 4
    return base64.b64decode(letters[:-1] if rest == 1 else letters + b"=" * (-rest % 4))


def _unzipped(data: bytes) -> Iterator[bytes]:
    if data.startswith(b"\x1f\x8b"):
        try:
            yield zlib.decompressobj(31).decompress(data, MAX_PACKED)
        except zlib.error:
            return
    if b"PK\x03\x04" not in data or data.count(b"PK\x01\x02") > _MOST_FILES:
        return
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for info in archive.infolist()[:_MOST_FILES]:
                if info.file_size <= MAX_PACKED and info.compress_type in (
                    zipfile.ZIP_STORED,
                    zipfile.ZIP_DEFLATED,
                ):
                    with archive.open(info) as stream:
                        yield stream.read(MAX_PACKED)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError, ValueError, zlib.error):
        return  # encrypted, damaged, or of a kind that Python does not know


def _uudecoded(data: bytes) -> Iterator[bytes]:
    for begin in _UUENCODED.finditer(data):
        lines = bytearray()
        for line in data[begin.end() : begin.end() + 2 * MAX_PACKED].splitlines():
            if line.strip() in (b"end", b"`"):
                break
            try:
                lines += binascii.a2b_uu(line)
            except binascii.Error:
                break
        yield bytes(lines)
