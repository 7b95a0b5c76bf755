"""What divisions are for: their tasks, on any map, and that they go about them."""

from __future__ import annotations

import pytest
from attrs import evolve

from pbem.games import registry
from pbem.port.game import Secrets
from pbem_rules.june6.model import ALLIED, GERMAN
from pbem_rules.june6.player.assessment import Mind
from pbem_rules.june6.player.moves import why
from pbem_rules.june6.player.scene import tasks
from pbem_rules.june6.rules.movement.move import Move
from pbem_rules.june44.game import June44
from pbem_rules.shared.player import divisions
from pbem_rules.shared.player.sectors import HOLD, TAKE
from tests.june6.build import rules
from tests.june6.player.playing import a_game
from tests.june6.player.test_tactics import position


@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_every_task_is_of_a_division_of_the_side_and_names_places_of_the_map(side: str) -> None:
    """A name that is spelt otherwise than on the map would be left out without a word."""
    data, other = rules().data, registry.load("june44").rules
    assert isinstance(other, June44)
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


def test_divisions_side_by_side_go_about_different_places() -> None:
    """From the same fields three divisions go three ways, and each says where to."""
    ends = {}
    for division, unit in (("29", "115/29"), ("1", "16/1"), ("50 Br", "69/50 Br")):
        germans = {"915/352": "E2526", "916/352": "E2321"}
        state = position(division, {f"HQ/{division}": "E2721", unit: "E2421", **germans})
        advice = rules().think(state, ALLIED, Secrets(), 5)
        mind = Mind.of(rules().data, state, ALLIED, 5)
        sector = mind.sector(state.board[unit])
        assert sector is not None
        assert sector.task == TAKE
        assert isinstance(advice.order, Move)
        assert mind.name(sector.goal) in advice.reason
        assert mind.ways(sector.goal)[advice.order.path[-1]] < mind.ways(sector.goal)["E2421"]
        ends[division] = mind.name(sector.goal)
    assert ends == {"29": "La Meauffe", "1": "Balleroy", "50 Br": "Bayeux"}


def test_what_a_division_is_about_is_worth_more_to_it_alone() -> None:
    """Panzer Lehr holds Tilly; when that is lost, with the Allies between, it falls back to Villers-Bocage."""
    state = position("29", {"901/Lehr": "E1828", "69/50 Br": "E2526"})
    mind = Mind.of(rules().data, state, GERMAN, 0)
    tilly = mind.bound("Lehr")
    assert mind.name(tilly) == "Tilly-sur-Seulles"
    assert mind.wanted("Lehr")[tilly] > mind.wanted("352").get(tilly, 0.0)
    sector = mind.sector(state.board["901/Lehr"])
    assert sector is not None
    assert sector.task == HOLD
    lost = position("29", {"901/Lehr": "E1328", "69/50 Br": "E1929", "151/50 Br": "E1829"})
    there = Mind.of(rules().data, lost, GERMAN, 0)
    assert there.name(there.bound("Lehr")) == "Villers-Bocage"


def test_who_comes_ashore_says_what_for() -> None:
    """A division that is still at sea has its task; the armour of a corps, which has none, names what draws it there."""
    said = {}
    for turn in a_game().orders:
        if isinstance(turn.order, Move) and turn.side == ALLIED and turn.before.turn == 1:
            advice = rules().think(turn.before, ALLIED, Secrets(), 1)
            if isinstance(advice.order, Move) and ":" in turn.before.board[advice.order.unit].where:
                said[advice.order.unit] = str(advice.reason)
    assert len(said) > 10
    silent = {unit for unit, why in said.items() if not why and rules().data.unit(unit).combat}
    assert not silent
    assert any(rules().data.formations[rules().data.unit(unit).formation].kind == "corps" for unit in said)


def test_a_move_that_leads_elsewhere_is_not_told_as_the_task() -> None:
    """Beside Carentan the 505th is not "on the way to Pont-l'Abbé"."""
    away = 0
    for turn in a_game().orders:
        if not isinstance(turn.order, Move) or not rules().data.unit(turn.order.unit).combat:
            continue
        mind = Mind.of(rules().data, turn.before, turn.side, 1)
        unit, end = turn.before.board[turn.order.unit], turn.order.path[-1]
        sector = mind.sector(unit)
        if sector is None or ":" in unit.where or mind.name(mind.draws(end)) == mind.name(sector.goal):
            continue
        if mind.ways(sector.goal)[end] > mind.ways(sector.goal)[unit.where]:
            away += 1
            assert mind.name(sector.goal) not in str(why(mind, turn.order))
    assert away > 5


def test_a_hex_of_a_town_is_called_by_its_name() -> None:
    """Caen has three hexes, one of them with a name on the map."""
    mind = Mind.of(rules().data, position("29", {"115/29": "E2421"}), ALLIED, 0)
    assert [mind.name(at) for at in ("E2038", "E1937", "E2421", "E2725")] == [
        "Caen",
        "Caen",
        "Le Breuil-en-Bessin",
        "E2725",
    ]
