"""Changes that keep the outside whole so that what lies inside is reached: JSON, logs that are signed anew, TOML, mails."""

import base64
import json
import re
import tomllib
import zlib
from collections.abc import Callable, Mapping, Sequence
from random import Random

from pbem.bytes import canon, container
from pbem.bytes.canon import Json
from tests.fuzz.harness import Mutate
from tests.fuzz.vocabulary import ENTRIES, FIELDS, NUMBERS, WORDS, Loose


def json_value(rng: Random, near: Sequence[Loose] = ()) -> Loose:
    """A value that somebody might put where another belongs; sometimes one that stands elsewhere in the same input."""
    if near and rng.random() < 0.4:
        return rng.choice(near)
    match rng.randrange(8):
        case 0 | 1:
            return rng.choice(NUMBERS)
        case 2 | 3:
            return rng.choice(WORDS)
        case 4:
            return rng.choice((None, True, False))
        case 5:
            return [json_value(rng) for _ in range(rng.randrange(4))]
        case 6:
            return {
                rng.choice(("k", "a", "i", "v", "x", "why")): json_value(rng) for _ in range(rng.randrange(3))
            }
    deep: Loose = rng.choice((0, "x"))
    for _ in range(rng.choice((3, 9, 40, 3000))):
        deep = [deep]
    return deep


def field_of_the_format(rng: Random, value: Mapping[str, Loose]) -> dict[str, Loose]:
    """A field of lines and papers, one of this value's own more often than not, with what just fits it or just not."""
    own = [name for name in FIELDS if name in value]
    name = rng.choice(own if own and rng.random() < 0.7 else list(FIELDS))
    return {name: rng.choice(FIELDS[name])}


