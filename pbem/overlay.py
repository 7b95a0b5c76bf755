"""Laying a data pack over a game's tables, key by key. Knows no game.

What a pack may write where ours has

- a table: keys of its own, each laid over ours; ``whole = true`` puts the pack's table in the place of ours, and
  ``remove = [keys]`` takes keys away. A key that ours has not is a mistake, unless a table that the game calls alike
  has it, or the game calls the table open (both in its ``packs.toml``); a new table in an open table says
  ``new = true``, so that a misspelt name is not a new unit.
- a list of rows (tables): rows that name one of ours by its first key, or by ``where = {key = value}``.
- any list: the new list; or ``{whole = [...]}``, ``{add = [...]}``, ``{remove = [...]}``.
- a value: a value of the same kind.

Nothing is raised for what is wrong: every fault is listed with its file and line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from attrs import define, field, frozen

from pbem.canon import Json
from pbem.packs import HEADER, Pack, PackFile
from pbem.toml_lines import Path

_LIST_WORDS = frozenset({"whole", "add", "remove"})
_TABLE_WORDS = frozenset({"whole", "remove", "new"})
_LABEL = ("provenance", "source", "published")
TYPED = "typed"
"""The provenance of an entry whose every value stands in the pack."""


@frozen(kw_only=True)
class Fault:
    """What is wrong in a pack: where (``charts.toml:12``), the path, one sentence, and what to do about it."""

    at: str
    path: str
    text: str
    hint: str = ""

    def __str__(self) -> str:
        text = f"{self.at}: {self.path}: {self.text}{' ' + self.hint if self.hint else ''}"
        return "".join(char if char.isprintable() else "?" for char in text)


@frozen(kw_only=True)
class Entry:
    """One value or list that comes from the pack: its path in the merged tables, and where the pack has it.

    ``source`` is the path in the pack; ``before`` is what stood there (None: nothing), ``after`` what stands there.
    """

    path: Path
    at: str
    file: str
    source: Path
    before: Json
    after: Json

    @property
    def name(self) -> str:
        """``units.units.505/82.cs``."""
        return written(self.path)


@frozen(kw_only=True)
class Shape:
    """What a game says of its tables: patterns of paths, where ``*`` stands for any one key or index.

    ``open`` are tables to which a pack may add; tables of one pattern in ``alike`` know the keys that any of them has.
    """

    open: tuple[Path, ...] = ()
    alike: tuple[Path, ...] = ()

    @classmethod
    def of(cls, manifest: Mapping[str, Json]) -> Shape:
        """From ``packs.toml``: both are lists of dotted paths."""
        return cls(
            open=tuple(tuple(each.split(".")) for each in _texts(manifest.get("open"))),
            alike=tuple(tuple(each.split(".")) for each in _texts(manifest.get("alike"))),
        )


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


def overlay(
    tables: Mapping[str, Json],
    pack: Pack,
    shape: Shape,
    without: frozenset[tuple[str, Path]] = frozenset(),
) -> Overlaid:
    """``pack`` laid over ``tables`` (name without ``.toml`` to content), which are left as they are.

    What stands in the pack at the places ``without`` (file name and path) is passed over.
    """
    work = _Work(tables=tables, pack=pack, shape=shape, without=without)
    merged = dict(tables)
    for file in pack.files:
        for name, value in file.tables.items():
            if name == HEADER:
                continue
            if name not in tables:
                known = ", ".join(sorted(tables))
                work.fault(file, (name,), "is no table of this game.", f"Known: {known}.")
                continue
            merged[name] = work.lay(merged[name], value, (name,), (name,), file)
    return Overlaid(tables=merged, entries=tuple(work.entries), faults=tuple(work.faults))


@define
class _Work:
    tables: Mapping[str, Json]
    pack: Pack
    shape: Shape
    without: frozenset[tuple[str, Path]]
    entries: list[Entry] = field(factory=list)
    faults: list[Fault] = field(factory=list)

    def fault(self, file: PackFile, source: Path, text: str, hint: str = "") -> None:
        self.faults.append(Fault(at=file.at(source), path=written(source), text=text, hint=hint))

    def lay(self, ours: Json, theirs: Json, path: Path, source: Path, file: PackFile) -> Json:
        """Ours with theirs over it; ``path`` leads there in the merged tables, ``source`` in the pack's file."""
        if (file.name, source) in self.without:
            return ours
        match ours, theirs:
            case dict(), dict():
                return self._table(ours, theirs, path, source, file)
            case list(), dict() if theirs and _LIST_WORDS.issuperset(theirs):
                return self._edited(ours, theirs, path, source, file)
            case list(), list() if _rows(ours) and _rows(theirs):
                return self._row_list(ours, theirs, path, source, file)
            case _ if _kind(ours) == _kind(theirs):
                return self._taken(ours, theirs, path, source, file)
        self.fault(file, source, f"is {_kind(theirs)}; it must be {_kind(ours)}.", f"Ours is {_short(ours)}.")
        return ours

    def _taken(self, ours: Json, theirs: Json, path: Path, source: Path, file: PackFile) -> Json:
        found = Entry(path=path, at=file.at(source), file=file.name, source=source, before=ours, after=theirs)
        self.entries.append(found)
        return theirs

    # --- tables -------------------------------------------------------------------------------------------------------

    def _table(
        self, ours: dict[str, Json], theirs: dict[str, Json], path: Path, source: Path, file: PackFile
    ) -> Json:
        words = {key: theirs[key] for key in theirs if key in _TABLE_WORDS and key not in ours}
        given = {key: value for key, value in theirs.items() if key not in words}
        if words.get("whole") is True:
            self._taken(dict(ours), dict(given), path, source, file)
            return self._labelled({**_kept(ours, given), **given}, set(given), ours)
        merged = dict(ours)
        touched: set[str] = set()
        for key in _texts(words.get("remove")):
            if key in merged:
                self._taken(merged.pop(key), None, (*path, key), (*source, "remove"), file)
                touched.add(key)
            else:
                self.fault(file, (*source, "remove"), f"there is no {key!r} to remove.", _near(key, ours))
        before = len(self.entries)
        for key, value in given.items():
            here, there = (*path, key), (*source, key)
            if (file.name, there) in self.without:
                continue
            if key in ours:
                count = len(self.entries)
                merged[key] = self.lay(ours[key], value, here, there, file)
                touched.update({key} if len(self.entries) > count else ())
            elif (new := self._added(ours, value, path, there, file)) is not None:
                merged[key] = self._taken(None, new, here, there, file)
                touched.add(key)
        return self._labelled(merged, touched, ours) if len(self.entries) > before or touched else merged

    def _added(
        self, ours: dict[str, Json], value: Json, path: Path, source: Path, file: PackFile
    ) -> Json | None:
        """A value for a key that ours has not, when the table is open for it; None, and a fault, otherwise."""
        key = str(source[-1])
        alike = self._alike(path)
        if key in alike:
            sample: Json = alike[key]
        elif any(_match(each, path) for each in self.shape.open):
            sample = next(iter(ours.values()), None)
        else:
            self.fault(file, source, "is no key of this table.", _near(key, {**ours, **alike}))
            return None
        if sample is not None and _kind(sample) != _kind(value):
            self.fault(file, source, f"is {_kind(value)}; it must be {_kind(sample)}.")
            return None
        if key in alike:
            return value
        if not isinstance(value, dict):
            return value
        if value.get("new") is not True:
            text = f"there is no {key!r}."
            self.fault(file, source, text, f"{_near(key, ours)} Is it new, write new = true in it.".strip())
            return None
        return {name: each for name, each in value.items() if name != "new"}

    def _alike(self, path: Path) -> dict[str, Json]:
        """Every key that a table alike to the one at ``path`` has, with the first value found for it."""
        found: dict[str, Json] = {}
        for pattern in self.shape.alike:
            if _match(pattern, path):
                for each in _all(dict(self.tables), pattern):
                    found = {**each, **found}
        return found

    def _labelled(self, merged: dict[str, Json], touched: set[str], ours: dict[str, Json]) -> dict[str, Json]:
        """An entry that has a label says what of it comes from the pack, unless the pack wrote the label itself."""
        if not isinstance(ours.get("provenance"), str) or "provenance" in touched:
            return merged
        values = [key for key in merged if key not in _LABEL]
        published = [key for key in _texts(merged.get("published")) if key not in touched]
        if "published" in merged:
            merged = {**merged, "published": list(published)}
        if touched.issuperset(values):
            return {**merged, "provenance": TYPED, "source": self.pack.origin}
        names = ", ".join(sorted(touched - set(_LABEL)))
        rest = f"{names} from {self.pack.origin}; the rest {ours['provenance']}: {ours.get('source', '')}"
        return {**merged, "source": rest}

    # --- lists --------------------------------------------------------------------------------------------------------

    def _edited(
        self, ours: list[Json], theirs: dict[str, Json], path: Path, source: Path, file: PackFile
    ) -> Json:
        """A list that is edited: ``whole``, or ``remove`` and then ``add``."""
        found = list(ours)
        for word, value in theirs.items():
            if not isinstance(value, list) or (word == "whole" and len(theirs) > 1):
                text = "must be a list." if not isinstance(value, list) else "stands alone."
                self.fault(file, (*source, word), text)
                return ours
        if "whole" in theirs:
            return self._taken(list(ours), theirs["whole"], path, source, file)
        for n, each in enumerate(_list(theirs.get("remove"))):
            at = [i for i, one in enumerate(found) if _fits(one, each)]
            if len(at) != 1:
                text = f"fits {len(at)} of the list; it must fit one."
                self.fault(file, (*source, "remove", n), text)
                continue
            del found[at[0]]
        for n, each in enumerate(_list(theirs.get("add"))):
            if (file.name, (*source, "add", n)) in self.without:
                continue
            if ours and _kind(ours[0]) != _kind(each):
                self.fault(file, (*source, "add", n), f"is {_kind(each)}; it must be {_kind(ours[0])}.")
            elif each in found:
                self.fault(file, (*source, "add", n), "is in the list already.")
            else:
                self._taken(None, each, (*path, len(found)), (*source, "add", n), file)
                found.append(each)
        if len(found) <= len(ours) and found != ours:
            self._taken(list(ours), found, path, source, file)
        return found

    def _row_list(
        self, ours: list[Json], theirs: list[Json], path: Path, source: Path, file: PackFile
    ) -> Json:
        """Rows of the pack, each laid over the one of ours that it names."""
        rows = [each for each in ours if isinstance(each, dict)]
        first = next(iter(rows[0]))
        found: list[Json] = list(ours)
        for n, each in enumerate(theirs):
            assert isinstance(each, dict)
            there = (*source, n)
            where = each.get("where", {first: each[first]} if first in each else None)
            if not isinstance(where, dict) or not where:
                self.fault(
                    file, there, "names no row of ours.", f"Give its {first}, or where = {{key = value}}."
                )
                continue
            at = [i for i, row in enumerate(ours) if row == each] or [
                i for i, row in enumerate(ours) if _fits(row, where)
            ]
            if len(at) != 1:
                told = ", ".join(f"{key} = {_short(value)}" for key, value in where.items())
                hint = "Narrow it with where = {key = value}." if at else f"Ours: {_firsts(rows, first)}."
                self.fault(file, there, f"{told} fits {len(at)} rows of ours; it must fit one.", hint)
                continue
            row = ours[at[0]]
            assert isinstance(row, dict)
            plain = {
                key: v for key, v in each.items() if key != "where" and not (key == first and row[key] == v)
            }
            found[at[0]] = self._table(row, plain, (*path, at[0]), there, file)
        return found


