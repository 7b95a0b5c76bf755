"""What a game says of its tables, and what came of laying a pack over them: entries and faults."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError
from pbem.bytes.records import frozen
from pbem.bytes.text import shown
from pbem.bytes.toml_lines import Path
from pbem.games.overlay.words import texts
from pbem.port.messages import Message, spelled

_RATINGS = re.compile(r"\d{1,3}-\d{1,3}-\d{1,3}")

TYPED = "typed"
"""The provenance of an entry whose every value stands in the pack; the name of the table that lists what a pack gives."""

IN_PART = Message("typed in part")
"""The provenance of an entry of which some values stand in the pack; its source says which."""


@frozen(kw_only=True)
class Fault:
    """What is wrong in a pack: where (``charts.toml:12``), the path, one sentence, and what to do about it."""

    at: str
    path: str
    text: str
    hint: str = ""

    def __str__(self) -> str:
        return shown(f"{self.at}: {self.path}: {self.text}{' ' + self.hint if self.hint else ''}")


@frozen(kw_only=True)
class Entry:
    """One value or list that comes from the pack: its path in the merged tables, and where the pack has it.

    ``source`` is the path in the pack; ``before`` is what stood there (None: nothing), ``after`` what stands there.
    ``element``: it is one of a list in which only what stands there says which it is, and not the place.
    """

    path: Path
    at: str
    file: str
    source: Path
    before: Json
    after: Json
    element: bool = False

    @property
    def name(self) -> str:
        """``units.units.505/82.cs``."""
        return written(self.path)

    @property
    def shortened(self) -> bool:
        """Whether it takes something out of a list: what is left in it is still ours."""
        before, after = self.before, self.after
        return after is None or (
            isinstance(before, list) and isinstance(after, list) and len(after) < len(before)
        )

    @property
    def typed(self) -> str:
        """Where the pack's own value is found: the path, with an added element of a list by what it is; "" for none."""
        if self.element and isinstance(self.after, str):
            return f"{written(self.path[:-1])}.{self.after}"
        return "" if self.after is None or self.shortened else self.name


@frozen(kw_only=True)
class Bounds:
    """The least and the greatest that the numbers of a pattern of paths may be."""

    pattern: Path
    least: int
    most: int


@frozen(kw_only=True)
class Shape:
    """What a game says of its tables: patterns of paths, where ``*`` stands for any one key or index.

    ``open`` are tables to which a pack may add; tables of one pattern in ``alike`` know the keys that any of them has.
    ``labelled`` are tables without a label of their own, such as the cells of a chart, that take one when a pack gives them;
    ``closed`` says of a table in one sentence why a pack cannot add to it. ``bounds`` say how far a number may go: the first
    pattern that fits counts. ``fixed`` no pack may change; ``unprinted`` it may, but no printed game says it.
    ``ordered`` are lists in which the place of an element says what it is, ``letters`` those whose elements are rows of
    letters, one letter a hex, ``courses`` those whose elements are roads from hex to hex.
    """

    open: tuple[Path, ...] = ()
    alike: tuple[Path, ...] = ()
    labelled: tuple[Path, ...] = ()
    closed: tuple[tuple[Path, str], ...] = ()
    fixed: tuple[Path, ...] = ()
    unprinted: tuple[Path, ...] = ()
    ordered: tuple[Path, ...] = ()
    letters: tuple[Path, ...] = ()
    courses: tuple[Path, ...] = ()
    bounds: tuple[Bounds, ...] = ()

    @classmethod
    def of(cls, manifest: Mapping[str, Json]) -> Shape:
        """From ``packs.toml``: lists of dotted paths, and a table of them with sentences."""
        found = manifest.get("closed")
        closed = found if isinstance(found, dict) else {}
        return cls(
            open=patterns(manifest.get("open")),
            alike=patterns(manifest.get("alike")),
            labelled=patterns(manifest.get("labelled")),
            closed=tuple(
                (tuple(key.split(".")), each) for key, each in closed.items() if isinstance(each, str)
            ),
            fixed=patterns(manifest.get("fixed")),
            unprinted=patterns(manifest.get("unprinted")),
            ordered=patterns(manifest.get("ordered")),
            letters=patterns(manifest.get("letters")),
            courses=patterns(manifest.get("courses")),
            bounds=tuple(_bounds(manifest.get("bounds"))),
        )

    def is_ordered(self, path: Path) -> bool:
        """Whether the place of an element in the list at ``path`` says what it is."""
        return any(matches(each, path) for each in (*self.ordered, *self.letters))

    def is_letters(self, path: Path) -> bool:
        """Whether the list at ``path`` is of rows of letters, one letter a hex."""
        return any(matches(each, path) for each in self.letters)

    def takes_label(self, path: Path) -> bool:
        """Whether a table here, which has no label of its own, takes one when a pack gives it."""
        return any(matches(each, path) for each in self.labelled)

    def is_course(self, path: Path) -> bool:
        """Whether the list at ``path`` is of roads from hex to hex."""
        return any(matches(each, path) for each in self.courses)

    def is_unprinted(self, path: Path) -> bool:
        """Whether no printed game says what stands at ``path``."""
        return any(matches(each, path) for each in (*self.fixed, *self.unprinted))

    def is_filled(self, path: Path) -> bool:
        """Whether the keys of the table at ``path`` name rows of one kind: it is open, or they are filled in alike."""
        alike = (each[:-1] for each in self.alike if each[-1] == "*")
        return any(matches(each, path) for each in (*self.open, *alike))

    def bounds_of(self, path: Path) -> Bounds | None:
        """How far a number may go; None when the game does not say."""
        return next((each for each in self.bounds if matches(each.pattern, path)), None)

    @property
    def charts(self) -> frozenset[str]:
        """The files of charts: those that are closed as a whole, so that a pack can only change their values."""
        return frozenset(str(path[0]) for path, _ in self.closed if len(path) == 1)

    def why_closed(self, path: Path) -> str:
        """Why nothing new can stand in the table at ``path``; "" when the game does not say."""
        return next((spelled(why) for pattern, why in self.closed if matches(pattern, path)), "")


