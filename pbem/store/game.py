"""The folder of one game.

::

    game.json       small public facts: opponent, side, scenario, the name of the vault's key, last mail
    game-again.json the same once more: nothing else names the key of the vault
    log.pbem        the whole verified log, as bytes of JSON Lines
    draft.jsonl     own entries that are not signed yet, under the head they continue
    vault.box       secrets of this game, encrypted before they come here
    standing.box    orders in advance, encrypted likewise
    notes.box       the player's own notes, encrypted likewise, see pbem.store.private_notes
    parked/         turn files that came too early, by content hash
    refused/        turn files that were refused, with the reason: evidence
    damaged/        damaged logs, as they were found when the game was mended
    papers/         papers about this game: resignations, offers, rulings, proofs, in the order in which they came; with an
                    invitation that was posted, who has answered
    outbox/         turn files and mails that were sent, by number
    answers/        what a program here still has to send and to tell
    seen            content hashes of what has been imported, a line each
    checkpoint      a place in the log from which it is folded on, see schemas/checkpoint.md: made anew where it does not fit
    checkpoint-map  another one, farther back: where what the arrows of a map show begins
    looked          up to where the player has looked, see pbem.home.sitting.last_visit: thrown away where it does not fit
    since           since when what is owed is owed: as a rule, when the log last changed here (ISO 8601, UTC)
    journal         a change that was interrupted, see pbem.store.journal

A :class:`Change` is stored as one: after a crash the folder is as before it or as after it, never in between.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.bytes.canon import parse_json
from pbem.bytes.errors import ConflictError
from pbem.bytes.records import field, frozen
from pbem.store import atomic, drafts, imported, journal, machines
from pbem.store.drafts import Draft
from pbem.store.journal import End, New
from pbem.store.small_files import damaged, dump, parse

if TYPE_CHECKING:  # a folder by itself reads no turn file
    from pbem.log import Bundle

MAX_LOG = 64 * 1024 * 1024
MAX_TURN = 8 * 1024 * 1024
MAX_SMALL = 1024 * 1024
MAX_KEPT = 256
MAX_CHECKPOINT = 16 * 1024 * 1024
MAX_LOOKED = 1024 * 1024
MAX_PAPERS = 64
MAX_PAPER = 1024 * 1024
_FOLDERS = ("parked", "refused", "damaged", "papers", "outbox", "answers")
_SERIAL = 8  # so many hexadecimal digits of a paper's name count in which order they came
_FACTS = ("game.json", "game-again.json")
_CHECKPOINT, _OF_MAP = "checkpoint", "checkpoint-map"
_LOOKED = "looked"
_HEX = re.compile(r"[0-9a-f]{1,128}")


@frozen(kw_only=True)
class Sent:
    """What went out under number ``n``: the turn file, and the mail when there was one."""

    n: int
    turn: bytes
    mail: bytes | None = None


@frozen(kw_only=True)
class Refused:
    """A turn file that was refused, with the code of the error and its sentence."""

    data: bytes
    code: str
    message: str


@frozen(kw_only=True)
class Change:
    """What to store, all of it or nothing; fields left out stay as they are.

    ``park`` and ``unpark`` hold turn files, ``seen`` content hashes (64 hex digits) to add, ``answers`` what a program that
    acts still has to send: small files by name, None removes one. ``aside`` are damaged files to keep as they were found,
    ``unrefuse`` holds turn files that are no longer refused, ``keep`` papers to keep and ``drop`` the names of those to
    drop, ``unsent`` numbers whose turn file in the outbox has left the log. ``since``: when the log came to be as it is,
    for one put back; otherwise the moment is kept in which another log than the one before is stored.
    """

    facts: Mapping[str, str | int | bool | None] | None = None
    log: bytes | None = None
    since: datetime | None = None
    draft: Draft | None = None
    vault: New = None
    standing: bytes | None = None
    park: tuple[bytes, ...] = ()
    unpark: tuple[bytes, ...] = ()
    refuse: tuple[Refused, ...] = ()
    unrefuse: tuple[bytes, ...] = ()
    aside: tuple[bytes, ...] = ()
    keep: tuple[bytes, ...] = ()
    drop: tuple[str, ...] = ()
    unsent: tuple[int, ...] = ()
    sent: tuple[Sent, ...] = field(default=())
    seen: tuple[str, ...] = ()
    answers: Mapping[str, bytes | None] = field(factory=dict)


def clock() -> datetime:
    """The time."""
    return datetime.now(UTC)


def content_hash(data: bytes) -> str:
    """SHA-256 of the bytes as 64 hex digits: the name under which a turn file is known here."""
    return hashlib.sha256(data).hexdigest()


def place_aside(data: bytes) -> str:
    """Where a damaged file is kept, in the folder of its game."""
    return f"damaged/{content_hash(data)[:16]}.pbem"


class GameFolder:
    """One game on the disk. Reading and writing take the lock of the home."""

    def __init__(self, path: Path, lock: Callable[[], AbstractContextManager[None]]) -> None:
        """``lock`` gives a context that keeps other processes out and may be nested."""
        self.path = path
        self._lock = lock

    @property
    def name(self) -> str:
        """The first 16 hex digits of the id of the game."""
        return self.path.name

    def facts(self) -> dict[str, str | int | bool | None]:
        """The public facts last stored; empty before. PbemError ``damaged`` where both files of them are."""
        there = False
        for name in _FACTS:
            there = (data := self._read(name, MAX_SMALL)) is not None or there
            with suppress(ValueError):
                value: object = parse_json(data or b"")
                if isinstance(value, dict):
                    return value
        if there:
            raise damaged(self.path / _FACTS[0])
        return {}

    def log(self) -> bytes:
        """The whole log; empty before there is one."""
        return self._read("log.pbem", MAX_LOG) or b""

    def since(self) -> datetime | None:
        """Since when what is owed is owed, by the clock of this machine; None when nobody knows."""
        try:
            found = datetime.fromisoformat((self._read("since", MAX_SMALL) or b"").decode())
        except ValueError:
            return None
        return found if found.tzinfo is not None else None

    def checkpoint(self, *, of_map: bool = False) -> bytes:
        """The checkpoint that was kept last, ``of_map`` the one for maps; empty where none can be read."""
        with suppress(OSError):
            return self._read(_OF_MAP if of_map else _CHECKPOINT, MAX_CHECKPOINT) or b""
        return b""

    def keep_checkpoint(self, data: bytes, *, of_map: bool = False) -> None:
        """Keep ``data`` as the checkpoint, whole or not at all. It can be had again: a disk that takes none is no error."""
        with self.held(), suppress(OSError):
            atomic.put(self.path / (_OF_MAP if of_map else _CHECKPOINT), data, flush=False)

    def looked(self) -> bytes:
        """What was kept of the player's last look; empty where there is nothing that can be read."""
        with suppress(OSError):
            return self._read(_LOOKED, MAX_LOOKED) or b""
        return b""

    def keep_looked(self, data: bytes) -> None:
        """Keep ``data`` of the player's last look, whole or not at all. A full disk raises nothing."""
        with self.held(), suppress(OSError):
            atomic.write_bytes(self.path / _LOOKED, data)

    def note_signed(self, last: Bundle, *, here: bool) -> None:
        """Remember the last own turn file, in the home and on this machine; ``here``: it has just been signed here."""
        machines.note(
            self.path.parent.parent, self.name, last.header.n, last.hash().hex(), clock(), signed=here
        )

    def vault(self) -> bytes | None:
        """The encrypted secrets; None before there are any."""
        return self._read("vault.box", MAX_TURN)

    def standing(self) -> bytes:
        """The encrypted orders in advance; empty before there are any."""
        return self._read("standing.box", MAX_TURN) or b""

    def standing_counts(self) -> tuple[int, int]:
        """How many lines of orders in advance there are, and how many orders wait: no key is needed."""
        lines, _, waiting = self.standing().partition(b"\n")[0][:7].partition(b" ")
        return (int(lines), int(waiting)) if lines.isdigit() and waiting.isdigit() else (0, 0)

    def draft_head(self) -> str:
        """The head (hex) that the unsigned entries continue; "" where there are none."""
        return drafts.head_in(self._read("draft.jsonl", MAX_TURN) or b"")

    def draft(self, head: str) -> tuple[bytes, ...]:
        """The unsigned entries that continue the log at ``head``; a draft made for another head is void."""
        return drafts.lines_in(self._read("draft.jsonl", MAX_TURN) or b"", head)

    def parked(self) -> tuple[bytes, ...]:
        """The turn files that wait for an earlier one, in the order of their hashes."""
        return tuple(data for _, data in self._kept("parked", ".pbem"))

    def refused(self) -> tuple[Refused, ...]:
        """The turn files that were refused, in the order of their hashes."""
        return tuple(self._refused(stem, data) for stem, data in self._kept("refused", ".pbem"))

    def papers(self) -> tuple[tuple[str, bytes], ...]:
        """The papers that are kept, in the order in which they came: a name that ends in the content hash, and the bytes."""
        return tuple(self._kept("papers", ".pbem"))

    def sent(self, n: int) -> Sent | None:
        """What went out under number ``n``."""
        turn = self._read(f"outbox/{n:05d}.pbem", MAX_TURN)
        if turn is None:
            return None
        return Sent(n=n, turn=turn, mail=self._read(f"outbox/{n:05d}.eml", MAX_TURN))

    def answers(self, suffix: str) -> tuple[str, ...]:
        """The names (without ``suffix``) under which a program that acts keeps something, ascending."""
        with self.held():
            base = self.path / "answers"
            names = [path.name for path in base.iterdir()] if base.is_dir() else []
        return tuple(sorted(name.removesuffix(suffix) for name in names if name.endswith(suffix)))

    def sent_numbers(self) -> tuple[int, ...]:
        """The numbers under which something went out, ascending."""
        with self.held():
            return tuple(int(stem) for stem in self._stems("outbox", ".pbem"))

    def seen(self) -> frozenset[str]:
        """Content hashes of what has been imported."""
        return frozenset(imported.digests(self._read(imported.NAME, MAX_TURN) or b""))

    def save(self, change: Change) -> None:
        """Store ``change`` as a whole.

        ConflictError ``already-sent`` or ``too-many-parked``; OSError from the disk.
        """
        with self.held():
            for folder in ("", *_FOLDERS):
                atomic.sweep(self.path / folder)
            journal.change(self.path, self._files(change))

    def fill(self, change: Change) -> None:
        """Store ``change`` in a folder that counts for nothing yet (:mod:`pbem.store.laid_aside`): nothing is flushed."""
        for name, data in self._files(change).items():
            if isinstance(data, bytes):
                atomic.write_unflushed(self.path / name, data)

    def _files(self, change: Change) -> dict[str, New]:
        files: dict[str, New] = {}
        if change.facts is not None:
            files.update(dict.fromkeys(_FACTS, dump(dict(change.facts))))
        since = change.since
        if change.log is not None:
            before = self.log()
            files["log.pbem"] = _grown(before, change.log)
            # The one place through which every way of signing and taking in goes: a draft leaves the log as it is.
            since = since or (clock() if change.log != before else None)
        if since is not None:
            files["since"] = since.astimezone(UTC).isoformat().encode()
        if change.draft is not None:
            files["draft.jsonl"] = change.draft.encode()
        boxes: dict[str, New] = {"vault.box": change.vault, "standing.box": change.standing}
        files.update({name: box or None for name, box in boxes.items() if box is not None})
        if change.seen:
            files.update(imported.more(self._read(imported.NAME, MAX_TURN) or b"", change.seen))
        for data in change.unpark:
            files[f"parked/{content_hash(data)}.pbem"] = None
        for data in change.park:
            files[f"parked/{content_hash(data)}.pbem"] = data
        self._refuse_flood(change)
        for data in change.unrefuse:
            stem = f"refused/{content_hash(data)}"
            files[f"{stem}.pbem"] = files[f"{stem}.json"] = None
        files.update({place_aside(data): data for data in change.aside})
        for n in change.unsent:
            files[f"outbox/{n:05d}.pbem"] = files[f"outbox/{n:05d}.eml"] = None
        files.update(self._papers(change))
        files.update(self._evidence(change.refuse))
        for sent in change.sent:
            files.update(self._sent_files(sent))
        files.update({f"answers/{name}": data for name, data in change.answers.items()})
        return files

    def _evidence(self, refuse: tuple[Refused, ...]) -> dict[str, bytes | None]:
        files: dict[str, bytes | None] = {}
        there = self._stems("refused", ".pbem")
        room = max(0, MAX_KEPT - len(there))
        for each in refuse:
            name = content_hash(each.data)
            if name not in there:
                if not room:
                    continue
                room -= 1
            files[f"refused/{name}.pbem"] = each.data
            files[f"refused/{name}.json"] = dump({"code": each.code, "message": each.message})
        return files

    def _papers(self, change: Change) -> dict[str, bytes | None]:
        """The files of papers that come and go: never more than :data:`MAX_PAPERS`, none larger than :data:`MAX_PAPER`."""
        files: dict[str, bytes | None] = {f"papers/{name}.pbem": None for name in change.drop}
        there = [name for name in self._stems("papers", ".pbem") if name not in change.drop]
        known = {name[_SERIAL:] for name in there}
        serial = int(there[-1][:_SERIAL], 16) if there else 0
        for data in change.keep:
            digest = content_hash(data)
            if digest in known or len(known) >= MAX_PAPERS or len(data) > MAX_PAPER:
                continue
            serial += 1
            known.add(digest)
            files[f"papers/{serial:0{_SERIAL}x}{digest}.pbem"] = data
        return files

    def _refuse_flood(self, change: Change) -> None:
        if change.park and len(self._stems("parked", ".pbem")) + len(change.park) > MAX_KEPT + len(
            change.unpark
        ):
            raise ConflictError.of(
                "too-many-parked",
                "{max_kept} turn files already wait for an earlier one.",
                max_kept=MAX_KEPT,
                hint="Ask the opponent for the whole log.",
            )

    def _sent_files(self, sent: Sent) -> dict[str, bytes | None]:
        before = self.sent(sent.n)
        if before is not None and before.turn != sent.turn:
            raise ConflictError.of(
                "already-sent",
                "Turn file {n} was already sent with other content.",
                n=sent.n,
                hint="Send the stored one again.",
            )
        files: dict[str, bytes | None] = {f"outbox/{sent.n:05d}.pbem": sent.turn}
        if sent.mail is not None:
            files[f"outbox/{sent.n:05d}.eml"] = sent.mail
        return files

    def _refused(self, stem: str, data: bytes) -> Refused:
        path = f"refused/{stem}.json"
        said = (
            value
            if isinstance(value := parse(self._read(path, MAX_SMALL) or b"{}", self.path / path), dict)
            else {}
        )
        return Refused(data=data, code=str(said.get("code", "")), message=str(said.get("message", "")))

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep other processes out, for code that reads and then writes what follows from it; an interrupted change is
        carried out first.
        """
        with self._lock():
            journal.recover(self.path)
            yield

    def _read(self, name: str, limit: int) -> bytes | None:
        with self.held():
            return atomic.read_bytes(self.path / name, limit)

    def _stems(self, folder: str, suffix: str) -> list[str]:
        base = self.path / folder
        if not base.is_dir():
            return []
        names = (each.name for each in base.iterdir() if each.name.endswith(suffix))
        return sorted(filter(_HEX.fullmatch, (each.removesuffix(suffix) for each in names)))

    def _kept(self, folder: str, suffix: str) -> list[tuple[str, bytes]]:
        with self.held():
            stems = self._stems(folder, suffix)
            return [(stem, self._read(f"{folder}/{stem}{suffix}", MAX_TURN) or b"") for stem in stems]


def _grown(before: bytes, after: bytes) -> New:
    """A log that goes on is written from there on."""
    return End(len(before), after[len(before) :]) if before and after.startswith(before) else after
