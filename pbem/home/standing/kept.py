"""Lines as a home keeps them: in one file of the game's folder, locked under a key made from that of the vault.

A clear first line says how many lines there are and how many orders wait. Two boxes follow, so that the orders that wait can
be dropped, and left out of a backup, by code that has no key. Nothing of it stands on a log or in a mail.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Mapping, Sequence
from typing import cast

from pbem.bytes.canon import Json, encode_value, parse_json
from pbem.bytes.errors import CONFUSED, KeyFileError, UsageError
from pbem.bytes.records import evolve, field, frozen
from pbem.bytes.stored import loaded, plain
from pbem.crypto import keys as crypto
from pbem.home.identity import Identity
from pbem.home.standing import lines as as_lines
from pbem.home.standing.lines import MOST_LINES
from pbem.port.messages import Message
from pbem.port.standing import Line
from pbem.store.game import Change, GameFolder

MOST_WAITING = 40
"""So many orders may wait in a game."""
AGAIN = "again"
"""``began`` of an order that waits to be given once more behind a take-back."""
_MAX_OPENED = 4 * 1024 * 1024
_HEAD = re.compile(rb"(\d{1,3}) (\d{1,3})")
_LINES, _WAITING = "lines", "waiting"


@frozen(kw_only=True)
class Board:
    """The counters that somebody saw: each with its place, steps and marks, and those of other sides by place."""

    units: Mapping[str, str] = field(factory=dict)
    others: Mapping[str, tuple[str, ...]] = field(factory=dict)


@frozen(kw_only=True)
class Seen:
    """Where the author of a line stood: the last entry (-1: none), the hash of the log after it, the turn, the board."""

    entry: int
    head: str
    turn: int
    board: Board = field(repr=False)


@frozen(kw_only=True)
class Kept:
    """A line, and what became of it. ``began``: the activation in which it is followed, from entry ``since`` on.

    ``stopped``: why it was handed back; nobody follows it until its author has looked. An order that waits to be given again
    began :data:`AGAIN`; ``since`` is the offer whose answer it waits for, 0 once that is there.
    """

    line: Line
    seen: Seen
    began: str = ""
    since: int = 0
    stopped: str = ""


@frozen(kw_only=True)
class Standing:
    """All lines of a game: those that stand, and the orders that wait, the first one first.

    ``halted``: one that waits did not fit, and nothing more of them is given until their player says so.
    """

    lines: tuple[Kept, ...] = ()
    waiting: tuple[Kept, ...] = ()
    halted: bool = False

    @property
    def all(self) -> tuple[Kept, ...]:
        """Lines, then what waits: as they are numbered from 1."""
        return (*self.lines, *self.waiting)

    def without(self, gone: Sequence[Kept]) -> Standing:
        """Without some lines; what was halted stays so."""
        left = [tuple(each for each in some if each not in gone) for some in (self.lines, self.waiting)]
        return evolve(self, lines=left[0], waiting=left[1])

    def replaced(self, new: Sequence[Kept]) -> Standing:
        """With some lines in the place of those that speak of the same."""
        whens = {each.line.when for each in new}
        return evolve(self, lines=(*(each for each in self.lines if each.line.when not in whens), *new))

    def moved(self, number: int, to: int) -> Standing:
        """With the order that waits as ``number`` in place ``to`` (both from 1)."""
        rest = [*self.waiting]
        rest.insert(to - 1, rest.pop(number - 1))
        return evolve(self, waiting=tuple(rest))


EMPTY = Standing()
_LOST = Kept(line=Line(when="next"), seen=Seen(entry=-1, head="", turn=0, board=Board()))


def read(folder: GameFolder, identity: Identity) -> Standing:
    """All lines. Raises KeyFileError ``standing`` where they cannot be read."""
    found, spoilt = readable(folder, identity)
    if spoilt:
        raise KeyFileError("standing", spoilt, hint=Message("Begin anew: pbem standing drop --all"))
    return found


def readable(folder: GameFolder, identity: Identity) -> tuple[Standing, str]:
    """What can be read, and what cannot, in a sentence. Orders that cannot be read are halted: nothing is given."""
    data, label = folder.standing(), str(folder.facts().get("vault", ""))
    if not data:
        return EMPTY, ""
    parts = (*data.split(b"\n"), b"", b"")
    head = _HEAD.fullmatch(parts[0])
    spoilt = Message("The orders in advance of this game cannot be read.")
    if head is None:
        return Standing(waiting=(_LOST,), halted=True), spoilt
    keys, opened = identity.vault_keys(label), list[Json]()
    for name, n, box in ((_LINES, head[1], parts[1]), (_WAITING, head[2], parts[2])):
        opened.append(_opened(keys, _bound(label, name, n), box) if int(n) else {})
    try:
        lines = _loaded(opened[0])[0]
    except CONFUSED:
        lines = None
    try:
        waiting, halted = _loaded(opened[1])
    except CONFUSED:
        return Standing(lines=lines or (), waiting=(_LOST,), halted=True), spoilt
    return Standing(lines=lines or (), waiting=waiting, halted=halted), spoilt if lines is None else ""


def change(folder: GameFolder, identity: Identity, standing: Standing) -> Change:
    """The change that keeps ``standing`` in the place of what was kept before.

    Raises UsageError ``too-many`` beyond 100 lines or 40 orders that wait.
    """
    if len(standing.lines) > MOST_LINES:
        raise UsageError.of("too-many", "{n} lines at most are kept.", n=MOST_LINES)
    if len(standing.waiting) > MOST_WAITING:
        raise UsageError.of(
            "too-many", "At most {most} orders may wait.", most=MOST_WAITING, hint="See: pbem standing show"
        )
    if not standing.all:
        return Change(standing=b"")
    label, rows = (
        str(folder.facts().get("vault", "")),
        [f"{len(standing.lines)} {len(standing.waiting)}".encode()],
    )
    key = _key(identity.vault_key(label))
    for name, some in ((_LINES, standing.lines), (_WAITING, standing.waiting)):
        packed = zlib.compress(_dumped(some, halted=standing.halted), 9)
        box = crypto.seal_box(key, packed, _bound(label, name, str(len(some)).encode())) if some else b""
        rows.append(base64.b64encode(box))
    return Change(standing=b"\n".join(rows) + b"\n")


def nothing(_folder: GameFolder) -> Change:
    """The change after which there are no lines, and nothing waits."""
    return Change(standing=b"")


def nothing_waits(folder: GameFolder) -> Change:
    """The change after which nothing waits: it needs no key."""
    return Change(standing=without_waiting(folder.standing()))


def without_waiting(data: bytes) -> bytes:
    """The file without the orders that wait, as a backup holds it."""
    parts = data.split(b"\n")
    found = _HEAD.fullmatch(parts[0])
    if found is None or len(parts) < 3 or not int(found[1]):
        return b""
    return b"%b 0\n%b\n\n" % (found[1], parts[1])


# --- the boxes --------------------------------------------------------------------------------------------------------


def _key(vault_key: bytes) -> bytes:
    return crypto.subkey(vault_key, "standing")


def _bound(label: str, name: str, count: bytes) -> bytes:
    return f"standing/{label}/{name}/".encode() + count


def _opened(keys: Sequence[bytes], bound: bytes, text: bytes) -> Json:
    """What a box holds; None where no key opens it."""
    for key in keys:
        try:
            inflater = zlib.decompressobj()
            box = base64.b64decode(text, validate=True)
            found = inflater.decompress(crypto.open_box(_key(key), box, bound), _MAX_OPENED)
            return parse_json(found) if inflater.eof else None
        except (KeyFileError, ValueError, zlib.error):
            continue
    return None


def _dumped(some: Sequence[Kept], *, halted: bool) -> bytes:
    boards = list(dict.fromkeys(id(each.seen.board) for each in some))
    by_id = {id(each.seen.board): each.seen.board for each in some}
    rows: list[Json] = [
        {
            **as_lines.table(each.line),
            "seen": [each.seen.entry, each.seen.head, each.seen.turn, boards.index(id(each.seen.board))],
            "began": each.began,
            "since": each.since,
            "stopped": each.stopped,
        }
        for each in some
    ]
    packed: list[Json] = [plain(by_id[each]) for each in boards]
    return encode_value({"lines": rows, "boards": packed, "halted": halted})


def _loaded(value: Json) -> tuple[tuple[Kept, ...], bool]:
    if value == {}:
        return (), False
    parts = cast("Mapping[str, list[dict[str, Json]]]", value)
    boards = [loaded(each, Board) for each in cast("list[Json]", parts["boards"])]
    return tuple(_kept(row, boards) for row in parts["lines"]), cast("Json", parts["halted"]) is True


def _kept(row: dict[str, Json], boards: Sequence[Board]) -> Kept:
    own = {key: row.pop(key) for key in ("seen", "began", "since", "stopped")}
    line, slips = as_lines.of_table(row)
    if slips:
        raise ValueError(slips[0].message)
    entry, head, turn, board = cast("list[int | str]", own["seen"])
    return Kept(
        line=line,
        seen=Seen(entry=int(entry), head=str(head), turn=int(turn), board=boards[int(board)]),
        began=str(own["began"]),
        since=int(str(own["since"])),
        stopped=str(own["stopped"]),
    )
