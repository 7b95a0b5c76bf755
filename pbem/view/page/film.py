"""A game as a reel for the replay page: what each entry changes in the picture, and what is said of it.

The rules have been folded before; here only differences between scenes are written down, as plain JSON values with every
repeated thing (counters, lines, signs) named once. The page adds nothing: it puts together what stands here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Generic, TypeAlias, TypeVar

from pbem.bytes.canon import Json
from pbem.bytes.records import evolve, field, frozen
from pbem.port.game import Moment, Outcome
from pbem.port.scene import Arrow, Counter, Ground, Pile, Point, Scene, Spot
from pbem.view.map import counters, palette
from pbem.view.map.counters import describe
from pbem.view.map.frame import HEX, View
from pbem.view.map.glyphs import glyph
from pbem.view.map.ground import Plan, plan
from pbem.view.map.spots import bridge_turns
from pbem.view.markup import clean, colour
from pbem.view.page import off_map
from pbem.view.page.off_map import rounded

T = TypeVar("T", bound=Hashable)


Plain: TypeAlias = tuple[Moment, tuple[Outcome, ...], "Scene | None"]
"""An entry as the rules say it, before it was put into the page's language."""
Speak: TypeAlias = Callable[[str, str], str]
"""What a text of the rules is in another language; the second word says what kind of text it is (``texts``, ``reasons``,
``moments``, ``headings``, ``panel``)."""


@frozen(kw_only=True)
class Shot:
    """One entry of a log: who wrote it (``A`` or ``B``), when it was, what came of it, and the scene after it.

    ``scene`` is None where the entry changed nothing that can be seen; ``plain`` is the entry as the rules say it.
    """

    entry: int
    seat: str
    kind: str
    moment: Moment
    outcomes: tuple[Outcome, ...]
    scene: Scene | None
    plain: Plain | None = None


class _Names(Generic[T]):
    """Things by number, in the order of their first use."""

    def __init__(self) -> None:
        self.numbers: dict[T, int] = {}

    def of(self, thing: T) -> int:
        return self.numbers.setdefault(thing, len(self.numbers))

    def all(self) -> tuple[T, ...]:
        return tuple(self.numbers)


@frozen(kw_only=True)
class _Was:
    """What the last scene showed."""

    piles: Mapping[str, Pile] = field(factory=dict)
    heading: str = ""
    panel: tuple[str, ...] = ()
    signs: tuple[object, object] = (None, None)


@frozen(kw_only=True)
class Reel:
    """The finished reel: its JSON value, the ground that never changes and how it lies, what its counters use, and what
    says the words of the ground in the page's language."""

    value: dict[str, Json]
    ground: Ground
    layout: Plan
    symbols: frozenset[str]
    sides: tuple[str, ...]
    word: Callable[[str], str] = str


def reel(
    first: Scene,
    moment: Moment,
    shots: Iterable[Shot],
    *,
    speak: Speak | None = None,
    code: str = "",
    plain: Plain | None = None,
    word: Callable[[str], str] = str,
) -> Reel:
    """The reel of a game: ``first`` and ``moment`` are those before the first entry, ``plain`` both as the rules say them.

    ``speak`` says things in the language ``code``, which the page can change to, ``word`` in the page's own.
    """
    writer = _Writer(first.ground, speak, word)
    opening = writer.change(first)
    if plain is not None:
        writer.say_otherwise((moment, (), first), plain)
    steps = [writer.step(shot) for shot in shots]
    return writer.finish(opening, moment, steps, code)


