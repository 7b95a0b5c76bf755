"""Attacks declared together: given one after the other, each in its time, and handed back when something has changed."""

from __future__ import annotations

from functools import cache

import pytest

from pbem.bytes.canon import Json
from pbem.port.game import Secrets
from pbem_rules.june6.model import State
from pbem_rules.june6.rules.combat.advance import Advance
from pbem_rules.june6.rules.combat.attack import Attack
from pbem_rules.june6.rules.combat.drawn_modes import Lean
from pbem_rules.june6.rules.combat.halt import Halt
from pbem_rules.june6.rules.combat.mode import Mode
from pbem_rules.june6.rules.turns import Done
from pbem_rules.june6.standing.attacks import ACTIVATION
from pbem_rules.june6.standing.form import activation_name
from tests.june6.build import rules
from tests.lists import tried_with
from tests.standing.sheets import Answers, play
from tests.standing.test_sheet import slips

pytestmark = pytest.mark.wider


@cache
def game() -> Answers:
    """A game in which both sides declare their attacks together; that every answer is legal ``play`` sees to."""
    return play(1, together=True)


def fight() -> State:
    """The 82nd, in its combat stage, next to two German hexes."""
    return rules().place(
        "empty",
        {
            "active": ["82"],
            "stage": "combat",
            "units": {
                "505/82": "E0745",
                "508/82": "E0745",
                "507/82": "E0747",
                "914/352": "E0645",
                "915/352": "E0647",
            },
        },
    )


def sheet(state: State, *attacks: dict[str, Json], done: bool = True) -> dict[str, Json]:
    """Attacks declared for the activation going on."""
    return {"activation": {"id": activation_name(state), "done": done}, "attacks": list(attacks)}


def answer(state: State, orders: dict[str, Json]) -> object:
    """What the sheet of the Allied side says."""
    assert () == tuple(rules().standing_check(state, "allied", orders))
    found = rules().standing_answer(state, "allied", orders, Secrets(), rules().demands(state)[0])
    return found.action or found.reason


FIRST: dict[str, Json] = {
    "target": "E0645",
    "units": ["505/82", "508/82"],
    "mode": "probe",
    "advance": ["505/82"],
}


def test_in_a_whole_game_attacks_modes_advances_and_the_end_are_given() -> None:
    kinds = {type(order) for table, _, _, order in game().given if table == ACTIVATION}
    assert {Attack, Mode, Advance, Halt, Done} == kinds


def test_the_attacks_come_in_their_order_and_then_it_is_done() -> None:
    state = fight()
    orders = sheet(state, FIRST)
    assert Attack(target="E0645", units=("505/82", "508/82")) == answer(state, orders)
    state = rules().apply(state, "allied", Attack(target="E0645", units=("505/82", "508/82"))).state
    assert Mode(mode="probe") == answer(state, orders)
    later = fight()
    frame = later.frames[-1]
    done = rules().load(
        {**rules().dump(later), "frames": [{**rules().dump(later)["frames"][0], "targets": ["E0645"]}]}  # type: ignore[dict-item, index, call-overload]
    )
    assert frame != done.frames[-1]
    assert Done() == answer(done, orders)
    assert "leave this to you" in str(answer(done, sheet(done, FIRST, done=False)))


def test_a_mode_that_is_not_declared_is_asked() -> None:
    state = fight()
    orders = sheet(state, {key: value for key, value in FIRST.items() if key != "mode"})
    state = rules().apply(state, "allied", Attack(target="E0645", units=("505/82", "508/82"))).state
    assert "leave this to you" in str(answer(state, orders))


def test_an_attack_that_has_become_impossible_is_handed_back_and_nothing_after_it_is_given() -> None:
    state = fight()
    gone: dict[str, Json] = {"target": "E0645", "units": ["501/101"]}
    assert "not allowed here" in str(answer(state, sheet(state, gone, {**FIRST, "target": "E0647"})))


def test_where_modes_are_open_the_declared_mode_is_named() -> None:
    played = play(2, options={"modes": "drawn"}, together=True)
    assert any(isinstance(order, Lean) for table, _, _, order in played.given if table == ACTIVATION)


@tried_with(
    ("text", "found"),
    [
        ('[[attacks]]\ntarget = "E2040"', (1, "attacks.0")),
        ('[[attacks]]\nunits = ["914/352"]', (1, "attacks.0")),
        ('[[attacks]]\ntarget = "E1"\nunits = ["914/352"]', (2, "attacks.0.target")),
        (
            '[[attacks]]\ntarget = "E2040"\nunits = ["914/352"]\nartillery = ["HQ/352"]',
            (4, "attacks.0.artillery.0"),
        ),
        ('[[attacks]]\ntarget = "E2040"\nunits = ["914/352"]\nhand_back = {}', (4, "attacks.0.hand_back")),
        ("[activation]\ndone = 1", (2, "activation.done")),
        ("[activation]\nid = 1", (2, "activation.id")),
        ("attacks = 1", (1, "attacks")),
    ],
)
def test_a_slip_in_an_attack_is_named_with_its_line(text: str, found: tuple[int, str]) -> None:
    assert [found] == slips(text)
