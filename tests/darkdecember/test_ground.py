"""The printed map as a picture: what the ground has is drawn, and every sign says what it is."""

from __future__ import annotations

from math import dist

from pbem_rules.darkdecember.model import State
from pbem_rules.darkdecember.picture.ground import chart, standing
from tests.darkdecember.test_data import GROUND

CHART = chart(GROUND)
BLOWN = tuple(f"{a}/{b}" for a, b in GROUND.blown)


def state(**fields: object) -> State:
    return State(scenario="campaign", **fields)  # type: ignore[arg-type]


def test_every_river_hexside_is_a_stroke_on_that_hexside_with_the_name_of_its_river() -> None:
    drawn = {(s.title, frozenset(s.points)) for s in CHART.drawn.strokes if "river" in s.style}
    wanted = {
        (river, frozenset(CHART.paper.hexside(a, b, "").points))
        for river, course in GROUND.courses.items()
        for a, b in course
    }
    assert wanted == drawn


def test_the_wall_lies_inside_its_hexes_and_closes_from_hex_to_hex() -> None:
    """Every end of a piece of the wall is the end of another, or two hexes of the wall do not touch there."""
    pieces = [stroke.points for stroke in CHART.drawn.strokes if stroke.style == "wall"]
    ends = [point for piece in pieces for point in piece]
    loose = [point for point in ends if sum(dist(point, other) < 1e-6 for other in ends) % 2]
    assert not loose
    for piece in pieces:
        for point in piece:
            assert any(dist(point, CHART.paper.at(name)) < 0.6 for name in GROUND.westwall)


def test_every_exit_has_its_letter_at_the_edge_it_leads_over() -> None:
    entries = {spot.title.split()[1].rstrip(","): spot for spot in CHART.drawn.spots if spot.style == "entry"}
    assert set(GROUND.exits) == set(entries)
    for name, door in GROUND.exits.items():
        assert door.area == entries[name].text
        x, y = CHART.paper.at(name)
        dx, dy = entries[name].at[0] - x, entries[name].at[1] - y
        assert {"north": dy < 0, "south": dy > 0, "east": dx > 0, "west": dx < 0}[door.edge]


def test_a_bridge_is_drawn_whole_blown_or_built() -> None:
    side = BLOWN[0]
    spots = {
        spot.title.rpartition(", ")[2]: spot
        for spot in standing(GROUND, state(blown=BLOWN)).spots
        if "bridge" in spot.style
    }
    assert len(GROUND.bridges) == len(spots)
    assert set(BLOWN) == {name for name, spot in spots.items() if spot.style == "blown-bridge"}
    assert "blown bridge over the Our, 3922/4022" == spots["3922/4022"].title
    rebuilt = standing(GROUND, state(blown=(), built=("3920/4020",))).spots
    assert ["P"] == [spot.text for spot in rebuilt if spot.title.endswith("3920/4020")]
    assert "bridge" == next(spot.style for spot in rebuilt if spot.title.endswith(side))
