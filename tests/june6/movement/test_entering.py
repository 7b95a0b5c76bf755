"""Landing, entering, strategic movement's conditions, stacking, and what is occupied on the way."""

from __future__ import annotations

import pytest
from attrs import evolve

from pbem_rules.june6.model import State, Unit, View
from pbem_rules.june6.rules.ground import stacking
from pbem_rules.june6.rules.ground.occupying import occupy
from pbem_rules.june6.rules.movement import move
from pbem_rules.june6.rules.movement.move import Move
from tests.june6.build_movement import activated, data, done, ground, moving, state
from tests.june6.movement.test_moves import CLEAR, broken, by_road, cost, go
from tests.lists import tried_with

COAST_ROAD = data(ground(primary=("0101 0102 0103 0104 0105 0106", "0904 0905 0906")))


def test_landing_takes_half_the_allowance_rounded_up_before_the_beach_hex() -> None:
    position = activated(CLEAR, state({"16/1": "box:Omaha"}), "1")
    assert 4 == cost(CLEAR, position, go("16/1", "0904"))
    assert () == broken(CLEAR, position, go("16/1", "0904", "0804"))
    assert ("8.12",) == broken(CLEAR, position, go("16/1", "0904", "0804", "0704"))


def test_a_unit_lands_at_its_own_beaches_only() -> None:
    position = activated(CLEAR, state({"16/1": "box:Omaha"}), "1")
    assert ("8.47",) == broken(CLEAR, position, go("16/1", "0908"))
    ashore = {"0804", "0805", "0806", "0903", "0904", "0905", "0906"}
    assert ashore == set(move.reach(View(data=CLEAR, state=position), "16/1"))


def test_a_held_beach_is_closed_and_one_in_a_zone_is_open() -> None:
    position = activated(CLEAR, state({"16/1": "box:Omaha", "914/352": "0904"}), "1")
    assert ("10.21",) == broken(CLEAR, position, go("16/1", "0904"))
    assert () == broken(CLEAR, position, go("16/1", "0905"))


def test_nobody_lands_with_strategic_movement() -> None:
    position = activated(COAST_ROAD, state({"16/1": "box:Omaha", "HQ/1": "0905"}), "1")
    assert ("8.47",) == broken(COAST_ROAD, position, by_road("16/1", "0904"))


def test_a_german_unit_enters_at_its_letter_at_full_or_strategic_allowance() -> None:
    position = activated(COAST_ROAD, state({"914/352": "entry:E", "HQ/352": "entry:E"}), "352")
    assert () == broken(COAST_ROAD, position, go("914/352", "0101", "0102", "0103", "0104"))
    assert () == broken(
        COAST_ROAD, position, by_road("914/352", "0101", "0102", "0103", "0104", "0105", "0106")
    )
    assert ("8.48",) == broken(COAST_ROAD, position, go("914/352", "0103"))


def test_an_entry_hex_that_allied_units_hold_is_closed() -> None:
    position = activated(CLEAR, state({"914/352": "entry:E", "HQ/1": "0101"}), "352")
    assert ("10.37",) == broken(CLEAR, position, go("914/352", "0101"))
    assert () == broken(CLEAR, position, go("914/352", "0102"))


def test_bicycles_and_motors_pay_half_a_point_on_primary_roads() -> None:
    position = activated(COAST_ROAD, state({"916/352": "0101", "914/352": "0101", "HQ/352": "0901"}), "352")
    path = ("0102", "0103", "0104")
    assert 3 == cost(COAST_ROAD, position, by_road("916/352", *path))
    assert 6 == cost(COAST_ROAD, position, by_road("914/352", *path))


def test_strategic_movement_doubles_the_allowance() -> None:
    printed = data(ground(secondary=("0101 0102 0103 0104 0105 0106 0107 0108",)))
    position = activated(printed, state({"Fortress": "0901", "915/352": "0101", "HQ/352": "0901"}), "352")
    found = move.reach(View(data=printed, state=position), "915/352", strategic=True)
    assert 14 == found["0108"][0]
    far = data(ground(secondary=("0101 0102 0103 0104 0105 0106 0107 0108 0208 0308",)))
    assert "0208" in move.reach(View(data=far, state=position), "915/352", strategic=True)
    assert "0308" not in move.reach(View(data=far, state=position), "915/352", strategic=True)


@pytest.mark.parametrize(
    ("name", "formation", "paragraphs"),
    [
        ("SP 01", "loose", ("8.24", "8.24")),
        ("Fortress", "Cherbourg", ("8.24",)),
        ("914/352", "352", ("8.24",)),
        ("916/352", "352", ("22.26", "8.24")),
    ],
)
def test_some_units_never_use_strategic_movement(
    name: str, formation: str, paragraphs: tuple[str, ...]
) -> None:
    """Strongpoints, the Cherbourg Command, units without a headquarters in play, isolated units."""
    placed = {"HQ/Cherbourg": "0905", name: "0101"}
    position = activated(
        COAST_ROAD, state(placed, Unit(id="916/352", where="0101", isolated=True)), formation, full=False
    )
    assert paragraphs == broken(COAST_ROAD, position, by_road(name, "0102"))


def test_a_headquarters_that_is_isolated_keeps_its_units_off_strategic_movement() -> None:
    isolated = Unit(id="HQ/352", where="0905", isolated=True)
    position = activated(COAST_ROAD, state({"914/352": "0101"}, isolated), "352")
    assert ("22.26",) == broken(COAST_ROAD, position, by_road("914/352", "0102"))


