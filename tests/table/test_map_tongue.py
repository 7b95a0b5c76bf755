"""The map of the table in the reader's language: what is written on it, and whom it credits."""

from __future__ import annotations

import re

import pytest

from pbem.games import registry
from pbem.port.game import Ruleset
from pbem.port.messages import catalogue
from pbem.table.picture import Board, board, pieces
from pbem.view.map.labels import is_name
from tests.sampling import games_tried
from tests.tongues import ENGLISH

pytestmark = pytest.mark.wider

_GENERIC = re.compile(
    r"\b(?:meadow|road|towpath|trench|houses|orchard|bunker|causeway|marsh|street|bank)\b", re.I
)


def _board(game: str) -> Board:
    rules: Ruleset[object] = registry.load(game).rules
    scene = rules.scene(rules.setup(next(iter(rules.scenarios)), {}), None)
    return board(0, [scene], rules.sides)


@pytest.mark.parametrize("game", games_tried())
def test_the_credits_below_the_map_are_in_the_language_of_the_page(game: str) -> None:
    source = str(_board(game).json(catalogue("es", f"pbem_rules.{game}"))["source"])
    assert source
    assert not ENGLISH.search(source), source


@pytest.mark.parametrize("game", games_tried())
def test_what_is_lettered_on_the_map_and_the_titles_of_its_places_are_not_english(game: str) -> None:
    drawn = _board(game)
    told = drawn.json(catalogue("es", f"pbem_rules.{game}"))
    names = [spot.text for spot in drawn.ground.spots if is_name(spot.style) and spot.text]
    assert names
    cells = told["cells"]
    assert isinstance(cells, list)
    titles = [str(cell[4]) for cell in cells if isinstance(cell, list)]
    lettered = re.findall(r">([^<>]+)</text>", str(told["drawing"]))
    assert lettered
    assert not [each for each in (*titles, *lettered) if _GENERIC.search(each)]


@pytest.mark.parametrize("game", games_tried())
def test_names_that_give_way_to_counters_are_not_english_either(game: str) -> None:
    rules: Ruleset[object] = registry.load(game).rules
    state = rules.setup(next(iter(rules.scenarios)), {})
    scene = rules.scene(state, None)
    spanish = catalogue("es", f"pbem_rules.{game}")
    drawn = board(0, [scene], rules.sides)
    plain = str(pieces(drawn, scene)["names"])
    told = str(pieces(board(0, [scene], rules.sides), scene, spanish)["names"])
    assert not [each for each in re.findall(r">([^<>]+)</text>", told) if _GENERIC.search(each)]
    if game == "pegasus":
        assert plain != told
