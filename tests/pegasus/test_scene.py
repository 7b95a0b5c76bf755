"""The area map as a picture, and what the player must not see on it."""

from __future__ import annotations

from pbem.view.map.svg import draw
from pbem_rules.pegasus.game import Pegasus
from pbem_rules.pegasus.picture.ground import banks


def test_every_area_is_a_cell_around_its_middle_and_no_two_overlap(rules: Pegasus) -> None:
    ground = rules.scene(rules.setup("beginner", {}), None).ground
    assert 63 == len(ground.cells)
    areas = sum(abs(_size(cell.outline)) for cell in ground.cells)
    assert abs(areas - ground.width * ground.height) < 0.05


def test_areas_that_border_touch_on_the_sheet_or_are_joined_by_a_dotted_line(rules: Pegasus) -> None:
    terrain = rules.data.terrain
    links = [s for s in rules.scene(rules.setup("beginner", {}), None).ground.strokes if s.style == "link"]
    borders = {
        tuple(sorted((name, other))) for name, area in terrain.areas.items() for other in area.adjacent
    }
    apart = borders - set(terrain.sheet.sides)
    assert 149 == len(borders)
    assert len(apart) == len(links) <= 5
    assert all(any(link.title.startswith(f"{a} borders {b}") for link in links) for a, b in apart)


def test_areas_that_only_touch_on_the_sheet_have_water_between_them(rules: Pegasus) -> None:
    """Else the picture would promise a way that is none."""
    terrain = rules.data.terrain
    shore = banks(terrain)
    touching = {pair for pair in terrain.sheet.sides if pair[1] not in terrain.areas[pair[0]].adjacent}
    assert touching
    assert all(shore[one] != shore[other] for one, other in touching)


def _size(ring: tuple[tuple[float, float], ...]) -> float:
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs) / 2


def test_a_chit_face_down_looks_the_same_whatever_is_under_it(rules: Pegasus) -> None:
    """Nothing in the state says which chit is a squad: there is nothing to give away."""
    pictures = {
        draw(
            rules.scene(
                rules.place("empty", {"chits": ["B1", "B2"], "squads_left": n, "decoys_left": 2 - n}), None
            )
        )
        for n in (0, 1, 2)
    }
    assert 1 == len(pictures)


def test_charges_face_down_are_not_told(rules: Pegasus) -> None:
    panels = {
        rules.scene(rules.place("empty", {"charges": "hidden", "plan": plan}), None).panel
        for plan in ("F", "F")
    }
    assert 1 == len(panels)
    assert any("chit face down" in line for line in next(iter(panels)))
