"""6 June as people play it: the waves are put together, the tide, fire from both sides, and who stands ashore at noon."""

from pbem.port.game import Roll, Rolled
from pbem_rules.normandy.model import State
from pbem_rules.normandy.rules.done import Done
from pbem_rules.normandy.rules.june6.places import assault
from pbem_rules.normandy.rules.view import battalion
from tests.normandy.play import GAME, due, given

CALM = 6


def rolled(state: State, *faces: int) -> State:
    """The position after the roll that is due; the last face given stands for all the rest."""
    owed = due(state)
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


def test_the_tide_of_omaha_carries_the_whole_first_wave_to_the_east() -> None:
    state = rolled(to_phase(bloody_omaha(), "landing-move"), 1)
    assert state.board["II/116/29"].where == "B2208"
    assert state.board["III/16/1"].where == "B2409"  # beyond the last hex it carries nobody


def test_strongpoints_fire_at_who_came_ashore_and_are_fired_at() -> None:
    state = rolled(to_phase(bloody_omaha(), "landing-move"), CALM)
    state = to_phase(state, "landing-german-fire")
    state = rolled(given(state, 'shoot "Les Moulins draw/Works" II/116/29', "done"), 2)
    assert state.board["II/116/29"].lost == 1
    state = rolled(given(state, 'shoot II/116/29 "Les Moulins draw/Works"', "done"), 3)
    assert state.board["Les Moulins draw/Works"].lost == 1


def test_three_waves_come_and_the_rest_waits_in_its_box() -> None:
    state = to_phase(bloody_omaha(), "ships")
    assert state.wave == 0
    assert {"B2107", "B2308"} <= set(state.beachheads)
    assert state.board["I/175/29"].where == "box:Omaha"
    assert not any(unit.where.startswith("wave:") for unit in state.board)
    assert not any(GAME.view(state).type_of(unit.id).landing for unit in state.board)


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


def test_a_wave_and_a_company_have_one_number_in_plain_digits() -> None:
    written = {
        text for text in ("1", "01", "²", "٣", "", "9" * 5000) if assault(f"wave:B2107/{text}") is not None
    }
    companies = {text for text in ("1", "01", "²", "٣", "") if battalion(f"I/16/1.{text}") == "I/16/1"}
    assert [{"1"}, {"1"}] == [written, companies]
