"""Tables of a pack as CSV, for a spreadsheet, and back.

A row of the sheet is a row of the table, or a unit, a hex; tables inside it are columns (``back.cs``), lists are joined with
``;``. A row counts as typed when its first column says so with any mark; a cell that was changed counts without one.
Spreadsheets take ``7-8`` for a day in July and ``=2`` for a formula: such cells begin with an apostrophe, taken off again.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path as FilePath

from attrs import frozen

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError, UsageError
from pbem.bytes.toml_lines import Path
from pbem.games import registry
from pbem.games.overlay import TYPED
from pbem.games.overlay.differences import naming
from pbem.games.overlay.words import LABELS, kind_of, near
from pbem.games.packs import Pack, read_limited
from pbem.games.packs.writing import toml_header, toml_key, toml_value
from pbem.port.messages import Message

# No key of a table is written like these.
_MARK, _ROW = "typed?", "row id"
_MOST_ROWS = 50_000
_SPOILT = re.compile(r"^(?:[=+\-@'\t\r]|\d+[-/]\d)")
_JOIN = "; "


@frozen(kw_only=True)
class Grid:
    """A table as rows: ``named`` says whether each has a name (a unit, a hex) or is counted; cells by column."""

    named: bool
    columns: tuple[str, ...]
    rows: Mapping[str, Mapping[str, Json]]


def sheet(pack: Pack, game: str, table: str) -> tuple[int, bytes]:
    """A table of the game with the pack laid over it: how many rows, and the CSV. Raises UsageError ``no-table``."""
    laid = registry.lay(game, pack)
    found = _find(laid.tables, table)
    grid = _grid(found)
    if not grid.columns:
        raise _holds_tables(table, found)
    given = [each.path for each in laid.entries if not each.shortened]
    path = tuple(table.split("."))
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\r\n")
    out.writerow((_MARK, _ROW, *grid.columns))
    for name, row in grid.rows.items():
        here: Path = (*path, name if grid.named else int(name) - 1)
        mark = "x" if any(here[: len(each)] == each for each in given) else ""
        out.writerow((mark, _cell(name), *(_cell(_text(row.get(column))) for column in grid.columns)))
    return len(grid.rows), text.getvalue().encode("utf-8-sig")


def _find(tables: Mapping[str, Json], name: str) -> dict[str, Json] | list[Json]:
    found: Json = dict(tables)
    for part in name.split("."):
        if not isinstance(found, dict) or part not in found or part == TYPED:
            known = found if isinstance(found, dict) else {}
            raise UsageError(
                "no-table", Message("There is no table {name!r}.", name=name), hint=near(part, known)
            )
        found = found[part]
    if not isinstance(found, dict | list) or not found:
        raise UsageError(
            "no-table",
            Message("{name!r} is one value, and no table.", name=name),
            hint=Message("Name the table in which it stands."),
        )
    return found


def _holds_tables(name: str, found: dict[str, Json] | list[Json]) -> UsageError:
    """For a name behind which there are only tables of their own."""
    below = (
        (f"{name}.{key}" for key, each in found.items() if isinstance(each, dict | list))
        if isinstance(found, dict)
        else ()
    )
    return UsageError(
        "no-table",
        Message("{name!r} holds tables, and no rows.", name=name),
        hint=Message("Tables in it: {names}.", names=", ".join(below)),
    )


def _grid(table: dict[str, Json] | list[Json]) -> Grid:
    if isinstance(table, list):
        rows = {str(n): _flat(each) for n, each in enumerate(table, 1)}
        return Grid(named=False, columns=_columns(rows), rows=rows)
    values = {key: each for key, each in table.items() if key not in LABELS}
    found = {key: _flat(each) for key, each in values.items()}
    return Grid(named=True, columns=_columns(found), rows=found)


def _columns(rows: Mapping[str, Mapping[str, Json]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(column for row in rows.values() for column in row))


def _flat(value: Json, path: str = "") -> dict[str, Json]:
    """The values of a row by column; lists of tables are left out, they are tables of their own."""
    if isinstance(value, dict):
        found: dict[str, Json] = {}
        for key, each in value.items():
            if key not in LABELS:
                found |= _flat(each, f"{path}.{key}" if path else key)
        return found
    if isinstance(value, list) and any(isinstance(each, dict | list) for each in value):
        return {}
    return {path or "value": value}


def _text(value: Json) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case list():
            return _JOIN.join(map(_text, value))
    return str(value)


def _cell(text: str) -> str:
    return f"'{text}" if _SPOILT.match(text) else text


# --- back -------------------------------------------------------------------------------------------------------------


def read_back(pack: Pack, game: str, table: str, file: FilePath) -> tuple[str, bytes, tuple[str, ...]]:
    """What a sheet has otherwise than ours, as a file of the pack: its name, its bytes, and what is said of it.

    Raises DataError naming every line of the sheet that cannot be used.
    """
    ours = _find(registry.load(game).tables, table)
    grid = _grid(ours)
    lines = _read(file, grid)
    reader = _Back(grid=grid, alike=_kinds(grid), file=file.name)
    faults: list[str] = []
    typed: dict[str, dict[str, Json]] = {}
    for at, line in lines:
        name, row = reader.row(at, line, faults)
        if row:
            typed[name] = {**typed.get(name, {}), **row}
    if faults:
        raise DataError("sheet", "\n".join(faults[:40]))
    path = tuple(table.split("."))
    text = "".join(
        (
            f"# Written by pbem packs table {table} --read; correct the sheet and read it again.\n",
            *_toml(typed, grid, ours, path),
        )
    )
    missing = [name for name in grid.rows if name not in {reader.name(line) for _, line in lines}]
    said = [Message("{sum} values in {n} rows are typed.", sum=sum(map(len, typed.values())), n=len(typed))]
    if missing:
        said.append(
            Message(
                "{n} rows of ours are not in the sheet: they stay as they are ({missing}).",
                n=len(missing),
                missing=", ".join(missing[:8]),
            )
        )
    return f"{path[0]}-{_file_name(path[1:])}.toml", text.encode(), tuple(said)


def _file_name(path: Sequence[str]) -> str:
    return re.sub(r"[^a-z0-9_]+", "-", "-".join(path).lower()).strip("-")[:24] or "all"


def _read(file: FilePath, grid: Grid) -> list[tuple[int, dict[str, str]]]:
    """The lines of a sheet with their numbers, as columns. Raises DataError for what is no sheet of this table."""
    try:
        text = read_limited(file).decode("utf-8-sig")
        # A spreadsheet of many countries writes semicolons.
        first = text.partition("\n")[0]
        rows = csv.reader(
            io.StringIO(text), delimiter=";" if first.count(";") > first.count(",") else ",", strict=True
        )
        head = [each.strip() for each in next(rows, [])]
        known = {_MARK, _ROW, *grid.columns}
        wrong = [each for each in head if each and each not in known]
        if wrong or _ROW not in head:
            hint = near(wrong[0], dict.fromkeys(known)) if wrong else ""
            raise DataError(
                "sheet",
                Message(
                    "{file}: the first line names no columns of this table: {wrong}.",
                    file=file.name,
                    wrong=", ".join(wrong[:5]),
                ),
                hint=hint,
            )
        found: list[tuple[int, dict[str, str]]] = []
        for row in rows:
            if len(found) > _MOST_ROWS:
                raise DataError(
                    "sheet",
                    Message("{file}: more than {most_rows} rows.", file=file.name, most_rows=_MOST_ROWS),
                )
            if any(each.strip() for each in row):
                found.append(
                    (rows.line_num, {key: each for key, each in zip(head, row, strict=False) if key})
                )
    except (csv.Error, UnicodeDecodeError) as error:
        raise DataError(
            "sheet",
            Message("{file} is not a CSV file: {error}.", file=file.name, error=error),
            hint=Message("Save it as CSV, UTF-8."),
        ) from error
    return found


def _kinds(grid: Grid) -> dict[str, Json]:
    """For each column a value that stands in it."""
    return {column: value for row in grid.rows.values() for column, value in row.items()}


@frozen(kw_only=True)
class _Back:
    grid: Grid
    alike: Mapping[str, Json]
    file: str

    def name(self, line: Mapping[str, str]) -> str:
        """The row that a line is about."""
        return line.get(_ROW, "").strip().removeprefix("'")

    def row(self, at: int, line: Mapping[str, str], faults: list[str]) -> tuple[str, dict[str, Json]]:
        """The cells of a line that are typed; what is wrong goes to ``faults``."""
        name = self.name(line)
        ours = self.grid.rows.get(name)
        if not name or (ours is None and not self.grid.named):
            faults.append(
                Message(
                    "{file}:{at}: there is no row {name!r} in this table.", file=self.file, at=at, name=name
                )
            )
            return name, {}
        whole = bool(line.get(_MARK, "").strip()) or ours is None
        found: dict[str, Json] = {}
        for column in self.grid.columns:
            text = line.get(column, "").strip().removeprefix("'")
            mine = ours.get(column) if ours is not None else None
            if (mine is None and not text) or column not in line or (not whole and text == _text(mine)):
                continue
            try:
                found[column] = _value(text, mine if mine is not None else self.alike[column])
            except ValueError:
                faults.append(
                    Message(
                        "{file}:{at}: {name}, {column}: {text!r} is not {wanted}.",
                        file=self.file,
                        at=at,
                        name=name,
                        column=column,
                        text=text,
                        wanted=kind_of(self.alike[column]),
                    )
                )
        return name, found


def _value(text: str, sample: Json) -> Json:
    match sample:
        case bool():
            if text.lower() not in ("yes", "no", "true", "false"):
                raise ValueError(text)
            return text.lower() in ("yes", "true")
        case int():
            if not re.fullmatch(r"[+-]?[0-9]{1,15}", text):
                raise ValueError(text)
            return int(text)
        case list():
            each = sample[0] if sample else ""
            return [_value(part.strip(), each) for part in text.split(";")] if text else []
    return text


def _toml(
    typed: Mapping[str, Mapping[str, Json]],
    grid: Grid,
    ours: dict[str, Json] | list[Json],
    path: Sequence[str],
) -> Iterator[str]:
    """The typed cells as TOML, under the names of the rows."""
    if isinstance(ours, list):
        yield from _row_list(typed, ours, path)
        return
    plain = {
        name: row["value"]
        for name, row in typed.items()
        if set(row) == {"value"} and grid.columns != () and not isinstance(ours.get(name), dict)
    }
    if plain:
        yield f"\n[{toml_header(tuple(path[1:]))}]\n" if len(path) > 1 else "\n"
        yield from (f"{toml_key(name)} = {toml_value(value)}\n" for name, value in plain.items())
    for name, row in typed.items():
        if name not in plain:
            yield f"\n[{toml_header((*path[1:], name))}]\n"
            if name not in ours:
                yield "new = true\n"
            yield from _cells(row)


def _row_list(
    typed: Mapping[str, Mapping[str, Json]], ours: list[Json], path: Sequence[str]
) -> Iterator[str]:
    if not all(isinstance(each, dict) for each in ours):
        values = [typed.get(str(n), {}).get("value", each) for n, each in enumerate(ours, 1)]
        *outer, last = path[1:]
        yield f"\n[{toml_header(tuple(outer))}]\n" if outer else "\n"
        yield f"{toml_key(last)} = {toml_value({'whole': list[Json](values)})}\n"
        return
    keys = naming(ours)
    for number, row in typed.items():
        mine = ours[int(number) - 1]
        assert isinstance(mine, dict)
        where: dict[str, Json] = {key: mine[key] for key in keys if key in mine}
        yield f"\n[[{toml_header(tuple(path[1:]))}]]\nwhere = {toml_value(where or {'row': int(number)})}\n"
        yield from _cells(row)


def _cells(row: Mapping[str, Json]) -> Iterator[str]:
    """Cells as dotted keys: ``back.cs = 4``."""
    for column, value in row.items():
        yield f"{'.'.join(map(toml_key, column.split('.')))} = {toml_value(value)}\n"
