"""Files of a folder that may have come from anybody: regular ones only, bounded, and no link is ever followed."""

from __future__ import annotations

import stat
from collections.abc import Iterator, Mapping
from pathlib import Path

from pbem.bytes.errors import DataError, UsageError
from pbem.bytes.records import frozen
from pbem.bytes.system_words import system_says
from pbem.bytes.text import shown
from pbem.games.toml import parse_toml
from pbem.port.messages import Message
from pbem.store import atomic
from pbem.view.markup import clean

MOST_BYTES, MOST_FILES = 4 * 1024 * 1024, 20_000


def is_regular(path: Path) -> bool:
    """Whether a file lies there itself: no link, pipe, device or folder."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def files(place: Path, suffix: str = "") -> list[Path]:
    """The names in a folder that end so, in their order, whatever they are; none when it is a link or no folder.

    Raises DataError ``too-many``. What an interrupted write left, and other names with a point before them, are passed over.
    """
    if place.is_symlink() or not place.is_dir():
        return []
    found = []
    for path in place.iterdir():
        if path.name.endswith(suffix) and not path.name.startswith("."):
            found.append(path)
        if len(found) > MOST_FILES:
            raise DataError.of(
                "too-many", "{folder} holds more than {most} files.", folder=shown(place), most=MOST_FILES
            )
    return sorted(found)


def data(path: Path, most: int = MOST_BYTES) -> bytes:
    """The bytes of a file. Raises DataError ``not-a-file`` (a link, a pipe, a folder) and ``too-large``."""
    if not is_regular(path):
        raise DataError.of("not-a-file", "{path} is not a file: links are not followed.", path=shown(path))
    try:
        found = atomic.read_bytes(path, most)
    except OSError as error:
        if path.lstat().st_size > most:
            raise DataError.of(
                "too-large", "{path} is larger than {most} bytes.", path=shown(path), most=most
            ) from error
        raise DataError.of(
            "bad-club", "{path} cannot be read: {error}.", path=shown(path), error=system_says(error)
        ) from error
    return found or b""


def check_place(out: Path, names: Iterator[str]) -> None:
    """Whether files can be written under these names into a folder. Raises UsageError ``a-link`` for a link on the way."""
    seen: set[Path] = set()
    for name in names:
        path = out / name
        for each in (path, *(one for one in path.parents if out in one.parents)):
            if each not in seen and each.is_symlink():
                raise UsageError.of(
                    "a-link",
                    "{path} is a link: nothing is written through it.",
                    path=shown(each),
                    hint="Name an empty folder.",
                )
            seen.add(each)


@frozen
class Table:
    """A table of a file, whose values are asked for by name and kind."""

    file: str
    values: Mapping[str, object]

    @classmethod
    def of(cls, path: Path) -> Table:
        """The whole of a TOML file. Raises DataError ``bad-club`` and those of :func:`data`."""
        raw = data(path)
        try:
            return cls(shown(Path(path.name)), parse_toml(raw, shown(path), "bad-club"))
        except DataError as error:
            raise DataError.of(
                "bad-club",
                "{path} cannot be read: {error}",
                path=shown(path),
                error=clean(error.message, 200),
            ) from error

    def text(self, name: str, default: str | None = None) -> str:
        """A text in one line without anything that a terminal obeys or that turns what is read."""
        value = self.values.get(name, default)
        if not isinstance(value, str) or (value and clean(value, len(value) + 1) != value):
            raise self.wrong(name, Message("a text of plain characters"))
        return value

    def number(self, name: str) -> int:
        """A whole number from 0 to 1000, 0 when it is not there."""
        value = self.values.get(name, 0)
        if type(value) is not int or not 0 <= value <= 1_000:
            raise self.wrong(name, Message("a whole number from 0 to 1000"))
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts, each as above."""
        value = self.values.get(name, [])
        if not isinstance(value, list) or not all(
            isinstance(each, str) and clean(each, len(each) + 1) == each for each in value
        ):
            raise self.wrong(name, Message("a list of texts"))
        return tuple(value)

    def tables(self, name: str) -> Iterator[Table]:
        """A list of tables."""
        value = self.values.get(name, [])
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            raise self.wrong(name, Message("a list of tables"))
        return (Table(self.file, each) for each in value)

    def only(self, *names: str) -> None:
        """Raises DataError ``bad-club`` when there is anything else."""
        for name in sorted(set(self.values) - set(names)):
            raise DataError.of(
                "bad-club",
                "{file}: nothing is called {name!r} here.",
                file=self.file,
                name=clean(name, 40),
                names=", ".join(names),
                hint="Known: {names}.",
            )

    def wrong(self, name: str, what: str) -> DataError:
        """A value that is not what it has to be."""
        return DataError.of("bad-club", "{file}: {name} is not {what}.", file=self.file, name=name, what=what)
