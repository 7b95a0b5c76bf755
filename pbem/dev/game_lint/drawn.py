"""Styles that a scene names and no picture has: they are drawn with a plain hatch, sign or line, and nobody is told."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pbem.bytes.errors import GameFault
from pbem.dev.game_lint.mistakes import Mistake
from pbem.games import boundary
from pbem.games.registry import Game
from pbem.port.messages import Message
from pbem.port.scene import Scene
from pbem.view.map import arrows, glyphs, labels, lines, palette, spots


def styles(game: Game) -> Iterator[Mistake]:
    """Every style without a drawing of its own in the first scene of each scenario, as each side sees it."""
    found: dict[tuple[str, str], None] = {}
    for scenario in game.rules.scenarios:
        try:
            for scene in _first_scenes(game, scenario):
                found.update(dict.fromkeys(of_scene(scene)))
        except GameFault as fault:
            yield Mistake(about=scenario, text=fault.message)
    for what, style in found:
        text = Message("{style}: there is no drawing of that {what}", style=style or '""', what=what)
        yield Mistake(about=Message("picture"), text=text)


def _first_scenes(game: Game, scenario: str) -> Iterator[Scene]:
    """What each side sees at first, and somebody who is of no side. Raises GameFault."""
    rules = game.rules
    state = boundary.asked(rules, Message("setting up"), lambda: rules.setup(scenario, {}))
    for side in (*rules.sides, None):
        yield boundary.asked(rules, Message("its picture"), partial(rules.scene, state, side))


def of_scene(scene: Scene) -> Iterator[tuple[str, str]]:
    """What is drawn plain in a scene: the kind of thing, and the style that nobody knows."""
    ground = scene.ground
    for cell in ground.cells:
        if cell.terrain not in palette.TERRAIN:
            yield Message("ground"), cell.terrain
    for stroke in ground.strokes:
        if stroke.style not in lines.DRAWN:
            yield Message("line"), stroke.style
    for spot in (*ground.spots, *scene.marks):
        if spot.style not in spots.DRAWN and not labels.is_name(spot.style):
            yield Message("sign"), spot.style
    for arrow in scene.arrows:
        if arrow.style not in arrows.WORDS:
            yield Message("arrow"), arrow.style
    for pile in scene.piles:
        for counter in pile.counters:
            if glyphs.glyph(counter.symbol) == "unknown" and counter.symbol not in ("", "unknown"):
                yield Message("symbol"), counter.symbol
