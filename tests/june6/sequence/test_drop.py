"""Drops that are rolled (10.22, N191)."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.port.game import Roll, Rolled
from pbem_rules.june6.model import ALLIED, ALLIED_LOGISTICS, DROP, View
from pbem_rules.june6.rules.air_and_sea.dropping import jumpers
from pbem_rules.june6.rules.ground.stacking import stacking_violations
from pbem_rules.june6.rules.lookup import holder
from tests.june6.build import data, rules

FACES = st.lists(st.integers(min_value=0, max_value=9), min_size=16, max_size=16)


@settings(max_examples=60, deadline=None)
@given(faces=FACES)
def test_every_unit_comes_down_near_its_zone_on_open_land_within_the_limits(faces: list[int]) -> None:
    game = rules()
    before = game.setup("landings", {"drop": "rolled"})
    (due,) = game.demands(before)
    assert isinstance(due, Roll)
    action = Rolled(why=due.why, faces=tuple(faces))
    assert () == tuple(game.check(before, ALLIED, action))
    after = game.apply(before, ALLIED, action).state
    for n, name in enumerate(jumpers(View(data=data(), state=before))):
        start, end = before.board[name].where, after.board[name].where
        drop = data().charts.drop(faces[2 * n])
        assert data().ground.grid.distance(start, end) <= drop.hexes
        assert drop.scattered == after.board[name].scattered
        assert holder(View(data=data(), state=after), end) == ALLIED
        assert () == stacking_violations(View(data=data(), state=after), end)


def test_a_historical_drop_is_not_rolled() -> None:
    game = rules()
    assert ALLIED_LOGISTICS == game.setup("landings", {}).phase
    assert DROP == game.setup("landings", {"drop": "rolled"}).phase
    assert game.setup("landings", {}).board["507/82"].scattered
    assert not game.setup("landings", {"drop": "rolled"}).board["507/82"].scattered
