"""The charts as text, straight from ``charts.toml``: whatever a data pack puts there can be shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from pbem_rules.june6.printed import Data
from pbem_rules.june6.showing_text import RECONSTRUCTION, Sheet, said, words
from pbem_rules.kernel.tables import Table, root

_ABOUT = "about"
_LABELS = frozenset({"provenance", "source", "published"})
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


@frozen(kw_only=True)
class Label:
    """Where a row comes from, and the keys of it that the rule text states."""

    provenance: str
    source: str
    published: tuple[str, ...] = ()

    def of(self, values: Mapping[str, object]) -> Label:
        """The label of a table inside, which takes what it does not say from this one."""
        own = "provenance" in values
        published = values.get("published", [])
        return Label(
            provenance=str(values.get("provenance", self.provenance)),
            source=str(values.get("source", "" if own else self.source)),
            published=tuple(map(str, published)) if isinstance(published, list) else (),
        )

    def words(self, sheet: Sheet) -> str:
        """The label in a table, its source as a note."""
        stated = f", but published: {' '.join(map(words, self.published))}" if self.published else ""
        return sheet.cite(self.provenance, self.source) + stated


def names(data: Data) -> tuple[str, ...]:
    """The charts there are."""
    return tuple(key for key in _charts(data).keys() if key != _ABOUT)  # noqa: SIM118


def _charts(data: Data) -> Table:
    return root(data.tables["charts"], "charts.toml")


def chart(data: Data, name: str) -> Sheet:
    """One chart. Raises DataError when the pack has none of that name."""
    values = _charts(data).table(name).values
    label = Label(provenance=RECONSTRUCTION, source="").of(values)
    sheet = Sheet()
    title = f"{_TITLES.get(name, words(name).capitalize())} ({name})"
    sheet.head(title, label.provenance, "the printed chart", partly=_has_reconstruction(values))
    sheet.line(f"Source: {label.source}")
    if name == "crt":
        _results(sheet, values, label)
    else:
        if name == "bombardment":
            _letters(sheet)
        _table(sheet, values, label, "")
    return sheet


def _has_reconstruction(value: object) -> bool:
    """Whether any row inside is one."""
    match value:
        case dict():
            return value.get("provenance") == RECONSTRUCTION or any(map(_has_reconstruction, value.values()))
        case list():
            return any(map(_has_reconstruction, value))
        case _:
            return False


# --- any chart --------------------------------------------------------------------------------------------------------


def _table(sheet: Sheet, values: Mapping[str, object], label: Label, title: str) -> None:
    """A table of a chart: its plain values, then its rows, then the tables inside it."""
    plain = {key: value for key, value in values.items() if key not in _LABELS and _plain(value)}
    rows = {key: value for key, value in values.items() if isinstance(value, dict)}
    if title:
        sheet.line()
        sheet.line(title[0].upper() + title[1:])
    if plain:
        sheet.line()
        sheet.table(
            ("", "value", ""),
            [(words(key), _value(key, value), _stated(key, label)) for key, value in plain.items()],
        )
    flat = {key: row for key, row in rows.items() if all(_plain(value) for value in row.values())}
    if len(flat) > 1:
        _rows(sheet, [(words(key), row) for key, row in flat.items()], label)
    else:
        flat = {}
    for key, value in values.items():
        if isinstance(value, list) and not _plain(value):
            sheet.line()
            sheet.line(words(key).capitalize())
            _rows(sheet, [("", row) for row in value if isinstance(row, dict)], label)
    for key, row in rows.items():
        if key not in flat:
            own = label.of(row)
            _table(sheet, row, own, f"{words(key)}: {own.words(sheet)}")


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
    return said(value)


def _plain(value: object) -> bool:
    return not isinstance(value, dict) and not (
        isinstance(value, list) and any(isinstance(each, dict) for each in value)
    )


def _stated(key: str, label: Label) -> str:
    return "published" if key in label.published and label.provenance != "published" else ""


def _rows(sheet: Sheet, rows: list[tuple[str, Mapping[str, object]]], label: Label) -> None:
    keys = list(dict.fromkeys(key for _, row in rows for key in row if key not in _LABELS))
    headers = ["", *map(words, keys), "provenance"]
    sheet.line()
    sheet.table(
        headers,
        [
            (name, *(_value(key, row.get(key)) for key in keys), label.of(row).words(sheet))
            for name, row in rows
        ],
    )


def _letters(sheet: Sheet) -> None:
    sheet.line()
    sheet.line(
        "Letters say who takes it: A all, B all but the highest cohesion, C all but the lowest, D the highest, "
        "E the lowest, F one of the owner's choice (13.71)."
    )


# --- combat results ---------------------------------------------------------------------------------------------------


def _results(sheet: Sheet, values: Mapping[str, object], label: Label) -> None:
    _letters(sheet)
    rows = values.get("row", [])
    for pair, title in _PAIRS.items():
        sheet.line()
        sheet.line(title)
        sheet.line()
        found = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
        sheet.table(
            ("total", "attacker", "defender", "retreat", "advance", "besides", "provenance"),
            [_cell(sheet, row, pair, label) for row in found],
        )
    anchors = values.get("anchor", [])
    if isinstance(anchors, list):
        sheet.line()
        sheet.line("What the text tells of the printed table:")
        for anchor in anchors:
            sheet.line("  " + "; ".join(_anchor(anchor)))


def _cell(sheet: Sheet, row: Mapping[str, object], pair: str, label: Label) -> tuple[str, ...]:
    cell = row.get(pair)
    values = cell if isinstance(cell, dict) else {}
    besides = [word for word in ("breakthrough", "rout") if values.get(word)]
    return (
        said(row.get("total")),
        said(values.get("attacker")) or "-",
        said(values.get("defender")) or "-",
        said(values.get("retreat")),
        said(values.get("advance")),
        ", ".join(besides),
        label.of(values).words(sheet),
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
