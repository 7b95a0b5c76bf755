"""What people see of The Battle for Normandy: the picture, what lies beside it, charts and counters as text."""

from __future__ import annotations

import re

import pytest

from pbem.bytes.errors import UsageError
from pbem.port.scene import Layer
from tests.lists import tried_with
from tests.normandy.play import GAME, given, place, rolled
from tests.normandy.shelf import DATA
from tests.normandy.test_combat import ATTACK, FRONT

SMALL = ("omaha", "epsom", "cherbourg")


@pytest.mark.parametrize("name", SMALL)
def test_a_scene_has_the_ground_of_its_scenario_and_every_counter_once(name: str) -> None:
    state = GAME.setup(name, {})
    scene = GAME.scene(state, "allied")
    assert {cell.name for cell in scene.ground.cells} == DATA.scenarios[name].hexes
    shown = [counter.name for pile in scene.piles for counter in pile.counters]
    assert sorted(shown) == sorted(unit.id for unit in state.board)
    assert all(pile.cell or pile.label for pile in scene.piles)


def test_an_attack_and_its_die_are_drawn_where_they_happened() -> None:
    state = given(place("allied-combat", FRONT), ATTACK, "fight")
    after, outcomes = rolled(state, 9)
    scene = GAME.scene(after, "allied", recent=outcomes)
    (mark,) = [each for each in scene.marks if each.style == "result"]
    assert mark.text == "9"
    assert "C3747 was attacked with 13 against 8, 1:1: DR." in mark.title


@pytest.mark.parametrize("name", SMALL)
def test_the_track_has_every_turn_and_the_score_its_levels(name: str) -> None:
    state = GAME.setup(name, {})
    found = GAME.furniture(state, "german")
    assert len(found.turns) == DATA.scenarios[name].turns
    assert found.phases[found.phase] == GAME.parts.sequence.title(state.phase)
    assert found.score is not None
    assert len(found.score.thresholds) == len(DATA.scenarios[name].levels)


def test_layers_show_zones_supply_and_duties() -> None:
    state = place("allied-combat", FRONT)
    drawn = {name: GAME.layer(state, "allied", name) for name, _ in GAME.layers()}
    assert all(isinstance(each, Layer) for each in drawn.values())
    duty = drawn["duty"]
    assert duty is not None
    assert [tint.cell for tint in duty.tints] == ["C3746"]


@tried_with("name", ["combat", "terrain", "recon", "I/115/29", "29", "us-infantry", "epsom", "C2426"])
def test_what_is_shown_names_its_source(name: str) -> None:
    assert re.search(r"\((published|reconstructed|history|inferred|quoted): .", GAME.show(name))


def test_an_unknown_name_is_refused_with_what_was_meant() -> None:
    with pytest.raises(UsageError) as refused:
        GAME.show("I/115/92")
    assert "I/115/29" in str(refused.value.hint)
