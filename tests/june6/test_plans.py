"""Modes sealed in advance (N201): nobody asks the defender, the sealed mode counts, and it is known once it is open."""

from __future__ import annotations

from pbem.bytes.values import evolve
from pbem.port.game import Disclose, Roll
from pbem_rules.june6 import plans
from pbem_rules.june6.model import OVER, Combat, Planned, State
from pbem_rules.june6.orders import Attack, Lean, Plan
from tests.june6.player.playing import Played, play, rules


def game() -> Played:
    return play(5, {"allied": 1, "german": 2}, options={"modes": "advance"}, most=20000)


def attacked(mode: str, *, shown: bool = False) -> State:
    """The 82nd has attacked the 914th, whose mode the German has sealed; the attacker's mode is open."""
    state = rules().place(
        "empty",
        {
            "active": ["82"],
            "stage": "combat",
            "options": {"modes": "advance"},
            "units": {"505/82": "E0745", "508/82": "E0745", "914/352": "E0645"},
        },
    )
    plan = Planned(side="german", units=("914/352", "HQ/352"), shown=((1, mode),) if shown else ())
    state = evolve(state, plans=(plan,))
    state = rules().apply(state, "allied", Attack(target="E0645", units=("505/82", "508/82"))).state
    return rules().apply(state, "allied", Lean(mode="assault")).state


def test_a_game_never_asks_the_defender_for_an_answer() -> None:
    played = game()
    assert played.state is not None
    assert played.state.phase == OVER
    assert "defended" not in {outcome.kind for outcome in played.outcomes}
    assert any(isinstance(turn.order, Plan) for turn in played.orders)


def test_the_die_is_open_and_then_the_mode_of_the_first_defender() -> None:
    owed = rules().demands(attacked("stand"))
    assert [type(each) for each in owed] == [Roll, Disclose]
    roll, opening = owed
    assert isinstance(roll, Roll)
    assert isinstance(opening, Disclose)
    assert not roll.sealed
    assert (opening.side, opening.at, opening.ns) == ("german", "plan/2/german", (1,))


def test_a_mode_opened_before_counts_without_being_opened_again() -> None:
    state = attacked("retreat", shown=True)
    assert [type(each) for each in rules().demands(state)] == [Roll]
    frame = state.frames[-1]
    assert isinstance(frame, Combat)
    assert frame.defence == "retreat"


def test_a_plan_has_a_mode_for_every_unit_in_play_or_due() -> None:
    state = rules().setup("landings", {"modes": "advance"})
    names = plans.planned(rules().data, state, "german")
    assert names == tuple(sorted(u.id for u in state.board if rules().data.unit(u.id).side == "german"))
    assert "HQ/12 SS" not in names
