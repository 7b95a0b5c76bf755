"""A position of June 6 as a scene shows everything once, where it is."""

from __future__ import annotations

from collections import Counter

import pytest
from attrs import evolve

from pbem.port.game import Outcome
from pbem.port.scene import Scene
from pbem_rules.june6.model import OVER, State
from tests.june6.build import rules
from tests.lists import tried_with


@pytest.fixture(scope="module")
def start() -> State:
    return rules().setup("landings", {})


@pytest.fixture(scope="module")
def scene(start: State) -> Scene:
    return rules().scene(start, None)


def _scene(state: State, *recent: Outcome) -> Scene:
    return rules().scene(state, None, recent=recent)


def test_every_hex_of_the_map_is_a_cell(scene: Scene) -> None:
    """Land hexes keep their terrain, beaches have a shore of sand, everything else in the rectangle is sea."""
    ground = rules().data.ground
    cells = {cell.name: cell for cell in scene.ground.cells}
    assert len(scene.ground.cells) == len(cells)
    sand = {where for hexes in ground.beaches.values() for where in hexes}
    for name, terrain in ground.terrain.items():
        assert terrain == cells[name].terrain
        assert ("beach" if name in sand else "") == cells[name].shore
    assert {"sea"} == {cell.terrain for name, cell in cells.items() if name not in ground.terrain}


def test_south_is_down_and_east_is_right(scene: Scene) -> None:
    """Caen lies south and east of Carentan, Cherbourg north of both."""
    at = {cell.name: cell.centre for cell in scene.ground.cells}
    caen, carentan, cherbourg = at["E1937"], at["W2626"], at["W4514"]
    assert caen[1] > carentan[1] > cherbourg[1]
    assert caen[0] > carentan[0] > cherbourg[0]


def test_every_unit_is_a_counter_in_one_pile(start: State, scene: Scene) -> None:
    """Nobody is missing and nobody is there twice; each is in the pile of its place."""
    shown = Counter(counter.name for pile in scene.piles for counter in pile.counters)
    assert {unit.id: 1 for unit in start.board} == shown
    places = {counter.name: pile.cell for pile in scene.piles for counter in pile.counters}
    assert {unit.id: unit.where for unit in start.board} == places


def test_counters_say_what_is_printed(scene: Scene) -> None:
    """Values, brackets, artillery, steps and markers are those of the unit."""
    found = {counter.name: counter for pile in scene.piles for counter in pile.counters}
    assert found["505/82"].values == "6-7-5"
    assert found["SP 01"].values == "[2]-3-4"
    assert found["HQ/1"].values == "A3-6-7"
    assert found["HQ/1"].size == "XX"
    assert found["507/82"].marks == ("RE", "SCT")
    assert (2, 2) == (found["16/1"].steps, found["16/1"].full_steps)
    assert found["30/LXXXIV"].symbol == "bicycle"


@tried_with(
    ("kind", "hexes", "style", "count"),
    [
        ("moved", ("E2321", "E2421"), "move", 1),
        ("marched", ("E2321", "E2421"), "strategic", 1),
        ("landed", ("E2640", "E2539"), "landing", 1),
        ("entered", ("E0144", "E0244"), "move", 1),
        ("attack", ("E2921", "E2922", "E2821"), "attack", 2),
        ("retreated", ("E2821", "E2721"), "retreat", 1),
        ("advanced", ("E2921", "E2821"), "advance", 1),
        ("held", ("E2821",), "", 0),
    ],
)
def test_what_happened_becomes_arrows(
    start: State, kind: str, hexes: tuple[str, ...], style: str, count: int
) -> None:
    """Moves, landings, attacks from each hex, retreats and advances are drawn; what did not move is not."""
    arrows = _scene(start, Outcome(kind=kind, text="x", hexes=hexes)).arrows
    assert count == len(arrows)
    assert {style} == {arrow.style for arrow in arrows} or not count


def test_heading_and_panel_say_where_the_game_stands(start: State) -> None:
    """Turn, phase, weather, initiative, markers, score and losses are told."""
    state = evolve(start, turn=3, phase=OVER, lost=("SP 01",))
    shown = _scene(state)
    assert "9/10 June" in shown.heading
    panel = "\n".join(shown.panel)
    result = rules().result(state)
    assert result is not None
    assert f"Score: {result.score} ({result.level})" in panel
    assert "German losses: SP" in panel


def test_the_last_roll_in_a_hex_is_marked_with_its_sum(start: State) -> None:
    """Die, modifiers and total, the sentence behind them; a hex that saw two combats shows the second."""

    def rolled(die: int, total: int, where: str = "E1937") -> Outcome:
        said = f"Assault against stand: {total}."
        return Outcome(kind="combat", text=said, paragraph="12.5", hexes=(where,), faces=(die,), total=total)

    marks = _scene(start, rolled(3, 1), rolled(5, 8), rolled(0, -2, "E2821")).marks
    found = {mark.text: mark.title for mark in marks if mark.style == "result"}
    assert {
        "5+3=8": "Assault against stand: 8. [12.5]",
        "0-2=-2": "Assault against stand: -2. [12.5]",
    } == found
    assert not [mark for mark in _scene(start).marks if mark.style == "result"]