@frozen(kw_only=True)
class Overlaid:
    """The merged tables, what came from the pack, and what is wrong with it."""

    tables: dict[str, Json]
    entries: tuple[Entry, ...]
    faults: tuple[Fault, ...]


def written(path: Path) -> str:
    """A path as the readers of the tables write it: ``charts.crt.row[2].total``."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def matches(pattern: Path, path: Path) -> bool:
    """Whether a path is of a pattern, where ``*`` stands for any one key or index."""
    return len(pattern) == len(path) and all(
        a in ("*", b) and (a == "*" or isinstance(b, str)) for a, b in zip(pattern, path, strict=True)
    )


def patterns(found: Json) -> tuple[Path, ...]:
    """The patterns of a list of dotted paths."""
    return tuple(tuple(each.split(".")) for each in texts(found))


def numbers_in(value: Json, path: Path) -> Iterator[tuple[Path, int | float]]:
    """Every number in a value that stands at ``path``, with its own path.

    ``5-4-4`` on a counter is three; a date or a range, which has two, is text.
    """
    if isinstance(value, dict):
        for key, each in value.items():
            yield from numbers_in(each, (*path, key))
    elif isinstance(value, list):
        for n, each in enumerate(value):
            yield from numbers_in(each, (*path, n))
    elif isinstance(value, str) and _RATINGS.fullmatch(value):
        yield from ((path, int(each)) for each in value.split("-"))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield path, value


def _bounds(found: Json) -> Iterator[Bounds]:
    for key, each in found.items() if isinstance(found, dict) else ():
        match each:
            case [int(least), int(most)] if least <= most:
                yield Bounds(pattern=tuple(key.split(".")), least=least, most=most)
            case _:
                raise DataError.of(
                    "packs-toml",
                    "packs.toml: bounds.{key}: must be two numbers, the lower one first.",
                    key=key,
                )


def tables_at(value: Json, pattern: Path) -> Iterator[dict[str, Json]]:
    """The tables that a pattern leads to."""
    if not pattern:
        if isinstance(value, dict):
            yield value
        return
    head, rest = pattern[0], pattern[1:]
    if isinstance(value, list) and head == "*":
        for each in value:
            yield from tables_at(each, rest)
    elif isinstance(value, dict):
        for key, each in value.items():
            if head in ("*", key):
                yield from tables_at(each, rest)
