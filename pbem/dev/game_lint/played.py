"""Games in which both sides decide by lot: what breaks down in them breaks down for players."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from random import Random

from attrs import AttrsInstance

from pbem.bytes.errors import GameFault, PbemError
from pbem.dev.game_lint.mistakes import Mistake
from pbem.games import boundary
from pbem.games.registry import Game
from pbem.games.self_play import Hotseat
from pbem.port import insight
from pbem.port.game import Choice, Conceal, Outcome
from pbem.port.messages import Message
from pbem.port.scene import Scene
from pbem.view.map import arrows, glyphs, labels, lines, palette, spots

_MOST_ORDERS = 60
_MOST_ACTIONS = 20_000
_EVERY = 50
"""So many orders are looked at for one decision, so many actions are the longest game; every so many it is drawn."""


def random_game(game: Game, scenario: str, seed: int, actions: int) -> Iterator[Mistake]:
    """What goes wrong in one game of a scenario: to its end, or for so many ``actions`` (0: to the end)."""
    yield from dict.fromkeys(_played(game, scenario, seed, actions))


def _played(game: Game, scenario: str, seed: int, actions: int) -> Iterator[Mistake]:
    about = Message("{scenario}, random game {seed}", scenario=scenario, seed=seed)
    most = actions or _MOST_ACTIONS
    at = 0
    try:
        seat = Hotseat.start(game.rules, scenario, {}, seed)
        draw = Random(f"lint {scenario} {seed}")  # noqa: S311  # a rehearsal
        recent: list[Outcome] = []
        while at < most and seat.step(lambda now, due: _decided(now, due, draw)):
            at += 1
            recent += seat.now.outcomes
            if at % _EVERY == 0:
                yield from _looked_at(game, seat, about, recent)
                recent.clear()
        yield from _looked_at(game, seat, about, recent)
        if seat.owed is None and game.rules.result(seat.state) is None:
            yield Mistake(about=about, text=Message("nobody owes anything, and there is no result"))
        elif seat.owed is not None and not actions:
            yield Mistake(about=about, text=Message("after {n} actions it has no end", n=at))
    except PbemError as error:
        yield Mistake(about=about, text=Message("action {n}: {what}", n=at, what=error.message))
        cause: BaseException = error
        while cause.__cause__ is not None:
            cause = cause.__cause__
        if cause is not error:  # a border has told players no more than that the game fails
            what = Message("{kind}: {error}", kind=type(cause).__name__, error=cause)
            yield Mistake(about=about, text=Message("action {n}: {what}", n=at, what=what))
    except Exception as error:  # whatever the game does where no border catches it
        what = Message("{kind}: {error}", kind=type(error).__name__, error=error)
        yield Mistake(about=about, text=Message("action {n}: {what}", n=at, what=what))


def _decided(seat: Hotseat[object], due: Choice | Conceal, draw: Random) -> AttrsInstance:
    found = tuple(islice(seat.options(), _MOST_ORDERS))
    if not found:
        raise PbemError.of("nothing-legal", "{due} is owed, and nothing is legal", due=due)
    return draw.choice(found)


def _looked_at(game: Game, seat: Hotseat[object], about: str, recent: list[Outcome]) -> Iterator[Mistake]:
    """The state is the same after writing and reading, and each side gets a picture of known styles."""
    rules, state = game.rules, seat.state
    if rules.load(rules.dump(state)) != state:
        yield Mistake(about=about, text=Message("the state is another after writing and reading"))
    boundary.write(rules, state)
    for side in rules.sides:
        for name, _ in insight.layers(rules):
            insight.layer(rules, state, side, name)
    for viewer in (*rules.sides, None):
        for what, style in dict.fromkeys(of_scene(rules.scene(state, viewer, recent=recent))):
            text = Message("{style}: there is no drawing of that {what}", style=style, what=what)
            yield Mistake(about=about, text=text)


# --- drawings ---------------------------------------------------------------------------------------------------------


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
