"""Typed cells as TOML: the files of a pack that say just these, and nothing else.

Rows of lists are named as ``where`` names them, places of lists and hexes of rows by ``set``, elements of lists and steps of
roads by ``add``, ``remove`` and ``same``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pbem.bytes.canon import Json
from pbem.bytes.records import define, field, frozen
from pbem.bytes.toml_lines import Path
from pbem.games.forms.form import Cell, Codec
from pbem.games.forms.walking import is_row_list
from pbem.games.overlay.differences import naming
from pbem.games.packs.writing import toml_header, toml_key, toml_value

_DOUBT = "  # ?"


@frozen(kw_only=True)
class Typing:
    """What was typed into a cell. ``value`` is False for an element or a step that the printed game has not."""

    cell: Cell
    value: Json
    unsure: bool = False


@define
class _Leaf:
    value: Json
    unsure: bool


@define
class _Table:
    """A table, or a row of a list when ``where`` names it."""

    new: bool = False
    where: dict[str, Json] = field(factory=dict)
    lead: str = ""
    keys: dict[str, _Leaf | _Table | _Rows | _Set | _Elements] = field(factory=dict)


@define
class _Rows:
    rows: dict[int, _Table] = field(factory=dict)


@define
class _Set:
    places: dict[str, _Leaf | _Set] = field(factory=dict)


@define
class _Elements:
    words: dict[str, list[_Leaf]] = field(factory=dict)


def written_files(typed: Iterable[Typing], own: Mapping[str, Json]) -> dict[str, str]:
    """The TOML of typed cells by the table that it belongs to (``charts``), in the order of the tables."""
    found: dict[str, _Table] = {}
    for each in typed:
        name = str(each.cell.path[0])
        _put(found.setdefault(name, _Table()), each, own[name])
    order = [*(name for name in own if name in found), *(name for name in found if name not in own)]
    return {name: "".join(_lines(found[name], ())).lstrip("\n") for name in order}


# --- the tree ---------------------------------------------------------------------------------------------------------


def _put(root: _Table, typing: Typing, ours: Json) -> None:
    """Put one cell into the tree of its file."""
    path = typing.cell.path[1:]
    leaf = _Leaf(typing.value, typing.unsure)
    table, at = root, 0
    while at < len(path) - 1:
        part, after = path[at], path[at + 1]
        inner = ours.get(str(part)) if isinstance(ours, dict) else None
        if isinstance(inner, list) and is_row_list(inner) and isinstance(after, int):
            rows = table.keys.setdefault(str(part), _Rows())
            assert isinstance(rows, _Rows)
            table = rows.rows.setdefault(after, _row(inner, after))
            ours, at = inner[after], at + 2
        elif isinstance(after, int) or (
            typing.cell.codec in (Codec.ELEMENT, Codec.STEP) and at == len(path) - 2
        ):
            _put_in_list(table, str(part), path[at + 1 :], typing, inner)
            return
        else:
            fresh = isinstance(ours, dict) and str(part) not in ours
            below = table.keys.setdefault(str(part), _Table(new=fresh))
            assert isinstance(below, _Table)
            table, ours, at = below, inner, at + 1
    table.keys[str(path[-1])] = leaf


def _row(rows: list[Json], n: int) -> _Table:
    """A row of ours, named as it is in a template."""
    row = rows[n]
    assert isinstance(row, dict)
    keys = naming(rows)
    where: dict[str, Json] = {key: row[key] for key in keys if key in row}
    lead = keys[0] if keys == (next(iter(row)),) else ""
    return _Table(where=where or {"row": n + 1}, lead=lead)


def _put_in_list(table: _Table, key: str, places: Path, typing: Typing, ours: Json) -> None:
    """Put a place of a list, a hex of a row, an element or a step."""
    cell = typing.cell
    if cell.codec in (Codec.ELEMENT, Codec.STEP):
        word = "remove" if typing.value is False else "same" if cell.ours is True else "add"
        text = str(places[0])
        shown = text.replace("/", " ") if cell.codec is Codec.STEP else text
        found = table.keys.setdefault(key, _Elements())
        assert isinstance(found, _Elements)
        found.words.setdefault(word, []).append(_Leaf(shown, typing.unsure))
        return
    if not isinstance(ours, list):  # a list of a new row: it grows as its places come
        grown = table.keys.setdefault(key, _Leaf([], typing.unsure))
        assert isinstance(grown, _Leaf)
        assert isinstance(grown.value, list)
        grown.value.append(typing.value)
        return
    chosen = table.keys.setdefault(key, _Set())
    assert isinstance(chosen, _Set)
    names = [cell.row] if cell.codec is Codec.LETTER else [str(int(each) + 1) for each in places]
    for name in names[:-1]:
        deeper = chosen.places.setdefault(name, _Set())
        assert isinstance(deeper, _Set)
        chosen = deeper
    chosen.places[names[-1]] = _Leaf(typing.value, typing.unsure)


# --- the text ---------------------------------------------------------------------------------------------------------


def _lines(table: _Table, path: Path) -> Iterator[str]:
    """The lines of a table under its header, then those of the tables and rows in it."""
    own = list(_own(table))
    if own and path:
        yield f"\n{'[[' if table.where else '['}{toml_header(path)}{']]' if table.where else ']'}\n"
    yield from own
    for key, each in table.keys.items():
        if isinstance(each, _Table):
            yield from _lines(each, (*path, key))
        elif isinstance(each, _Rows):
            for n in sorted(each.rows):
                yield from _lines(each.rows[n], (*path, key))


def _own(table: _Table) -> Iterator[str]:
    if table.new:
        yield "new = true\n"
    if table.where:
        name = table.where.get(table.lead) if table.lead and table.lead not in table.keys else None
        if name is not None:
            yield f"{toml_key(table.lead)} = {toml_value(name)}\n"
        else:
            yield f"where = {toml_value(table.where)}\n"
    for key, each in table.keys.items():
        if isinstance(each, _Leaf):
            yield f"{toml_key(key)} = {toml_value(each.value)}{_DOUBT * each.unsure}\n"
        elif isinstance(each, _Set):
            yield from _places(each, toml_key(key))
        elif isinstance(each, _Elements):
            for word in ("remove", "add", "same"):
                if word in each.words:
                    yield from _elements(f"{toml_key(key)}.{word}", each.words[word])


def _places(found: _Set, head: str) -> Iterator[str]:
    for name, each in found.places.items():
        there = f"{head}.set.{toml_key(name)}"
        if isinstance(each, _Leaf):
            yield f"{there} = {toml_value(each.value)}{_DOUBT * each.unsure}\n"
        else:
            yield from _places(each, there)


def _elements(head: str, found: list[_Leaf]) -> Iterator[str]:
    if len(found) == 1:
        yield f"{head} = [{toml_value(found[0].value)}]{_DOUBT * found[0].unsure}\n"
        return
    yield f"{head} = [\n"
    yield from (f"    {toml_value(each.value)},{_DOUBT * each.unsure}\n" for each in found)
    yield "]\n"
