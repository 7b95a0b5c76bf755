"""A page of the manual for a terminal: its Markdown as plain lines, no wider than the reader's window."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap

import click

_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_PICTURE = re.compile(r"!\[([^\]]*)\]\([^)]*\)")
_PAGE = re.compile(r"\[([^\]]*)\]\((?:\./)?([a-z0-9-]+)\.md(?:#[^)]*)?\)")
_LINK = re.compile(r"\[([^\]]*)\]\(([^)]*)\)")
_STRONG = re.compile(r"\*\*([^*]+)\*\*|(?<![\w*])\*([^*\s][^*]*)\*(?!\w)")
_ESCAPED = re.compile(r"\\([*<\[_])")
_BULLET = re.compile(r"^(\s*(?:[-*]|\d+\.)\s+)")

WIDEST = 110
"""Longer lines are hard to read, however wide the window is."""


def rendered(text: str, width: int) -> str:
    """The page in lines of at most ``width`` columns (commands as typed may be longer), ending in a newline."""
    lines = [*_blocks(_COMMENT.sub("", text).split("\n"), max(width, 40))]
    return "\n".join(lines).strip("\n") + "\n"


def _blocks(lines: Sequence[str], width: int) -> Iterator[str]:
    kinds = _Kinds()
    for kind, group in groupby(lines, key=kinds.of):
        block = [*group]
        match kind:
            case "code":
                yield from (f"    {line}" for line in block if not line.startswith("```"))
            case "table":
                yield from _table([_cells(line) for line in block if not set(line) <= set("|-: ")], width)
            case "heading":
                yield from (click.style(_plain(line.lstrip("# ")), bold=True) for line in block)
            case "text":
                yield from _paragraph(block, width)
            case _:
                yield ""


class _Kinds:
    """Which kind of block each line is of; a fence opens one and closes it."""

    def __init__(self) -> None:
        self._fenced = False

    def of(self, line: str) -> str:
        if line.startswith("```"):
            self._fenced = not self._fenced
            return "code"
        if self._fenced:
            return "code"
        if line.startswith("#"):
            return "heading"
        if line.startswith("|"):
            return "table"
        return "text" if line.strip() else ""


def _paragraph(block: Sequence[str], width: int) -> Iterator[str]:
    """A paragraph; each point of a list begins a line, and its further lines stand under its first word."""
    points: list[str] = []
    for line in block:
        if _BULLET.match(line) or not points:
            points.append(line)
        else:
            points[-1] += " " + line.strip()
    for point in points:
        bullet = _BULLET.match(point)
        head = bullet.group(1) if bullet else ""
        yield from wrap(
            head + _plain(point[len(head) :]), width, subsequent_indent=" " * len(head),
            break_long_words=False, break_on_hyphens=False,
        )  # fmt: skip


def _cells(line: str) -> list[str]:
    return [_plain(cell.strip().replace("\\|", "|")) for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]]


def _table(rows: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Columns side by side where they fit, wrapped in their columns; else one line for each cell under its title."""
    columns = [[row[n] for row in rows if n < len(row)] for n in range(len(rows[0]))]
    widths = [max(map(len, column)) for column in columns]
    longest_words = [
        max((len(word) for cell in column for word in cell.split()), default=1) for column in columns
    ]
    room = width - 2 * (len(widths) - 1)
    while sum(widths) > room and (narrowable := [n for n, w in enumerate(widths) if w > longest_words[n]]):
        widths[max(narrowable, key=widths.__getitem__)] -= 1
    if sum(widths) > room:
        for first, *rest in rows[1:]:
            titled = (
                f"{title}: {cell}" if title else cell for title, cell in zip(rows[0][1:], rest, strict=False)
            )
            yield from _paragraph([f"- {first}: {'; '.join(titled)}"], width)
        return
    for n, row in enumerate(rows):
        parts = [
            wrap(cell, column_width, break_long_words=False) or [""]
            for cell, column_width in zip(row, widths, strict=False)
        ]
        for line in range(max(map(len, parts))):
            texts = [part[line] if line < len(part) else "" for part in parts]
            padded = (f"{text:<{column_width}}" for text, column_width in zip(texts, widths, strict=False))
            yield "  ".join(padded).rstrip()
        if n == 0:
            yield "  ".join("-" * column_width for column_width in widths)


def _plain(text: str) -> str:
    """Words without marks: a link to another page says how to open it, one to the web shows where it leads."""
    text = _PICTURE.sub(r"\1", text)
    text = _PAGE.sub(r"\1 (`pbem manual \2`)", text)
    text = _LINK.sub(lambda m: f"{m[1]} ({m[2]})" if "://" in m[2] else m[1], text)
    return _ESCAPED.sub(r"\1", _STRONG.sub(lambda m: m[1] or m[2], text))
