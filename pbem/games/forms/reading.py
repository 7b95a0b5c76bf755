"""Reading the forms of a game, with a pack laid over it or without."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pbem.bytes.canon import Json
from pbem.bytes.records import define, evolve, field
from pbem.bytes.toml_lines import Path
from pbem.games.forms.form import Cell, Codec, Form, Kind, State, column_of
from pbem.games.forms.marks import Marks
from pbem.games.forms.walking import Found, walked
from pbem.games.overlay import Entry, Shape, Titles
from pbem.games.overlay.words import LISTED, texts
from pbem.games.packs.pack import Pack
from pbem.port.messages import spelled


@define
class Sources:
    """The labels of a game's own tables; each table is looked at once."""

    tables: Mapping[str, Json]
    _said: dict[Path, tuple[str, tuple[tuple[Path, str], ...]]] = field(factory=dict)

    def of(self, path: Path) -> str:
        """The label of the value at ``path``; "" where nothing says it."""
        value: Json = dict(self.tables)
        found = ""
        for n, part in enumerate(path):
            if isinstance(value, dict):
                found = self._label(value, path[:n], path[n:]) or found
                value = value.get(part) if isinstance(part, str) else None
            elif isinstance(value, list) and isinstance(part, int) and part < len(value):
                value = value[part]
            else:
                break
        return found

    def _label(self, table: dict[str, Json], at: Path, rest: Path) -> str:
        """What a table says of a path below it: a list of labels, which names it, before the label of the whole."""
        if at not in self._said:
            said = table.get("provenance")
            words = said if isinstance(said, dict) else table
            self._said[at] = (_whole(words), tuple(_listed(words)))
        whole, listed = self._said[at]
        best = max(
            (each for each in listed if _leads(each[0], rest)), key=lambda each: len(each[0]), default=None
        )
        return best[1] if best is not None else whole


def _whole(table: Mapping[str, Json]) -> str:
    label, source = table.get("provenance"), table.get("source")
    if not isinstance(label, str):
        return ""
    return f"{label}: {source}" if source else label


def _listed(table: Mapping[str, Json]) -> Iterator[tuple[Path, str]]:
    for label in LISTED:
        for text in texts(table.get(label)):
            path, _, source = text.partition(": ")
            yield tuple(path.split(".")), f"{label}: {source}" if source else label


def _leads(pattern: Path, path: Path) -> bool:
    """Whether a listed path, with places counted from 1, leads to a path or to what encloses it."""
    return len(pattern) <= len(path) and all(
        one in ("*", str(two + 1) if isinstance(two, int) else two)
        for one, two in zip(pattern, path, strict=False)
    )


_MOST_WORDS = 12
_FLAG = Kind(name="flag")


def read(
    own: Mapping[str, Json],
    manifest: Mapping[str, Json],
    tables: Mapping[str, Json] | None = None,
    entries: tuple[Entry, ...] = (),
    pack: Pack | None = None,
) -> tuple[Form, ...]:
    """The forms of a game, in the order of its tables.

    ``own`` are the game's tables, ``tables`` those with ``pack`` over them, ``entries`` what came from it; without them
    every cell is ours.
    """
    shape = Shape.of(manifest)
    reader = _Reader(
        shape=shape,
        marks=Marks(own=own, entries=entries, pack=pack),
        ours=Sources(own),
        origin=pack.origin if pack is not None else "",
        kinds=_Kinds(shape),
    )
    return _forms(reader.cells(own, own if tables is None else tables), Titles.of(manifest))


@define
class _Reader:
    shape: Shape
    marks: Marks
    ours: Sources
    origin: str
    kinds: _Kinds

    def cells(self, own: Mapping[str, Json], tables: Mapping[str, Json]) -> Iterator[Cell]:
        before = {each.path: each for each in walked(own, self.shape)}
        now = {each.path: each for each in map(self._counted, walked(tables, self.shape))}
        everything = {**before, **now}
        self.kinds.learn(everything.values())
        lists = {path[:-1] for path, found in everything.items() if found.codec is Codec.ELEMENT}
        for path, found in everything.items():
            if path not in lists:  # an empty list whose elements are cells, in ours or with the pack
                yield self._cell(found, before.get(path), now.get(path))

    def _counted(self, found: Found) -> Found:
        """With the rows of lists counted as ours are."""
        path = self.marks.counted(found.path)
        if path == found.path:
            return found
        at = len(found.table)
        row = column_of(path[at : at + 1]) if isinstance(path[at], int) else found.row
        return evolve(found, path=path, row=row)

    def _cell(self, found: Found, before: Found | None, now: Found | None) -> Cell:
        nothing: Json = False if found.codec in (Codec.ELEMENT, Codec.STEP) else None
        ours = before.value if before is not None else nothing
        value = now.value if now is not None else nothing
        given, entry = self.marks.given(found)
        state = State.OURS
        if entry is not None:
            state = State.AS_PRINTED if value == ours else State.TYPED
            state = State.UNSURE if self.marks.unsure(found, entry) else state
        elif value != ours:  # it went with a row or a table that the pack takes away
            given, state = found.facts, State.TYPED
        return Cell(
            path=found.path,
            codec=found.codec,
            table=found.table,
            row=found.row,
            tail=found.tail,
            kind=self.kinds.of(found),
            value=value,
            ours=ours,
            state=state,
            source=self.origin if state is not State.OURS else self.ours.of(found.path),
            facts=found.facts,
            given=given,
        )


