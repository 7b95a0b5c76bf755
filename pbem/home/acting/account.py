"""What the program wrote by itself, kept with the game until its player has signed a turn of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256

from pbem.home.beside.rooms import Case, Room, Said
from pbem.log import Log
from pbem.port.messages import Message, counted
from pbem.store import atomic
from pbem.store.game import Change, GameFolder

TODO, NOTE, DRAFTED = ".todo", ".act", ".own"
_LIMIT = 64 * 1024
_KEPT = 200


class _OwnProgram(Room):
    def lines(self, case: Case) -> Iterator[Said]:
        view = case.view
        for line in (*told(case.folder, view.log, view.seat), *in_draft(case.folder, view.draft)):
            yield Said("acted", line)


ROOM = _OwnProgram()


def stem(n: int) -> str:
    """The name under which turn file ``n`` waits to leave, and is told of."""
    return f"send-{n:05d}"


def number(name: str) -> int:
    """The turn file of a name that :func:`stem` made."""
    return int(name.rpartition("-")[2])


def noted(folder: GameFolder, n: int, lines: tuple[str, ...]) -> Change:
    """The change that stores turn file ``n`` as one that waits to leave, with what is to be told of it.

    What was told of long ago goes.
    """
    old = folder.answers(NOTE)[:-_KEPT]
    text = "\n".join(lines).encode()[:_LIMIT]
    gone: dict[str, bytes | None] = {f"{name}{NOTE}": None for name in old}
    gone.update(_no_draft(folder))
    return Change(answers={**gone, f"{stem(n)}{TODO}": b"\n", f"{stem(n)}{NOTE}": text + b"\n"})


def drafted(folder: GameFolder, draft: Sequence[bytes], lines: tuple[str, ...]) -> Change:
    """The change that remembers which entries of a draft the program has written, in place of what it wrote before."""
    text = "\n".join(lines).encode()[:_LIMIT]
    return Change(answers={**_no_draft(folder), f"{_digest(draft)}{DRAFTED}": text + b"\n"})


def in_draft(folder: GameFolder, draft: Sequence[bytes]) -> tuple[str, ...]:
    """What the program wrote into the orders that are not sent, as long as they begin with it: nobody signs it unseen."""
    names = {*folder.answers(DRAFTED)}
    for count in range(len(draft), 0, -1) if names else ():
        if (name := _digest(draft[:count])) in names:
            head = Message("In your orders that are not sent your program has written by itself:")
            return head, *(Message("  {line}", line=line) for line in _read(folder, f"{name}{DRAFTED}"))
    return ()


def _no_draft(folder: GameFolder) -> dict[str, bytes | None]:
    return {f"{name}{DRAFTED}": None for name in folder.answers(DRAFTED)}


def _digest(draft: Sequence[bytes]) -> str:
    return sha256(b"\n".join(draft)).hexdigest()[:24]


def told(folder: GameFolder, log: Log, seat: str) -> tuple[str, ...]:
    """What was written since the player's last own turn, a sentence for all and one for each thing; nothing when nothing."""
    kept = {number(name) for name in folder.answers(NOTE)}
    if not kept:
        return ()
    mine = [each.header.n for each in log.bundles if each.header.by == seat]
    own = max((n for n in mine if n not in kept), default=0)
    since = [n for n in mine if n > own]
    if not since:
        return ()
    lines = [line for n in since for line in _lines(folder, n)]
    if not lines:
        return (
            counted(
                len(since),
                "Since your last own turn your program has sent {n} turn by itself: only seeds and openings.",
                "Since your last own turn your program has sent {n} turns by itself: only seeds and openings.",
            ),
        )
    return (
        counted(
            len(since),
            "Since your last own turn your program has sent {n} turn by itself:",
            "Since your last own turn your program has sent {n} turns by itself:",
        ),
        *(Message("  {line}", line=line) for line in lines),
    )


def by_itself(folder: GameFolder, n: int) -> bool:
    """Whether the program has sent turn file ``n``."""
    return stem(n) in folder.answers(NOTE)


def since(folder: GameFolder, log: Log, seat: str, after: int) -> tuple[str, ...]:
    """The same behind turn file ``after``, a line for each thing, without a sentence for all."""
    kept = {number(name) for name in folder.answers(NOTE)}
    own = (each.header.n for each in log.bundles[after:] if each.header.by == seat)
    return tuple(line for n in own if n in kept for line in _lines(folder, n))


def _lines(folder: GameFolder, n: int) -> list[str]:
    return _read(folder, f"{stem(n)}{NOTE}")


def _read(folder: GameFolder, name: str) -> list[str]:
    data = atomic.read_bytes(folder.path / "answers" / name, 2 * _LIMIT) or b""
    return [line for line in data.decode("utf-8", "replace").splitlines() if line]
