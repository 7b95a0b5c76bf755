"""What lies beside the map, for the page: the furniture of the board, the legend, and what a unit has been through."""

from __future__ import annotations

from collections.abc import Callable

from pbem.bytes.canon import Json
from pbem.bytes.records import define, evolve, field
from pbem.port import map_displays as port
from pbem.port.game import Ruleset, Side
from pbem.port.map_displays import Furniture, Score
from pbem.replay.fold import AppliedEntry
from pbem.table.legal_orders import Stand
from pbem.table.picture import Board
from pbem.view.map import key
from pbem.view.markup import clean

_MOST_LINES = 40
_HISTORY = 60
_KEY_WIDTH = 380
_SANS = "Helvetica Neue,Arial,Liberation Sans,DejaVu Sans,sans-serif"


def furniture(rules: Ruleset[object], state: object, side: Side) -> dict[str, Json]:
    """The furniture as the page shows it."""
    found = port.furniture(rules, state, side, rules.moment(state))
    return {
        "turn": found.turn,
        "turns": [
            {"number": each.number, "name": clean(each.name, 60), "due": _lines(each.due)}
            for each in found.turns
        ],
        "phase": found.phase,
        "phases": _lines(found.phases),
        "weather": clean(found.weather, 60),
        "score": _score(found.score) if found.score is not None else None,
        "stocks": _stocks(found),
        "lost": [
            {"side": each.side, "units": [clean(unit, 60) for unit in each.units]} for each in found.lost
        ],
    }


def _score(found: Score) -> dict[str, Json]:
    reached = [each for each in found.thresholds if each.at_least <= found.value]
    return {
        "side": found.side,
        "value": found.value,
        "level": clean(reached[-1].name, 80) if reached else "",
        "terms": [
            {"text": clean(each.text, 120), "value": each.value, "paragraph": each.paragraph}
            for each in found.terms
        ],
        "thresholds": [
            {"at": each.at_least, "name": clean(each.name, 80), "side": each.side or ""}
            for each in found.thresholds
        ],
    }


def _stocks(found: Furniture) -> list[Json]:
    return [
        {"kind": each.kind, "value": clean(each.value, 80), "side": each.side, "lines": _lines(each.lines)}
        for each in found.stocks
    ]


def _lines(lines: tuple[str, ...]) -> list[Json]:
    return [clean(each, 120) for each in lines[:_MOST_LINES]]


def legend(on: Board, stand: Stand, word: Callable[[str], str]) -> dict[str, Json]:
    """The key of the map as it lies now, drawn; and the marks that counters of this position bear."""
    marks = frozenset(spot.style for spot in stand.scene.marks)
    # A bar of kilometres would be right at one scale only, and the map is drawn at any.
    found = evolve(key.key(on.ground, on.layout.view, marks, 1.0, word=word), bar=0.0)
    worn = {mark for pile in stand.scene.piles for counter in pile.counters for mark in counter.marks}
    return {
        "drawing": found.draw(4, 4, _KEY_WIDTH, s=1.0, sans=_SANS),
        "width": _KEY_WIDTH + 8,
        "height": round(found.height(_KEY_WIDTH)) + 8,
        "marks": [clean(each, 20) for each in sorted(worn)],
    }


@define
class Annals:
    """What each unit of a game has been through: entry, turn and sentence of every outcome that names it."""

    _of: dict[str, list[dict[str, Json]]] = field(factory=dict, init=False, repr=False)

    def add(self, each: AppliedEntry[object]) -> None:
        """Note an entry's outcomes. Only what is said is kept, not the position."""
        named = [outcome for outcome in each.outcomes if outcome.units]
        if not named:
            return
        for outcome in named:
            row: dict[str, Json] = {
                "entry": each.entry,
                "turn": each.moment_of(outcome).turn,
                "text": clean(outcome.text, 300),
                "faces": [*outcome.faces],
            }
            for unit in outcome.units:
                rows = self._of.setdefault(unit, [])
                if not rows or rows[-1] != row:
                    rows.append(row)

    def of(self, unit: str) -> list[Json]:
        """The latest of a unit, the newest first."""
        return [*self._of.get(unit, [])[: -_HISTORY - 1 : -1]]
