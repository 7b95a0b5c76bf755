"""Values and hashes: the canonical spelling of a line, tagged hashes (log.md, conventions)."""

import hashlib
import json
import re
import unicodedata
from itertools import accumulate
from typing import TypeAlias

from second_deck import Refused

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"
Object: TypeAlias = dict[str, Json]

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_BANNED = {
    "surrogate": re.compile("[\ud800-\udfff]"),
    "control": re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]"),
    "bidi": re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"),
}


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


def read_line(line: bytes) -> Object:
    """The object a line stands for, or Refused with a code of the profile."""
    need(len(line) <= 16_384, "too-long")
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
    for string in _JSON.decode(f"[{','.join(_STRING.findall(text))}]"):
        for code, banned in _BANNED.items():
            need(not banned.search(string), code)
        need(unicodedata.is_normalized("NFC", string), "nfd")
    if canonical(value) != line:
        raise Refused("white-space" if re.search(r"\s", bare) else "number" if "-0" in bare else "escape")
    return value
