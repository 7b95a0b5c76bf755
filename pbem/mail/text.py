"""Armoured turns in the text of a mail, after all that mail programs do to text.

Between BEGIN and END only the letters of base64 count, so that quoting, re-wrapping, blanks of any kind and
invisible characters do no harm; the checksum tells whether all letters came.
"""

from __future__ import annotations

import base64
import codecs
import html
import re

from pbem.bytes.container import MAGIC, checksum, damage
from pbem.bytes.errors import FormatError
from pbem.port.messages import Message

_DASH = "[-\u2010-\u2015\u2212]"
_BREAK = r"\s{1,20}(?:[>|]\s{0,20}){0,5}"
_MARK = re.compile(rf"(?<={_DASH})[ ]?(BEGIN|END){_BREAK}PBEM{_BREAK}TURN[ ]?{_DASH}{{1,10}}")
_INVISIBLE = re.compile("[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_QUOTING = re.compile(r"^(?:[ \t]{0,8}[A-Za-z]{0,3}[>|]){1,40}", re.MULTILINE)
_BLANKS = re.compile(r"[^\S\n ]")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
# How every packed turn begins in base64: no header line can be mistaken for it, wherever it was moved.
_START = base64.b64encode(MAGIC[:9]).decode()
_NOT_BASE64 = re.compile(r"[^A-Za-z0-9+/=]+")
_SEALED = re.compile(r"([A-Za-z0-9+/]*={0,2})=([0-9a-f]{8})")
_BREAKING_TAG = re.compile(r"<(?:br|/?p|/?div|/?pre|/?li|/?tr|/?blockquote)\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_HUGE_ENTITY = re.compile(r"&#[xX]?[0-9a-fA-F]{9,};?")
MAX_TAGS = 200_000
_MAX_BLOCKS = 50
# No charset of a mail: two fail on all bytes or ask for more than bytes, one takes minutes, two warn and rewrite.
_NO_CHARSET = frozenset({"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape"})


def decode(data: bytes, charset: str) -> str:
    """The text of a part; a byte order mark decides, then the charset it claims, then UTF-8, then Latin-1."""
    for mark, name in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if data.startswith(mark):
            return data.decode(name, "replace")
    # Charsets that are no charsets ("zlib", "rot13") exist in Python; only real ones decode bytes to text.
    for name in (charset, "utf-8"):
        try:
            if codecs.lookup(name).name not in _NO_CHARSET:
                return data.decode(name)
        except (LookupError, ValueError):
            continue
    return data.decode("latin-1")


def from_html(text: str) -> str:
    """The text of a page, roughly: tags go, block tags become line ends, entities become characters.

    Empty for a page with more than 200,000 tags: that is none around a turn, whose lines have 64 letters.
    """
    if text.count("<") > MAX_TAGS:
        return ""
    bare = _TAG.sub("", _BREAKING_TAG.sub("\n", text))
    return html.unescape(_HUGE_ENTITY.sub("\ufffd", bare))


def armoured(text: str) -> tuple[list[bytes], list[FormatError]]:
    """The turn files written in ``text``, in order, and what is wrong with those that are damaged."""
    found: list[bytes] = []
    damaged: list[FormatError] = []
    for block in _blocks(tidy(text)):
        result = _recover(block)
        if isinstance(result, bytes):
            found.append(result)
        else:
            damaged.append(result)
    return found, damaged


def tidy(text: str) -> str:
    """``text`` with one kind of line end and of blank, without what is invisible and without marks of quotation."""
    text = re.sub(r"\r\n?|[\u0085\u2028\u2029]", "\n", _INVISIBLE.sub("", text))
    text = _BLANKS.sub(" ", text)
    return _QUOTING.sub("", text)


def _blocks(text: str) -> list[str | None]:
    """What stands between each BEGIN and its END; None for a BEGIN without one."""
    blocks: list[str | None] = []
    start: int | None = None
    for mark in _MARK.finditer(text):
        if mark[1] == "BEGIN":
            if start is not None:
                blocks.append(None)
            start = mark.end()
        elif start is not None:
            blocks.append(text[start : mark.start()])
            start = None
        if len(blocks) >= _MAX_BLOCKS:
            return blocks
    return blocks if start is None else [*blocks, None]


def _recover(block: str | None) -> bytes | FormatError:
    if block is None:
        return damage("armour-truncated", Message("A text turn has no END line."))
    letters = _NOT_BASE64.sub("", block)
    start = letters.find(_START)
    if start < 0:
        # Damaged at its start: what the headers end with is the best guess, and good for the sentence at least.
        letters, start = _NOT_BASE64.sub("", _BLANK_LINE.split(block, maxsplit=1)[-1]), 0
    try:
        return _read(letters[start:])
    except FormatError as error:
        return error


def _read(letters: str) -> bytes:
    sealed = _SEALED.fullmatch(letters)
    if sealed is None:
        raise damage("armour-checksum", Message("A text turn lacks its checksum line."))
    try:
        data = base64.b64decode(sealed[1], validate=True)
    except ValueError:
        raise damage("armour-body", Message("The letters of a text turn are incomplete.")) from None
    if sealed[2] != checksum(data):
        wrong = Message("The checksum of a text turn is wrong: a letter or a line was changed or lost.")
        raise damage("armour-checksum", wrong)
    return data
