"""Where every value of a game's data comes from, value by value, so that they are counted and shown one by one.

A table says it with ``provenance`` and ``source``, for its values and for the tables inside it; one inside that has a label
of its own says it for itself. A list under the name of a label (``published = ["side", "die.3"]``) says it for single
values of its table: paths with dots, ``*`` for any key or place, the places of a list counted from 1 or named by what
stands there; behind a path may stand its own source (``"hit: 13.0 example 1"``). A path to a table or a list stands for
all in it. The nearest word counts: a longer path before a shorter one, a label in its place before a list further out.

A file may say the same for all of it in a table ``[provenance]``. There ``besides`` lists what is no value of the game
(notes, what is drawn for looks) and ``parts`` names the numbers of a text such as ``5-4-4`` by the key it stands under.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from pbem.bytes.records import evolve, field, frozen
from pbem_rules.kernel.tables import LABEL_WORDS, PROVENANCES, Cited, Table, root, wrong

TYPED, IN_PART = PROVENANCES[:2]
BESIDES = "besides"
_WORDS = frozenset({"provenance", "source", "note", "name", "title", "attribution", "text"})
"""Keys that say something about values and are none, unless a list names one: ``quoted = ["name"]``."""
_SAYS = ("provenance", "source")
_REST = "; the rest "
"""What a data pack writes between its own values and the label that a table had: ``...; the rest inferred: 2.5``."""


@frozen(kw_only=True)
class Value:
    """One value: its path below the table that was asked for, where it comes from, and whether a list says so of it."""

    path: tuple[str, ...]
    cited: Cited
    single: bool = False


@frozen(kw_only=True)
class _List:
    """One path of a list of labels: what is left of it, the label, and its own source or ""."""

    path: tuple[str, ...]
    label: str
    source: str


@frozen(kw_only=True)
class _Here:
    """Where the reading of a file stands, and what is said further out."""

    path: tuple[str, ...] = ()
    at: str = ""
    cited: Cited | None = None
    single: bool = False  # whether a list says what holds here, and not a table
    lists: tuple[_List, ...] = ()  # the nearest first
    parts: Mapping[str, Sequence[str]] = field(factory=dict)
    typed: frozenset[str] = frozenset()
    by: str = ""

    def step(self, key: str, at: str, *other: str) -> _Here | None:
        """One key or place further in; ``other`` are other names of it. None where nothing counts as a value."""
        met = [each for each in self.lists if each.path[0] in ("*", key, *other)] if self.lists else []
        ended = next((each for each in met if len(each.path) == 1), None)
        if ended is not None and ended.label == BESIDES:
            return None
        cited = self.cited
        if ended is not None:
            cited = Cited(provenance=ended.label, source=ended.source or (cited.source if cited else ""))
        inner = evolve(
            self,
            path=(*self.path, key),
            at=at,
            cited=cited,
            single=self.single or ended is not None,
            lists=tuple(evolve(each, path=each.path[1:]) for each in met if len(each.path) > 1),
        )
        return inner._by_pack(other) if self.typed else inner

    def _by_pack(self, other: tuple[str, ...]) -> _Here:
        """Typed, if a data pack gives what stands here: then it gives all in it."""
        name = self.at.replace(".toml: ", ".", 1)
        names = {name, *(f"{name.rpartition('[')[0]}.{each}" for each in other)}
        if self.typed.isdisjoint(names):
            return self
        return evolve(self, cited=Cited(provenance=TYPED, source=self.by), lists=(), typed=frozenset())

    @property
    def given(self) -> bool:
        """Whether all here is a data pack's: labels of ours say nothing of it."""
        return self.cited is not None and self.cited.provenance == TYPED and bool(self.by)


def values(
    table: Table, default: Cited | None = None, tables: Mapping[str, object] | None = None
) -> Iterator[Value]:
    """Every value of a table, in the order of the file.

    ``default`` holds where the table has no label; ``tables`` are all of the game, for what a data pack has typed. Raises
    DataError for a value without any label. A single label that leads nowhere says nothing: a data pack may have shortened
    a list.
    """
    typed, by = _typed(tables or {})
    yield from _below(dict(table.values), _Here(at=table.at, cited=default, typed=typed, by=by))


def in_files(tables: Mapping[str, object], names: Iterable[str]) -> Iterator[Value]:
    """Every value of these files (names without ``.toml``), by paths that begin with the file's name."""
    for name in names:
        for each in values(root(tables[name], f"{name}.toml"), tables=tables):
            yield evolve(each, path=(name, *each.path))


def _typed(tables: Mapping[str, object]) -> tuple[frozenset[str], str]:
    found = tables.get(TYPED)
    if not isinstance(found, dict):
        return frozenset(), ""
    return frozenset(map(str, found.get("paths", ()))), str(found.get("by", "")) or "a data pack"