class _Writer:
    def __init__(self, ground: Ground, speak: Speak | None = None, word: Callable[[str], str] = str) -> None:
        self._speak, self._word = speak, word
        self._called: set[tuple[str, str]] = set()
        self._heard: set[str] = set()
        self._was = _Was()
        self._cells = frozenset(cell.name for cell in ground.cells)
        self._used: set[str] = set()
        self._grounds: dict[int, Ground] = {id(ground): ground}
        self._faces: _Names[tuple[str, str, str, str, str, str, int, str]] = _Names()
        self._looks: _Names[tuple[int, int, str]] = _Names()
        self._counters: dict[Counter, int] = {}
        self._lines: _Names[str] = _Names()
        self._signs: _Names[Spot] = _Names()
        self._moments: _Names[Moment] = _Names()
        self._words: _Names[str] = _Names()
        self._trays: dict[str, off_map.Tray] = {}
        self._arrows: list[tuple[dict[str, Json], tuple[Arrow, ...]]] = []
        self._otherwise: dict[str, Json] = {}
        self._crowd: dict[str, int] = {}
        self._signed: list[tuple[dict[str, Json], int, tuple[Spot, ...]]] = []

    # --- one entry ----------------------------------------------------------------------------------------------------

    def step(self, shot: Shot) -> Json:
        """``[seat, kind, moment, changes, events]``."""
        changes = self.change(shot.scene) if shot.scene is not None else {}
        if shot.plain is not None:
            self.say_otherwise((shot.moment, shot.outcomes, shot.scene), shot.plain)
        events: list[Json] = [self._event(outcome) for outcome in shot.outcomes]
        return [shot.seat, self._words.of(shot.kind), self._moments.of(shot.moment), changes, events]

    def say_otherwise(self, shown: Plain, plain: Plain) -> None:
        """Remembers what an entry is called in the other language, wherever that differs; each text is asked for once."""
        (moment, outcomes, scene), (when, happened, seen) = shown, plain
        self._pair(moment.turn_name, when.turn_name, "moments", 80)
        self._pair(moment.phase, when.phase, "moments", 80)
        for mine, theirs in zip(outcomes, happened, strict=True):
            self._pair(mine.text, theirs.text, "texts", 600)
            for one, two in zip(mine.reasons, theirs.reasons, strict=True):
                self._pair(one.text, two.text, "reasons", 200)
        if scene is not None and seen is not None:
            self._pair(scene.heading, seen.heading, "headings", 400)
            for mine_line, line in zip(scene.panel, seen.panel, strict=True):
                self._pair(mine_line, line, "panel", 600)
            self._pictured(scene, seen)

    def _pictured(self, scene: Scene, seen: Scene) -> None:
        """What counters, trays and signs are called in the other language."""
        for sign, other in zip(_spots(scene), _spots(seen), strict=True):
            self._pair(sign.title, other.title, "texts", 200)
        for pile, same in zip(scene.piles, seen.piles, strict=True):
            if pile.label:
                self._pair(pile.label, same.label, "texts", 40)
            for one, two in zip(pile.counters, same.counters, strict=True):
                if self._speak is not None and (one.name, one.title) not in self._called:
                    self._called.add((one.name, one.title))
                    self._pair(_called(one), _called(two), "texts", 600)

    def _pair(self, shown: str, plain: str, kind: str, limit: int) -> None:
        if self._speak is None or shown in self._heard:
            return
        self._heard.add(shown)
        other = self._speak(plain, kind)
        if other != shown:
            line = _line if kind == "panel" else lambda text: clean(text, limit)
            self._otherwise[line(shown)] = line(other)

    def change(self, scene: Scene) -> dict[str, Json]:
        """What differs from the scene before: piles ``p``, heading ``h``, panel ``l``, arrows ``a``; signs ``s`` follow."""
        found: dict[str, Json] = {}
        now = {pile.cell: pile for pile in scene.piles}
        before = self._was.piles
        piles: dict[str, Json] = {cell: [] for cell in before if cell not in now}
        for cell, pile in now.items():
            if before.get(cell) is not pile and before.get(cell) != pile:
                piles[cell] = [self._look(each) for each in pile.counters]
                self._place(pile)
        if piles:
            found["p"] = piles
        if scene.heading != self._was.heading:
            found["h"] = clean(scene.heading)
        if scene.panel != self._was.panel:
            found["l"] = self._panel(scene.panel)
        signs = (scene.ground, scene.marks)
        if self._was.signs[0] is not scene.ground or self._was.signs[1] != scene.marks:
            self._grounds.setdefault(id(scene.ground), scene.ground)
            self._signed.append((found, id(scene.ground), scene.marks))
        if scene.arrows:
            self._arrows.append((found, scene.arrows))
        self._was = _Was(piles=now, heading=scene.heading, panel=scene.panel, signs=signs)
        return found

    def _panel(self, panel: tuple[str, ...]) -> list[Json]:
        """The panel's lines as how many of the last panel stay at its start and at its end, and what stands between."""
        before = self._was.panel
        most = min(len(before), len(panel))
        head = next((i for i in range(most) if before[i] != panel[i]), most)
        left = most - head
        tail = next((i for i in range(left) if before[-1 - i] != panel[-1 - i]), left)
        return [head, tail, *(self._lines.of(_line(line)) for line in panel[head : len(panel) - tail])]

    def _look(self, counter: Counter) -> int:
        known = self._counters.get(counter)
        if known is not None:
            return known
        face = self._faces.of(
            (
                clean(counter.name, 60),
                counter.side,
                glyph(counter.symbol),
                clean(counter.size, 6),
                clean(counter.values, 14),
                colour(counter.band, ""),
                counter.full_steps,
                clean(_called(counter), 600),
            )
        )
        marks = "\n".join(clean(mark, 8) for mark in counter.marks[:6])
        look = self._looks.of((face, counter.steps, marks))
        self._counters[counter] = look
        return look

    def _place(self, pile: Pile) -> None:
        """Remembers a place: a cell, or a tray off the map with the most counters it ever held."""
        if pile.at is None and pile.cell in self._cells:
            self._used.add(pile.cell)
            self._crowd[pile.cell] = max(self._crowd.get(pile.cell, 0), len(pile.counters))
            return
        label, at, most = self._trays.get(pile.cell, (pile.label or pile.cell, pile.at, 0))
        self._trays[pile.cell] = (label, at, max(most, len(pile.counters)))

    def _event(self, outcome: Outcome) -> Json:
        """``[kind, text, paragraph, side, units, hexes, faces, reasons, total]``, without what is empty at the end."""
        reasons: list[Json] = [
            [self._words.of(clean(r.paragraph, 40)), clean(r.text, 200), r.value] for r in outcome.reasons
        ]
        self._used.update(self._cells.intersection(outcome.hexes))
        event: list[Json] = [
            self._words.of(outcome.kind),
            clean(outcome.text, 600),
            self._words.of(clean(outcome.paragraph, 60)),
            outcome.side or "",
            len(outcome.units),
            [self._words.of(where) for where in outcome.hexes],
            list(outcome.faces),
            reasons,
            outcome.total,
        ]
        while event and event[-1] in (None, [], 0, ""):
            event.pop()
        return event

    # --- the end ------------------------------------------------------------------------------------------------------

    def finish(self, opening: dict[str, Json], moment: Moment, steps: list[Json], code: str) -> Reel:
        """Everything with its place in pixels, which depends on all trays there ever were."""
        stable, moving = self._split()
        for style in sorted({cell.terrain for cell in stable.cells}):
            plain = palette.GROUNDS.get(style, style)
            self._pair(self._word(plain), plain, "texts", 40)
        layout = plan(stable, off_map.window(stable, self._trays))
        window, turns = layout.view, bridge_turns(layout)
        for found, ground, marks in self._signed:
            found["s"] = [self._signs.of(spot) for spot in (*moving[ground], *marks)]
        for found, arrows in self._arrows:
            found["a"] = [self._arrow(arrow, window) for arrow in arrows]
        start: list[Json] = ["", self._words.of(""), self._moments.of(moment), opening, []]
        value: dict[str, Json] = {
            "words": list(self._words.all()),
            "moments": [[m.turn, clean(m.turn_name, 80), clean(m.phase, 80)] for m in self._moments.all()],
            "faces": [list(face) for face in self._faces.all()],
            "looks": [list(look) for look in self._looks.all()],
            "lines": list(self._lines.all()),
            "signs": [_sign(spot, window, turns) for spot in self._signs.all()],
            "places": {c.name: rounded(window.point(c.centre)) for c in stable.cells if c.name in self._used},
            "trays": off_map.drawn(self._trays, window),
            "titles": {c.name: clean(c.title, 60) for c in stable.cells if c.name in self._used and c.title},
            **_shapes(layout, self._used, self._crowd),
            "other": {"code": code, "said": self._otherwise},
            "start": start,
            "steps": steps,
        }
        symbols = frozenset(face[2] for face in self._faces.all())
        sides = tuple(sorted({face[1] for face in self._faces.all()}))
        return Reel(value=value, layout=layout, ground=stable, symbols=symbols, sides=sides, word=self._word)

    def _split(self) -> tuple[Ground, dict[int, tuple[Spot, ...]]]:
        """The ground with only the spots that are always there, and what else each ground had."""
        grounds = list(self._grounds.values())
        always = frozenset(grounds[0].spots).intersection(*(frozenset(g.spots) for g in grounds))
        stable = evolve(grounds[0], spots=tuple(s for s in grounds[0].spots if s in always))
        return stable, {
            number: tuple(s for s in ground.spots if s not in always)
            for number, ground in self._grounds.items()
        }

    def _arrow(self, arrow: Arrow, window: View) -> Json:
        points: list[Json] = []
        for point in arrow.points:
            points += rounded(window.point(point))
        return [self._words.of(clean(arrow.style, 30)), *points]


