"""The map of the table in the reader's language: what is written on it, and whom it credits."""

import re

import pytest

from pbem.games import registry
from pbem.port.messages import catalogue
from pbem.table.picture import board, pieces
from pbem.view.map.labels import is_name
from tests.sampling import games_tried
from tests.tongues import ENGLISH

pytestmark = pytest.mark.wider

_GENERIC = re.compile(
    r"\b(?:meadow|road|towpath|trench|houses|orchard|bunker|causeway|marsh|street|bank)\b", re.I
)


@pytest.mark.parametrize("game", games_tried())
def test_names_titles_and_credits_of_the_map_are_in_the_language_of_the_page(game: str) -> None:
    rules, spanish = registry.load(game).rules, catalogue("es", f"pbem_rules.{game}")
    scene = rules.scene(rules.setup(rules.scenarios[0], {}), None)
    drawn = board(0, [scene], rules.sides)
    told, moved = drawn.json(spanish), str(pieces(drawn, scene, spanish)["names"])
    assert not ENGLISH.search(str(told["source"])) and told["source"]  # noqa: PT018
    assert any(is_name(spot.style) and spot.text for spot in drawn.ground.spots)
    titles = [str(cell[4]) for cell in told["cells"] if isinstance(cell, list)]
    lettered = re.findall(r">([^<>]+)</text>", f"{told['drawing']}{moved}")
    assert lettered
    assert not [each for each in (*titles, *lettered) if _GENERIC.search(each)]
