"""The player of every game: levels, reasons, falls of dice, and sectors that do not change with a step."""

from __future__ import annotations

from itertools import product

import pytest

from pbem.games import registry
from pbem.games.playout import Hotseat, advised
from pbem.port.game import Choice, Die, Secrets
from pbem.port.player import LEVELS, QUICK, Thinks, think
from pbem_rules.darkdecember.game import DarkDecember
from pbem_rules.darkdecember.player.front import Front
from pbem_rules.shared.player.answer import fall
from pbem_rules.shared.player.levels import LEVELS as BUDGETS
from pbem_rules.shared.player.sectors import assigned

GAME = registry.load("darkdecember").rules
assert isinstance(GAME, DarkDecember)
_TWO = (Die(sides=6), Die(sides=6))


def test_every_level_has_a_budget_and_a_higher_one_looks_at_more() -> None:
    looked = [BUDGETS[level].listed + BUDGETS[level].tried * BUDGETS[level].throws for level in LEVELS]
    assert sorted(looked) == looked
    assert set(LEVELS) == set(BUDGETS)


@pytest.mark.parametrize("name", [info.name for info in registry.installed()])
def test_every_game_orders_something_legal_at_every_level_and_the_same_again(name: str) -> None:
    rules = registry.load(name).rules
    table: Hotseat[object] = Hotseat.start(rules, rules.scenarios[0], {}, 1)
    while not isinstance(table.owed, Choice):
        assert table.step(advised)
    side = table.owed.side
    for level in LEVELS:
        advice = think(rules, table.state, side, table.secrets(side), 1, level)
        assert not rules.check(table.state, side, advice.order)
        assert advice == think(rules, table.state, side, table.secrets(side), 1, level)


def test_an_attack_is_recommended_with_its_odds_and_a_move_with_its_aim() -> None:
    assert isinstance(GAME, Thinks)
    units = {"FBB": "1101", "1/1SS": "1101", "110/28": "1102"}
    state = GAME.place(
        "empty", {"half": "german", "phase": "combat", "turn": "30 Dec AM", "units": {**units}}
    )
    said = think(GAME, state, "german", Secrets(), 1, QUICK).reason
    assert "1102: the enemy gives way" in said
    state = GAME.place("empty", {"turn": "19 Dec AM", "units": {"16/116Pz": "3518", "501/101": "2922"}})
    assert "To take Houffalize." == think(GAME, state, "german", Secrets(), 1).reason


def test_falls_of_dice_are_of_those_that_there_are_and_their_middle_is_the_middle_of_all() -> None:
    falls = [fall(_TWO, throw, 9) for throw in range(9)]
    assert set(falls) <= set(product(range(1, 7), repeat=2))
    assert sorted(map(sum, falls)) == [sum(each) for each in falls]
    assert 7 == sum(falls[4])


def test_a_step_of_one_unit_leaves_every_sector_as_it_was() -> None:
    table = Hotseat.start(GAME, "turning-point", {}, 1)
    while not (isinstance(table.owed, Choice) and "move" in table.owed.kinds):
        assert table.step(advised)
    side = table.owed.side
    before = assigned(Front(view=GAME.view(table.state, side)))
    order = think(GAME, table.state, side, table.secrets(side), 1).order
    after = GAME.apply(table.state, side, order).state
    changed = [
        group
        for group, sector in assigned(Front(view=GAME.view(after, side))).items()
        if before[group] != sector
    ]
    assert [] == changed
