"""What one set of tables has otherwise than another, in words of the game, grouped by chart, unit or part of the map.

How a game calls its tables stands in its ``packs.toml`` under ``[words]``: a pattern of a path and its title, in which ``*``
takes the key that fitted (``"units.units.*" = "Unit *"``). A key of one part is the word for that key wherever it stands
(``assault_stand = "assault against stand"``); ``"PATTERN.#"`` names what the places of a list are (``"die"``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from pbem.bytes.canon import Json
from pbem.bytes.records import field, frozen
from pbem.bytes.toml_lines import Path
from pbem.games.overlay.shape import TYPED
from pbem.games.overlay.words import LABELS, spoken
from pbem.port.messages import Capital, Message, Series, spelled

_ROWS = frozenset({"row", "rows"})


@frozen(kw_only=True)
class Change:
    """One value that differs: its title, where under that, and what stands there before and after (None: nothing)."""

    title: str
    where: str
    before: Json
    after: Json

    def __str__(self) -> str:
        if self.before is None:
            what: str = Message("new: {spoken}", spoken=spoken(self.after))
        elif self.after is None:
            what = Message("taken away (was {spoken})", spoken=spoken(self.before))
        else:
            what = Series((spoken(self.before), spoken(self.after)), " -> ")
        return Series((self.where, what), ": ") if self.where else what


def with_hole(title: str) -> str:
    """A title of ``packs.toml`` as the template of a message."""
    return title.replace("*", "{name}")


@frozen(kw_only=True)
class Titles:
    """What a game calls its tables: patterns with their titles, and words for keys."""

    patterns: tuple[tuple[Path, str], ...] = ()
    keys: Mapping[str, str] = field(factory=dict)

    @classmethod
    def of(cls, manifest: Mapping[str, Json]) -> Titles:
        """From ``packs.toml``."""
        found = manifest.get("words")
        words = (
            {key: each for key, each in found.items() if isinstance(each, str)}
            if isinstance(found, dict)
            else {}
        )
        return cls(
            patterns=tuple((tuple(key.split(".")), each) for key, each in words.items() if "." in key),
            keys={key: each for key, each in words.items() if "." not in key},
        )

    def key(self, key: str) -> str:
        """The word for a key."""
        return spelled(self.keys[key]) if key in self.keys else key.replace("_", " ")

    def title(self, path: Path) -> tuple[str, int]:
        """What a place stands under, and how many parts of its path that takes."""
        best = max((p for p, _ in self.patterns if _begins(p, path)), key=len, default=None)
        if best is None:
            return Capital(Series((self.key(str(each)) for each in path[:2]), ", ")), min(2, len(path))
        taken = [str(found) for part, found in zip(best, path, strict=False) if part == "*"]
        return Message(with_hole(dict(self.patterns)[best]), name=", ".join(taken)), len(best)

    def group(self, path: Path) -> str:
        """The title of the whole part in which a place lies: that of one unit is one of the units."""
        found = [(p, t) for p, t in self.patterns if _begins(p, path) and "*" not in t]
        if found:
            return spelled(max(found, key=lambda each: len(each[0]))[1])
        alone = any(_begins(p, path) for p, _ in self.patterns)
        return Capital(self.key(str(path[0]))) if alone else self.title(path[:2])[0]

    def place(self, path: Path) -> str | None:
        """What the places of the list at ``path`` are called: ``die``."""
        return next(
            (
                spelled(word)
                for pattern, word in self.patterns
                if pattern[-1] == "#" and _fits(pattern[:-1], path)
            ),
            None,
        )


def _begins(pattern: Path, path: Path) -> bool:
    return pattern[-1] != "#" and len(pattern) <= len(path) and _fits(pattern, path[: len(pattern)])


def _fits(pattern: Path, path: Path) -> bool:
    return len(pattern) == len(path) and all(a in ("*", str(b)) for a, b in zip(pattern, path, strict=True))


def changes(old: Mapping[str, Json], new: Mapping[str, Json], titles: Titles) -> tuple[Change, ...]:
    """Every value that differs, in the order of the tables, those of one title together; not where values come from."""
    ours, theirs = ({k: v for k, v in each.items() if k != TYPED} for each in (old, new))
    found = tuple(_Reader(titles=titles, old=ours, new=theirs).tables(ours, theirs, ()))
    order = {title: n for n, title in enumerate(dict.fromkeys(each.title for each in found))}
    return tuple(sorted(found, key=lambda each: order[each.title]))


@frozen(kw_only=True)
class _Reader:
    titles: Titles
    old: Mapping[str, Json]
    new: Mapping[str, Json]

    def value(self, old: Json, new: Json, path: Path, words: tuple[str, ...]) -> Iterator[Change]:
        match old, new:
            case dict(), dict():
                yield from self.tables(old, new, path, words)
            case list(), list() if _rows(old) and _rows(new):
                yield from self.rows(old, new, path, words)
            case list(), list() if len(old) == len(new) and self.titles.place(path) is not None:
                name = self.titles.place(path)
                before = words[:-1] if words[-1:] == (name,) else words
                for n, (one, other) in enumerate(zip(old, new, strict=True)):
                    yield from self.value(
                        one, other, (*path, n), (*before, Series((name or "", str(n + 1)), " "))
                    )
            case list(), list() if _names(old) and _names(new):
                mine, yours = set(map(str, old)), set(map(str, new))
                yield from (self.change(path, words, None, each) for each in new if each not in mine)
                yield from (self.change(path, words, each, None) for each in old if each not in yours)
                if mine == yours and old != new:
                    yield self.change(path, words, old, new)
            case _ if old != new or type(old) is not type(new):
                yield self.change(path, words, old, new)

    def tables(
        self, old: Mapping[str, Json], new: Mapping[str, Json], path: Path, words: tuple[str, ...] = ()
    ) -> Iterator[Change]:
        for key in [*old, *(key for key in new if key not in old)]:
            if key in LABELS:
                continue
            if key in old and key in new:
                yield from self.value(old[key], new[key], (*path, key), (*words, self.titles.key(key)))
            else:
                yield self.change((*path, key), (*words, self.titles.key(key)), old.get(key), new.get(key))

    def rows(self, old: list[Json], new: list[Json], path: Path, words: tuple[str, ...]) -> Iterator[Change]:
        """Rows by what names them: those of both, then those of one alone."""
        keys = naming([*old, *new]) if len(old) != len(new) else naming(old)
        mine, yours = _by_name(old, keys), _by_name(new, keys)
        if keys and len(mine) == len(old) and len(yours) == len(new):
            pairs = [
                (name, mine.get(name), yours.get(name))
                for name in [*mine, *(k for k in yours if k not in mine)]
            ]
        else:
            keys = ("row",)
            pairs = [
                ((str(n + 1),), a, b)
                for n, (a, b) in enumerate(zip_longest(old, new))
                if a is not None or b is not None
            ]
        for name, one, other in pairs:
            named = self._row(words, keys, name)
            if isinstance(one, dict) and isinstance(other, dict):
                yield from self.tables(one, other, (*path, 0), named)
            else:
                yield self.change((*path, 0), named, one, other)

    def _row(self, words: tuple[str, ...], keys: Sequence[str], name: tuple[str, ...]) -> tuple[str, ...]:
        if len(keys) == 1 and words and words[-1] in _ROWS:
            return (*words[:-1], Message("row {name}", name=name[0]))
        return (
            *words,
            Series(
                (Series((self.titles.key(key), each), " ") for key, each in zip(keys, name, strict=True)),
                ", ",
            ),
        )

    def change(self, path: Path, words: tuple[str, ...], before: Json, after: Json) -> Change:
        title, taken = self.titles.title(path)
        return Change(
            title=title, where=Series(words[taken:], ", "), before=self._said(before), after=self._said(after)
        )

    def _said(self, value: Json) -> Json:
        """A value with the words for its keys."""
        if isinstance(value, dict):
            return {
                self.titles.key(key): self._said(each) for key, each in value.items() if key not in LABELS
            }
        return value


def naming(rows: Sequence[Json]) -> tuple[str, ...]:
    """The keys by which the rows of a list are told apart, the first that do: one if one is enough; none if they have to be
    counted.
    """
    tables = [each for each in rows if isinstance(each, dict)]
    keys = [
        key for key, value in tables[0].items() if not isinstance(value, dict | list) and key not in LABELS
    ]
    for count in range(1, len(keys) + 1):
        if len({_name(each, keys[:count]) for each in tables}) == len(tables):
            return tuple(keys[:count])
    return ()


def _by_name(rows: Sequence[Json], keys: Sequence[str]) -> dict[tuple[str, ...], Json]:
    return {_name(each, keys): each for each in rows}


def _name(row: Json, keys: Sequence[str]) -> tuple[str, ...]:
    return tuple(spoken(row.get(key)) for key in keys) if isinstance(row, dict) else ()


def _rows(value: list[Json]) -> bool:
    return bool(value) and all(isinstance(each, dict) and each for each in value)


def _names(value: list[Json]) -> bool:
    return all(isinstance(each, str) for each in value) and len(set(map(str, value))) == len(value)
