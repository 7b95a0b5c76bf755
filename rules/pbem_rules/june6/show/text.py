"""Tables in plain text: aligned columns, and sources as numbered notes below them."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from pbem.bytes.records import define, field

RECONSTRUCTION = "reconstructed"
_WIDTH = 100
_GAP = "  "
_HEADS = {
    "typed": "Typed: an owner of the game read these numbers off {printed}; the notes say who.",
    "typed in part": "Typed in part: an owner of the game read some of these numbers off {printed}; the notes say which.",
    "published": "Published: the rule text states these numbers.",
    "quoted": "Quoted: players and reviewers tell of these numbers.",
    "inferred": "Inferred: these numbers follow from what the rule text states; {printed} is not public.",
    "history": "History: facts of June 1944; {printed} is not public.",
    "reconstructed": "{printed} is not public; what stands here is ours, unless a row says other.",
}


@define(kw_only=True)
class Sheet:
    """A page being written: lines, tables, and the sources cited so far. ``text`` is the page."""

    lines: list[str] = field(factory=list)
    _sources: list[str] = field(factory=list)

    def head(self, title: str, provenance: str, printed: str, *, partly: bool = False) -> None:
        """The first lines: what it is, that it is a reconstruction (or ``partly`` one), and of what ``printed`` thing."""
        what = "a RECONSTRUCTION" if provenance == RECONSTRUCTION else provenance
        if partly and provenance != RECONSTRUCTION:
            what = f"{provenance}, in part a RECONSTRUCTION (see the rows)"
        said_ = _HEADS[provenance].format(printed=printed)
        self.lines.append(f"June 6: {title} - {what}")
        self.line(said_[0].upper() + said_[1:])

    def line(self, text: str = "") -> None:
        """A line as it is, wrapped where it is too long."""
        self.lines.extend(wrap(text, _WIDTH, subsequent_indent="    ") or [""])

    def cite(self, provenance: str, source: str) -> str:
        """The label with the number of its note; the same source has the same number."""
        if not source:
            return provenance
        if source not in self._sources:
            self._sources.append(source)
        return f"{provenance} [{self._sources.index(source) + 1}]"

    def table(self, headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Rows under headers in aligned columns; columns that say nothing are left out, a wide table is turned."""
        kept = [i for i in range(len(headers)) if any(row[i] for row in rows)]
        shown = [[headers[i] for i in kept], *([row[i] for i in kept] for row in rows)]
        if len(rows) < len(kept) and sum(_widths(shown)) > _WIDTH:
            shown = [list(column) for column in zip(*shown, strict=True)]
        widths = _widths(shown)
        for row in shown:
            cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            self.lines.append(_GAP.join(cells).rstrip())

    def text(self) -> str:
        """The whole page, ending with its notes."""
        notes: list[str] = []
        for number, source in enumerate(self._sources, 1):
            notes.extend(wrap(f"[{number}] {source}", _WIDTH, subsequent_indent="    "))
        return "\n".join([*self.lines, *([""] if notes else []), *notes]) + "\n"


def _widths(rows: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(len, column)) for column in zip(*rows, strict=True)]


def said(value: object) -> str:
    """A value of a chart for people."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case list():
            return ", ".join(said(each) for each in value)
        case dict():
            return ", ".join(f"{key} {said(each)}" for key, each in value.items())
        case _:
            return str(value)


def words(key: str) -> str:
    """A key of a chart for people."""
    return key.replace("_", " ")
