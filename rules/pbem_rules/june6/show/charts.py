"""The charts as text, straight from ``charts.toml``: whatever a data pack puts there can be shown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.show import labels
from pbem_rules.june6.show.text import RECONSTRUCTION, Sheet, said, words
from pbem_rules.kernel.tables import LABEL_WORDS, Table, root
from pbem_rules.shared.provenance import told

_ABOUT = ("about", "provenance")
_LABELS = LABEL_WORDS
_BOUND = re.compile(r"(<=|>=)(-?[0-9]+)")
_NAMES = frozenset({"allied_rerolls", "markers_1", "markers_2", "tot_division", "tot_corps"})
"""Values that are names of the data files: said as words."""
_TITLES = {
    "crt": "Combat results",
    "odds": "Odds of a combat",
    "turns": "Turn track",
    "combat": "Modifiers of the combat roll",
    "resources": "Resource points",
    "bombardment": "Bombardment table",
    "attrition": "Attrition of strategic movement",
}
_PAIRS = {
    "assault_stand": "Assault against Stand",
    "assault_retreat": "Assault against Retreat",
    "probe_stand": "Probe against Stand",
    "probe_retreat": "Probe against Retreat",
}


def names(data: Data) -> tuple[str, ...]:
    """The charts there are."""
    return tuple(key for key in _charts(data).keys() if key not in _ABOUT)  # noqa: SIM118


def _charts(data: Data) -> Table:
    return root(data.tables["charts"], "charts.toml")


def chart(data: Data, name: str) -> Sheet:
    """One chart. Raises DataError when the pack has none of that name."""
    values = _charts(data).table(name).values
    path = f"charts.{name}"
    counts = data.sources.labels.counts(path)
    sheet = Sheet()
    title = f"{_TITLES.get(name, words(name).capitalize())} ({name})"
    partly = bool(counts[RECONSTRUCTION])
    provenance = str(values.get("provenance", "")) or next(label for label in counts if counts[label])
    sheet.head(title, provenance, "the printed chart", partly=partly)
    sheet.line(f"{told(counts)}.")
    if source := values.get("source"):
        sheet.line(f"Source: {source}")
    own = _own(sheet, values, "")
    if name == "crt":
        _results(sheet, data, values)
    else:
        if name == "bombardment":
            _letters(sheet)
        _table(sheet, data, values, path, own)
    return sheet


# --- any chart --------------------------------------------------------------------------------------------------------


def _table(
    sheet: Sheet, data: Data, values: Mapping[str, object], path: str, own: str, title: str = ""
) -> None:
    """A table of a chart: its plain values, then its rows, then the tables inside it."""
    plain = {key: value for key, value in values.items() if key not in _LABELS and _plain(value)}
    rows = {key: value for key, value in values.items() if isinstance(value, dict)}
    if title:
        sheet.line()
        sheet.line(title[0].upper() + title[1:])
    if plain:
        sheet.line()
        cited = {key: labels.value(sheet, data, f"{path}.{key}", own) for key in plain}
        sheet.table(
            ("", "value", "provenance"),
            [(words(key), _value(key, value), cited[key]) for key, value in plain.items()],
        )
    flat = {key: row for key, row in rows.items() if all(_plain(value) for value in row.values())}
    if len(flat) > 1:
        _rows(sheet, data, [(words(key), row, f"{path}.{key}") for key, row in flat.items()])
    else:
        flat = {}
    for key, value in values.items():
        if isinstance(value, list) and not _plain(value):
            sheet.line()
            sheet.line(words(key).capitalize())
            numbered = enumerate(value, 1)
            _rows(
                sheet, data, [("", row, f"{path}.{key}.{n}") for n, row in numbered if isinstance(row, dict)]
            )
    for key, row in rows.items():
        if key not in flat:
            inner = _own(sheet, row, own)
            _table(
                sheet,
                data,
                row,
                f"{path}.{key}",
                inner,
                f"{words(key)}: {inner}" if inner != own else words(key),
            )


def _own(sheet: Sheet, values: Mapping[str, object], outer: str) -> str:
    """What a table says of itself, or what is said further out."""
    label, source = values.get("provenance"), values.get("source", "")
    return sheet.cite(label, str(source)) if isinstance(label, str) else outer


def _value(key: str, value: object) -> str:
    """A value for people: a cap of 0 caps nothing, and ten places in a row are the ten faces of a die."""
    if key == "allied_rp_cap" and value == 0:
        return "no limit"
    if key == "directions" and isinstance(value, list):
        runs = [(face, each) for face, each in enumerate(value) if not face or value[face - 1] != each]
        ends = [face - 1 for face, _ in runs[1:]] + [len(value) - 1]
        return ", ".join(
            f"{first if first == last else f'{first}-{last}'} {said(each)}"
            for (first, each), last in zip(runs, ends, strict=True)
        )
    if isinstance(value, str) and (bound := _BOUND.fullmatch(value)):
        return f"{bound[2]} or {'less' if bound[1] == '<=' else 'more'}"
    return words(value) if isinstance(value, str) and value in _NAMES else said(value)


def _plain(value: object) -> bool:
    return not isinstance(value, dict) and not (
        isinstance(value, list) and any(isinstance(each, dict) for each in value)
    )


def _rows(sheet: Sheet, data: Data, rows: list[tuple[str, Mapping[str, object], str]]) -> None:
    """Rows under the keys that any of them has; each with its path, for where it comes from."""
    keys = list(dict.fromkeys(key for _, row, _ in rows for key in row if key not in _LABELS))
    headers = ["", *map(words, keys), "provenance"]
    sheet.line()
    sheet.table(
        headers,
        [
            (name, *(_value(key, row.get(key)) for key in keys), labels.row(sheet, data, path))
            for name, row, path in rows
        ],
    )


def _letters(sheet: Sheet) -> None:
    sheet.line()
    sheet.line(
        "Letters say who takes it: A all, B all but the highest cohesion, C all but the lowest, D the highest, "
        "E the lowest, F one of the owner's choice (13.71)."
    )


# --- combat results ---------------------------------------------------------------------------------------------------


def _results(sheet: Sheet, data: Data, values: Mapping[str, object]) -> None:
    _letters(sheet)
    rows = values.get("row", [])
    for pair, title in _PAIRS.items():
        sheet.line()
        sheet.line(title)
        sheet.line()
        found = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
        sheet.table(
            ("total", "attacker", "defender", "retreat", "advance", "besides", "provenance"),
            [_cell(sheet, data, row, pair, n) for n, row in enumerate(found, 1)],
        )
    anchors = values.get("anchor", [])
    if isinstance(anchors, list):
        sheet.line()
        sheet.line("What the text tells of the printed table:")
        for anchor in anchors:
            sheet.line("  " + "; ".join(_anchor(anchor)))


def _cell(sheet: Sheet, data: Data, row: Mapping[str, object], pair: str, n: int) -> tuple[str, ...]:
    cell = row.get(pair)
    values = cell if isinstance(cell, dict) else {}
    besides = [word for word in ("breakthrough", "rout") if values.get(word)]
    return (
        _value("total", row.get("total")),
        said(values.get("attacker")) or "-",
        said(values.get("defender")) or "-",
        said(values.get("retreat")),
        said(values.get("advance")),
        ", ".join(besides),
        labels.row(sheet, data, f"charts.crt.row.{n}.{pair}"),
    )


def _anchor(values: object) -> Iterator[str]:
    if isinstance(values, dict):
        yield f"{_PAIRS.get(str(values.get('pair')), '')}, total {said(values.get('total'))}"
        for key in ("attacker", "defender"):
            yield f"{key} {said(values.get(key)).strip(', ') or 'nothing'}"
        if values.get("retreats"):
            yield "a retreat"
        for key in ("advance", "breakthrough", "rout"):
            if values.get(key):
                yield key if values[key] is True else f"{key} {said(values[key])}"
        yield f"{said(values.get('provenance'))}: {said(values.get('source'))}"
