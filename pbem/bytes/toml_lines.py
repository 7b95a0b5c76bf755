"""On which line of a TOML file each key and each element stands: ``tomllib`` does not say.

The text must have been read by ``tomllib`` before: what is scanned here is known to be well formed.
"""

from __future__ import annotations

import re
import tomllib
from typing import TypeAlias

from pbem.bytes.records import define, field

Path: TypeAlias = tuple[str | int, ...]
"""Keys and, in arrays, indices from 0: ``("crt", "row", 2, "total")``."""

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*"{3,5}|\'\'\'(?:[^\']|\'(?!\'\'))*\'{3,5}|"(?:[^"\\]|\\.)*"|\'[^\']*\'',
    re.DOTALL,
)
_PLAIN = re.compile(r"[^,\]}#\n]*")


@define
class _Scanner:
    text: str
    at: int = 0
    line: int = 1
    found: dict[Path, int] = field(factory=dict)
    counts: dict[Path, int] = field(factory=dict)

    def skip(self, pattern: re.Pattern[str]) -> str:
        """What the pattern matches here; newlines in it are counted."""
        match = pattern.match(self.text, self.at)
        taken = match[0] if match is not None else ""
        self.line += taken.count("\n")
        self.at += len(taken)
        return taken

    def here(self, mark: str) -> bool:
        """Whether ``mark`` stands here; it is passed over when it does."""
        if not self.text.startswith(mark, self.at):
            return False
        self.at += len(mark)
        return True

    def key(self) -> Path:
        parts: list[str] = []
        while True:
            self.skip(_SPACE)
            word = self.skip(_BARE) or self.skip(_STRING)
            parts.append(_unquoted(word))
            self.skip(_SPACE)
            if not self.here("."):
                return tuple(parts)

    def note(self, path: Path, line: int) -> None:
        for end in range(1, len(path) + 1):
            self.found.setdefault(path[:end], line)

    def value(self, path: Path) -> None:
        if self.here("{"):
            self.skip(_BLANK)
            while not self.here("}") and self.at < len(self.text):
                self.pair(path)
                self.skip(_BLANK)
                self.here(",")
                self.skip(_BLANK)
        elif self.here("["):
            self.skip(_BLANK)
            index = 0
            while not self.here("]") and self.at < len(self.text):
                self.found[(*path, index)] = self.line
                self.value((*path, index))
                index += 1
                self.skip(_BLANK)
                self.here(",")
                self.skip(_BLANK)
        elif not self.skip(_STRING):
            self.skip(_PLAIN)

    def pair(self, base: Path) -> None:
        line = self.line
        path = (*base, *self.key())
        self.note(path, line)
        self.skip(_SPACE)
        self.here("=")
        self.skip(_SPACE)
        self.value(path)

    def header(self) -> Path:
        """The table that a ``[header]`` or ``[[header]]`` opens: arrays of tables are numbered as they come."""
        line, many = self.line, self.here("[[")
        if not many:
            self.here("[")
        base: Path = ()
        names = self.key()
        for n, name in enumerate(names, 1):
            base = (*base, name)
            if many and n == len(names):
                self.counts[base] = self.counts.get(base, -1) + 1
            if base in self.counts:
                self.found.setdefault(base, line)
                base = (*base, self.counts[base])
        self.note(base, line)
        self.here("]]" if many else "]")
        return base


def _unquoted(word: str) -> str:
    if not word.startswith(('"', "'")):
        return word
    return str(tomllib.loads(f"k = {word}")["k"])


def lines_of(text: str) -> dict[Path, int]:
    """The line, counted from 1, on which each path of the TOML document begins."""
    scanner = _Scanner(text=text.replace("\r\n", "\n"))
    base: Path = ()
    scanner.skip(_BLANK)
    while scanner.at < len(scanner.text):
        if scanner.text.startswith("[", scanner.at):
            base = scanner.header()
        else:
            before = scanner.at
            scanner.pair(base)
            if scanner.at == before:  # cannot be in a file that tomllib has read; never loop all the same
                break
        scanner.skip(_BLANK)
    return scanner.found
