"""Formations, types and places in a sheet, the name that was meant, and modes by odds and by one's own state."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from attrs import evolve

from pbem.bytes.canon import Json
from pbem.games import registry
from pbem.home.play import standing_orders
from pbem.port.game import Choice, Secrets
from pbem_rules.june6.model import Combat, State
from pbem_rules.june6.rules.combat.defence import Defend
from pbem_rules.june6.standing.answers import kinds
from pbem_rules.june6.standing.form import FORM
from tests.june6.build import rules
from tests.lists import tried_with
from tests.standing.sheets import FULL, play

ROOT = Path(__file__).resolve().parents[2]


def faults(text: str, side: str = "german") -> list[str]:
    game = registry.load("june6")
    state = game.rules.setup("landings", {})
    found = standing_orders.faults(game, state, side, standing_orders.parse(text.encode()))
    return [f"{each.line} {each.path} {each.message}" for each in found]


def out(text: str, side: str = "german") -> Mapping[str, Json]:
    view = rules().view(rules().setup("landings", {}), side)
    return FORM.written_out(view, standing_orders.parse(text.encode()).tables)


def test_the_complete_example_of_the_specification_passes_its_own_check() -> None:
    text = (ROOT / "schemas" / "standing.md").read_text("utf-8")
    example = re.findall(r"^```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)[0]
    assert [] == faults(example)
    assert 6 == len(standing_orders.parse(example.encode()).tables)


def test_a_formation_stands_for_its_units_by_number_and_by_name() -> None:
    units = list(rules().data.formations["352"].units)
    for word in ("352", "352nd Infantry Division", "352ND INFANTRY DIVISION"):
        text = f'[losses]\nfirst = ["HQ/709", "{word}"]\n[hand_back]\nunits = ["{word}"]'
        assert [] == faults(text)
        written: Mapping[str, Json] = {"losses": {"first": ["HQ/709", *units]}, "hand_back": {"units": units}}
        assert written == out(text)


def test_a_place_stands_for_its_hex_in_lists_in_tables_and_as_a_target() -> None:
    text = (
        '[modes]\nhexes = {caen = "stand"}\n[retreat]\ntoward = ["Bayeux"]\n'
        '[[attacks]]\ntarget = "Caen"\nunits = ["914/352"]\n'
    )
    assert [] == faults(text)
    written = out(text)
    assert {"hexes": {"E1937": "stand"}} == written["modes"]
    assert {"toward": ["E2526"]} == written["retreat"]
    assert [{"target": "E1937", "units": ["914/352"]}] == written["attacks"]


@tried_with(
    ("text", "meant"),
    [
        ('[losses]\nfirst = ["914/325"]', "914/352"),
        ('[losses]\nfirst = ["352nd Infantry Divison"]', "352nd Infantry Division"),
        ('[losses]\nfirst = ["infantrie"]', "infantry"),
        ('[retreat]\ntoward = ["Bayeaux"]', "Bayeux"),
        ('[retreat]\ntoward = ["e2040"]', "E2040"),
        ('[modes]\nhexes = {Cean = "stand"}', "Caen"),
        ('[modes]\nterrain = {wods = "stand"}', "woods"),
    ],
)
def test_a_slip_in_a_name_says_which_was_meant(text: str, meant: str) -> None:
    (said,) = faults(text)
    assert f'Did you mean "{meant}"?' in said
    assert said.startswith("2 ")


def defences() -> list[tuple[State, Choice]]:
    """The positions of a game in which the German owes his mode."""
    found = play(3, {"allied": FULL["allied"], "german": {}}).left
    return [
        (state, owed)
        for state, owed, _ in found
        if isinstance(owed, Choice) and owed.side == "german" and "defend" in owed.kinds
    ]


@pytest.fixture(scope="module")
def attacked() -> tuple[State, Choice, Combat]:
    state, owed = defences()[0]
    combat = state.frames[-1]
    assert isinstance(combat, Combat)
    return state, owed, combat


def mode(state: State, owed: Choice, modes: Mapping[str, Json]) -> str:
    sheet: dict[str, Json] = {"modes": dict(modes)}
    assert () == tuple(rules().standing_check(state, "german", sheet))
    answered = rules().standing_answer(state, "german", sheet, Secrets(), owed)
    return answered.action.mode if isinstance(answered.action, Defend) else answered.reason


@pytest.mark.wider
def test_modes_go_by_odds_then_by_state_then_by_terrain_then_by_default(
    attacked: tuple[State, Choice, Combat],
) -> None:
    state, owed, combat = attacked
    where = rules().data.ground.terrain[combat.target]
    plain = {"default": "stand", "terrain": {where: "retreat"}}
    assert "retreat" == mode(state, owed, plain)
    assert "stand" == mode(state, owed, {**plain, "odds": {"1:9": "stand"}})
    assert "retreat" == mode(state, owed, {**plain, "odds": {"99:1": "stand"}})
    assert "stand" == mode(state, owed, {"default": "stand", "odds": {"99:1": "retreat", "1:9": "stand"}})
    assert "left to you" in mode(state, owed, {"default": "stand", "terrain": {where: "ask"}})
    assert "stand" == mode(
        state, owed, {**plain, "hexes": {combat.target: "stand"}, "odds": {"1:9": "retreat"}}
    )
    name = combat.defenders[0]
    assert "stand" == mode(state, owed, {**plain, "units": {name: "stand"}, "odds": {"1:9": "retreat"}})
    unit = state.board.get(name)
    assert unit is not None
    for key in ("reduced", "isolated"):
        hurt = evolve(state, board=state.board.put(evolve(unit, **{key: True})))
        assert "stand" == mode(hurt, owed, {"default": "retreat", key: "stand"})
        assert "retreat" == mode(state, owed, {"default": "retreat", key: "stand"})


@pytest.mark.wider
def test_whatever_sheets_answer_is_of_a_kind_that_the_game_names() -> None:
    given = play(3).given
    secret, codec = rules().secret, rules().actions
    answered = {(demand.side, codec.kind(action)) for _, _, demand, action in given}
    open_kinds = {(side, kind) for side, kind in answered if kind not in secret}
    assert open_kinds <= {(side, kind) for side in ("allied", "german") for kind in kinds(side)}
    assert len(open_kinds) > 6
    assert not secret & {*kinds("allied"), *kinds("german")}
    assert {*kinds("allied"), *kinds("german")} <= set(codec.kinds)
