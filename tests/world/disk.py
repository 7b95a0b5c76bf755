"""The disk of a world: real files in memory, and calls of the system that fail, stop half-way, or are taken back.

Not a dictionary: :mod:`pbem.store.machines` tells a copy of a home by what the file system says of it.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

from attrs import define, field, frozen

CALLS = ("open", "write", "fsync", "replace", "rename", "unlink", "mkdir", "rmdir", "close", "ftruncate")
"""What a home does to a disk, all of it by these names."""

_CHANGES = frozenset({"replace", "rename", "unlink", "mkdir", "rmdir"})
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
_KEPT = 200
"""So many calls at most are not yet on the disk: the machine writes older ones down by itself."""

Call = Callable[..., Any]


class Dead(BaseException):
    """The machine has stopped: no ``except Exception`` of the program sees it, and nothing it does afterwards happens."""


@frozen
class Undo:
    """How a call is taken back: ``flushed`` is the file (its inode) or folder whose flush makes it last, ``forget`` drops
    what was kept for that."""

    flushed: int | str
    back: Callable[[], object]
    forget: Callable[[], object]

    @property
    def of_bytes(self) -> bool:
        """Whether bytes of a file are taken back, not a name."""
        return isinstance(self.flushed, int)


@define
class Disk:
    """The files below ``place``. Calls elsewhere go through as they are.

    ``full``: no byte finds room. ``denied``: nothing may be opened for writing. ``short``: a write takes half of its bytes.
    ``remembers``: power may fail (:meth:`restart`), so what no flush has followed is kept. ``calls`` counts those of a step,
    ``changed`` says whether one of them was to change what lies there.
    """

    place: Path
    remembers: bool = False
    full: bool = False
    denied: bool = False
    short: bool = False
    calls: int = 0
    changed: bool = False
    _left: int = 0
    _dead: bool = False
    _handles: dict[int, str] = field(factory=dict)
    _undo: list[Undo] = field(factory=list)
    _real: dict[str, Call] = field(factory=lambda: {name: getattr(os, name) for name in CALLS})
    _hidden: int = 0

    @contextmanager
    def mounted(self) -> Iterator[Disk]:
        """For the time of a ``with`` block every call of the process goes through this disk."""
        (self.place / "undo").mkdir(parents=True, exist_ok=True)
        for name in CALLS:
            setattr(os, name, self._wrapped(name))
        try:
            yield self
        finally:
            for name, real in self._real.items():
                setattr(os, name, real)
            self.restart()
            while self._undo:
                self._undo.pop().forget()

    def dies(self, count: int) -> None:
        """From here on the machine stops at call number ``count``; 0: it does not."""
        self.calls, self._left, self.changed = 0, count, False

    def restart(self, cut: Random | None = None) -> None:
        """Another process: every handle is closed, so every lock falls, and nothing fails any more.

        With ``cut`` power was away: of what no flush has followed, ``cut`` draws what is lost.
        """
        self._dead = self.full = self.denied = self.short = False
        self._left = 0
        for handle in list(self._handles):
            with suppress(OSError):
                self._real["close"](handle)
        self._handles.clear()
        if cut is not None:
            self._taken_back(cut)

    def _taken_back(self, cut: Random) -> None:
        """Names go in the order in which they came, the last ones first; bytes of any file may be missing."""
        names = sum(not each.of_bytes for each in self._undo)
        kept = cut.randrange(names + 1)
        for each in reversed(self._undo):
            if each.of_bytes:
                lost = cut.random() < 0.5
            else:
                names -= 1
                lost = names >= kept
            if lost:
                with suppress(OSError):
                    each.back()
            with suppress(OSError):
                each.forget()
        self._undo.clear()

    @property
    def left_open(self) -> tuple[str, ...]:
        """The files of which handles are open."""
        return tuple(self._handles.values())

    def _wrapped(self, name: str) -> Call:
        real, ours, does = self._real[name], self._ours, getattr(self, f"_{name}", None)

        def call(first: Any, *args: Any, **named: Any) -> Any:
            if not ours(first):
                return real(first, *args, **named)
            self._counted(name, first, args)
            return does(first, *args, **named) if does else real(first, *args, **named)

        return call

    def _ours(self, first: Any) -> bool:
        if isinstance(first, int):
            return first in self._handles
        return os.fspath(first).startswith(str(self.place))

    def _counted(self, name: str, first: Any, args: tuple[Any, ...]) -> None:
        self.calls += 1
        self.changed = self.changed or name in _CHANGES
        if self._dead:
            raise Dead
        if self._left and self.calls == self._left:
            if name == "write":
                self._write(first, bytes(args[0])[: len(args[0]) // 2])
            self._dead = True
            raise Dead

    def _open(self, path: Any, flags: int, *args: Any, **named: Any) -> int:
        name = os.fspath(path)
        if self.denied and flags & _WRITING:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), name)
        new = self.remembers and bool(flags & os.O_CREAT) and not os.path.lexists(name)
        handle: int = self._real["open"](path, flags, *args, **named)
        self._handles[handle] = name
        if new:
            self._remember(Undo(os.path.dirname(name), lambda: self._real["unlink"](name), _nothing))
        return handle

    def _write(self, handle: int, data: Any) -> int:
        if self.full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), self._handles[handle])
        if self.remembers:
            self._remember_bytes(handle)
        written: int = self._real["write"](
            handle, data[: len(data) // 2] if self.short and len(data) > 1 else data
        )
        return written

    def _ftruncate(self, handle: int, size: int) -> None:
        if self.remembers:
            self._remember_bytes(handle)
        self._real["ftruncate"](handle, size)

    def _fsync(self, handle: int) -> None:
        """Memory needs no flush: what waits for this one has lasted from here on."""
        flushed = {self._handles[handle], os.fstat(handle).st_ino}
        for each in [each for each in self._undo if each.flushed in flushed]:
            self._undo.remove(each)
            each.forget()

    def _replace(self, source: Any, target: Any, **named: Any) -> None:
        old, new = os.fspath(source), os.fspath(target)
        hidden = self._hide(new)
        self._real["rename"](source, target, **named)

        def back() -> None:
            self._real["rename"](new, old)
            if hidden:
                self._real["rename"](hidden, new)

        self._remember(Undo(os.path.dirname(new), back, lambda: hidden and self._real["unlink"](hidden)))

    _rename = _replace

    def _unlink(self, path: Any, **named: Any) -> None:
        name = os.fspath(path)
        hidden = self._hide(name)
        self._real["unlink"](path, **named)
        if hidden:
            back = lambda: self._real["rename"](hidden, name)  # noqa: E731 - as those beside it
            self._remember(Undo(os.path.dirname(name), back, lambda: self._real["unlink"](hidden)))

    def _mkdir(self, path: Any, *args: Any, **named: Any) -> None:
        name = os.fspath(path)
        self._real["mkdir"](path, *args, **named)
        self._remember(Undo(os.path.dirname(name), lambda: self._real["rmdir"](name), _nothing))

    def _close(self, handle: int) -> None:
        del self._handles[handle]
        self._real["close"](handle)

    def _hide(self, name: str) -> str:
        """Another name for a file that is about to lose its own; "" where there is no file, or nothing is kept."""
        if not self.remembers or not os.path.isfile(name):
            return ""
        self._hidden += 1
        hidden = str(self.place / "undo" / str(self._hidden))
        os.link(name, hidden)
        return hidden

    def _remember_bytes(self, handle: int) -> None:
        inode = os.fstat(handle).st_ino
        if any(each.flushed == inode for each in self._undo):
            return
        name = self._handles[handle]
        before = Path(name).read_bytes()
        kept = self._real["open"](name, os.O_WRONLY)  # not a twin of the handle: that would hold its lock

        def back() -> None:
            self._real["ftruncate"](kept, 0)
            os.pwrite(kept, before, 0)

        self._remember(Undo(inode, back, lambda: self._real["close"](kept)))

    def _remember(self, undo: Undo) -> None:
        if not self.remembers:
            return
        self._undo.append(undo)
        if len(self._undo) > _KEPT:
            self._undo.pop(0).forget()


def _nothing() -> None:
    pass
