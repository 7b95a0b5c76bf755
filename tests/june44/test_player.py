"""The demonstration player of June '44 beyond its positions, and what its divisions are for."""

from collections import Counter

import pytest

from pbem.bytes.canon import Json
from pbem.bytes.values import evolve
from pbem.games import registry
from pbem.games.self_play import Hotseat, advised
from pbem.port.game import Secrets
from pbem_rules.june44.game import June44
from pbem_rules.june44.model import ALLIED, GERMAN, ROUND_1
from pbem_rules.june44.player.front import Front, tasks
from pbem_rules.june44.rules.cards.orders import Discard, Play
from pbem_rules.june44.rules.invasion import Beaches
from pbem_rules.june44.rules.sequence import Done
from pbem_rules.shared.player.moves import why
from pbem_rules.shared.player.reasons import attack
from pbem_rules.shared.player.sectors import HOLD, TAKE, Sector, about
from tests.june44.test_data import DATA
from tests.lists import tried_with

RULES = registry.load("june44").rules
assert isinstance(RULES, June44)
GAME: June44 = RULES
OURS: dict[str, Json] = {
    "2008": "allied", "2006": "allied", "2103": "allied", "1912": "allied", "1818": "allied",
}  # fmt: skip


def test_it_places_the_naval_support_of_the_invasion_on_beaches_and_attacks_with_it() -> None:
    table = Hotseat.start(GAME, "june44", {"naval-planning": True}, 5)
    while table.state.phase != ROUND_1:
        assert table.step(advised)
    assert (
        3 == len(table.state.naval_plans) == len(set(table.state.naval_plans) & set(GAME.data.ground.beaches))
    )
    while table.state.phase == ROUND_1:
        assert table.step(advised)
    assert () == table.state.naval_plans


@tried_with("salt", range(12))
def test_the_sealed_beaches_are_the_mix_of_the_scenario(salt: int) -> None:
    order = GAME.advise(GAME.setup("june44", {}), GERMAN, Secrets(), salt)
    assert isinstance(order, Beaches)
    assert Counter((1, 1, 2, 2, 3, 3)) == Counter(order.strengths)


def test_the_names_of_beaches_are_for_people_and_their_hexes_for_the_player() -> None:
    named = {where: evolve(beach, name=f"{beach.name} Beach") for where, beach in DATA.ground.beaches.items()}
    renamed = June44(data=evolve(DATA, ground=evolve(DATA.ground, beaches=named)))
    state = GAME.setup("june44", {})
    assert GAME.advise(state, GERMAN, Secrets(), 3) == renamed.advise(state, GERMAN, Secrets(), 3)


@pytest.mark.parametrize(
    ("side", "card", "order"),
    [
        (ALLIED, "mulberry", Play(n=1, card="mulberry", target="1912")),
        (ALLIED, "over-the-beaches", Play(n=1, card="over-the-beaches")),
        (ALLIED, "dug-in-88s", Discard(n=1, card="dug-in-88s")),
        (ALLIED, "ultra", Done()),
    ],
)
def test_cards_of_ones_own_are_played_kept_for_a_fight_or_thrown_away(side, card, order):
    position: dict[str, Json] = {
        "phase": "cards",
        "turn": 4,
        "deck": True,
        "hands": {side: [7]},
        "owners": OURS,
    }
    state = GAME.place("empty", {**position, "units": {"3 Br": "2103"}})
    assert order == GAME.advise(state, side, Secrets(hand={"events": {7: card}}), 1)


assert isinstance(RULES, June44)


def _about(unit: str, side: str, units: dict[str, Json], owners: dict[str, Json]) -> Sector:
    state = GAME.place("empty", {"units": units, "owners": {"1912": "allied", "2008": "allied", **owners}})
    return about(Front(data=GAME.data, state=state, side=side), unit)


def test_a_task_is_of_a_division_and_goes_by_the_cities_of_this_map() -> None:
    """A city of two hexes is both, and a place that counts for nothing here is left out where there is a city."""
    cities, units = GAME.data.ground.cities, GAME.data.units
    allied, german = (tasks(GAME.data, side) for side in (ALLIED, GERMAN))
    assert {*cities} >= {place for plan in allied.values() for place in plan.take}
    fight = {name for name, kind in units.items() if kind.side == GERMAN and kind.type != "artillery"}
    assert fight - {*german} == {"Cherbourg"}, "every German unit that moves has a task"
    assert [cities[at] for at in allied["4"].take] == ["Valognes", "Cherbourg", "Cherbourg"]
    assert [cities[at] for at in german["12 SS"].hold] == ["Caen", "Caen"]
    assert [GAME.data.ground.names[at] for at in german["FJR 6"].hold] == ["Carentan", "Périers"]


@pytest.mark.parametrize(("unit", "city"), [("50 Br", "2210"), ("3 Cdn", "2504"), ("29", "2817")])
def test_a_division_goes_about_its_own_city_wherever_it_stands(unit: str, city: str) -> None:
    for where in ("2207", "sea:2008"):
        assert Sector(goal=city, task=TAKE) == _about(unit, ALLIED, {unit: where}, {})


def test_a_german_division_falls_back_when_its_city_is_lost() -> None:
    held = _about("352", GERMAN, {"352": "2310", "1": "1912"}, {})
    lost = _about("352", GERMAN, {"352": "2310", "1": "2210", "29": "2210"}, {"2210": "allied"})
    assert Sector(goal="2210", task=HOLD) == held
    assert "2817" == lost.goal


def test_who_does_not_press_on_holds_a_place_or_stands_before_one_that_is_lost() -> None:
    """A reason says nothing of holding what the enemy has."""
    for owners, said in (({}, "To hold Bayeux."), ({"2210": "allied"}, "To stand before Bayeux.")):
        units: dict[str, Json] = {"352": "2410", "1": "2110"}
        state = GAME.place("empty", {"units": units, "owners": {"1912": "allied", **owners}})
        front = Front(data=GAME.data, state=state, side=GERMAN)
        unit = state.board["352"]
        assert said == why(front, Sector(goal="2210", task=HOLD), front.piece(unit), "2310")


def test_a_city_of_two_hexes_is_named_once() -> None:
    assert "To strike Caen." == attack(["Caen", "Caen"], None)
