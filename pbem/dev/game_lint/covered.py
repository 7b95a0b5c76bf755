"""The card of a game on the first page: a sixth game has one too, and it says of the game what is so."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import DataError, GameFault
from pbem.dev.game_lint.mistakes import Mistake
from pbem.games import boundary, game_cards, guides, registry
from pbem.games.game_cards import Cover
from pbem.games.registry import Game
from pbem.port.messages import Message


def cover(game: Game) -> Iterator[Mistake]:
    """What is wrong with a game's ``cover.toml``."""
    try:
        found = game_cards.cover(game.info)
    except DataError as error:
        yield Mistake(about=game_cards.FILE, text=error.message)
        return
    if not found.lines:
        text = Message("there is none, or no lines in it: the first page shows the title alone")
        yield Mistake(about=game_cards.FILE, text=text)
        return
    for each in (*_said(found), *_chosen(game, found), *_timed(game, found), *_pictured(game, found)):
        yield Mistake(about=game_cards.FILE, text=each)


def _said(found: Cover) -> Iterator[Message]:
    if len(found.lines) != 2 or not all(found.lines):
        yield Message("it has {n} lines, a card has room for two", n=len(found.lines))
    for line in found.lines:
        if len(line) > game_cards.LONGEST_LINE:
            yield Message(
                "a line has {n} letters, {most} are the most", n=len(line), most=game_cards.LONGEST_LINE
            )
    if not 1 <= found.difficulty <= game_cards.HARDEST:
        yield Message(
            "the difficulty is {n}, it goes from 1 to {most}", n=found.difficulty, most=game_cards.HARDEST
        )


def _chosen(game: Game, found: Cover) -> Iterator[Message]:
    """Sides, the first scenario and the orders given together are words of the game."""
    for side in found.sides:
        if side not in game.rules.sides:
            yield Message("there is no side {side}", side=side)
    if not found.sides:
        yield Message("it names no side that somebody can play")
    if found.scenario not in game.info.scenarios:
        yield Message("there is no scenario {scenario}", scenario=found.scenario or '""')
    for kind, what in found.together.items():
        if not game.rules.actions.knows(kind):
            yield Message("there is no order {kind}", kind=kind)
        if what not in game_cards.TOGETHER:
            yield Message(
                "what is given together is one of {known}, not {what}", known=game_cards.TOGETHER, what=what
            )


def _timed(game: Game, found: Cover) -> Iterator[Message]:
    for scenario in game.info.scenarios:
        if not found.titles.get(scenario) or found.minutes.get(scenario, 0) < 1:
            yield Message("scenario {scenario} has no title, or no minutes", scenario=scenario)
    for scenario in found.titles:
        if scenario not in game.info.scenarios:
            yield Message("there is no scenario {scenario}", scenario=scenario)


def _pictured(game: Game, found: Cover) -> Iterator[str]:
    """The picture shows a part of the map that there is."""
    piece = found.picture
    if piece is None:
        yield Message("it has no picture")
    elif piece.scenario not in game.info.scenarios:
        yield Message("there is no scenario {scenario}", scenario=piece.scenario)
    else:
        rules = game.rules
        try:
            scene = boundary.asked(
                rules, Message("setting up"), lambda: rules.scene(rules.setup(piece.scenario, {}), None)
            )
        except GameFault as fault:
            yield fault.message
            return
        if piece.middle not in {cell.name for cell in scene.ground.cells}:
            yield Message("the map has no cell {cell}", cell=piece.middle)
        if piece.across < 2:
            yield Message("its picture is less than two cells wide")


# --- guides -----------------------------------------------------------------------------------------------------------


def guide(game: Game) -> Iterator[Mistake]:
    """What is wrong with a game's ``guide.toml``; a game may have none."""
    try:
        found = guides.guide(game.info)
    except DataError as error:
        yield Mistake(about=guides.FILE, text=error.message)
        return
    if found is None:
        return
    if found.scenario not in game.info.scenarios:
        yield Mistake(
            about=guides.FILE, text=Message("there is no scenario {scenario}", scenario=found.scenario)
        )
    if found.side not in game.rules.sides:
        yield Mistake(about=guides.FILE, text=Message("there is no side {side}", side=found.side))
    known = {each.number for each in registry.paragraphs(game.info.name)}
    for step in found.steps:
        for number in step.paragraphs:
            if number not in known:
                yield Mistake(
                    about=guides.FILE, text=Message("there is no paragraph {number}", number=number)
                )
        for kind in (*step.kinds, *filter(None, (step.among,))):
            if not game.rules.actions.knows(kind):
                yield Mistake(about=guides.FILE, text=Message("there is no order {kind}", kind=kind))
