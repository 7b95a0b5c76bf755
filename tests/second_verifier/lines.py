"""Values and hashes: the canonical spelling of a line, tagged hashes (log.md, conventions and lines)."""

import hashlib
import json
import re
import unicodedata
from bisect import bisect
from itertools import accumulate
from pathlib import Path
from typing import TypeAlias

from second_deck import Refused

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"
Object: TypeAlias = dict[str, Json]

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_TEXT_FILE = Path(__file__).resolve().parents[2] / "schemas/text.txt"
_RANGES = [
    [int(end, 16) for end in (line.split("-") * 2)[:2]]
    for line in _TEXT_FILE.read_text("ascii").splitlines()
    if not line.startswith("#")
]
_FIRST = [first for first, _ in _RANGES]


def need(holds: object, code: str) -> None:
    if not holds:
        raise Refused(code)


def th(purpose: str, *parts: bytes) -> bytes:
    """Tagged hash (log.md, conventions): 32 bytes."""
    tag = b"pbem/1/" + purpose.encode()
    out = len(tag).to_bytes(2, "big") + len(parts).to_bytes(2, "big") + tag
    return hashlib.sha256(out + b"".join(len(p).to_bytes(4, "big") + p for p in parts)).digest()


def canonical(value: Json) -> bytes:
    """The one spelling of a value."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def _pairs(pairs: list[tuple[str, Json]]) -> Object:
    keys = [key for key, _ in pairs]
    need(all(re.fullmatch("[a-z][a-z0-9_]{0,15}", key) for key in keys), "bad-key")
    need(len(set(keys)) == len(keys), "duplicate-key")
    need(sorted(keys) == keys, "key-order")
    return dict(pairs)


def _number(digits: str) -> int:
    need(re.fullmatch("-?[0-9]+", digits), "float")
    need(len(digits) <= 17 and abs(int(digits)) < 2**53, "big-int")
    return int(digits)


_JSON = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_int=_number, parse_float=_number, parse_constant=_number, strict=False
)


def _strings(value: Json) -> list[str]:
    if isinstance(value, dict):
        return [each for inner in value.values() for each in _strings(inner)]
    if isinstance(value, list):
        return [each for inner in value for each in _strings(inner)]
    return [value] if isinstance(value, str) else []


def in_text(char: str) -> bool:
    """Whether a text may hold the character (text.txt)."""
    at = bisect(_FIRST, ord(char)) - 1
    return at >= 0 and ord(char) <= _RANGES[at][1]


def _check_strings(value: Object) -> None:
    for name, inner in value.items():
        for string in _strings(inner):
            need(not re.search("[\ud800-\udfff]", string), "surrogate")
            need(not re.search("[\x00-\x1f\x7f]", string), "control")
            if name in ("who", "text") and inner is string:
                need(all(map(in_text, string)), "not-text")
                need(unicodedata.is_normalized("NFC", string), "nfd")
            else:
                need(string.isascii(), "not-ascii")


def read_line(line: bytes) -> Object:
    """The object a line stands for, or Refused with a code of the profile."""
    need(len(line) <= 32_768, "too-long")
    need(not line.startswith(b"\xef\xbb\xbf"), "bom")
    need(b"\r" not in line and b"\n" not in line, "newline")
    try:
        text = line.decode()
    except UnicodeDecodeError:
        raise Refused("not-utf8") from None
    bare = _STRING.sub('""', text)
    need(max(accumulate((c in "{[") - (c in "}]") for c in bare), default=0) <= 8, "depth")
    try:
        value: Json = _JSON.decode(text)
    except ValueError:
        raise Refused("not-json") from None
    if not isinstance(value, dict):
        raise Refused("not-object")
    _check_strings(value)
    if canonical(value) != line:
        raise Refused("white-space" if re.search(r"\s", bare) else "number" if "-0" in bare else "escape")
    return value
