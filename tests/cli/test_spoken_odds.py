"""What an order may bring is told in Spanish, for every order of the recorded games that a roll hangs on."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from pbem.home.play import odds
from pbem.home.viewing import logs as looking
from pbem.home.viewing.languages import tongue
from pbem.port import insight
from pbem.port.messages import ENGLISH
from pbem.store.home import Home
from tests.sampling import games_tried

from .test_spoken import english, log_of

pytestmark = pytest.mark.wider

_SOME = 12
"""So many orders of each kind are asked about."""


@pytest.mark.parametrize("game", games_tried())
def test_odds_are_told_without_an_english_word(game: str, tmp_path: Path) -> None:
    film = looking.film(Path(log_of(game)), home=Home(tmp_path))
    spanish, rules = tongue(film.game, "es"), film.game.rules
    asked: dict[str, int] = {}
    told: dict[str, str] = {}
    for before, each in pairwise(film.trail):
        if each.kind not in rules.actions.kinds or asked.get(each.kind, 0) >= _SOME:
            continue
        side = film.first.table.seats[each.seat].side
        action = rules.actions.load(each.obj)
        found = insight.forecast(rules, before.position.game, side, action)
        if found is not None:
            asked[each.kind] = asked.get(each.kind, 0) + 1
            told |= {ENGLISH.say(line): spanish.say(line) for line in (*odds.lines(found), odds.line(found))}
    assert len(told) > _SOME
    assert [] == [*english("\n".join(told.values()))]
    same = {line for line, said in told.items() if line == said and sum(map(str.isalpha, line)) > 12}
    assert set() == same
