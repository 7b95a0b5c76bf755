"""What the demo player reckons with: odds, ways and worths; what divisions are for, and that they go about it."""

import pytest
from attrs import evolve

from pbem.games import registry
from pbem_rules.june6.model import ALLIED, GERMAN, State
from pbem_rules.june6.player.assessment import Mind
from pbem_rules.june6.player.ground import roads
from pbem_rules.june6.player.odds import modes, prospect
from pbem_rules.june6.player.scene import tasks
from pbem_rules.shared.player import divisions
from pbem_rules.shared.player.sectors import HOLD, Sector, about, bound
from tests.june6.build import rules
from tests.lists import tried_with


def position(active: str, units: dict[str, str]) -> State:
    """Units in hexes of the campaign, a formation of theirs moving at full efficiency."""
    table = {"turn": 4, "units": {name: {"at": at} for name, at in units.items()}, "active": [active]}
    return rules().place("empty", table)


def mind(state: State, side: str) -> Mind:
    return Mind(data=rules().data, state=state, side=side, salt=0)


def test_a_better_modifier_never_makes_an_attack_worse() -> None:
    gains = [modes(rules().data, modifier, 2, 1, 0.5).gain for modifier in range(-4, 10)]
    assert sorted(gains) == gains


def _start() -> State:
    return rules().setup("landings", {})


def test_the_way_to_a_place_is_longer_than_the_crow_flies() -> None:
    """Points over the ground are never fewer than hexes, and Bayeux is nearer to Gold than to Utah."""
    data = rules().data
    ways = roads(data, "E2526")
    grid = data.ground.grid
    assert all(cost >= grid.distance(at, "E2526") for at, cost in ways.items() if at in grid.adjacent)
    assert ways["box:Gold"] < ways["box:Utah"]
    assert ways["E2831"] < ways["W3228"]


def test_what_is_taken_is_less_worth_taking() -> None:
    """A held objective pulls the Allied side less, not at all when no enemy is near, and pulls the German still."""
    state = _start()
    taken = evolve(state, held=(*state.held, ("E2526", ALLIED), ("W2730", ALLIED)))
    before, after = mind(state, ALLIED).worth, mind(taken, ALLIED).worth
    assert before["E2526"] > after["E2526"] > 0
    cleared = evolve(taken, board=taken.board.remove("915/352", "726/716"))
    assert "E2526" not in mind(cleared, ALLIED).worth
    assert "E2526" in mind(cleared, GERMAN).worth


@tried_with("modifier", range(-4, 13))
def test_nobody_gains_by_knowing_how_often_the_player_uses_a_mode(modifier: int) -> None:
    """Whatever the enemy answers to the shares, the player has at least the worth of the game, and no more is to be had."""
    data = rules().data
    found = modes(data, modifier, 2, 1, 0.5)

    def gain(mode: str, defence: str) -> float:
        return prospect(data, mode, defence, modifier, 2, 1).gain(0.5)

    assured = min(
        found.assault * gain("assault", d) + (1 - found.assault) * gain("probe", d)
        for d in ("stand", "retreat")
    )
    feared = max(
        found.stand * gain(m, "stand") + (1 - found.stand) * gain(m, "retreat") for m in ("assault", "probe")
    )
    assert (assured, feared) == pytest.approx((found.gain, found.gain))


@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_every_task_is_of_a_division_of_the_side_and_names_places_of_the_map(side: str) -> None:
    """A name that is spelt otherwise than on the map would be left out without a word."""
    data, other = rules().data, registry.load("june44").rules
    written = {ALLIED: divisions.TAKE, GERMAN: divisions.HOLD}[side]
    elsewhere = {*other.data.ground.names.values()} - {each[0] for each in data.ground.names.values()}
    assert {*tasks(data, side)} == {*written}
    for group, plan in tasks(data, side).items():
        assert (data.formations[group].side, data.formations[group].kind) == (side, "division")
        places = plan.take if side == ALLIED else plan.hold
        assert [data.ground.names[place][0] for place in places] == [
            each for each in written[group].split(", ") if each not in elsewhere
        ]


def test_what_is_not_on_the_map_is_left_out() -> None:
    """Without Isigny the 29th goes for La Meauffe; without any of its places the 83rd has no task."""
    data = rules().data
    gone = ("Isigny-sur-Mer", "Carentan", "Sainteny", "Périers")
    names = {at: each for at, each in data.ground.names.items() if each[0] not in gone}
    small = evolve(data, ground=evolve(data.ground, names=names))
    assert len(tasks(small, ALLIED)["29"].take) == len(tasks(data, ALLIED)["29"].take) - 1
    assert "83" in tasks(data, ALLIED)
    assert "83" not in tasks(small, ALLIED)


def test_what_a_division_is_about_is_worth_more_to_it_alone() -> None:
    """Panzer Lehr holds Tilly; when that is lost, with the Allies between, it falls back to Villers-Bocage."""
    state = position("29", {"901/Lehr": "E1828", "69/50 Br": "E2526"})
    here = mind(state, GERMAN)
    tilly = bound(here, "Lehr")
    assert here.name(tilly) == "Tilly-sur-Seulles"
    assert here.wanted("Lehr")[tilly] > here.wanted("352").get(tilly, 0.0)
    assert about(here, "Lehr") == Sector(goal=tilly, task=HOLD)
    lost = position("29", {"901/Lehr": "E1328", "69/50 Br": "E1929", "151/50 Br": "E1829"})
    there = mind(lost, GERMAN)
    assert there.name(bound(there, "Lehr")) == "Villers-Bocage"


def test_a_hex_of_a_town_is_called_by_its_name() -> None:
    """Caen has three hexes, one of them with a name on the map."""
    here = mind(position("29", {"115/29": "E2421"}), ALLIED)
    assert [here.name(at) for at in ("E2038", "E1937", "E2421", "E2725")] == [
        "Caen",
        "Caen",
        "Le Breuil-en-Bessin",
        "E2725",
    ]
