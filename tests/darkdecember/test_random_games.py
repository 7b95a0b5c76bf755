"""Whole games of random legal orders under every law, and that the laws can be broken."""

from __future__ import annotations

from itertools import islice

import pytest

from pbem.bytes.values import changed
from pbem.games import registry
from pbem.port.game import Choice
from pbem_rules.darkdecember.game import DarkDecember
from pbem_rules.darkdecember.rules import zones
from tests.darkdecember.random_play import Game
from tests.random_play import BrokenLawError

RULES = registry.load("darkdecember").rules
assert isinstance(RULES, DarkDecember)
GAME: DarkDecember = RULES
EVERY_OPTION = {
    each.name: "yes"
    for each in GAME.scenario_options("final-fury")
    if not each.name.startswith(("errata", "variant"))
}
BEGINNING = 40


def under_way(scenario: str = "turning-point", actions: int = BEGINNING) -> Game:
    """A game some way into its first turn."""
    game = Game.start(GAME, scenario, "under way")
    for _ in range(actions):
        game.step()
    return game


@pytest.mark.parametrize(
    ("scenario", "options"),
    [*((each, {}) for each in ("herbstnebel", "turning-point", "reduction")), ("final-fury", EVERY_OPTION)],
)
def test_the_beginning_of_a_random_game_breaks_no_law(scenario: str, options: dict[str, str]) -> None:
    game = Game.start(GAME, scenario, f"beginning {scenario}", options)
    for _ in range(BEGINNING):
        assert game.step()
        game.laws()
    game.dear_laws()


@pytest.mark.night
@pytest.mark.parametrize(("scenario", "seed"), [("herbstnebel", 1), ("final-fury", 1)])
def test_a_random_game_to_its_end_breaks_no_law(scenario: str, seed: int) -> None:
    game = Game.start(GAME, scenario, f"{scenario} {seed}")
    assert game.play()
    assert GAME.data.scenarios[scenario].last <= game.state.turn


def test_a_game_folded_in_two_goes_comes_to_the_same_state() -> None:
    """What hangs on a state beside its fields is worked out anew by whoever loads it."""
    one, two = under_way(), under_way()
    two.state = GAME.load(GAME.dump(two.state))
    for _ in range(40):
        assert one.step() == two.step()
    assert GAME.write(one.state) == GAME.write(two.state)


def test_the_legal_orders_are_the_same_in_the_same_order_for_a_state_that_was_loaded() -> None:
    game = under_way()
    due = game.now.due
    assert isinstance(due, Choice)
    again = GAME.load(GAME.dump(game.state))
    first = [GAME.actions.dump(each) for each in islice(GAME.options(game.state, due.side), 500)]
    assert first == [GAME.actions.dump(each) for each in islice(GAME.options(again, due.side), 500)]
    assert first


def test_nothing_is_legal_for_the_side_that_owes_nothing() -> None:
    game = under_way()
    due = game.now.due
    assert isinstance(due, Choice)
    other = next(side for side in GAME.sides if side != due.side)
    assert [] == list(GAME.options(game.state, other))
    order = next(GAME.options(game.state, due.side))
    assert GAME.check(game.state, other, order)


@pytest.mark.parametrize("fault", ["stack", "column", "twice", "both", "points"])
def test_a_law_that_is_broken_is_found(fault: str) -> None:
    game = under_way()
    game.laws()
    board, units = game.state.board, GAME.data.units
    german = [unit for unit in board if unit.id in units and units[unit.id].side == "german"]
    allied = next(unit for unit in board if unit.id in units and units[unit.id].side == "allied")
    state = {
        "stack": changed(game.state, board=board.put(*(changed(unit, where="4809") for unit in german[:4]))),
        "column": changed(
            game.state, board=board.put(*(changed(unit, where="4809", column=True) for unit in german[:2]))
        ),
        "twice": changed(game.state, lost=(*game.state.lost, german[0].id)),
        "both": changed(game.state, board=board.put(changed(german[0], where=allied.where))),
        "points": changed(game.state, points=(0, -1, 0, 0)),
    }[fault]
    game.state = state
    with pytest.raises(BrokenLawError):
        game.laws()


@pytest.mark.parametrize("options", [{}, {"armour-zones": "yes"}])
def test_zones_are_those_of_each_unit_by_itself(options: dict[str, str]) -> None:
    game = Game.start(GAME, "turning-point", "zones", options)
    for _ in range(BEGINNING):
        view = GAME.view(game.state)
        for side in ("german", "allied"):
            alone = {
                to
                for unit in view.units(side)
                if zones.exerts(unit)
                for to in GAME.data.ground.grid.adjacent[unit.where]
                if not zones.stopped(view, unit, to)
            }
            assert zones.zone(view, side) == alone
        game.step()
