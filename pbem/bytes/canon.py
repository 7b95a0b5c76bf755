"""Canonical bytes: one JSON spelling for every value, and hashes that cannot be confused with one another.

Two profiles share one encoder. A *line* of the log is an object inside the strict profile of
``schemas/log.md``; a *value* (a state, a data pack, a secret) is any JSON tree without floats, with keys of
any spelling and no size cap.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from json import encoder
from struct import pack
from typing import NoReturn, TypeAlias, Union

from pbem.bytes.errors import FormatError
from pbem.bytes.text import check_text

Json: TypeAlias = Union[bool, int, str, "list[Json]", "dict[str, Json]", None]

MAX_LINE = 32768
MAX_DEPTH = 8
MAX_INT = 2**53 - 1

_KEY = re.compile(r"[a-z][a-z0-9_]{0,15}")
_PLAIN = re.compile(r"[ -\[\]-~]*")
_CONTROL = re.compile("[\\x00-\\x1f\\x7f]")
_FOREIGN = re.compile("[^\\x20-\\x7e]")
_TEXTS = frozenset({"text", "who"})
"""Keys of a line's own object whose values are people's words (:mod:`pbem.bytes.text`); every other string is ASCII."""
_SURROGATE = re.compile("[\\ud800-\\udfff]")
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"')
_BLANK = re.compile(r"[ \t]")
# In canonical text a number follows one of these marks. A string may look like one: then the values are walked.
_SUSPECT = re.compile(r"(?:[\[:,]|\A)(?=[-0-9NI])(?:-?[0-9]++[.eE]|-?[0-9]{16}|NaN|-?Infinity)")


def tagged_hash(purpose: str, *parts: bytes) -> bytes:
    """SHA-256 over purpose and parts, each with its length: different calls never hash the same bytes.

    ``TH`` of ``schemas/dice.md``, 32 bytes: ``u16(len T) | u16(n) | T | (u32(len p) | p)*``, big-endian, with
    ``T = "pbem/1/" + purpose``.
    """
    tag = b"pbem/1/" + purpose.encode()
    pieces = [pack(">HH", len(tag), len(parts)), tag]
    for part in parts:
        pieces.append(pack(">I", len(part)))
        pieces.append(part)
    return hashlib.sha256(b"".join(pieces)).digest()


def is_key(name: str) -> bool:
    """Whether a name can be the key of an object on a line."""
    return _KEY.fullmatch(name) is not None


def _pairs(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """An object as parsed: well-spelt keys, strictly ascending."""
    last = ""
    for key, _ in pairs:
        if key <= last:
            _refuse_order(pairs)
        if not _KEY.fullmatch(key):
            raise FormatError.of(
                "bad-key", "The key {key!r} is not of the form [a-z][a-z0-9_]{{0,15}}.", key=key[:40]
            )
        last = key
    return dict(pairs)


def _refuse_order(pairs: Sequence[tuple[str, Json]]) -> NoReturn:
    keys = [key for key, _ in pairs]
    for key in keys:
        if not _KEY.fullmatch(key):
            raise FormatError.of(
                "bad-key", "The key {key!r} is not of the form [a-z][a-z0-9_]{{0,15}}.", key=key[:40]
            )
        if keys.count(key) > 1:
            raise FormatError.of("duplicate-key", "The key {key!r} stands twice in one object.", key=key)
    raise FormatError.of(
        "key-order", "The keys {value} are not in ascending order.", value=", ".join(keys)[:120]
    )


def _int(digits: str) -> int:
    if len(digits) > 17 or abs(number := int(digits)) > MAX_INT:
        raise FormatError.of("big-int", "The number {digits} is beyond 2^53 - 1.", digits=digits[:24])
    return number


def _float(text: str) -> NoReturn:
    raise FormatError.of("float", "The number {text} is not a whole number.", text=text[:24])


_DECODER = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_int=_int, parse_float=_float, parse_constant=_float
)
_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=True)


def _speller() -> Callable[[Json], str]:
    """The canonical text of a tree of values, from the library's encoder in C where there is one.

    ``JSONEncoder.encode`` makes that one anew for each value, which takes as long as an entry does. One that contains itself
    raises RecursionError here, where ``encode`` raises ValueError.
    """
    make = getattr(encoder, "c_make_encoder", None)
    if make is None:
        return _ENCODER.encode
    # By place: markers, default, encoder of strings, indent, two separators, sort_keys, skipkeys, allow_nan.
    chunks: Callable[[Json, int], Iterable[str]] = make(
        None, _ENCODER.default, encoder.encode_basestring, None, ":", ",", True, False, True
    )
    return lambda value: "".join(chunks(value, 0))


_spelled = _speller()


def decode(line: bytes, *, limit: int = MAX_LINE) -> dict[str, Json]:
    """The object on one line of a log (no newline); FormatError names the first thing wrong with it."""
    text = _text(line, limit)
    try:
        value: Json = _DECODER.decode(text)
    except RecursionError:
        raise _too_deep() from None
    except json.JSONDecodeError as error:
        if error.msg.startswith("Invalid control character"):
            raise FormatError.of(
                "control", "Control character in a string at byte {pos}.", pos=error.pos
            ) from None
        raise FormatError.of(
            "not-json", "Nothing can be read from character {pos} on.", pos=error.pos
        ) from None
    if not isinstance(value, dict):
        raise FormatError.of("not-object", "A line must be one JSON object.")
    if not _PLAIN.fullmatch(text) or text.count("[") + text.count("{") > MAX_DEPTH:
        for key, item in value.items():
            _inspect(item, 2, words=key in _TEXTS)
    if _spelled(value) != text:
        _refuse_spelling(text)
    return value


def encode(value: dict[str, Json]) -> bytes:
    """One canonical line without newline; FormatError when ``value`` is outside the profile of a line."""
    line = encode_value(value)
    decode(line)
    return line


def encode_value(value: Json) -> bytes:
    """Canonical bytes of any JSON tree: keys by code point, no blanks, no floats, NFC text, any size."""
    try:
        text = _spelled(value)
        data = text.encode()
    except UnicodeEncodeError:
        raise FormatError.of("surrogate", "A lone surrogate cannot be written as UTF-8.") from None
    except (TypeError, ValueError, RecursionError) as error:
        raise FormatError.of("not-json", "The value has no JSON form: {error}.", error=error) from None
    if not text.isascii() and not unicodedata.is_normalized("NFC", text):
        raise FormatError.of("nfd", "A string is not in Unicode normalization form C.")
    if _SUSPECT.search(text):
        _check_numbers(value)
    return data


def parse_json(data: bytes) -> Json:
    """Any JSON, in any spelling, as files of a home hold it; the caller checks what is in it. Raises ValueError.

    The library raises another error for a value that is nested too deeply; here that is a ValueError, too.
    """
    try:
        value: Json = json.loads(data)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return value


def digest(value: Json) -> str:
    """``TH("state", canonical bytes)`` as 64 hex digits: the name of a state or a data pack."""
    return tagged_hash("state", encode_value(value)).hex()


def _text(line: bytes, limit: int) -> str:
    if len(line) > limit:
        raise FormatError.of(
            "too-long", "The line has {count} bytes; {limit} are allowed.", count=len(line), limit=limit
        )
    if line.startswith(b"\xef\xbb\xbf"):
        raise FormatError.of("bom", "The line starts with a byte order mark.")
    if b"\r" in line or b"\n" in line:
        raise FormatError.of("newline", "A carriage return or line feed stands inside the line.")
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise FormatError.of("not-utf8", "Not UTF-8 at byte {start}.", start=error.start) from None


def _too_deep() -> FormatError:
    return FormatError.of("depth", "Nested deeper than {max_depth}.", max_depth=MAX_DEPTH)


def _inspect(value: Json, depth: int, *, words: bool = False) -> None:
    """Depth and strings of a parsed line; keys and numbers were checked while parsing. ``words``: a text may stand here."""
    if isinstance(value, str):
        _check_string(value, words=words)
    elif isinstance(value, dict | list):
        if depth > MAX_DEPTH:
            raise _too_deep()
        for item in value.values() if isinstance(value, dict) else value:
            _inspect(item, depth + 1)


def _check_string(string: str, *, words: bool) -> None:
    for code, pattern in (("surrogate", _SURROGATE), ("control", _CONTROL)):
        if found := pattern.search(string):
            raise FormatError.of(
                code, "The character U+{number:04X} is not allowed in a string.", number=ord(found[0])
            )
    if words:
        check_text(string)
    elif found := _FOREIGN.search(string):
        raise FormatError.of(
            "not-ascii", "The character U+{number:04X} stands where only ASCII may.", number=ord(found[0])
        )


def _check_numbers(value: Json) -> None:
    # A float that slips past the types would be spelt differently by another program.
    if isinstance(value, float):
        _float(str(value))
    elif isinstance(value, int):
        if abs(value) > MAX_INT:
            raise FormatError.of("big-int", "The number {value} is beyond 2^53 - 1.", value=str(value)[:24])
    elif isinstance(value, dict | list | tuple):
        for item in value.values() if isinstance(value, dict) else value:
            _check_numbers(item)


def _refuse_spelling(text: str) -> NoReturn:
    outside_strings = _STRING.sub("", text)
    if _BLANK.search(outside_strings):
        raise FormatError.of("white-space", "White space stands outside a string.")
    if "-0" in outside_strings:
        raise FormatError.of("number", "Minus zero is written 0.")
    raise FormatError.of(
        "escape", "A character is escaped that has to be written as itself, or the other way round."
    )
