"""The tables of an archive in a folder: ``logs-*.parquet`` has a row a content, ``places-*.parquet`` a row a file found.

Each part is written whole or not at all, and never changed: what an interrupted run has written is what the next one knows.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import attrs
import pyarrow as arrow
from pyarrow import parquet

from pbem.archive.record import Place, Record
from pbem.bytes.errors import UsageError
from pbem.bytes.records import AttrsInstance, define, field
from pbem.store.atomic import make_folder, sweep, write_bytes

LOGS, PLACES = "logs", "places"
UNREAD = "unread"
PART = 2_000
"""Rows of a part: so many judged files are lost at most when the machine fails."""

_TYPES = {
    "str": arrow.string(),
    "int": arrow.int64(),
    "float": arrow.float64(),
    "bool": arrow.bool_(),
    "tuple[int, ...]": arrow.list_(arrow.int64()),
    "tuple[str, ...]": arrow.list_(arrow.string()),
}


def schema(kind: type[AttrsInstance]) -> arrow.Schema:
    """The columns of a class of rows: its fields, in their order."""
    return arrow.schema([(each.name, _TYPES[str(each.type)]) for each in attrs.fields(kind)])


@define
class Tables:
    """The tables in a folder, which is made when there is none."""

    folder: Path
    _rows: dict[str, list[AttrsInstance]] = field(factory=lambda: {LOGS: [], PLACES: []}, init=False)

    def __attrs_post_init__(self) -> None:
        try:
            make_folder(self.folder)
            sweep(self.folder)
        except OSError as error:
            raise UsageError("no-folder", f"{self.folder} cannot be written: {error.strerror}.") from error

    def known(self, judge: str) -> set[str]:
        """The contents that this judge has judged."""
        return {
            str(content)
            for part in self.parts(LOGS)
            for found in (parquet.read_table(part, columns=["content", "judge"]),)
            for content, by in zip(
                found.column("content").to_pylist(), found.column("judge").to_pylist(), strict=True
            )
            if by == judge
        }

    def records(self, judge: str) -> Iterator[Record]:
        """Every record of this judge."""
        for part in self.parts(LOGS):
            for row in parquet.read_table(part).to_pylist():
                if row["judge"] == judge:
                    lists = {name: tuple(value) for name, value in row.items() if isinstance(value, list)}
                    yield Record(**{**row, **lists})

    def run(self, number: int, judge: str) -> Iterator[tuple[str, str, str, int]]:
        """Every file that a run found: its name, verdict, what was said of it and its exit code, in the order of the places.

        What could not be read is ``unread``.
        """
        asked = ["content", "judge", "verdict", "said", "exit_code"]
        read = (
            row for part in self.parts(LOGS) for row in parquet.read_table(part, columns=asked).to_pylist()
        )
        judged = {row["content"]: row for row in read if row["judge"] == judge}
        for part in self.parts(PLACES):
            for row in parquet.read_table(part).to_pylist():
                if row["run"] == number and row["problem"]:
                    yield row["name"], UNREAD, row["problem"], 1
                elif row["run"] == number:
                    found = judged[row["content"]]
                    yield row["name"], found["verdict"], found["said"], found["exit_code"]

    def next_run(self) -> int:
        """A number higher than that of every run before."""
        runs = (parquet.read_table(part, columns=["run"]).column("run") for part in self.parts(PLACES))
        return 1 + max((int(row.as_py()) for column in runs for row in column), default=0)

    def parts(self, name: str) -> Iterator[Path]:
        """The files of a table, in order."""
        return iter(sorted(self.folder.glob(f"{name}-*.parquet")))

    def add(self, *rows: Record | Place) -> None:
        """Rows for the tables they belong to; full parts are written."""
        for row in rows:
            waiting = self._rows[LOGS if isinstance(row, Record) else PLACES]
            waiting.append(row)
        for name, waiting in self._rows.items():
            if len(waiting) >= PART:
                self._write(name, waiting)

    def flush(self) -> None:
        """Write what waits."""
        for name, waiting in self._rows.items():
            if waiting:
                self._write(name, waiting)

    def _write(self, name: str, rows: list[AttrsInstance]) -> None:
        kind = Record if name == LOGS else Place
        table = arrow.Table.from_pylist([_row(each) for each in rows], schema=schema(kind))
        sink = io.BytesIO()
        parquet.write_table(table, sink, compression="zstd")
        write_bytes(
            self.folder / f"{name}-{1 + sum(1 for _ in self.parts(name)):06}.parquet", sink.getvalue()
        )
        rows.clear()


def _row(row: AttrsInstance) -> dict[str, object]:
    return attrs.asdict(row, recurse=False)
