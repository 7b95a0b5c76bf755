"""Reading game data that came out of a TOML file: every value is asked for by name and by kind.

A wrong file is reported where it is wrong (``charts.toml: odds.columns[3].drm``), not where it hurts later.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import field, frozen

from pbem.bytes.errors import DataError

PROVENANCES = ("typed", "typed in part", "published", "quoted", "inferred", "history", "reconstructed")
"""Where a number comes from, best first; ``typed``: by an owner of the printed game, in a data pack."""


LABEL_WORDS = frozenset({"provenance", "source", *PROVENANCES})
"""The keys under which a table says where its values come from (:mod:`pbem_rules.shared.provenance`)."""


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
    """One TOML table, with the file and path it stands at. Every reader raises DataError naming that path."""

    values: Mapping[str, object] = field(repr=False)
    at: str

    @classmethod
    def of(cls, value: object, at: str) -> Table:
        """The table in ``value``; DataError when it is something else."""
        if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
            raise wrong(at, f"expected a table, found {value!r}")
        return cls(values=value, at=at)

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
        value = default if default is not None and key not in self.values else self._value(key)
        if not isinstance(value, str):
            raise wrong(self.path(key), f"expected text, found {value!r}")
        return value

    def integer(self, key: str, default: int | None = None) -> int:
        """A whole number, and not true or false; ``default`` when the key is absent."""
        value = default if default is not None and key not in self.values else self._value(key)
        if not isinstance(value, int) or isinstance(value, bool):
            raise wrong(self.path(key), f"expected a whole number, found {value!r}")
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
        found = []
        for i, value in enumerate(self._list(key)):
            if not isinstance(value, str):
                raise wrong(f"{self.path(key)}[{i}]", f"expected text, found {value!r}")
            found.append(value)
        return tuple(found)

    def table(self, key: str) -> Table:
        """A table inside this one."""
        return Table.of(self._value(key), self.path(key))

    def tables(self) -> Iterator[tuple[str, Table]]:
        """Every value as a table, with its key, in the order of the file."""
        for key in self.values:
            yield key, self.table(key)

    def subtables(self) -> Iterator[tuple[str, Table]]:
        """Those values that are tables, with their keys, past others such as a provenance."""
        return ((key, self.table(key)) for key, value in self.values.items() if isinstance(value, dict))

    def rows(self, key: str) -> tuple[Table, ...]:
        """A list of tables; empty when the key is absent."""
        return tuple(Table.of(value, f"{self.path(key)}[{i}]") for i, value in enumerate(self._list(key)))

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
