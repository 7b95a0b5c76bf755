"""Questions to the tables of an archive, by DuckDB; answers rows, or pictures by Altair in pages where nothing runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import altair
import duckdb
import vl_convert
from attrs import define, field, frozen

from pbem.archive.questions import QUESTIONS, Question
from pbem.archive.record import Place, Record
from pbem.archive.tables import LOGS, PLACES, schema
from pbem.bytes.errors import UsageError
from pbem.port.messages import Message
from pbem.view.markup import clean, xml

Cell: TypeAlias = "str | int | float | None"

_CELL = 60
_APART, _DIGITS = ("game", "edition", "scenario", "side", "key"), 12
_VIEWS = """
    CREATE VIEW files AS
    SELECT p.archive, p.name, p.size, p.run, coalesce(nullif(p.problem, ''), l.said) AS said,
           CASE WHEN p.problem <> '' THEN 'unread' ELSE l.verdict END AS verdict,
           CASE WHEN p.problem <> '' THEN 1 ELSE coalesce(l.exit_code, 1) END AS exit_code,
           l.* EXCLUDE (said, verdict, exit_code)
    FROM (SELECT * FROM places QUALIFY run = max(run) OVER (PARTITION BY archive)) p
    LEFT JOIN (SELECT * FROM logs QUALIFY row_number() OVER (PARTITION BY content ORDER BY filename DESC) = 1) l
    USING (content);
    CREATE VIEW games AS
    SELECT * FROM files WHERE kind = 'log' AND gid <> '' AND verdict IN ('verified', 'incomplete')
    QUALIFY row_number() OVER (PARTITION BY gid ORDER BY entries DESC, content) = 1;
    CREATE VIEW players AS
    SELECT gid, game, edition, scenario, verdict, ended, a_name AS name, a_key AS key, a_side AS side,
           winner = a_side AS won, luck, weighed, faces_a AS faces FROM games
    UNION ALL
    SELECT gid, game, edition, scenario, verdict, ended, b_name, b_key, b_side, winner = b_side, -luck,
           if(b_side = 'witness', 0, weighed), faces_b FROM games;
