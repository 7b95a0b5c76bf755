"""Reading game data that came out of a TOML file: every value is asked for by name and by kind.

A wrong file is reported where it is wrong (``charts.toml: odds.columns[3].drm``), not where it hurts later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from types import NoneType, UnionType
from typing import Annotated, TypeVar, Union, cast, get_args, get_origin

import attrs

from pbem.bytes.errors import DataError
from pbem.bytes.records import AttrsInstance, field, frozen, hints

T = TypeVar("T", bound=AttrsInstance)
V = TypeVar("V")
PROVENANCES = ("typed", "typed in part", "published", "quoted", "inferred", "history", "reconstructed")
"""Where a number comes from, best first; ``typed``: by an owner of the printed game, in a data pack."""


LABEL_WORDS = frozenset({"provenance", "source", *PROVENANCES})
"""The keys under which a table says where its values come from (:mod:`pbem_rules.shared.provenance`)."""


_TEXT = frozenset({str})


Reader = Callable[["Table", str], object]
"""Reads the value under a key of a table."""


@frozen(kw_only=True)
class Cited:
    """Where a number comes from: one of ``PROVENANCES``, and a paragraph or words."""

    provenance: str
    source: str


def wrong(at: str, message: str) -> DataError:
    """The error for a value that cannot be used; ``at`` is the file and the path to the value."""
    return DataError("data", f"{at}: {message}")


@frozen(kw_only=True)
class Table:
    """One TOML table, with the file and path it stands at. Every reader raises DataError naming that path.

    ``by``: what reads the types that are marked with such a name (``ReadBy("turn")``), in the tables inside as well.
    """

    values: Mapping[str, object] = field(repr=False)
    at: str
    by: Mapping[str, Reader] = field(factory=dict, repr=False, eq=False)

    @classmethod
    def of(cls, value: object, at: str, by: Mapping[str, Reader] | None = None) -> Table:
        """The table in ``value``; DataError when it is something else."""
        if not isinstance(value, dict):
            raise wrong(at, f"expected a table, found {value!r}")
        return cls(values=value, at=at, by=by or {})

    def path(self, key: str) -> str:
        """The file and path of one of the table's values, for messages."""
        return f"{self.at}{'' if self.at.endswith(': ') else '.'}{key}"

    def __contains__(self, key: object) -> bool:
        return key in self.values

    def keys(self) -> tuple[str, ...]:
        """The keys in the order of the file."""
        return tuple(self.values)

    def _value(self, key: str) -> object:
        if key not in self.values:
            raise wrong(self.path(key), "is missing")
        return self.values[key]

    def text(self, key: str, default: str | None = None) -> str:
        """A string; ``default`` when the key is absent."""
        value = self.values.get(key, default)
        if not isinstance(value, str):
            raise wrong(self.path(key), f"expected text, found {self._value(key)!r}")
        return value

    def integer(self, key: str, default: int | None = None) -> int:
        """A whole number, and not true or false; ``default`` when the key is absent."""
        value = self.values.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool):
            raise wrong(self.path(key), f"expected a whole number, found {self._value(key)!r}")
        return value

    def within(self, key: str, most: int, default: int | None = None, *, least: int = 0) -> int:
        """A whole number from ``least`` to ``most``."""
        value = self.integer(key, default)
        if not least <= value <= most:
            raise wrong(self.path(key), f"{value} is not from {least} to {most}")
        return value

    def flag(self, key: str, *, default: bool | None = None) -> bool:
        """True or false; ``default`` when the key is absent."""
        value = default if default is not None and key not in self.values else self._value(key)
        if not isinstance(value, bool):
            raise wrong(self.path(key), f"expected true or false, found {value!r}")
        return value

    def one_of(self, key: str, allowed: tuple[str, ...], default: str | None = None) -> str:
        """A string out of a closed list."""
        value = self.text(key, default)
        if value not in allowed:
            raise wrong(self.path(key), f"{value!r} is none of {', '.join(allowed)}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of strings; empty when the key is absent."""
        found = self._list(key)
        if not _TEXT.issuperset(map(type, found)):
            i, value = next((i, value) for i, value in enumerate(found) if type(value) is not str)
            raise wrong(f"{self.path(key)}[{i}]", f"expected text, found {value!r}")
        return cast("tuple[str, ...]", tuple(found))

    def integers(self, key: str, most: int | None = None, *, least: int = 0) -> tuple[int, ...]:
        """A list of whole numbers; with ``most`` each from ``least`` to that."""
        self._value(key)
        found = []
        for i, value in enumerate(self._list(key)):
            if not isinstance(value, int) or isinstance(value, bool):
                raise wrong(f"{self.path(key)}[{i}]", f"expected a whole number, found {value!r}")
            if most is not None and not least <= value <= most:
                raise wrong(f"{self.path(key)}[{i}]", f"{value} is not from {least} to {most}")
            found.append(value)
        return tuple(found)

    def table(self, key: str) -> Table:
        """A table inside this one."""
        return Table.of(self._value(key), self.path(key), self.by)

    def tables(self) -> Iterator[tuple[str, Table]]:
        """Every value as a table, with its key, in the order of the file."""
        for key in self.values:
            yield key, self.table(key)

    def subtables(self) -> Iterator[tuple[str, Table]]:
        """Those values that are tables, with their keys, past others such as a provenance."""
        return ((key, self.table(key)) for key, value in self.values.items() if isinstance(value, dict))

    def unlabelled(self) -> tuple[str, ...]:
        """The keys in the order of the file, past the words of a label."""
        return tuple(key for key in self.values if key not in LABEL_WORDS)

    def rows(self, key: str) -> tuple[Table, ...]:
        """A list of tables; empty when the key is absent."""
        return tuple(
            Table.of(value, f"{self.path(key)}[{i}]", self.by) for i, value in enumerate(self._list(key))
        )

    def _list(self, key: str) -> list[object]:
        value = self.values.get(key, [])
        if not isinstance(value, list):
            raise wrong(self.path(key), f"expected a list, found {value!r}")
        return value

    def only(self, *keys: str) -> None:
        """Raises DataError when the table holds any other key, such as a misspelt one; words of a label may always stand."""
        unknown = [key for key in self.values if key not in keys and key not in LABEL_WORDS]
        if unknown:
            raise wrong(self.at, f"has unknown {', '.join(map(repr, unknown))}")

    def cited(self, default: Cited | None = None) -> Cited:
        """The table's ``provenance`` and ``source``; each is taken from ``default`` when it is absent."""
        return Cited(
            provenance=self.one_of("provenance", PROVENANCES, default.provenance if default else None),
            source=self.text("source", default.source if default else None),
        )


def typed_by(tables: Mapping[str, object], *path: str) -> str:
    """Who typed the value at a path of the tables, and from what; "" when it is ours.

    A data pack leaves the table ``typed`` behind: ``by``, and the ``paths`` of what it gives.
    """
    found = tables.get("typed")
    paths = found.get("paths") if isinstance(found, dict) else None
    if not isinstance(found, dict) or not isinstance(paths, list):
        return ""
    name = ".".join(path)
    mine = any(
        name == each
        or (str(each).startswith(name) and str(each)[len(name)] in ".[")
        or name.startswith(f"{each}.")
        for each in paths
    )
    return str(found.get("by", "")) if mine else ""


def root(value: object, file: str) -> Table:
    """The outermost table of a file, so that messages begin with the file's name."""
    return Table.of(value, f"{file}: ")


def files_of(tables: Mapping[str, object], names: tuple[str, ...]) -> dict[str, Table]:
    """The files of a data pack by name, without ``.toml``. Raises DataError for those that are missing."""
    missing = [f"{name}.toml" for name in names if name not in tables]
    if missing:
        raise DataError("data", f"the data pack lacks {', '.join(missing)}.")
    return {name: root(tables[name], f"{name}.toml") for name in names}


@frozen(eq=False)
class Within:
    """A mark of a whole number, or a list of them: ``Annotated[int, Within(9)]`` is from 0, or ``least``, to ``most``."""

    most: int
    least: int = 0


@frozen(eq=False, init=False)
class OneOf:
    """A mark of a text's type, its closed list of words: ``Annotated[str, OneOf("us", "cw")]``."""

    words: tuple[str, ...]

    def __init__(self, *words: str) -> None:
        self.__attrs_init__(words)


@frozen(eq=False)
class ReadBy:
    """A mark of any type: the function that reads a value of it, or its name among those that the table goes ``by``."""

    read: Reader | str


@frozen(eq=False)
class At:
    """A mark of a field that stands under another key than its name, or in a table inside: ``At("turns.first")``."""

    path: str


def into(kind: type[T], table: Table, /, *also: str, **given: object) -> T:
    """A table as a value of ``kind``: each field that is not ``given`` is read by its type, under its name.

    Text, whole numbers, true or false; tuples and tables of these; classes of such fields, and tuples and tables of them;
    ``Cited``, the table's own label; what a mark (``Within``, ``OneOf``, ``ReadBy``, ``At``) says. A field with a default
    may be absent. Raises DataError with the path of what is missing or wrong, and for any other key that is not one of
    ``also``, which the caller reads.
    """
    wanted, known = _left(kind, tuple(given), also)
    return kind(**given, **_read(table, wanted, known))


def part(
    kind: type[AttrsInstance], table: Table, *names: str, also: tuple[str, ...] = ()
) -> dict[str, object]:
    """Some fields of a class out of one table, to be ``given`` to ``into``, which reads the others out of another.

    Raises DataError as ``into`` does.
    """
    return _read(table, *_wanted(kind, names, also))


def _read(table: Table, wanted: tuple[_Field, ...], known: frozenset[str]) -> dict[str, object]:
    values = table.values
    if not known.issuperset(values):
        table.only(*known)
    return {
        each.name: each.read(table, each.key) if each.key in values else each.value(table) for each in wanted
    }


@cache
def _left(
    kind: type[AttrsInstance], given: tuple[str, ...], also: tuple[str, ...]
) -> tuple[tuple[_Field, ...], frozenset[str]]:
    return _wanted(kind, tuple(each.name for each in _fields(kind) if each.name not in given), also)


@cache
def _wanted(
    kind: type[AttrsInstance], names: tuple[str, ...], also: tuple[str, ...]
) -> tuple[tuple[_Field, ...], frozenset[str]]:
    """The fields of these names, and the keys that a table with them may have."""
    wanted = tuple(each for each in _fields(kind) if each.name in names)
    return wanted, frozenset((*(each.path[0] for each in wanted), *also, *_NOTES, *LABEL_WORDS))


_NOTES = ("note", "what")
"""What any table that is read whole may have besides: remarks for people."""


@frozen
class _Field:
    """``key`` is where the field stands in the table itself; "" when it stands in a table inside, as ``path`` says."""

    name: str
    key: str
    path: tuple[str, ...]
    default: object
    read: Reader

    def value(self, table: Table) -> object:
        """What the table says, or the default."""
        *tables, key = self.path
        for name in tables:
            table = table.table(name)
        if key in table.values or self.default is attrs.NOTHING:
            return self.read(table, key)
        factory = getattr(self.default, "factory", None)
        return factory() if factory else self.default


@cache
def _fields(kind: type[AttrsInstance]) -> tuple[_Field, ...]:
    found = hints(kind)
    return tuple(
        _Field(each.name, path[0] if len(path) == 1 else "", path, each.default, _reader(found[each.name]))
        for each in attrs.fields(kind)
        if each.init and (path := _path(each.name, found[each.name]))
    )


def _path(name: str, hint: object) -> tuple[str, ...]:
    """Where a field stands: what its mark says, else its name."""
    marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    at = next((mark.path for mark in marks if isinstance(mark, At)), name)
    return tuple(at.split("."))


def _reader(hint: object) -> Reader:
    """What reads a value of a type."""
    simple = _SIMPLE.get(hint)
    if simple is not None:
        return simple
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        mark = next((each for each in inner[1:] if not isinstance(each, At)), None)
        return _reader(inner[0]) if mark is None else _marked(inner[0], mark)
    if origin is UnionType or origin is Union:
        return _reader(next(each for each in inner if each is not NoneType))
    if origin is tuple and attrs.has(inner[0]):
        return lambda table, key: tuple(into(inner[0], row) for row in table.rows(key))
    if origin is Mapping:
        return partial(_mapping, _reader(inner[1]))
    if isinstance(hint, type) and attrs.has(hint):
        return lambda table, key: into(hint, table.table(key))
    return partial(_unread, hint)


def _marked(kind: object, mark: object) -> Reader:
    match mark:
        case Within(most=most, least=least) if kind == tuple[int, ...]:
            return lambda table, key: table.integers(key, most, least=least)
        case Within(most=most, least=least):
            return lambda table, key: table.within(key, most, least=least)
        case OneOf(words=words):
            return lambda table, key: table.one_of(key, words)
        case ReadBy(read=str(name)):
            return lambda table, key: table.by[name](table, key)
        case ReadBy(read=read) if callable(read):
            return read
    raise TypeError(f"{mark!r} is not a mark of a type")


def _mapping(read: Reader, table: Table, key: str) -> dict[str, object]:
    rows = table.table(key)
    return {name: read(rows, name) for name in rows.unlabelled() if name not in _NOTES}


def _unread(hint: object, table: Table, key: str) -> object:
    raise TypeError(f"{table.path(key)}: {hint!r} cannot be read, it has to be given")


def _number(table: Table, key: str) -> int:
    value = table.values.get(key)
    return value if type(value) is int and 0 <= value <= 9 else table.within(key, 999, least=-99)


# What has no mark is a number of a game's own size: nobody lays 10,000 into a sum of modifiers.
_SIMPLE: Mapping[object, Reader] = {
    str: Table.text,
    int: _number,
    bool: Table.flag,
    tuple[str, ...]: Table.texts,
    tuple[int, ...]: lambda table, key: table.integers(key, 99),
    Cited: lambda table, _: table.cited(),
}
