"""The reel of the replay page: nothing of a game is lost between its scenes and what the page puts together."""

from collections.abc import Sequence

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from pbem.bytes.canon import Json
from pbem.port.game import Moment, Outcome, Reason
from pbem.port.scene import Counter, Pile, Scene, Spot
from pbem.view.page.film import Reel, Shot, reel
from tests.view import demo

DAY = Moment(turn=2, turn_name="7/8 June", phase="operations")
FIRST = evolve(demo.scene(), arrows=())
CELLS = [pile.cell for pile in FIRST.piles]


def _shot(entry: int, scene: Scene | None, *outcomes: Outcome, moment: Moment = DAY) -> Shot:
    return Shot(entry=entry, seat="A", kind="move", moment=moment, outcomes=outcomes, scene=scene)


def _value(found: Reel, name: str) -> list[Json]:
    return found.value[name]


def _changes(step: Json) -> dict[str, Json]:
    return step[3]


def _counters(found: Reel, looks: Json) -> list[tuple[str, str, int, str]]:
    """Name, side, steps and marks of the counters that stand behind numbers."""
    faces, all_looks = _value(found, "faces"), _value(found, "looks")
    named = []
    for number in looks:
        look = all_looks[int(str(number))]
        face = faces[int(str(look[0]))]
        named.append((str(face[0]), str(face[1]), int(str(look[1])), str(look[2])))
    return named


def _told(counters: Sequence[Counter]) -> list[tuple[str, str, int, str]]:
    return [(c.name, c.side, c.steps, "\n".join(c.marks)) for c in counters]


def _played(found: Reel) -> list[dict[str, list[tuple[str, str, int, str]]]]:
    """The piles before the first entry and after each, as a page puts them together."""
    piles: dict[str, list[tuple[str, str, int, str]]] = {}
    states = []
    for step in (found.value["start"], *_value(found, "steps")):
        changed = _changes(step).get("p", {})
        for place, looks in changed.items():
            piles[place] = _counters(found, looks)
            if not piles[place]:
                del piles[place]
        states.append(dict(piles))
    return states


def _shown(scene: Scene) -> dict[str, list[tuple[str, str, int, str]]]:
    return {pile.cell: _told(pile.counters) for pile in scene.piles}


@st.composite
def _games(draw: st.DrawFn) -> list[Scene | None]:
    """Scenes in which piles come, go and change; None where an entry shows nothing."""
    scenes: list[Scene | None] = []
    for _ in range(draw(st.integers(0, 8))):
        piles = [
            Pile(
                cell=cell,
                counters=tuple(
                    demo.counter("german", each, steps=draw(st.integers(1, 2)), marks=draw(_MARKS))
                    for each in draw(st.lists(st.integers(0, 9), min_size=1, max_size=4, unique=True))
                ),
            )
            for cell in draw(st.lists(st.sampled_from(CELLS), max_size=5, unique=True))
        ]
        scenes.append(draw(st.sampled_from([None, evolve(FIRST, piles=tuple(piles))])))
    return scenes


_MARKS = st.sampled_from([(), ("D1",), ("RE", "FIRED")])


@given(_games())
def test_after_every_entry_the_page_has_the_counters_of_the_scene(scenes: list[Scene | None]) -> None:
    expected = [_shown(FIRST)]
    for scene in scenes:
        expected.append(_shown(scene) if scene is not None else expected[-1])
    assert expected == _played(reel(FIRST, DAY, [_shot(i, scene) for i, scene in enumerate(scenes)]))


@given(st.lists(st.lists(st.sampled_from("abc"), max_size=5), max_size=6))
def test_the_panel_can_be_put_together_from_what_stays_and_what_is_new(panels: list[list[str]]) -> None:
    shots = [_shot(i, evolve(FIRST, panel=tuple(lines))) for i, lines in enumerate(panels)]
    found = reel(FIRST, DAY, shots)
    lines, panel = _value(found, "lines"), list[Json]()
    for step, expected in zip(
        (found.value["start"], *_value(found, "steps")), (FIRST.panel, *panels), strict=True
    ):
        change = _changes(step).get("l")
        if isinstance(change, list):
            head, tail, *between = (int(str(number)) for number in change)
            panel = panel[:head] + [lines[number] for number in between] + panel[len(panel) - tail :]
        assert list(expected) == panel


def test_an_entry_that_changes_nothing_takes_no_room() -> None:
    found = reel(FIRST, DAY, [_shot(0, None), _shot(1, FIRST)])
    assert [{}, {}] == [_changes(step) for step in _value(found, "steps")]


def test_an_event_is_told_with_its_paragraph_dice_and_modifiers() -> None:
    outcome = Outcome(
        kind="combat", text="505/82 attacks 0807.", paragraph="12.5", side="allied", units=("505/82",),
        hexes=("0807",), faces=(5,), reasons=(Reason(paragraph="12.51", text="odds 3:2", value=-1),), total=4,
    )  # fmt: skip
    found = reel(FIRST, DAY, [_shot(0, None, outcome)])
    words = _value(found, "words")
    step = _value(found, "steps")[0]
    (event,) = step[4]
    paragraph = words.index("12.51")
    assert [
        words.index("combat"), "505/82 attacks 0807.", words.index("12.5"), "allied", 1, [words.index("0807")], [5],
        [[paragraph, "odds 3:2", -1]], 4,
    ] == event  # fmt: skip


def test_a_bridge_that_is_blown_is_no_part_of_the_ground_that_never_changes() -> None:
    spots = FIRST.ground.spots
    bridge = next(spot for spot in spots if spot.style == "bridge")
    blown = Spot(style="blown-bridge", at=bridge.at, title="blown")
    later = evolve(
        FIRST, ground=evolve(FIRST.ground, spots=tuple(blown if s is bridge else s for s in spots))
    )
    found = reel(FIRST, DAY, [_shot(0, later)])
    assert bridge not in found.ground.spots
    signs = _value(found, "signs")

    def styles(step: Json) -> list[str]:
        numbers = _changes(step)["s"]
        named = [signs[int(str(number))] for number in numbers]
        return [str(each[0]) for each in named if isinstance(each, list) and "bridge" in str(each[0])]

    assert ["bridge"] == styles(found.value["start"])
    assert ["blown-bridge"] == styles(_value(found, "steps")[0])


def test_every_place_with_counters_has_a_spot_on_the_map_or_a_tray() -> None:
    found = reel(FIRST, DAY, [])
    places, trays = found.value["places"], found.value["trays"]
    assert set(_shown(FIRST)) == set(places) | set(trays)
    assert {"gold", "cup", "lost"} == set(trays)