@define
class _Kinds:
    """The kinds of cells: from what stands in them, the bounds of the game, and what cells alike have."""

    shape: Shape
    words: dict[Path, tuple[str, ...]] = field(factory=dict)

    def learn(self, found: Iterable[Found]) -> None:
        """Keep the words of columns in which few are used again and again, and the letters of the map."""
        columns: dict[Path, list[str]] = {}
        for each in found:
            if isinstance(each.value, str):
                columns.setdefault(_column(each), []).append(each.value)
        for column, values in columns.items():
            few = dict.fromkeys(sorted(values))
            if len(few) <= _MOST_WORDS and 2 * len(few) <= len(values):
                self.words[column] = tuple(few)

    def of(self, found: Found) -> Kind:
        """The kind of one cell."""
        if found.codec is Codec.LETTER:
            return Kind(name="letter", words=self.words.get(_column(found), ()))
        if isinstance(found.value, bool):
            return _FLAG
        place: Path = (*found.path, 0) if isinstance(found.value, list) else found.path
        bounds = self.shape.bounds_of(place)
        kind = Kind(name=_name(found.value), words=self.words.get(_column(found), ()))
        return evolve(kind, least=bounds.least, most=bounds.most) if bounds is not None else kind


def _column(found: Found) -> Path:
    """What cells alike share: the table in which they stand, and what of the path follows the row."""
    return (*("*" if isinstance(each, int) else each for each in found.table), "#", *found.tail)


def _name(value: object) -> str:
    match value:
        case bool():
            return "flag"
        case int():
            return "number"
        case float():
            return "decimal"
        case list():
            return "ratings" if value and all(isinstance(each, int) for each in value) else "list"
    return "text"


def _forms(cells: Iterable[Cell], titles: Titles) -> tuple[Form, ...]:
    """The cells under the titles of the game; a form has the id of the first table that bears its title."""
    ids: dict[str, str] = {}
    plain: dict[Path, str] = {}
    for pattern, title in titles.patterns:
        if "*" not in pattern and "#" not in pattern and "*" not in title:
            ids.setdefault(title, column_of(pattern))
            plain[pattern] = title
    found: dict[str, list[Cell]] = {}
    told: dict[str, str] = {}
    for each in cells:
        title = _title(each.path, plain, titles)
        told.setdefault(str(title), title)
        found.setdefault(str(title), []).append(each)
    return tuple(
        Form(
            id=ids.get(key, column_of(some[0].table[:2])),
            title=told[key],
            shape=_shape(some),
            cells=tuple(some),
        )
        for key, some in found.items()
    )


def _title(path: Path, plain: Mapping[Path, str], titles: Titles) -> str:
    """As :meth:`Titles.group` says it, which looks at every pattern: most paths begin with one that has no holes."""
    for end in range(len(path), 1, -1):
        if (title := plain.get(path[:end])) is not None:
            return spelled(title)
    return titles.group(path)


def _shape(cells: list[Cell]) -> str:
    """What most cells of a form are: ``hexes``, ``sides``, ``steps``, ``list``, ``grid`` or ``values``."""
    counts: dict[str, int] = {}
    tables: dict[Path, set[str]] = {}
    for each in cells:
        tables.setdefault(each.table, set()).add(each.column)
    for each in cells:
        if each.codec is Codec.STEP or "roads" in each.table:
            word = "steps"
        elif "/" in each.row and each.row.replace("/", "").isalnum() and _hexes(each.row.split("/")):
            word = "sides"
        elif _hexes([each.row]):
            word = "hexes"
        elif any(isinstance(part, int) for part in each.path):
            word = "grid"
        else:
            word = "list" if len(tables[each.table]) > 1 else "values"
        counts[word] = counts.get(word, 0) + 1
    return max(counts.items(), key=lambda each: each[1])[0]


def _hexes(names: list[str]) -> bool:
    return all(len(name) in (4, 5) and name[-4:].isdecimal() for name in names)
