"""Data that is replaced in one process (a pack laid over, a case with values of its own): nothing of the old stays."""

from __future__ import annotations

from typing import cast
from weakref import ref

from attrs import evolve

from pbem.games import registry
from pbem_rules.june44 import supply, zones
from pbem_rules.june44.model import GERMAN, State
from pbem_rules.june44.printed import Data
from pbem_rules.kernel.board import Board
from tests.june44.test_data import DATA

_PACKS, _POSITIONS, _OTHERS = 200, 600, 3000


def _with_one_edge_hex(where: str) -> Data:
    """The printed data, with a south edge of one hex and no east edge."""
    return evolve(DATA, ground=evolve(DATA.ground, edges={"south": (where,)}))


def _sources(data: Data, state: State) -> list[str]:
    """The hexes of the south edge out of which the Germans are in supply."""
    return [where for where, away in supply.reach(data, state, GERMAN).items() if not away and where > "3000"]


def test_a_line_of_supply_is_that_of_the_data_at_hand_whatever_was_in_use_before() -> None:
    """Data that take the place in memory of others, which are gone, get lines of their own."""
    first = cast("State", registry.load("june44").rules.setup("june44", {}))
    state = evolve(first, turn=2, board=Board.of(()), defences=())
    packs = [_with_one_edge_hex("3010") for _ in range(_PACKS)]
    assert all(["3010"] == _sources(data, state) for data in packs)
    places, alive = {id(data) for data in packs}, [ref(data) for data in packs]
    packs = packs[::3]
    for n in range(_POSITIONS):  # until what is remembered of the first position is forgotten
        if any(each() is None for each in alive):
            break
        zones.front(DATA, evolve(state, rolls=n + 1))
    others = [_with_one_edge_hex("3020") for _ in range(_OTHERS)]
    again = [data for data in others if id(data) in places]
    assert all(["3020"] == _sources(data, state) for data in [*again, others[0]])