def _shapes(layout: Plan, used: set[str], crowd: Mapping[str, int]) -> dict[str, Json]:
    """The outlines that cells have, around their middles, and the slots in them for every number of counters they ever
    held: tenths of a pixel, twice, and thousandths of a size. ``shape`` names that of each cell that has not the first."""
    outlines: dict[tuple[tuple[int, int], ...], int] = {}
    most: dict[int, int] = {}
    of: dict[str, Json] = {}
    drawn: list[tuple[Sequence[Point], Point]] = []
    for cell, outline, (x, y) in zip(layout.cells, layout.outlines, layout.centres, strict=True):
        if cell.name in used:
            number = outlines.setdefault(
                tuple((round(px - x), round(py - y)) for px, py in outline), len(drawn)
            )
            if number == len(drawn):
                drawn.append((outline, (x, y)))
            most[number] = max(most.get(number, 0), crowd.get(cell.name, 0))
            if number:
                of[cell.name] = number
    shapes: list[Json] = []
    for outline, number in outlines.items():
        laid: list[Json] = []
        for count in range(1, most[number] + 1):
            flat: list[Json] = []
            for x, y, scale in counters.within(counters.slots(count, HEX), *drawn[number]):
                flat += [round(x * 10), round(y * 10), round(scale * 1000)]
            laid.append(flat)
        around: list[Json] = [v for point in outline for v in point]
        shapes.append([around, laid])
    return {"shapes": shapes, "shape": of}


def _called(counter: Counter) -> str:
    """What a counter is called, whatever it has lost."""
    return describe(evolve(counter, marks=(), steps=1, full_steps=1, said=""))


def _spots(scene: Scene) -> tuple[Spot, ...]:
    """All the signs of a picture."""
    return (*scene.ground.spots, *scene.marks)


def _line(text: str) -> str:
    """A line of the panel; that it stands under the one before shows in a blank at its start."""
    return f"{' ' if text.startswith(' ') else ''}{clean(text, 600).lstrip()}"


def _sign(spot: Spot, window: View, turns: Callable[[Point], float]) -> Json:
    """``[style, x, y, text, title, turn]``, the turn in degrees."""
    at = window.point(spot.at)
    turn = round(turns(at)) if "bridge" in spot.style else 0
    return [clean(spot.style, 30), *rounded(at), clean(spot.text, 40), clean(spot.title, 200), turn]
