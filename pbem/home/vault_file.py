"""The secrets of a game as they lie on the disk: a box that holds all of them, and behind it boxes of what came later.

Layout: the magic ``pbem-vault-2`` and a newline; then boxes (:func:`pbem.crypto.keys.seal_box`), each behind its length in
four bytes, highest first. The first is bound to the label of the vault's key, each later one to that label and the SHA-256
of the box before it: none can be left out, moved or taken from another game; a file that ends after fewer boxes is an
older vault, which is noticed as an older copy of the home is. Written anew when the later ones together
are as long as the first, so that a save costs what it adds. A file without the magic is one box.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import pairwise
from typing import cast

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import KeyFileError
from pbem.crypto import keys as crypto
from pbem.port.messages import Message
from pbem.protocol.vault import Vault
from pbem.store.journal import End

_MAGIC = b"pbem-vault-2\n"
_LENGTH = 4
_ROOM = 64 * 1024
"""Bytes that may come behind a first box shorter than that."""

_DAMAGED = Message("the game's secrets cannot be read: the file is damaged.")
_GROWING = "sealed", "record"
"""What of a vault only grows, as a rule: labels with their values, and the lists of the signing record."""


def whole(key: bytes, label: str, vault: Vault) -> bytes:
    """A vault as it may lie on a disk; ``label`` names its key."""
    return _MAGIC + _framed(crypto.seal_box(key, canon.encode_value(vault.value()), label.encode()))


def grown(key: bytes, label: str, stored: bytes, vault: Vault) -> bytes | End | None:
    """What makes the stored file hold this vault: its new bytes or its new end; None where it holds it already."""
    with suppress(KeyFileError):
        boxes = tuple(_boxes(stored))
        before, after = _value(key, label, boxes), vault.value()
        if before == after:
            return None
        first, *later = map(len, boxes)
        if stored.startswith(_MAGIC) and (more := _added(before, after)) is not None:
            box = crypto.seal_box(key, canon.encode_value(more), _bound(label, boxes[-1]))
            if sum(later) + len(box) <= max(first, _ROOM):
                return End(len(stored), _framed(box))
    return whole(key, label, vault)


def opened(key: bytes, label: str, stored: bytes) -> Vault:
    """The vault in a stored file. KeyFileError ``box`` when this key did not seal it or the file is damaged."""
    return Vault.of(_value(key, label, tuple(_boxes(stored))))


def _boxes(stored: bytes) -> Iterator[bytes]:
    """The boxes in a file, one at least. KeyFileError ``box`` where it is cut."""
    if not stored.startswith(_MAGIC):
        yield stored
        return
    at = len(_MAGIC)
    while True:
        begin = at + _LENGTH
        at = begin + int.from_bytes(stored[begin - _LENGTH : begin], "big")
        if not begin < at <= len(stored):
            raise KeyFileError("box", _DAMAGED)
        yield stored[begin:at]
        if at == len(stored):
            return


def _value(key: bytes, label: str, boxes: tuple[bytes, ...]) -> dict[str, Json]:
    """What the boxes hold together, in the form of :meth:`Vault.value`."""
    plain = crypto.open_box(key, boxes[0], label.encode())
    later = [crypto.open_box(key, box, _bound(label, before)) for before, box in pairwise(boxes)]
    try:
        value = _map(canon.parse_json(plain))
        sealed, record = _map(value["sealed"]), _map(value["record"])
        for data in later:
            more = _map(canon.parse_json(data))
            sealed.update(_map(more["sealed"]))
            for name, items in _map(more["record"]).items():
                cast("list[Json]", record[name]).extend(cast("list[Json]", items))
        for items in record.values():
            cast("list[str]", items).sort()
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise KeyFileError("bad-vault", _DAMAGED) from error
    return value


def _added(before: Mapping[str, Json], after: Mapping[str, Json]) -> dict[str, Json] | None:
    """What came to the growing parts; None where anything else changed, or something went."""
    if {**before, **dict.fromkeys(_GROWING)} != {**after, **dict.fromkeys(_GROWING)}:
        return None
    sealed, now = _map(before["sealed"]), _map(after["sealed"])
    if any(at not in now or now[at] != values for at, values in sealed.items()):
        return None
    added: dict[str, Json] = {}
    for name, items in _map(after["record"]).items():
        here = _set(items)
        there = _set(_map(before["record"])[name])
        if not there <= here:
            return None
        added[name] = [item if isinstance(item, str) else list(item) for item in sorted(here - there)]
    return {"sealed": {at: values for at, values in now.items() if at not in sealed}, "record": added}


def _set(items: Json) -> set[str | tuple[str | int, ...]]:
    """The items of a list of a signing record: names, or rows that begin with what they are about."""
    rows = cast("list[str | list[str | int]]", items)
    return {item if isinstance(item, str) else tuple(item) for item in rows}


def _map(value: Json) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise TypeError("no object")
    return value


def _framed(box: bytes) -> bytes:
    return len(box).to_bytes(_LENGTH, "big") + box


def _bound(label: str, before: bytes) -> bytes:
    return label.encode() + b"\0" + hashlib.sha256(before).digest()
