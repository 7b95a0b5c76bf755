"""What the table answers, beside the board itself, is in the language of the page: in words, in tooltips, in refusals."""

import re
import shutil
from collections.abc import Iterator

import pytest

from pbem.bytes.canon import Json
from pbem.store.home import Home
from tests.sampling import games_tried
from tests.table.seats import Seat

from .test_spoken import begun, english

pytestmark = pytest.mark.wider

__all__ = ["begun"]
_DRAWN = frozenset({"signs", "arrows", "pieces", "drawing"})
"""Drawings: of these the tooltips and letters are read."""
_CODES = frozenset({"obj", "code", "kind", "kinds", "usage", "name", "values", "sheet"})
"""Names of orders and fields, and the provenance of the data, which its sources tell in their own words."""
_TEXT = re.compile(r">([^<>]+)<")


def texts(value: Json, name: str = "") -> Iterator[str]:
    """Every text of an answer that somebody reads."""
    if name in _CODES:
        return
    if isinstance(value, dict):
        for key, each in value.items():
            yield from texts(each, key)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each, name)
    elif isinstance(value, str):
        yield from _TEXT.findall(value) if name in _DRAWN else value.splitlines()


@pytest.mark.parametrize("game", games_tried())
def test_the_table_answers_without_an_english_word(game, begun, tmp_path):
    shutil.copytree(begun(game), tmp_path / "home")
    seat = Seat(name="Ana", home=Home(tmp_path / "home"))
    found: dict[str, None] = {}

    def ask(name: str, **given: Json) -> None:
        found.update(dict.fromkeys(texts(seat.post(name, given, X_Pbem_Language="es").json)))

    ask("hello")
    ask("position")
    ask("orders")
    for kind in seat.app.room.session().game.rules.actions.kinds:
        ask("form", kind=kind)
    for _ in range(4):
        order = seat.advised()
        ask("check", order=order)
        ask("try", order=order)
        ask("do", order=order)
    ask("position")
    ask("layer", layer="none", side="none")
    assert "Deb" in " ".join(found) or "Ahora" in " ".join(found)
    left = [*english("\n".join(found))]
    assert not left, "\n".join(left)
