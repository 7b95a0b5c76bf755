"""The 82nd before its activation and in it, and a plan for it."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.bytes.canon import Json
from pbem.port.game import Secrets
from pbem.port.plans import Planned
from pbem_rules.june6.model import State
from tests.june6.build import rules

UNITS: Mapping[str, Json] = {
    "HQ/82": "E0945",
    "505/82": "E0745",
    "508/82": "E0745",
    "507/82": "E0849",
    "325/82": "E1145",
    "914/352": "E0645",
}
"""505 and 508 stand next to the enemy in E0645."""

ATTACK: dict[str, Json] = {
    "target": "E0645",
    "units": ["505/82", "508/82"],
    "mode": "probe",
    "odds": "1:1",
    "advance": ["505/82"],
}
PLAN: dict[str, Json] = {"when": "82", "orders": ["move 507/82 E0848", "fight"], "attacks": [ATTACK]}


def before(**units: Json) -> State:
    """The board on which the plan was made."""
    return rules().place("empty", {"units": {**UNITS, **_named(units)}})


def now(stage: str = "move", **units: Json) -> State:
    """The 82nd is active."""
    return rules().place("empty", {"active": ["82"], "stage": stage, "units": {**UNITS, **_named(units)}})


def _named(units: Mapping[str, Json]) -> dict[str, Json]:
    """``u508_82`` is 508/82: what a keyword can be."""
    return {name.removeprefix("u").replace("_", "/"): each for name, each in units.items()}


def told(then: State, state: State, plan: Mapping[str, Json] = PLAN, mix: bytes = b"") -> Planned:
    """What the plan says to what is owed."""
    game = rules()
    assert () == tuple(game.plan_check(state, "allied", plan))
    return game.plan_answer(then, state, "allied", plan, Secrets(mix=mix), game.demands(state)[0])


def said(then: State, state: State, plan: Mapping[str, Json] = PLAN, mix: bytes = b"") -> str:
    """The order as it is typed, or the reason; "" when the plan does not speak of it."""
    found = told(then, state, plan, mix)
    return rules().actions.typed(found.action) if found.action is not None else str(found.reason)
