"""A pack to fill in: every value of a game that a reader of the printed game can correct, and how many have been typed.

The template holds each value of ours as a comment with its provenance. An owner takes the ``#`` away and writes what is
printed; what is still a comment is still ours, and can be counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pbem.bytes.canon import Json
from pbem.bytes.toml_lines import Path
from pbem.games import registry
from pbem.games.overlay import Shape
from pbem.games.overlay.differences import naming
from pbem.games.overlay.places import example_of
from pbem.games.overlay.shape import matches
from pbem.games.overlay.words import LABELS, LISTED, texts
from pbem.games.packs.writing import toml_header, toml_key, toml_value
from pbem.games.registry import Game
from pbem.port.messages import Message

_WIDE = 12
_WHO = Message("Who types, and from what: both are shown with every value that you type.")
_OURS: Mapping[str, str] = {
    "published": Message("ours: published"),
    "quoted": Message("ours: quoted"),
    "inferred": Message("ours: inferred"),
    "history": Message("ours: history"),
    "reconstructed": Message("ours: reconstructed"),
}
"""Where a value of ours comes from, by its label."""
_PARTLY: Mapping[str, str] = {
    "published": Message("in part published"),
    "quoted": Message("in part quoted"),
    "inferred": Message("in part inferred"),
    "history": Message("in part history"),
    "reconstructed": Message("in part reconstructed"),
}
Say = Callable[[str], str]
"""Puts a message into the language of the person who will fill in the pack."""


# --- the template -----------------------------------------------------------------------------------------------------


def template(game: Game, name: str, folder: str, say: Say) -> dict[str, str]:
    """The files of a pack in which nothing is typed yet, by name; their comments are in the reader's language."""
    shape = Shape.of(registry.manifest_of(game.info.package))
    head = (
        f"# {say(_WHO)}\n"
        f'[pack]\nname = {toml_value(name)}\ngame = {toml_value(game.info.name)}\nby = ""\nsource = ""\n'
    )
    found = {"pack.toml": head}
    for table, value in game.tables.items():
        if isinstance(value, dict) and not any(matches(each, (table,)) for each in shape.fixed):
            lines = list(_table(value, (table,), shape, "reconstructed", say))
            if any(line.startswith("# ") for line in lines):
                title = "".join(f"# {say(line)}\n" for line in _head(game.info.title, table, folder))
                found[f"{table}.toml"] = title + "\n" + "\n".join(lines).strip() + "\n"
    return found


def _head(title: str, table: str, folder: str) -> tuple[str, ...]:
    return (
        Message("{title}: {table}, to be filled in from the printed game.", title=title, table=table),
        Message(
            "Each line is a value of ours, as a comment: take the # away and write what is printed. "
            '"ours" says where ours comes from.'
        ),
        Message(
            "What is still a comment stays ours. Count it at any time: pbem packs check {folder}",
            folder=folder,
        ),
    )


def _table(value: dict[str, Json], path: Path, shape: Shape, label: str, say: Say) -> Iterator[str]:
    """A table: its own values as comments, then the tables and rows in it."""
    own = value.get("provenance")
    label = own if isinstance(own, str) else label
    given = {key: each for key, each in value.items() if key not in LABELS}
    given = {
        key: each for key, each in given.items() if not any(matches(p, (*path, key)) for p in shape.fixed)
    }
    for key, each in given.items():
        if not isinstance(each, dict) and not _rows(each):
            yield from _ours(key, each, _single(value, key, label, say), shape, (*path, key), say)
    for key, each in given.items():
        there = (*path, key)
        if isinstance(each, dict):
            if each:
                yield f"\n[{toml_header(there[1:])}]"
                yield from _table(each, there, shape, label, say)
        elif _rows(each):
            assert isinstance(each, list)
            yield from _row_list(each, there, shape, label, say)


def _single(table: dict[str, Json], key: str, label: str, say: Say) -> str:
    """Where one value of a table comes from: the table may list it, or parts of it, under another label."""
    for other in LISTED:
        paths = [text.partition(": ")[0] for text in texts(table.get(other))]
        if key in paths:
            return say(_OURS[other])
        if any(path.startswith(f"{key}.") for path in paths):
            return f"{say(_OURS[label])}, {say(_PARTLY[other])}"
    return say(_OURS[label])


def _row_list(rows: list[Json], path: Path, shape: Shape, label: str, say: Say) -> Iterator[str]:
    """Rows, each with the keys that name it: these stand as they are, so that what follows is laid over the row of ours."""
    keys = naming(rows)
    for n, row in enumerate(rows):
        assert isinstance(row, dict)
        yield f"\n[[{toml_header(path[1:])}]]"
        first = next(iter(row))
        if keys == (first,):
            yield f"{toml_key(first)} = {toml_value(row[first])}"
        else:
            named: dict[str, Json] = {key: row[key] for key in keys if key in row}
            yield f"where = {toml_value(named or {'row': n + 1})}"
        rest = {key: each for key, each in row.items() if keys != (first,) or key != first}
        yield from _table(rest, (*path, n), shape, label, say)


def _ours(key: str, value: Json, origin: str, shape: Shape, path: Path, say: Say) -> Iterator[str]:
    if isinstance(value, list) and len(value) > _WIDE:
        example = f"{toml_key(key)} = {{add = [...], remove = [...]}}"
        if shape.is_ordered(path):  # what is added stands at the end, and would move the others
            example = example_of(value, path, letters=shape.is_letters(path))
        few = say(Message("To correct a few: {example}", example=example))
        yield f"# {toml_key(key)} = [  # {origin}. {few}"
        yield from (f"#   {toml_value(each)}," for each in value)
        yield "# ]"
    else:
        yield f"# {toml_key(key)} = {toml_value(value)}  # {origin}"


def _rows(value: Json) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) and each for each in value)


def new_pack(game: str, name: str, folder: str, say: Say) -> dict[str, str]:
    """The template for a game as installed. Raises UsageError for an unknown game."""
    return template(registry.load(game), name, folder, say)
