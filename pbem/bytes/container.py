"""Turn files: log bytes packed for the mail, and the text armour for mail programs that spoil attachments.

The first bytes of a packed file tell what happened on the way: a byte above 127, a CR LF and a lone LF are
what careless transfers change first.
"""

from __future__ import annotations

import base64
import hashlib
import re
import zlib
from collections.abc import Mapping

from pbem.bytes import canon
from pbem.bytes.errors import FormatError, newer
from pbem.bytes.messages import Message, counted

MAGIC = b"\x89PBEM1\r\n\x1a\n"
MAX_UNPACKED = 8_519_680
MAX_PACKED = 5 * 1024 * 1024
BEGIN = "-----BEGIN PBEM TURN-----"
END = "-----END PBEM TURN-----"

AGAIN = Message("It did not come as it was sent: ask for it once more, as an attachment.")

_NEWER = re.compile(rb"\x89PBEM([2-9]|[1-9][0-9]{1,3})\r\n\x1a\n")
_NEWER_CODED = re.compile(rb"iVBCRU0([yz0-5])")
"""How a turn file of the formats 2 to 9 begins in base64."""
_NEWER_LINE = re.compile(rb'"v":(?:[2-9]|[1-9][0-9]{1,8})[,}]')
_MAX_FIRST_LINE = 16 * 1024
_COLUMNS = 64
_MB = 1024 * 1024
_CHUNK = 256
_TEXT_START = b'{"'
_HEADER = re.compile(r"[A-Z][A-Za-z-]{0,19}: .{1,200}")


def pack(data: bytes) -> bytes:
    """The turn file with these log bytes: magic, then one zlib stream."""
    return MAGIC + zlib.compress(data, 9)


def unpack(data: bytes, limit: int = MAX_UNPACKED) -> bytes:
    """The log bytes of a turn file (packed, or plain JSON Lines); FormatError names the damage.

    Codes: too-large, version (of a format that came later), mangled (line ends or high bytes changed on the way),
    not-a-turn, truncated, damaged, trailing.
    """
    lines = _unpacked(data, limit)
    check_format(lines)
    return lines


def check_format(lines: bytes) -> None:
    """Raises FormatError ``version`` when the first line of a log, a turn or a paper says a later format than 1."""
    first = lines[:_MAX_FIRST_LINE].partition(b"\n")[0]
    if not _NEWER_LINE.search(first):
        return
    try:
        version = canon.decode(first).get("v")
    except FormatError:
        return
    if type(version) is int and version > 1:
        raise newer(version)


def newer_in(data: bytes) -> FormatError | None:
    """What to say when a turn file of a later format is somewhere in these bytes, as it is or in base64."""
    if (found := _NEWER.search(data)) is not None:
        return newer(int(found[1]))
    coded = _NEWER_CODED.search(data)
    return newer(2 + b"yz012345".index(coded[1])) if coded is not None else None


def damage(code: str, message: str) -> FormatError:
    """The error for what did not come as it was sent, with what to do about it."""
    return FormatError(code, message, hint=AGAIN)


def _unpacked(data: bytes, limit: int) -> bytes:
    plain = data.startswith(_TEXT_START)
    most = limit if plain else MAX_PACKED + len(MAGIC)
    if len(data) > most:
        raise FormatError.of("too-large", "The turn file has more than {most} MB.", most=most // _MB)
    if plain:
        return data
    if not data.startswith(MAGIC):
        raise _wrong_magic(data)
    inflater = zlib.decompressobj()
    try:
        out = inflater.decompress(data[len(MAGIC) :], limit)
        # A stream that fills the limit exactly still has its checksum to read.
        more = inflater.decompress(inflater.unconsumed_tail, 1) if not inflater.eof else b""
    except zlib.error:
        raise damage("damaged", Message("The file was changed on the way: it does not unpack.")) from None
    if more:
        raise FormatError.of("too-large", "The turn file unpacks to more than {most} MB.", most=limit // _MB)
    if not inflater.eof:
        raise damage("truncated", Message("The file is cut off at the end."))
    if inflater.unused_data:
        raise damage(
            "trailing",
            counted(
                len(inflater.unused_data),
                "{n} byte follows the end of the file.",
                "{n} bytes follow the end of the file.",
            ),
        )
    return out


def salvage(data: bytes) -> tuple[bytes, FormatError | None]:
    """The log bytes of a turn file, or as many as come before the damage, and what is wrong (None when nothing is).

    Raises FormatError when there is nothing to save: no turn file at all, or one that is too large.
    """
    try:
        return unpack(data), None
    except FormatError as error:
        if not data.startswith(MAGIC) or error.code in ("too-large", "version"):
            raise
        return _undamaged(data[len(MAGIC) :]), error


def _undamaged(packed: bytes) -> bytes:
    """What a damaged stream gives before it breaks: chunk by chunk, and the chunk that breaks byte by byte."""
    inflater = zlib.decompressobj()
    out = bytearray()
    step = _CHUNK
    place = 0
    while place < len(packed) and not inflater.eof and len(out) <= MAX_UNPACKED:
        before = inflater.copy()
        try:
            out += inflater.decompress(packed[place : place + step])
        except zlib.error:
            if step == 1:
                break
            inflater, step = before, 1
            continue
        place += step
    return bytes(out[:MAX_UNPACKED])


def _wrong_magic(data: bytes) -> FormatError:
    if not data:
        return damage("truncated", Message("The file is empty."))
    if MAGIC.startswith(data):
        return damage("truncated", Message("The file is cut off at its very start."))
    if (later := _NEWER.match(data)) is not None:
        return newer(int(later[1]))
    if b"PBEM1" in data[:16]:
        return FormatError.of(
            "mangled",
            "The first bytes of the file were changed on the way, as where a file is treated as text.",
            hint="Ask for it once more as an attachment, or use the text form.",
        )
    return FormatError.of("not-a-turn", "This is not a turn file.")


def armour(data: bytes, headers: Mapping[str, str]) -> str:
    """The turn file as text that survives quoting and re-wrapping of blanks; headers are for the reader."""
    lines = [BEGIN]
    for name, value in headers.items():
        line = f"{name}: {value}"
        if not _HEADER.fullmatch(line) or not line.isprintable():
            raise FormatError.of("armour-header", "{line!r} cannot stand above a text turn.", line=line[:40])
        lines.append(line)
    text = base64.b64encode(data).decode()
    lines.append("")
    lines.extend(text[start : start + _COLUMNS] for start in range(0, len(text), _COLUMNS))
    lines += [f"={checksum(data)}", END, ""]
    return "\n".join(lines)


def checksum(data: bytes) -> str:
    """What stands under a turn file that is written as text, for one that was spoilt: 8 hex digits."""
    return hashlib.sha256(data).hexdigest()[:8]
