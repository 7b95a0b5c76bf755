"""A turn in brief, and a chart of luck: what a reader wants before the whole log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pbem.bytes.records import define, field, frozen
from pbem.port.game import Outcome
from pbem.port.messages import Message
from pbem.view.map import palette
from pbem.view.markup import markdown, num, xml

_LOSSES = frozenset({"eliminated", "destroyed", "surrendered", "reduced", "step-lost", "lost", "retreated"})
_MOVED = frozenset({"moved", "landed", "entered", "marched"})
_SAID = frozenset({"renew", "ruling", "note"})
"""What players and their referee said and did beside the game: never left out."""
_WIDE, _HIGH = 900.0, 300.0
_LEFT, _RIGHT, _TOP, _BASE = 64.0, 880.0, 40.0, 250.0
_PENS = (("#1d5fa8", ""), ("#b3202c", ' stroke-dasharray="8 5"'))

_MOVES = Message("Moves")
_ROLLED = Message("Rolled")


@frozen(kw_only=True)
class Told:
    """One entry in brief: its number and its outcomes."""

    entry: int
    outcomes: tuple[Outcome, ...]


@define
class _Line:
    """A roll as it is told, and the losses that came of it."""

    told: str
    cost: list[str] = field(factory=list)

    def __str__(self) -> str:
        return " ".join((self.told, *map(markdown, self.cost)))


def fights(group: Iterable[Told], word: Callable[[str], str]) -> list[str]:
    """The rolls of a turn, one line each with dice, total and what they cost, and how many moves there were.

    A loss belongs to the roll before it: in its own entry, or where the next entry begins with the loss (somebody chose it).
    """
    lines: list[_Line] = []
    moves = 0
    last: _Line | None = None
    for told in group:
        rolled = False
        for each in told.outcomes:
            if each.faces:
                last = _Line(f"- `{told.entry}` {_roll(each, word)}")
                lines.append(last)
                rolled = True
            elif each.kind in _LOSSES:
                if last is not None:
                    last.cost.append(each.text)
            else:
                last = last if rolled else None
                moves += each.kind in _MOVED
                if each.kind in _SAID:
                    lines.append(_Line(f"- `{told.entry}` {markdown(each.text)}"))
    said = [str(line) for line in lines]
    return [*said, f"- {word(_MOVES)}: {moves}"] if moves else said


def _roll(each: Outcome, word: Callable[[str], str]) -> str:
    """A roll: where, what came of it, its dice and their total."""
    where = f"{markdown(each.hexes[-1])}: " if each.hexes and each.hexes[-1] not in each.text else ""
    total = f" = **{each.total}**" if each.total is not None else ""
    return f"{where}{markdown(each.text)} {word(_ROLLED)} {', '.join(map(str, each.faces))}{total}."


def luck_chart(
    sums: Sequence[tuple[int, float]],
    sides: tuple[str, str],
    turns: Sequence[tuple[int, int]],
    title: str,
    say: Callable[[str], str] = str,
) -> str:
    """The luck of both sides along a game as an SVG picture.

    ``sums`` are (entry, sum of the first side so far, in units), ``turns`` (first entry, turn). ``say`` puts figures into
    the reader's language.
    """
    last = max((entry for entry, _ in sums), default=0) + 1
    most = max((abs(value) for _, value in sums), default=0.0) or 1.0

    def x(entry: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * entry / last

    def y(value: float) -> float:
        return (_TOP + _BASE) / 2 - (_BASE - _TOP) / 2 * value / most

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDE:g}" height="{_HIGH:g}" viewBox="0 0 {_WIDE:g} {_HIGH:g}" '
        f'role="img" font-family="Arial,\'Liberation Sans\',sans-serif" font-size="13" fill="{palette.INK}">'
        f'<title>{xml(title)}</title><rect width="{_WIDE:g}" height="{_HIGH:g}" fill="{palette.PANEL}"/>'
        f'<text x="{_LEFT:g}" y="24" font-size="16" font-weight="bold">{xml(title)}</text>'
    ]
    for value in (most, 0.0, -most):
        said = say(Message("{units:+.1f}", units=value)) if value else "0"
        parts.append(
            f'<path d="M{_LEFT:g} {num(y(value))}H{_RIGHT:g}" stroke="#b9ae8c"/>'
            f'<text x="{_LEFT - 6:g}" y="{num(y(value) + 4)}" text-anchor="end">{said}</text>'
        )
    for entry, turn in turns:
        parts.append(
            f'<path d="M{num(x(entry))} {_TOP:g}V{_BASE:g}" stroke="#cfc6ab" stroke-dasharray="2 4"/>'
            f'<text x="{num(x(entry) + 3)}" y="{_BASE + 16:g}">{turn}</text>'
        )
    for n, (side, (colour, dash)) in enumerate(zip(sides, _PENS, strict=True)):
        line = "".join(f"H{num(x(entry + 1))}V{num(y(-value if n else value))}" for entry, value in sums)
        parts.append(
            f'<path d="M{num(x(0))} {num(y(0))}{line}" fill="none" stroke="{colour}" stroke-width="2.2"{dash}/>'
            f'<path d="M{_LEFT + 150 * n:g} 282h34" stroke="{colour}" stroke-width="3"{dash}/>'
            f'<text x="{_LEFT + 150 * n + 40:g}" y="286">{xml(side)}</text>'
        )
    return "".join(parts) + "</svg>\n"