def test_allied_units_use_strategic_movement_from_the_fourth_turn() -> None:
    placed = {"16/1": "0101", "HQ/1": "0101"}
    early, later = (activated(COAST_ROAD, state(placed, turn=turn), "1") for turn in (3, 4))
    assert ("8.24",) == broken(COAST_ROAD, early, by_road("16/1", "0102"))
    assert () == broken(COAST_ROAD, later, by_road("16/1", "0102"))


def test_strategic_movement_stays_on_the_road_and_ends_before_a_crowd() -> None:
    position = activated(COAST_ROAD, state({"16/1": "0101", "HQ/1": "0104", "18/1": "0104"}), "1")
    assert ("8.23",) == broken(COAST_ROAD, position, by_road("16/1", "0201"))
    assert () == broken(COAST_ROAD, position, by_road("16/1", "0102", "0103"))
    assert ("8.24",) == broken(COAST_ROAD, position, by_road("16/1", "0102", "0103", "0104"))


@tried_with(
    ("there", "comes", "paragraphs"),
    [
        (("16/1", "18/1"), "26/1", ("9.12",)),
        (("16/1", "18/1"), "HQ/1", ()),
        (("16/1", "18/1", "HQ/1"), "HQ/V", ("9.14",)),
        (("HQ/1", "HQ/2", "HQ/V"), "16/1", ("9.14",)),
        (("914/352", "915/352", "HQ/352"), "Flak A/352", ()),
        (("914/352", "Flak A/352", "HQ/352"), "Flak B/352", ()),
        (("914/352", "915/352", "HQ/352", "Flak A/352"), "Flak B/352", ("9.14",)),
        (("HQ/352", "Flak A/352", "HQ/Cherbourg"), "Flak B/352", ()),
    ],
)
def test_two_combat_units_and_three_in_all_and_one_more_flak(
    there: tuple[str, ...], comes: str, paragraphs: tuple[str, ...]
) -> None:
    position = state(dict.fromkeys(there, "0504"))
    assert paragraphs == tuple(
        v.paragraph for v in stacking.over(View(data=CLEAR, state=position), "0504", (comes,))
    )


def test_a_full_hex_may_be_passed_and_not_be_stopped_in() -> None:
    position = activated(CLEAR, state({"16/1": "0504", "18/1": "0504", "26/1": "0503"}), "1")
    assert ("9.12",) == broken(CLEAR, position, go("26/1", "0504"))
    assert () == broken(CLEAR, position, go("26/1", "0504", "0505"))


def test_a_combat_unit_ashore_makes_a_beach_and_a_german_unit_ends_it_for_good() -> None:
    position = activated(CLEAR, state({"16/1": "box:Omaha", "HQ/1": "box:Omaha"}), "1")
    assert () == moving(CLEAR).apply(position, "allied", go("HQ/1", "0904")).state.beaches
    held = moving(CLEAR).apply(position, "allied", go("16/1", "0904", "0804"))
    assert ("0904",) == held.state.beaches
    assert ["landed", "beach"] == [each.kind for each in held.outcomes]
    lost = done(CLEAR, held.state, occupy, Unit(id="914/352", where=""), "0904").state
    assert ((), ("0904",)) == (lost.beaches, lost.beaches_lost)
    again = done(CLEAR, lost, occupy, Unit(id="16/1", where=""), "0904").state
    assert () == again.beaches


def test_passing_through_is_enough_to_hold_a_strongpoint_and_to_destroy_it() -> None:
    printed = data(ground(strongpoints=("0504",), cherbourg=("0505",)))
    position = activated(printed, state({"16/1": "0503"}), "1")
    step = moving(printed).apply(position, "allied", Move(unit="16/1", path=("0504", "0604")))
    assert (("0504", "allied"),) == step.state.held
    assert ("0504",) == step.state.destroyed
    assert ["moved", "held", "strongpoint"] == [each.kind for each in step.outcomes]
    german = done(printed, step.state, occupy, Unit(id="914/352", where=""), "0504").state
    assert (("0504", "german"),) == german.held


def test_cherbourg_once_entered_is_lost_as_a_source() -> None:
    printed = data(ground(cherbourg=("0505",)))
    taken = done(printed, state({}), occupy, Unit(id="HQ/1", where=""), "0505").state
    back = done(printed, taken, occupy, Unit(id="914/352", where=""), "0505").state
    assert (True, True) == (taken.cherbourg_lost, back.cherbourg_lost)


def test_a_destination_is_given_its_cheapest_path() -> None:
    printed = data(ground({"0604": "woods"}))
    position: State = activated(printed, state({"16/1": "0603"}), "1")
    whole = move.complete(View(data=printed, state=position), Move(unit="16/1", path=("0605",)))
    assert isinstance(whole, Move)
    assert 3 == cost(printed, position, whole) == len(whole.path)
    far = move.complete(View(data=printed, state=position), Move(unit="16/1", path=("0108",)))
    assert ("8.12",) == broken(printed, position, far if isinstance(far, Move) else whole)


def test_the_position_itself_is_never_changed() -> None:
    position = activated(CLEAR, state({"16/1": "box:Omaha"}), "1")
    same = evolve(position)
    moving(CLEAR).apply(position, "allied", go("16/1", "0904"))
    assert same == position
