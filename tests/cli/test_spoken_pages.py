"""The replay page and the board of the table are in the reader's language: counters, trays, signs, ground and events."""

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from pbem.bytes import container
from pbem.games import registry
from pbem.home.viewing import film_page
from pbem.home.viewing import logs as looking
from pbem.home.viewing.languages import tongue
from pbem.log import parse_log
from pbem.port.messages import ENGLISH
from pbem.table import picture
from pbem.table.translated import spoken
from pbem.view.map.palette import GROUNDS
from tests.sampling import ALL, games_tried

from .test_spoken import SOURCES, english, log_of

pytestmark = pytest.mark.wider

_DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)
_TITLE = re.compile(r"<title>([^<]*)</title>")
_SAME = {"bocage"}
"""Grounds that are called the same in both languages."""


def film_of(page: str) -> dict[str, Any]:
    found = _DATA.search(page)
    packed = json.loads(found[1])["film"]
    film: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(packed)))
    return film


def shown(film: dict[str, Any]) -> list[str]:
    """Every text of a film that a reader may see, but for names of places."""
    events = [event for step in [film["start"], *film["steps"]] for event in step[4]]
    return [
        *(text for moment in film["moments"] for text in moment[1:]), *(face[7] for face in film["faces"]),
        *(line for line in film["lines"]), *(sign[4] for sign in film["signs"]),
        *(tray[0] for tray in film["trays"].values()), *(event[1] for event in events if len(event) > 1),
        *(reason[1] for event in events if len(event) > 7 for reason in event[7]),
    ]  # fmt: skip


def grounds(page: str) -> set[str]:
    """The last words of the tooltips of places."""
    cells = page.partition('<g class="cells"')[2].partition("</g>")[0]
    return {text.rpartition(", ")[2] for text in _TITLE.findall(cells)}


@pytest.mark.parametrize("game", games_tried())
def test_a_replay_page_has_everything_in_both_languages(game: str) -> None:
    """The page of the first eighth of a recorded game; that of all of it with ``PBEM_ALL=1``."""
    log = parse_log(container.unpack(Path(log_of(game)).read_bytes()))
    first = evolve(log, bundles=log.bundles[: len(log.bundles) // (1 if ALL else 8)])
    found = looking.film_of_log(container.pack(first.encode()))
    tongues = {"es": tongue(found.game, "es"), "en": ENGLISH}
    pages = {code: film_page.page(found, "x.pbem", tongue=words) for code, words in tongues.items()}
    film = film_of(pages["es"])
    assert [] == [*english(SOURCES.sub("", "\n".join(shown(film))))]
    other = film_of(pages["en"])
    changed = [other["other"]["said"].get(text, text) for text in shown(other)]
    assert sorted(set(changed)) == sorted(set(shown(film))), (
        "changed to Spanish it says what the Spanish page says"
    )
    assert not grounds(pages["es"]) & (set(GROUNDS) - _SAME)
    assert {other["other"]["said"].get(text, text) for text in grounds(pages["en"])} == grounds(pages["es"])


@pytest.mark.parametrize("game", games_tried())
def test_the_board_of_the_table_says_what_the_ground_is_in_the_readers_language(game: str) -> None:
    found = registry.load(game)
    scene = found.rules.scene(found.rules.setup(found.rules.scenarios[0], {}), None)
    board = picture.board(1, (scene,), found.rules.sides).json()
    spanish = spoken(board, tongue(found, "es"))
    there, here = ({str(cell[-1]) for cell in each["cells"]} for each in (board, spanish))
    assert there <= {str(word) for word in GROUNDS.values()}
    assert not here & (there - _SAME)
    assert spoken(board, ENGLISH) == board