def _below(value: object, here: _Here) -> Iterator[Value]:
    """The values of what stands here."""
    inner: Iterator[_Here | None]
    if isinstance(value, dict):
        table = Table(values=value, at=here.at)
        own = any(key in value for key in _SAYS) or any(
            isinstance(value.get(each), list) for each in PROVENANCES
        )
        here = _labelled(table, here) if own else here
        named = {each.path[0] for each in here.lists if len(each.path) == 1} if own else set()
        keys = [key for key in value if key in named or key not in (LABEL_WORDS if own else _WORDS) | _WORDS]
        inner = (here.step(key, table.path(key)) for key in keys)
        below: Iterable[object] = [value[key] for key in keys]
    elif isinstance(value, list):
        inner = (
            here.step(str(n + 1), f"{here.at}[{n}]", *([each] if isinstance(each, str) else ()))
            for n, each in enumerate(value)
        )
        below = value
    elif here.path and here.path[-1] in here.parts and isinstance(value, str):
        names = here.parts[here.path[-1]]
        inner = (here.step(name, f"{here.at}.{name}") for name in names)
        below = [int(each) if each.isdecimal() else 0 for each in value.split("-")]
    elif here.cited is None:
        raise wrong(here.at, "has no provenance")
    else:
        yield Value(path=here.path, cited=here.cited, single=here.single)
        return
    for each, at in zip(below, inner, strict=False):
        if at is not None:
            yield from _below(each, at)


def _labelled(table: Table, here: _Here) -> _Here:
    """What holds inside a table with a label, or inside a file with a table of them."""
    if here.given:
        return here
    whole = isinstance(table.values.get("provenance"), dict)
    said = table.table("provenance") if whole else table
    if "provenance" in said or here.cited is not None:
        here = evolve(here, cited=_ours(said.cited(here.cited), here.cited), single=False)
    if whole and "parts" in said:
        parts = said.table("parts")
        here = evolve(here, parts={key: parts.texts(key) for key in parts.keys()})  # noqa: SIM118
    lists = [
        _one(label, text)
        for label in (*PROVENANCES, *([BESIDES] if whole else ()))
        for text in said.texts(label)
    ]
    return evolve(here, lists=(*lists, *here.lists))


def _ours(cited: Cited, outer: Cited | None) -> Cited:
    """The label that a table had before a data pack gave a part of its values."""
    if cited.provenance != IN_PART:
        return cited
    label, _, source = cited.source.rpartition(_REST)[2].partition(": ")
    return Cited(provenance=label, source=source) if label in PROVENANCES else outer or cited


def _one(label: str, text: str) -> _List:
    path, _, source = text.partition(": ")
    return _List(path=tuple(path.split(".")), label=label, source=source)


# --- counting and telling ---------------------------------------------------------------------------------------------


def counted(found: Iterable[Value]) -> dict[str, int]:
    """How many values have each label, the best label first, with those that none has."""
    counts = Counter(each.cited.provenance for each in found)
    return {label: counts[label] for label in PROVENANCES}


def told(counts: Mapping[str, int]) -> str:
    """Counts in words: ``13 values: 2 published, 11 inferred``."""
    several = [f"{number} {label}" for label, number in counts.items() if number]
    total = sum(counts.values())
    return f"{total} {'value' if total == 1 else 'values'}: {', '.join(several)}"


@frozen(kw_only=True)
class Labels:
    """The label and source of every value by its path (``charts.odds.columns.3.drm``), in the order of the files."""

    cited: Mapping[str, Cited] = field(repr=False)
    single: frozenset[str] = field(repr=False)  # the paths of which a list says it, and not their table

    @classmethod
    def of(cls, found: Iterable[Value]) -> Labels:
        """Of all values of a game."""
        named = {".".join(each.path): each for each in found}
        return cls(
            cited={path: each.cited for path, each in named.items()},
            single=frozenset(path for path, each in named.items() if each.single),
        )

    def __getitem__(self, path: str) -> Cited:
        return self.cited[path]

    def below(self, path: str) -> dict[str, Cited]:
        """The values at and below a path, by what is left of theirs; "" is the value at the path itself."""
        if path in self.cited:
            return {"": self.cited[path]}
        head = f"{path}."
        return {key[len(head) :]: each for key, each in self.cited.items() if key.startswith(head)}

    def counts(self, path: str) -> dict[str, int]:
        """How many values at and below a path have each label, the best label first."""
        return counted(Value(path=(), cited=each) for each in self.below(path).values())

    def groups(self, path: str) -> list[tuple[Cited, tuple[str, ...]]]:
        """The values of a table by where they come from, with the keys of the table: first what the table says itself.

        A key stands for all in it where all in it comes from one place; else each path in it is named.
        """
        below = self.below(path)
        inside: dict[str, set[Cited]] = {}
        for key, cited in below.items():
            inside.setdefault(key.partition(".")[0], set()).add(cited)
        found: dict[Cited, list[str]] = {}
        for key, cited in below.items():
            head = key.partition(".")[0]
            found.setdefault(cited, []).append(head if len(inside[head]) == 1 else key)
        own = {cited for key, cited in below.items() if f"{path}.{key}".rstrip(".") not in self.single}
        ordered = sorted(found.items(), key=lambda each: (each[0] not in own, -len(each[1])))
        return [(cited, tuple(dict.fromkeys(keys))) for cited, keys in ordered]


@frozen(kw_only=True, slots=False, eq=False)
class Sources:
    """Where all values of a game come from, found when somebody asks for the first time: a game is played without it.

    Asking raises DataError for a value without any label, and for a label that there is not.
    """

    find: Callable[[], Iterable[Value]] = field(repr=False)

    @cached_property
    def found(self) -> tuple[Value, ...]:
        """Every value, in the order of the files."""
        return tuple(self.find())

    @cached_property
    def labels(self) -> Labels:
        """The label of each by its path."""
        return Labels.of(self.found)

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """How many have each label, the best label first."""
        return counted(self.found)
