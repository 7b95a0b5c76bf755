"""Orders that wait in the home until a roll or an answer of the other side is there (``schemas/standing.md``).

They lie beside the draft in one file, locked like the vault: a first line says how many wait, the rest is a box. Nothing of
them stands on a log or in a mail, and no backup holds them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from attrs import evolve, field, frozen

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import KeyFileError
from pbem.crypto import keys as crypto
from pbem.home.identity import Identity
from pbem.port.messages import Message, counted
from pbem.store.game import QUEUE, Change, GameFolder

MOST = 40
"""So many orders may wait in a game."""
_DIGITS = 3


@frozen(kw_only=True)
class Waiting:
    """An order that waits: the line, and the place in which it was typed.

    ``entry`` is the number of the last entry before it (-1: none), ``head`` the hash of the log after that, ``turn`` the
    turn. ``units`` are the counters that it names, each with its place and its steps, ``others`` the counters of other
    sides in the places that it names.
    """

    line: str
    entry: int
    head: str
    turn: int
    units: Mapping[str, str] = field(factory=dict)
    others: Mapping[str, tuple[str, ...]] = field(factory=dict)

    def dump(self) -> dict[str, Json]:
        """As JSON."""
        return {
            "line": self.line,
            "entry": self.entry,
            "head": self.head,
            "turn": self.turn,
            "units": {**self.units},
            "others": {name: [*found] for name, found in self.others.items()},
        }


@frozen(kw_only=True)
class Queue:
    """The orders that wait, the first one first; ``stopped``: one was not legal, and their player says how it goes on."""

    orders: tuple[Waiting, ...] = ()
    stopped: bool = False

    def with_orders(self, more: tuple[Waiting, ...]) -> Queue:
        """The queue with more orders behind it."""
        return evolve(self, orders=(*self.orders, *more))

    def without(self, number: int) -> Queue:
        """The queue without order ``number`` (from 1); one that was stopped stays so until its player says ``go``."""
        at = number - 1
        return evolve(self, orders=(*self.orders[:at], *self.orders[at + 1 :]))

    def moved(self, number: int, to: int) -> Queue:
        """The queue with order ``number`` in place ``to`` (both from 1)."""
        rest = [*self.orders]
        rest.insert(to - 1, rest.pop(number - 1))
        return evolve(self, orders=tuple(rest))


EMPTY = Queue()
SPOILT = Queue(orders=(Waiting(line="", entry=-1, head="", turn=0),), stopped=True)
"""Stands for orders that cannot be read: nothing is given, and a decision goes to the player."""


def count(folder: GameFolder) -> int:
    """How many orders wait; nothing is unlocked for that."""
    head = (folder.answer(QUEUE) or b"").partition(b"\n")[0]
    return int(head) if head.isdigit() and len(head) <= _DIGITS else 0


def read(folder: GameFolder, identity: Identity) -> Queue:
    """The orders that wait. Raises KeyFileError ``queue`` where they cannot be read."""
    if (data := folder.answer(QUEUE)) is None:
        return EMPTY
    head, _, box = data.partition(b"\n")
    label = str(folder.facts().get("vault", ""))
    for key in identity.vault_keys(label):
        try:
            return _load(crypto.open_box(key, box, _purpose(label, head)))
        except (KeyFileError, ValueError, KeyError, TypeError, AttributeError):
            continue
    raise KeyFileError(
        "queue",
        Message("The orders that wait in this game cannot be read."),
        hint=Message("Drop them and type them again: pbem queue drop"),
    )


def change(folder: GameFolder, identity: Identity, queue: Queue) -> Change:
    """The change that stores ``queue`` in place of the one before."""
    if not queue.orders:
        return emptied()
    label, head = str(folder.facts().get("vault", "")), str(len(queue.orders)).encode()
    packed = canon.encode_value({"orders": [each.dump() for each in queue.orders], "stopped": queue.stopped})
    box = crypto.seal_box(identity.vault_key(label), packed, _purpose(label, head))
    return Change(answers={QUEUE: head + b"\n" + box})


def emptied() -> Change:
    """The change after which nothing waits."""
    return Change(answers={QUEUE: None})


def undone(count: int) -> tuple[str, ...]:
    """What is said when orders were taken back that others waited behind."""
    if not count:
        return ()
    return (
        counted(
            count,
            "{n} order that waited behind it is dropped.",
            "{n} orders that waited behind it are dropped.",
        ),
    )


def _purpose(label: str, head: bytes) -> bytes:
    return b"queue/" + label.encode() + b"/" + head


def _load(data: bytes) -> Queue:
    value = cast("dict[str, Json]", canon.parse_json(data))
    found = cast("list[dict[str, Json]]", value["orders"])
    return Queue(orders=tuple(map(_order, found)), stopped=value["stopped"] is True)


def _order(value: dict[str, Json]) -> Waiting:
    units = cast("dict[str, str]", value["units"])
    others = cast("dict[str, list[str]]", value["others"])
    return Waiting(
        line=str(value["line"]),
        entry=int(str(value["entry"])),
        head=str(value["head"]),
        turn=int(str(value["turn"])),
        units=units,
        others={name: tuple(names) for name, names in others.items()},
    )