def _match(pattern: Path, path: Path) -> bool:
    return len(pattern) == len(path) and all(
        a in ("*", b) and (a == "*" or isinstance(b, str)) for a, b in zip(pattern, path, strict=True)
    )


def _all(value: Json, pattern: Path) -> Iterator[dict[str, Json]]:
    """The tables that a pattern leads to."""
    if not pattern:
        if isinstance(value, dict):
            yield value
        return
    head, rest = pattern[0], pattern[1:]
    if isinstance(value, list) and head == "*":
        for each in value:
            yield from _all(each, rest)
    elif isinstance(value, dict):
        for key, each in value.items():
            if head in ("*", key):
                yield from _all(each, rest)


def _rows(value: list[Json]) -> bool:
    return bool(value) and all(isinstance(each, dict) and each for each in value)


def _fits(value: Json, pattern: Json) -> bool:
    if isinstance(pattern, dict) and isinstance(value, dict):
        return all(key in value and value[key] == each for key, each in pattern.items())
    return value == pattern


def _kept(ours: dict[str, Json], given: dict[str, Json]) -> dict[str, Json]:
    """The label of an entry that the pack writes whole."""
    return {key: ours[key] for key in ("provenance", "source") if key in ours and key not in given}


def _kind(value: Json) -> str:
    match value:
        case bool():
            return "true or false"
        case int():
            return "a whole number"
        case str():
            return "text"
        case dict():
            return "a table"
        case list():
            return "a list"
    return "a number with a point"


def _short(value: Json) -> str:
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _near(key: str, ours: Mapping[str, Json]) -> str:
    close = get_close_matches(key, list(ours), n=3, cutoff=0.6)
    return (
        f"Is it {' or '.join(close)}?"
        if close
        else f"Ours: {', '.join(list(ours)[:12])}{' ...' * (len(ours) > 12)}."
    )


def _firsts(rows: list[dict[str, Json]], first: str) -> str:
    return ", ".join(_short(row.get(first)) for row in rows[:20])


def _texts(value: Json) -> tuple[str, ...]:
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []
