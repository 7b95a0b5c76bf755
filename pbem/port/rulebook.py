"""A rule is a function bound to its paragraph, and a book knows every paragraph of its text.

Reports, violations, cases and coverage all key on the paragraph's printed number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import ParamSpec, TypeVar

from pbem.bytes.records import field, frozen

P = ParamSpec("P")
R = TypeVar("R")

_STANDINGS = ("implemented", "definition", "left_out")


@frozen(kw_only=True)
class Paragraph:
    """One numbered paragraph: its standing, what it says in our words, and the reason when it is left out."""

    number: str
    standing: str
    text: str
    reason: str = ""


@frozen
class Rulebook:
    """The paragraphs of one game's text and the functions bound to them.

    Bindings are made while the game's modules are imported and never change afterwards.
    """

    game: str
    _bound: dict[str, list[str]] = field(factory=dict, repr=False)

    # Rules that were frozen before texts stood in paragraphs/ alone still give one here. It is not kept.
    def rule(self, *paragraphs: str, text: str = "") -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Bind a function to the paragraphs it carries out. The function itself is returned unchanged."""

        def bind(function: Callable[P, R]) -> Callable[P, R]:
            for paragraph in paragraphs:
                where = f"{function.__module__}.{function.__qualname__}"
                self._bound.setdefault(paragraph, []).append(where)
            return function

        return bind

    def bound(self, paragraph: str) -> tuple[str, ...]:
        """The functions bound to a paragraph, by dotted name."""
        return tuple(self._bound.get(paragraph, ()))

    def bound_paragraphs(self) -> frozenset[str]:
        """Every paragraph with a function."""
        return frozenset(self._bound)


@frozen(kw_only=True)
class Coverage:
    """How a book stands: every paragraph of the text in exactly one of the next four lists."""

    game: str
    paragraphs: tuple[str, ...]
    implemented: tuple[str, ...]
    definition: tuple[str, ...]
    left_out: tuple[tuple[str, str], ...]
    unaccounted: tuple[str, ...]
    without_case: tuple[str, ...]


def parse_paragraphs(table: Mapping[str, object]) -> tuple[Paragraph, ...]:
    """Read a game's paragraphs: number = { standing, text, reason }. Raises ValueError naming the number."""
    out = []
    for number, entry in table.items():
        if not isinstance(entry, dict) or entry.get("standing") not in _STANDINGS:
            raise ValueError(f"paragraph {number}: standing must be one of {', '.join(_STANDINGS)}")
        text, reason = str(entry.get("text", "")), str(entry.get("reason", ""))
        if entry["standing"] == "left_out" and not reason:
            raise ValueError(f"paragraph {number}: left out without a reason")
        out.append(Paragraph(number=number, standing=str(entry["standing"]), text=text, reason=reason))
    return tuple(out)


def coverage(book: Rulebook, paragraphs: Iterable[Paragraph], cited_by_cases: frozenset[str]) -> Coverage:
    """Hold the book's bindings and the cases against the list of all paragraphs."""
    listed = tuple(paragraphs)
    implemented = tuple(p.number for p in listed if p.standing == "implemented" and book.bound(p.number))
    return Coverage(
        game=book.game,
        paragraphs=tuple(p.number for p in listed),
        implemented=implemented,
        definition=tuple(p.number for p in listed if p.standing == "definition"),
        left_out=tuple((p.number, p.reason) for p in listed if p.standing == "left_out"),
        unaccounted=tuple(
            p.number for p in listed if p.standing == "implemented" and not book.bound(p.number)
        ),
        without_case=tuple(number for number in implemented if number not in cited_by_cases),
    )
