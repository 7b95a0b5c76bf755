"""6 June as people play it: the waves are put together, the tide, fire from both sides, and who stands ashore at noon."""

from __future__ import annotations

from pbem.port.game import Roll, Rolled
from pbem_rules.normandy.model import State
from pbem_rules.normandy.rules.done import Done
from tests.normandy.play import GAME, broken, due, given, place

CALM = 6


def rolled(state: State, *faces: int) -> State:
    """The position after the roll that is due; the last face given stands for all the rest."""
    owed = due(state)
    assert isinstance(owed, Roll)
    thrown = (*faces, *(faces[-1],) * len(owed.dice))[: len(owed.dice)]
    told = Rolled(why=owed.why, faces=thrown)
    assert not GAME.check(state, owed.side, told)
    return GAME.apply(state, owed.side, told).state


def to_phase(state: State, phase: str) -> State:
    """The position once both sides have said that they are done until a phase; dice fall high, and hit nobody."""
    while state.phase != phase:
        owed = due(state)
        if isinstance(owed, Roll):
            state = rolled(state, *(die.low + die.sides - 1 for die in owed.dice))
        else:
            state = GAME.apply(state, owed.side, Done()).state
    return state


def bloody_omaha() -> State:
    """The first position of Bloody Omaha."""
    return GAME.first("omaha", {})


def test_the_first_wave_lands_and_the_tide_leaves_it_alone() -> None:
    state = rolled(to_phase(bloody_omaha(), "landing-move"), CALM)
    assert state.board["II/116/29"].where == "B2107"
    assert state.board["I/115/29"].where == "wave:B2107/2"
    assert "B2107" in state.arrived


def test_the_tide_of_omaha_carries_the_whole_first_wave_to_the_east() -> None:
    state = rolled(to_phase(bloody_omaha(), "landing-move"), 1)
    assert state.board["II/116/29"].where == "B2208"
    assert state.board["III/16/1"].where == "B2409"  # beyond the last hex it carries nobody


def test_a_tank_battalion_gives_its_company_that_swims_and_mostly_sinks() -> None:
    state = given(bloody_omaha(), 'break-down "741 Tk/2"', 'embark "741 Tk/2.1" B2308/1', "done")
    owed = due(state)
    assert isinstance(owed, Roll)
    assert owed.dice[-1].sides == 10
    tides = len(owed.dice) - 1
    sunk = rolled(state, *(CALM,) * tides, 4)
    ashore = rolled(state, *(CALM,) * tides, 3)
    assert "741 Tk/2.1" in sunk.gone
    assert ashore.board["741 Tk/2.1"].where == "B2308"


def test_omaha_has_two_companies_that_swim_and_no_third() -> None:
    state = given(
        bloody_omaha(), 'break-down "741 Tk/2"', *(f'embark "741 Tk/2.{n}" B2308/1' for n in (1, 2))
    )
    assert list(broken(state, 'embark "741 Tk/2.3" B2308/1')) == ["17.30"]


def test_strongpoints_fire_at_who_came_ashore_and_are_fired_at() -> None:
    state = rolled(to_phase(bloody_omaha(), "landing-move"), CALM)
    state = to_phase(state, "landing-german-fire")
    state = rolled(given(state, 'shoot "Les Moulins draw/Works" II/116/29', "done"), 2)
    assert state.board["II/116/29"].lost == 1
    state = rolled(given(state, 'shoot II/116/29 "Les Moulins draw/Works"', "done"), 3)
    assert state.board["Les Moulins draw/Works"].lost == 1


def test_ships_that_are_called_fire_where_somebody_stands_before_the_draw() -> None:
    state = rolled(to_phase(bloody_omaha(), "landing-move"), CALM)
    state = to_phase(state, "landing-allied-fire")
    assert list(broken(state, 'shoot "Texas/Fleet O" "Les Moulins draw/Works"')) == ["21.24"]
    state = given(
        state, 'emergency Omaha "Texas/Fleet O"', 'shoot "Texas/Fleet O" "Les Moulins draw/Works"', "done"
    )
    state = rolled(state, 9)
    assert state.board["Les Moulins draw/Works"].lost == 1
    assert state.points == bloody_omaha().points - 1


def test_three_waves_come_and_the_rest_waits_in_its_box() -> None:
    state = to_phase(bloody_omaha(), "ships")
    assert state.wave == 0
    assert {"B2107", "B2308"} <= set(state.beachheads)
    assert state.board["I/175/29"].where == "box:Omaha"
    assert not any(unit.where.startswith("wave:") for unit in state.board)
    assert not any(GAME.view(state).type_of(unit.id).landing for unit in state.board)


def test_the_rangers_land_at_the_point_once_its_guns_are_silent() -> None:
    rangers = {"2 Ranger/V": "wave:B1305/1", "B1305/Hoc": {"at": "B1305", "lost": 0}}
    state = rolled(place("landing-move", rangers, day="06-06", wave=1), CALM)
    assert state.board["2 Ranger/V"].where == "wave:B1305/1"
    without = rolled(place("landing-move", {"2 Ranger/V": "wave:B1305/1"}, day="06-06", wave=1), CALM)
    assert without.board["2 Ranger/V"].where == "B1305"


def test_battalions_drop_by_companies_and_form_up_again() -> None:
    state = GAME.first("campaign", {})
    state = to_phase(state, "drop")
    assert state.board["I/505/82.3"].where == "drop:A4932"
    while isinstance(owed := due(state), Roll) and owed.why.startswith("drop/"):
        # Half a die of 1 is nothing: everybody comes down where aimed.
        state = rolled(state, *(1 for _ in owed.dice))
    state = to_phase(state, "drop-allied-move")
    together = [unit.id for unit in state.board if unit.id.startswith("I/505/82.") and unit.where == "A4932"]
    assert len(together) == 3
    state = given(state, f"join I/505/82 {' '.join(together)}")
    assert state.board["I/505/82"].lost == 0
