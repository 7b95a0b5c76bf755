"""A turn on two pages, and a chart of luck: what a reader wants before the whole log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from attrs import frozen

from pbem.port.game import Outcome
from pbem.port.messages import Message
from pbem.view.map import palette
from pbem.view.markup import markdown, num, xml

MOST = 40
"""How many fights of a turn are told; the appendix has them all."""
_LOSSES = frozenset({"eliminated", "destroyed", "surrendered", "reduced", "step-lost", "retreated"})
_SAID = frozenset({"renew", "ruling", "note"})
"""What players and their referee said and did beside the game: never left out."""
_WIDE, _HIGH = 900.0, 300.0
_LEFT, _RIGHT, _TOP, _BASE = 64.0, 880.0, 40.0, 250.0
_PENS = (("#1d5fa8", ""), ("#b3202c", ' stroke-dasharray="8 5"'))

_MORE = Message("and more")
_MOVES = Message("Moves")
_ROLLED = Message("Rolled")


@frozen(kw_only=True)
class Told:
    """One entry in brief: its number and its outcomes."""

    entry: int
    outcomes: tuple[Outcome, ...]


def fights(group: Iterable[Told], word: Callable[[str], str]) -> list[str]:
    """The fights of a turn, one line each with dice, total and what it cost; those that cost most when there are many."""
    found: list[tuple[bool, int, str]] = []
    moves: Counter[str] = Counter()
    said: list[str] = []
    for told in group:
        said += [f"- `{told.entry}` {markdown(o.text)}" for o in told.outcomes if o.kind in _SAID]
        resolved = [o for o in told.outcomes if o.faces and o.reasons]
        if not resolved:
            moves.update(o.kind for o in told.outcomes if o.kind in ("moved", "landed", "entered"))
            continue
        cost = [o for o in told.outcomes if o.kind in _LOSSES]
        for number, each in enumerate(resolved):
            rolled = f"{word(_ROLLED)} {', '.join(map(str, each.faces))}"
            sum_ = f" = **{each.total}**" if each.total is not None else ""
            after = " ".join(markdown(o.text) for o in cost[:4]) if number == len(resolved) - 1 else ""
            where = f"{markdown(each.hexes[-1])}: " if each.hexes and each.hexes[-1] not in each.text else ""
            line = f"- `{told.entry}` {where}{markdown(each.text)} {rolled}{sum_}. {after}".rstrip()
            found.append((bool(cost), told.entry, line))
    kept = sorted(sorted(found, key=lambda each: not each[0])[:MOST], key=lambda each: each[1])
    lines = [*said, *(line for _, _, line in kept)]
    if len(found) > len(kept):
        lines.append(f"- {word(_MORE)}: {len(found) - len(kept)}")
    if moves:
        lines.append(f"- {word(_MOVES)}: {sum(moves.values())}")
    return lines


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