"""


@frozen(kw_only=True)
class Answer:
    """A table: names of columns, and rows."""

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]

    def lines(self) -> Iterator[str]:
        """The table in columns for a terminal."""
        cells = [[clean(_said(each), _CELL) for each in row] for row in self.rows]
        wide = [max(map(len, (name, *(row[n] for row in cells)))) for n, name in enumerate(self.columns)]
        for row in (list(self.columns), *cells):
            yield "  ".join(cell.ljust(width) for cell, width in zip(row, wide, strict=True)).rstrip()

    def records(self) -> list[dict[str, Cell]]:
        """A mapping a row."""
        return [dict(zip(self.columns, map(_plain, row), strict=True)) for row in self.rows]

    def drawn(self, x: str) -> list[dict[str, Cell]]:
        """The rows for a picture over ``x``: what would stand in one bar and is not one thing is told apart in its name."""
        rows = self.records()
        alike: dict[Cell, list[dict[str, Cell]]] = {}
        for row in rows:
            alike.setdefault(row[x], []).append(row)
        apart = [
            each
            for each in _APART
            if each in self.columns
            and each != x
            and any(len({row[each] for row in found}) > 1 for found in alike.values())
        ]
        return [
            {**row, x: f"{row[x]} ({', '.join(str(row[each])[:_DIGITS] for each in apart)})"}
            if apart
            else row
            for row in rows
        ]

    def with_chances(self, column: str, chance: Callable[[float], float]) -> Answer:
        """With two columns more: how often honest dice give as much in ``column``, in one row, and at most in any row."""
        at, count = self.columns.index(column), len(self.rows)
        found = [chance(float(str(row[at]))) for row in self.rows]
        rows = tuple(
            (*row, round(each, 5), round(min(1.0, each * count), 5))
            for row, each in zip(self.rows, found, strict=True)
        )
        return Answer(columns=(*self.columns, "chance", "joint"), rows=rows)


@define
class Archive:
    """The tables in a folder, open for questions; nothing is ever changed, and nothing outside of the folder is read."""

    folder: Path
    _base: duckdb.DuckDBPyConnection = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._base = duckdb.connect(":memory:")
        for name, kind in ((LOGS, Record), (PLACES, Place)):
            parts = sorted(map(str, self.folder.glob(f"{name}-*.parquet")))
            if not parts and name == PLACES:
                raise UsageError(
                    "no-tables",
                    Message("There are no tables in {folder}.", folder=self.folder),
                    hint=Message("Make them: pbem archive verify PLACE --into FOLDER"),
                )
            rows = (
                self._base.read_parquet(parts, filename=True)
                if parts
                else self._base.from_arrow(schema(kind).empty_table()).project("*, '' AS filename")
            )
            rows.create(name)
        # From here on a question sees these tables and no file.
        self._base.execute("SET enable_external_access = false; SET lock_configuration = true;")
        self._base.execute(_VIEWS)

    def ask(self, sql: str) -> Answer:
        """The answer to a query. Raises UsageError ``bad-sql``."""
        try:
            found = self._base.execute(sql)
            columns = tuple(str(each[0]) for each in found.description or ())
            return Answer(columns=columns, rows=tuple(tuple(row) for row in found.fetchall()))
        except duckdb.Error as error:
            raise UsageError(
                "bad-sql",
                Message("The query cannot be answered: {value}", value=str(error).splitlines()[0]),
                hint=_TABLES,
            ) from error

    def answer(self, asked: Question) -> Answer:
        """The answer to a question, with the chances of honest dice where it has any."""
        found = self.ask(asked.sql)
        return found if asked.chance is None else found.with_chances(asked.y, asked.chance)

    def verdicts(self, run: int) -> dict[str, int]:
        """How many files of a run have which verdict."""
        rows = self.ask(f"SELECT verdict, count(*) FROM files WHERE run = {run:d} GROUP BY 1 ORDER BY 1").rows  # noqa: S608  # a number
        return {str(verdict): int(str(count)) for verdict, count in rows}

    def summary(self, run: int) -> Iterator[str]:
        """The verdicts of a run, and the first files that do not hold."""
        yield from (f"{count:8}  {verdict}" for verdict, count in self.verdicts(run).items())
        bad = self.ask(
            f"SELECT name, said FROM files WHERE run = {run:d} AND exit_code <> 0 ORDER BY exit_code, name LIMIT 20"  # noqa: S608  # a number
        )
        yield from (f"{clean(str(name), 120)}: {clean(str(said), 300)}" for name, said in bad.rows)

    def exit_code(self, run: int) -> int:
        """0 when every file of a run holds; else the code of what is wrong before that of what is missing."""
        rows = self.ask(f"SELECT min(exit_code) FROM files WHERE run = {run:d} AND exit_code <> 0").rows  # noqa: S608  # a number
        return int(str(rows[0][0] or 0))


_TABLES = (
    "Tables: files, games, players, logs, places. For example: SELECT game, count(*) FROM games GROUP BY ALL"
)


def question(name: str) -> Question:
    """The question of that name. Raises UsageError ``no-question``."""
    if name not in QUESTIONS:
        raise UsageError(
            "no-question",
            Message("There is no question {name!r}.", name=name),
            hint=Message("There are: {value}.", value=", ".join(QUESTIONS)),
        )
    return QUESTIONS[name]


def chart(name: str, asked: Question, answer: Answer) -> str:
    """A page with the answer as bars, whole in itself. Raises UsageError ``no-chart``."""
    if not asked.x or not answer.rows:
        why = "is a list" if answer.rows else "has no rows"
        raise UsageError(
            "no-chart", Message("The answer to {name} {why}, and nothing that is drawn.", name=name, why=why)
        )
    colour = next((c for c in ("scenario", "side", "game") if c in answer.columns and c != asked.x), "")
    shown = altair.Chart(
        altair.Data(values=answer.drawn(asked.x)), title=asked.title or asked.asks, width=720, height=360
    ).mark_bar()
    encoded: dict[str, str | list[str]] = {"x": f"{asked.x}:N", "y": f"{asked.y}:Q"}
    if colour:
        encoded["color"] = f"{colour}:N"
    drawn = vl_convert.vegalite_to_svg(shown.encode(**encoded).to_json())
    return "".join(_page(asked.title or asked.asks, drawn, answer))


_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_STYLE = "body{font:16px sans-serif;margin:2rem}td,th{padding:.2rem .6rem;text-align:left}svg{max-width:100%;height:auto}"


def _page(title: str, drawn: str, answer: Answer) -> Iterator[str]:
    """A picture and the rows it was drawn from. Names in an archive are their senders': nothing in the page runs."""
    yield f'<!doctype html><html><head><meta charset="utf-8"><title>{xml(title)}</title>'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"><style>{_STYLE}</style></head>'
    yield f"<body>{drawn}<table>"
    yield f"<tr>{''.join(f'<th>{xml(each)}</th>' for each in answer.columns)}</tr>"
    for row in answer.rows:
        yield f"<tr>{''.join(f'<td>{xml(_said(each))}</td>' for each in row)}</tr>"
    yield "</table></body></html>\n"


def _plain(value: object) -> Cell:
    return value if value is None or isinstance(value, (int, float, str)) else _said(value)


def _said(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
