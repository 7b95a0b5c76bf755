"""The player of every game: reasons, and sectors that do not change with a step."""

import pytest

from pbem.games import registry
from pbem.games.self_play import Hotseat, advised
from pbem.port.game import Choice, Conceal, Secrets
from pbem.port.messages import catalogue
from pbem.port.player import Thinks, intentions, think
from pbem_rules.darkdecember.game import DarkDecember
from pbem_rules.darkdecember.player.front import Front
from pbem_rules.shared.player.sectors import assigned
from tests import random_play
from tests.sampling import games_tried

GAME = registry.load("darkdecember").rules
assert isinstance(GAME, DarkDecember)


@pytest.mark.parametrize("name", [info.name for info in registry.installed()])
def test_every_game_orders_something_legal_and_the_same_again(name: str) -> None:
    rules = registry.load(name).rules
    table: Hotseat[object] = Hotseat.start(rules, rules.scenarios[0], {}, 1)
    while not isinstance(table.owed, Choice):
        assert table.step(advised)
    side = table.owed.side
    advice = think(rules, table.state, side, table.secrets(side), 1)
    assert not rules.check(table.state, side, advice.order)
    assert advice == think(rules, table.state, side, table.secrets(side), 1)


@pytest.mark.wider
@pytest.mark.parametrize("name", games_tried())
def test_whatever_has_happened_the_player_has_a_legal_order(name: str) -> None:
    """In positions that random play leads to and no player would come into."""
    rules, asked = registry.load(name).rules, 0
    for seed, scenario in enumerate(rules.scenarios):
        game = random_play.of(name).start(rules, scenario, seed)
        for n in range(400):
            due = game.now.due
            if n % 40 == 39 and isinstance(due, Choice | Conceal):
                order = think(rules, game.state, due.side, game.now.secrets(due.side), 3).order
                assert [] == [*rules.check(game.state, due.side, order)]
                asked += 1
            if not game.step():
                break
    assert asked >= 16


def test_an_attack_is_recommended_with_its_odds_and_a_move_with_its_aim() -> None:
    assert isinstance(GAME, Thinks)
    units = {"FBB": "1101", "1/1SS": "1101", "110/28": "1102"}
    state = GAME.place(
        "empty", {"half": "german", "phase": "combat", "turn": "30 Dec AM", "units": {**units}}
    )
    said = think(GAME, state, "german", Secrets(), 1).reason
    assert "1102: the enemy gives way" in said
    state = GAME.place("empty", {"turn": "19 Dec AM", "units": {"16/116Pz": "3518", "501/101": "2922"}})
    assert "To take Houffalize." == think(GAME, state, "german", Secrets(), 1).reason


def test_only_who_came_nearer_goes_for_a_place_and_what_is_held_has_somebody_at_it() -> None:
    units = {"150": "1101", "501/101": "2923"}
    far, near = (GAME.place("empty", {"units": {**units, "16/116Pz": at}}) for at in ("3518", "3417"))
    assert ("116Pz goes for Houffalize.",) == intentions(GAME, near, "german", far)
    assert () == intentions(GAME, far, "german", near)
    assert "Brigade 150" in str(intentions(GAME, far, "german"))
    assert ("Allied: holds Bastogne.",) == intentions(GAME, near, "allied", far)


@pytest.mark.parametrize("name", ["darkdecember", "june44", "june6", "normandy", "pegasus"])
def test_what_a_side_is_about_is_told_in_five_sentences_at_most_in_both_languages(name: str) -> None:
    rules = registry.load(name).rules
    table: Hotseat[object] = Hotseat.start(rules, rules.scenarios[0], {}, 1)
    while not any(found := [intentions(rules, table.state, side) for side in rules.sides]):
        assert table.step(advised)
    spanish = catalogue("es", "pbem_rules")
    for said in (each for some in found for each in some):
        assert str(said) != spanish.say(said)
    assert 5 >= max(map(len, found))


def test_a_step_of_one_unit_leaves_every_sector_as_it_was() -> None:
    table = Hotseat.start(GAME, "turning-point", {}, 1)
    while not (isinstance(table.owed, Choice) and "move" in table.owed.kinds):
        assert table.step(advised)
    side = table.owed.side
    before = assigned(Front(view=GAME.view(table.state, side)))
    order = think(GAME, table.state, side, table.secrets(side), 1).order
    after = assigned(Front(view=GAME.view(GAME.apply(table.state, side, order).state, side)))
    assert [] == [group for group, sector in after.items() if before[group] != sector]
