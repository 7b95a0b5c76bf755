"""Turn files (log.md): the lines in a packed file, or those before damage, and the code of the damage ("" for none)."""

import re
import zlib

MAGIC = b"\x89PBEM1\r\n\x1a\n"
_PACKED, _LINES = 5 * 1024 * 1024, 8_519_680


def lines_of(file: bytes) -> tuple[bytes, str]:
    """The bytes of the log in a file as it comes by mail."""
    plain = file.startswith(b'{"')
    if len(file) > (_LINES if plain else _PACKED + len(MAGIC)):
        return b"", "too-large"
    if plain:
        return file, ""
    if not file.startswith(MAGIC):
        newer = re.match(rb"\x89PBEM(?:[2-9]|[1-9][0-9]{1,3})\r\n\x1a\n", file)
        code = (
            "version"
            if newer
            else "truncated"
            if MAGIC.startswith(file)
            else "mangled"
            if b"PBEM1" in file[:16]
            else "not-a-turn"
        )
        return b"", code
    return _inflated(file[len(MAGIC) :])


def _inflated(stream: bytes) -> tuple[bytes, str]:
    inflater, out = zlib.decompressobj(), bytearray()
    for at in range(len(stream)):
        if inflater.eof:
            return bytes(out), "trailing"
        try:
            out += inflater.decompress(stream[at : at + 1])
        except zlib.error:
            return bytes(out), "damaged"
        if len(out) > _LINES:
            return b"", "too-large"
    return bytes(out), "" if inflater.eof else "truncated"
