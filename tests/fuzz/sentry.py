"""What an input may not do: write a file, open a connection, start a program, load code.

An audit hook (PEP 578) sees all of it, whatever library does it. It can be put to sleep, but never taken away.
"""

import os
import sys
from pathlib import Path
from threading import get_ident

from attrs import define, field

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
# What a library says it will send goes nowhere without one of these.
_NEVER = ("socket.", "subprocess.", "webbrowser.")
_NEVER_EXACTLY = frozenset(
    {
        *("os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.startfile"),
        *("pty.spawn", "code.__new__", "ctypes.dlopen", "os.kill"),
    }
)
_PATHS = {
    "os.remove": (0,), "os.rename": (0, 1), "os.link": (0, 1), "os.symlink": (0, 1), "os.mkdir": (0,),
    "os.rmdir": (0,), "os.truncate": (0,), "os.chmod": (0,), "shutil.rmtree": (0,), "shutil.move": (0, 1),
}  # fmt: skip
# Charsets that a mail names are loaded by name, from one package of the standard library only; games from their own.
_LOADED = ("encodings.", "pbem.", "pbem_rules.")


class ForbiddenError(BaseException):
    """An input made the program do something that no input may; not caught by what catches every Exception."""


@define
class Sentry:
    """One for the thread that begins it. ``below`` is the only folder in which files may be written while it watches."""

    watching: int = 0
    below: Path | None = None
    refused: str = ""
    _installed: bool = field(default=False, init=False)

    def begin(self, below: Path | None) -> None:
        """Watch from now on; files may be written below that folder alone."""
        if not self._installed:
            sys.addaudithook(self._seen)
            self._installed = True
        self.below, self.refused, self.watching = below, "", get_ident()

    def end(self) -> str:
        """Watch no more; what was done against the rules, or "" when nothing was."""
        self.watching = 0
        return self.refused

    def _seen(self, event: str, args: tuple[object, ...]) -> None:
        if self.watching != get_ident():
            return
        what = self._wrong(event, args)
        if what:
            self.refused = what
            raise ForbiddenError(what)

    def _wrong(self, event: str, args: tuple[object, ...]) -> str:
        if event == "open":
            path, mode, flags = args
            words = mode if isinstance(mode, str) else ""
            writes = bool(set(words) & set("wax+")) or (isinstance(flags, int) and bool(flags & _WRITING))
            return f"opened {path!r} for writing" if writes and not self._inside(path) else ""
        if event in _PATHS:
            if len(args) > len(_PATHS[event]) and isinstance(args[-1], int) and args[-1] >= 0:
                return ""  # below a folder that is open, as a tree is removed: what opened it was looked at
            paths = [args[place] for place in _PATHS[event]]
            return "" if all(self._inside(path) for path in paths) else f"{event} {paths!r}"
        if event in _NEVER_EXACTLY or (event.startswith(_NEVER) and event != "socket.gethostname"):
            return f"{event} {args[:2]!r}"
        if event == "import" and not str(args[0]).startswith(_LOADED):
            return f"loaded the module {args[0]!r}"
        return ""

    def _inside(self, path: object) -> bool:
        if isinstance(path, int):  # an open file: what opened it was looked at
            return True
        if "/__pycache__/" in os.fsdecode(path if isinstance(path, str | bytes | os.PathLike) else ""):
            return True  # a module of ours that is loaded for the first time is compiled
        if self.below is None or not isinstance(path, str | bytes | os.PathLike):
            return False
        return Path(os.path.realpath(os.fsdecode(path))).is_relative_to(self.below)


SENTRY = Sentry()
