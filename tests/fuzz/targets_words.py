"""Targets: names and notes, whom a home has met, and what a request of the page asks for."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from unittest import mock

from pbem.bytes.errors import FormatError
from pbem.bytes.text import check_text, composed, strange
from pbem.home.lookalikes import alike, described, same, told_apart
from pbem.store import atomic, contacts
from pbem.table import request_fields
from tests.fuzz import mutators
from tests.fuzz.harness import Mutate, Target, WrongError
from tests.fuzz.listed import target

_HOME = Path("home")
_ODD = (
    *("\u030a", "\u1e9b\u0323", "\u0323\u0307", "\ufb01", "\u2126", "\u1100\u1161", "\uac00", "\u0344",
        "\u0958"),
    *("\u200b", "\u00ad", "\u202e", "\ue000", "\U0001f600", "\U000e0041", "\uffff", "\u0378", "\ufeff",
        "\u3000"),
    *("\u0430", "\u03bf", "rn", "l", "I", "\u0130", "\u1e9e", "\u2f800", "\U0002f800", "a", " "),
)  # fmt: skip


def _words(data: bytes) -> None:
    """Two names or notes, a line each: what is composed may stand on a log, and likeness has no direction."""
    said = data.decode("utf-8", "surrogateescape" if data[:1] == b"!" else "replace")
    one, _, other = said.partition("\n")
    if alike(one, other) != alike(other, one) or (same(one, other) and not alike(one, other)):
        raise WrongError("one name is like the other, and not the other like the one")
    told_apart(one, other).encode()
    made = composed(one)
    try:
        check_text(made)
    except FormatError as error:
        raise WrongError("words that were composed may not stand on a log") from error
    if strange(made) or composed(made) != made:
        raise WrongError("composed words are composed again")
    described(one[:1] or "x").encode()


def _words_mutator(data: bytes, seed: int, mutate: Mutate) -> bytes:
    rng = Random(seed)
    if rng.random() < 0.3:
        return mutate(data, len(data) + 20)
    said = data.decode("utf-8", "replace")
    place = rng.randrange(len(said) + 1)
    fresh = rng.choice((*_ODD, chr(rng.choice((rng.randrange(0xD800), rng.randrange(0xE000, 0x110000))))))
    return (said[:place] + fresh + said[place + rng.randrange(2) :]).encode()


def _contacts(data: bytes) -> None:
    """Whatever is in the file, nothing is raised, and what was read is read again as it is written."""
    met = _read(data)
    for each in met.values():
        if len(each.known_as("Zoe").names) > contacts.MAX_NAMES:
            raise WrongError("more names than are kept")
    written: list[bytes] = []
    with (
        mock.patch.object(contacts, "_put_aside"),
        mock.patch.object(atomic, "write_bytes", lambda path, made: written.append(made)),
    ):
        contacts.write_contacts(_HOME, met.values())
    if _read(written[0]) != met:
        raise WrongError("people are not read as they were written")


def _read(data: bytes) -> dict[bytes, contacts.Contact]:
    with mock.patch.object(atomic, "read_bytes", lambda path, limit: data[:limit]):
        return contacts.read_contacts(_HOME)


def _asked(data: bytes) -> None:
    """An object that can be written again, or a ValueError: the page's server says so by name."""
    try:
        found = request_fields.read(data)
    except ValueError:
        return
    if request_fields.read(json.dumps(found, ensure_ascii=False).encode()) != found:
        raise WrongError("a request is not read as it is written")


_MET = [
    {"compared": "2026-06-06", "day": "2026-06-05", "game": "ab" * 8, "key": "5a" * 32, "names": ["Ann",
        "Åse"]},
    {"key": "d7" * 32, "names": ["Ben"]},
]  # fmt: skip
_REQUEST = {"order": {"k": "move", "path": [1, 2], "why": "x"}, "words": "a\u0301", "yes": True, "none": None}


def targets() -> Iterator[Target]:
    """In the order of the README."""
    yield target(
        "text", _words,
        lambda: ["Åse\nAse".encode(), b"Ann\nAnn", "Ann\n\u0410nn".encode(), "".join(_ODD).encode()],
        _words_mutator, largest=2048
    )  # fmt: skip
    yield target(
        "contacts", _contacts, lambda: [json.dumps(_MET).encode(), b"[]"], mutators.json_object, largest=8192
    )
    yield target(
        "asked", _asked, lambda: [json.dumps(_REQUEST).encode(), b"{}", b" ", b"[" * 20 + b"]" * 20],
        mutators.json_object,
        tokens=(b"1e9", b"-0", b"NaN", b"9007199254740992", b"\\ud800", b"{}", b"[]", b'"a":1,"a":2'),
        largest=4096
    )  # fmt: skip