def change(rng: Random, value: Loose, near: Sequence[Loose]) -> Loose:
    """The value with one place of it changed."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key = rng.choice(list(value))
        match rng.randrange(9):
            case 0:
                return {name: each for name, each in value.items() if name != key}
            case 1:
                return {**value, rng.choice((*WORDS, *value, key + "x")): json_value(rng, near)}
            case 3:
                return {**value, **field_of_the_format(rng, value)}
            case 2:
                other = rng.choice(list(value))
                return {**value, key: value[other], other: value[key]}
            case _:
                return {**value, key: change(rng, value[key], near)}
    if isinstance(value, list) and value and rng.random() < 0.85:
        place = rng.randrange(len(value))
        match rng.randrange(6):
            case 0:
                return value[:place] + value[place + 1 :]
            case 1:
                return [*value[:place], value[rng.randrange(len(value))], *value[place:]]
            case 2:
                return value[:place] + value[place : place + 1] * rng.choice((2, 3, 50)) + value[place + 1 :]
            case _:
                return [*value[:place], change(rng, value[place], near), *value[place + 1 :]]
    if isinstance(value, int) and not isinstance(value, bool) and rng.random() < 0.6:
        return value + rng.choice((-1, 1, 1, 10, 2**31, -value, -2 * value))
    if isinstance(value, str) and value and rng.random() < 0.4:
        place = rng.randrange(len(value))
        return value[:place] + rng.choice(("", "0", "x", "\u00e9", value[:3], " ")) + value[place + 1 :]
    return json_value(rng, near)


def parts(value: Loose, most: int = 200) -> list[Loose]:
    """Values that stand somewhere in a value."""
    found: list[Loose] = [value]
    for each in found:
        if len(found) >= most:
            break
        found.extend(each.values() if isinstance(each, dict) else each if isinstance(each, list) else ())
    return found[1:]


def spelt(rng: Random, value: Loose) -> bytes:
    """A value as JSON: as a line of the log spells it, now and then as others do."""
    style = rng.randrange(20)
    try:
        text = json.dumps(
            value, sort_keys=style > 0, separators=(",", ":") if style > 1 else None, ensure_ascii=style == 2
        )
        return text.encode("utf-8", "surrogatepass")
    except RecursionError:
        return b"[" * 3000


def json_object(data: bytes, seed: int, mutate: Mutate) -> bytes:
    """One JSON value, changed here and there; bytes where it is none."""
    rng = Random(seed)
    try:
        value: Loose = json.loads(data)
    except (ValueError, RecursionError):
        return mutate(data, len(data) + 40)
    if rng.random() < 0.15:
        return mutate(data, len(data) + 40)
    near = parts(value)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        value = change(rng, value, near)
    return spelt(rng, value)


def json_lines(data: bytes, seed: int, mutate: Mutate) -> bytes:
    """Lines of JSON: one of them changed, dropped, copied, moved, taken apart."""
    rng = Random(seed)
    lines = data.split(b"\n")
    place = rng.randrange(len(lines))
    match rng.randrange(10):
        case 0:
            return mutate(data, len(data) + 40)
        case 1:
            del lines[place]
        case 5:
            lines.insert(place, rng.choice(ENTRIES))
        case 2:
            lines.insert(rng.randrange(len(lines) + 1), lines[place])
        case 3:
            other = rng.randrange(len(lines))
            lines[place], lines[other] = lines[other], lines[place]
        case 4:
            del lines[place:]
        case _:
            lines[place] = json_object(lines[place], rng.randrange(2**31), mutate)
    return b"\n".join(lines)


def packed(inner: Callable[[bytes, int, Mutate], bytes]) -> Callable[[bytes, int, Mutate], bytes]:
    """A turn file: what is inside is changed and packed again; sometimes the file itself is damaged."""

    def change_packed(data: bytes, seed: int, mutate: Mutate) -> bytes:
        rng = Random(seed)
        if rng.random() < 0.25 or not data.startswith(container.MAGIC):
            return mutate(data, len(data) + 40)
        try:
            lines = zlib.decompressobj().decompress(data[len(container.MAGIC) :], 1 << 18)
        except zlib.error:
            return mutate(data, len(data) + 40)
        return container.MAGIC + zlib.compress(inner(lines, rng.randrange(2**31), mutate), rng.randrange(10))

    return change_packed


_BLOCK = re.compile(rb"[A-Za-z0-9+/\r\n]{80,}={0,2}")


def mail(data: bytes, seed: int, mutate: Mutate) -> bytes:
    """A mail: a line of it changed, moved or copied, or the largest piece of base64 in it taken apart and put back."""
    rng = Random(seed)
    block = max(_BLOCK.finditer(data), key=lambda found: len(found[0]), default=None)
    if block is not None and rng.random() < 0.3:
        try:
            inside = base64.b64decode(block[0])
            inside = packed(json_lines)(inside, rng.randrange(2**31), mutate)
            text = base64.encodebytes(inside)
            return (
                data[: block.start()]
                + text.replace(b"\n", rng.choice((b"\n", b"\r\n")))
                + data[block.end() :]
            )
        except ValueError:
            return mutate(data, len(data) + 80)
    lines = data.split(b"\n")
    place = rng.randrange(len(lines))
    match rng.randrange(6):
        case 0 | 1:
            return mutate(data, len(data) + 80)
        case 2:
            lines[place] = mutate(lines[place], len(lines[place]) + 40)
        case 3:
            lines.insert(rng.randrange(len(lines) + 1), lines[place])
        case 4:
            lines.insert(place, rng.choice(MAIL_TOKENS))
        case _:
            del lines[place]
    return b"\n".join(lines)


MAIL_TOKENS = (
    *(b"Content-Type: multipart/mixed; boundary=x", b"--x", b"--x--", b"Content-Type: message/rfc822", b""),
    *(b"Content-Transfer-Encoding: base64", b"Content-Transfer-Encoding: quoted-printable", b"begin 644 x"),
    *(b"Content-Transfer-Encoding: x-uuencode", b"Content-Type: text/html; charset=utf-16",
        b"charset*=undefined''x"),
    *(b"Content-Type: text/plain; charset=utf-7", b"Content-Type: text/plain; charset=punycode",
        b"=?utf-8?b?eA==?="),
    *(b"-----BEGIN PBEM TURN-----", b"-----END PBEM TURN-----", b"=0123abcd", b"> > iVBCRU0xDQoaCnja",
        b"From a@b"),
    *(b"Message-ID: <a@b>", b"Auto-Submitted: auto-replied", b"Return-Path: <>",
        b"Content-Disposition: attachment"),
)  # fmt: skip


def toml(data: bytes, seed: int, mutate: Mutate) -> bytes:
    """A TOML file: a value of it changed and the whole written again, or a line of it, or bytes."""
    rng = Random(seed)
    choice = rng.randrange(6)
    if choice < 2:
        return mutate(data, len(data) + 40)
    if choice == 2:
        lines = data.split(b"\n")
        place = rng.randrange(len(lines))
        lines.insert(
            rng.randrange(len(lines) + 1), lines[place] if rng.random() < 0.5 else rng.choice(TOML_TOKENS)
        )
        return b"\n".join(lines)
    try:
        table = tomllib.loads(data.decode())
    except (ValueError, RecursionError):
        return mutate(data, len(data) + 40)
    near = parts(table)
    changed: Loose = table
    for _ in range(rng.choice((1, 1, 2, 3))):
        changed = change(rng, changed, near)
    if not isinstance(changed, dict):
        changed = table
    return toml_of(changed)


def toml_of(table: dict[str, Loose]) -> bytes:
    """A table as TOML, whatever is in it."""
    try:
        return "".join(f"{_key(key)} = {_toml(value)}\n" for key, value in table.items()).encode(
            "utf-8", "replace"
        )
    except RecursionError:
        return b"a = " + b"[" * 3000


TOML_TOKENS = (
    *(b"[a.b]", b"[[step]]", b"x = 2024-06-06", b"x = nan", b"x = -inf", b'"" = 1', b"a.b.c = {x = 1}",
        b"[pack]"),
    *(b"x = 0x10", b"x = 1_000", b"x = " + b"9" * 4400, b"x = " + b"[" * 1500, b"x = '''", b"whole = true",
        b"new = true"),
    *(b"remove = ['a']", b"where = {x = 1}", b"add = []", b'"\\u0000" = 1', b"x = '\\ud800'"),
)  # fmt: skip


def _key(key: str) -> str:
    return _text(key)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=True).replace("\\ud", "\\\\ud").replace("\x7f", "\\u007f")


def _toml(value: Loose) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return _text(value)
        case dict():
            return "{" + ", ".join(f"{_key(key)} = {_toml(each)}" for key, each in value.items()) + "}"
        case list():
            return "[" + ", ".join(_toml(each) for each in value) + "]"
        case None:
            return '""'
    return str(value)


def words(vocabulary: Sequence[str]) -> Callable[[bytes, int, Mutate], bytes]:
    """A line of words: one changed, dropped, copied, or taken from a vocabulary."""

    def change_words(data: bytes, seed: int, mutate: Mutate) -> bytes:
        rng = Random(seed)
        if rng.random() < 0.25:
            return mutate(data, len(data) + 20)
        found = data.decode("utf-8", "replace").split(" ")
        for _ in range(rng.choice((1, 1, 2, 3))):
            place = rng.randrange(len(found) + 1)
            new = rng.choice(vocabulary) if rng.random() < 0.6 else str(rng.choice((*NUMBERS, *WORDS)))
            match rng.randrange(5):
                case 0:
                    found.insert(place, new)
                case 1:
                    del found[place : place + 1]
                case 2:
                    found[place : place + 1] = [new]
                case 3:
                    found.insert(place, rng.choice(found) if found else new)
                case _:
                    name, _, rest = (found[place - 1] if found else "").partition("=")
                    found[place - 1 : place] = [f"{name}={rng.choice((new, rest + ',' + new, ''))}"]
        return " ".join(found).encode("utf-8", "replace")

    return change_words


def of_object(value: Mapping[str, Json]) -> bytes:
    """An object as a line."""
    return canon.encode_value(dict(value))
