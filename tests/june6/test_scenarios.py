"""Every scenario of June 6: its set-up obeys the rules, nobody is forgotten, and it can be played to the end."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError
from pbem_rules.june6.game import June6
from pbem_rules.june6.model import ALLIED, OVER, WEATHER, State, View
from pbem_rules.june6.printed.data import Data, Scenario
from pbem_rules.june6.rules.ground import line_of_communication
from pbem_rules.june6.rules.victory import score
from tests.june6.player.playing import play, rules
from tests.lists import tried_with

NAMES = ("landings", "first-week", "campaign", "cherbourg", "epsom")
LATER = ("cherbourg", "epsom")


def of(name: str) -> tuple[June6, Data, Scenario]:
    game = rules()
    return game, game.data.of(name), game.data.scenarios[name]


def state(name: str, **options: Json) -> State:
    return rules().setup(name, options)


def test_the_landings_come_first_and_there_are_five() -> None:
    assert rules().scenarios == NAMES


@tried_with("name", NAMES)
def test_units_stand_on_ground_of_one_side_within_the_stacking_limits(name: str) -> None:
    _, data, scenario = of(name)
    stacks: dict[str, list[str]] = {}
    for placing in scenario.placings:
        stacks.setdefault(placing.where, []).append(placing.unit)
    for where, names in stacks.items():
        assert len({data.unit(each).side for each in names}) == 1, where
        assert sum(data.unit(each).combat for each in names) <= data.numbers.stacking.combat, where
        flak = sum(data.unit(each).type == "flak" for each in names)
        assert len(names) - min(flak, data.numbers.stacking.extra_flak) <= data.numbers.stacking.total, where


@tried_with("name", NAMES)
def test_vehicles_stand_where_they_can_stand(name: str) -> None:
    _, data, scenario = of(name)
    for placing in scenario.placings:
        ground = data.charts.terrain[data.ground.terrain[placing.where]]
        if data.unit(placing.unit).move != "leg" and ground.motor is None:
            assert data.ground.roads.at(placing.where), placing


@tried_with("name", NAMES)
def test_a_reduced_unit_has_a_back(name: str) -> None:
    _, data, scenario = of(name)
    assert [p.unit for p in scenario.placings if p.reduced and data.unit(p.unit).reduced is None] == []


@tried_with("name", NAMES)
def test_nobody_stands_and_arrives_and_every_arrival_has_a_way_in(name: str) -> None:
    _, data, scenario = of(name)
    counted = Counter(
        [p.unit for p in scenario.placings] + [u for due in scenario.arrivals for u in due.units]
    )
    assert [unit for unit, times in counted.items() if times > 1] == []
    for due in scenario.arrivals:
        assert scenario.first_turn <= due.turn <= scenario.last_turn
        if due.how == "beach":
            assert data.ground.beaches[due.place]
        elif due.how == "entry":
            assert due.places
            assert all(data.ground.entries[letter] for letter in due.places)


@pytest.mark.parametrize("name", LATER)
def test_a_unit_of_a_formation_in_play_stands_arrives_or_is_known_to_be_gone(name: str) -> None:
    _, data, scenario = of(name)
    there = {p.unit for p in scenario.placings} | {u for due in scenario.arrivals for u in due.units}
    formations = {data.unit(unit).formation for unit in there} - {""}
    all_units = {unit for formation in formations for unit in data.formations[formation].units}
    assert sorted(all_units - there) == sorted(scenario.gone)


@pytest.mark.parametrize("name", LATER)
def test_every_allied_unit_of_a_later_start_has_a_line_of_communication(name: str) -> None:
    _, data, _ = of(name)
    first = state(name)
    lines = line_of_communication.traced(
        View(data=data, state=first), tuple(u for u in first.board if data.unit(u.id).side == ALLIED)
    )
    assert [unit for unit, line in lines.items() if line is None] == []


@pytest.mark.parametrize("name", LATER)
def test_a_later_start_begins_with_the_weather_and_with_ground_taken(name: str) -> None:
    first = state(name)
    assert (first.phase, first.turn) == (WEATHER, rules().data.scenarios[name].first_turn)
    assert first.beaches
    assert all(
        unit.efficiency for unit in first.board if unit.id.startswith("HQ/") and "Cherbourg" not in unit.id
    )


def test_beyond_the_area_of_a_scenario_there_is_no_map() -> None:
    _, data, _ = of("cherbourg")
    assert all(name.startswith("W") for name in data.ground.grid.hexes)
    assert set(data.ground.beaches) == {"Utah"}
    assert data.ground.entries == {"E": ("W0127",), "F": ("W0117",)}
    assert "E1514" in rules().data.ground.grid


def test_the_whole_map_is_left_as_it_is_by_scenarios_that_use_a_part() -> None:
    game = rules()
    assert game.data.of("landings") is game.data
    assert game.data.of("campaign") is game.data


@tried_with("name", NAMES)
def test_the_first_score_is_below_every_allied_victory(name: str) -> None:
    """Nobody has won before anybody has moved."""
    _, data, scenario = of(name)
    worst = min(level.at_least for level in scenario.levels if level.winner == ALLIED)
    assert sum(term.value for term in score(View(data=data, state=state(name)))) < worst
    assert all(level.text for level in scenario.levels)


@pytest.mark.parametrize("name", ["cherbourg", "epsom", "first-week"])
def test_the_demonstration_player_comes_to_the_end(name: str) -> None:
    played = play(3, {"allied": 1, "german": 2}, name, most=20000)
    assert played.state is not None
    assert played.state.phase == OVER
    result = rules().result(played.state)
    assert result is not None
    assert result.level in {level.name for level in rules().data.scenarios[name].levels}


def test_an_option_takes_only_its_values() -> None:
    for value in ("maybe", 1, None, ["true"]):
        with pytest.raises(DataError, match="teaching"):
            state("landings", teaching=value)
    assert state("landings", teaching="true").options == state("landings", teaching=True).options
    assert state("landings", teaching=False).options == ()


def test_a_teaching_game_is_the_same_whatever_the_dice_show_and_says_so() -> None:
    one, two = (play(seed, {"allied": 1, "german": 2}, options={"teaching": True}) for seed in (1, 2))
    assert one.state == two.state
    assert one.state is not None
    result = rules().result(one.state)
    assert result is not None
    assert result.level.endswith("(teaching game: fixed rolls)")
    assert one.state.fixed > 50


@pytest.mark.parametrize("name", ["landings", "first-week", "campaign"])
def test_a_game_that_begins_on_6_june_has_delay_points_behind_the_beaches(name: str) -> None:
    _, data, _ = of(name)
    before = state(name)
    assert before.delays == of("landings")[2].delays
    beaches = {where for hexes in data.ground.beaches.values() for where in hexes}
    for where in before.delays:
        assert where not in beaches, where
        assert not before.board.at(where), where
    assert before.delays


@pytest.mark.parametrize("name", LATER)
def test_a_later_start_has_none(name: str) -> None:
    assert state(name).delays == ()
