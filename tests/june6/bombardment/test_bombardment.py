"""Missions, what they hit, and what they leave alone."""

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from pbem.bytes.errors import DataError
from pbem.port.game import Choice, Rolled
from pbem_rules.june6.model import ALLIED, BOMBARDMENT, GERMAN, GERMAN_LOGISTICS, State, Unit
from pbem_rules.june6.printed.charts import read_charts
from pbem_rules.june6.rules.air_and_sea.missions import Bombard, Interdict
from pbem_rules.june6.rules.turns import Done
from pbem_rules.kernel.tables import root
from tests.june6.build import data, ordered, position, rules

STACK: dict[str, str | Unit] = {
    "192/21 Pz": "E2236",
    "125/21 Pz": "E2236",
    "HQ/21 Pz": "E2236",
    "916/352": "E2821",
}
FACES = st.integers(0, 9)


def phase(units: dict[str, str | Unit] = STACK) -> State:
    return evolve(position(units), phase=BOMBARDMENT)


def declared(state: State, *orders: Bombard | Interdict) -> State:
    for order in orders:
        assert rules().check(state, ALLIED, order) == ()
        state = rules().apply(state, ALLIED, order).state
    return state


def bombed(state: State, *faces: int, target: str = "E2236", air: int = 2) -> State:
    """One mission of air markers, resolved; choices go to the first candidate."""
    state = ordered(declared(state, Bombard(target=target, air=air)), ALLIED, Done())
    state = rules().apply(state, ALLIED, Rolled(why="bombardment/2", faces=faces)).state
    while isinstance(owed := rules().demands(state)[0], Choice):
        order = next(rules().options(state, owed.side))
        state = rules().apply(state, owed.side, order).state
    return state


def harm(state: State) -> int:
    units = [state.board.get(name) for name in STACK]
    return sum(6 if u is None else u.pinned + 2 * u.disorder + 4 * u.reduced for u in units)


@given(die=FACES, other=FACES)
def test_a_higher_die_never_does_less_harm(die: int, other: int) -> None:
    low, high = sorted((die, other))
    assert harm(bombed(phase(), low, 0)) <= harm(bombed(phase(), high, 0))


@given(die=FACES)
def test_a_second_marker_never_does_less_harm(die: int) -> None:
    assert harm(bombed(phase(), die, 0, air=1)) <= harm(bombed(phase(), die, 0, air=2))


@given(die=FACES)
def test_units_in_other_hexes_are_left_alone(die: int) -> None:
    after = bombed(phase(), die, 0)
    assert phase().board["916/352"] == after.board["916/352"]


@given(die=FACES, resource=FACES)
def test_the_last_die_of_the_roll_is_the_german_resource_die(die: int, resource: int) -> None:
    after = bombed(phase(), die, resource)
    assert (GERMAN_LOGISTICS, 2 + max(3, resource)) == (after.phase, after.german_cup.points)


@given(orders=st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=8))
def test_markers_are_spent_once_and_never_lost(orders: list[tuple[int, int]]) -> None:
    """Whatever is declared: markers left, in missions and in boxes are those the weather brought."""
    state = phase()
    for pick, _ in orders:
        offered = [each for each in rules().options(state, ALLIED) if each != Done()]
        if not offered:
            break
        state = rules().apply(state, ALLIED, offered[pick % len(offered)]).state
    air = state.air + sum(m.air for m in state.missions) + sum(n for _, n in state.air_interdiction)
    naval = state.naval + sum(m.naval for m in state.missions) + state.naval_interdiction
    assert (8, 6) == (air, naval)


def test_every_mission_offered_is_legal_and_no_more_are_offered_without_markers() -> None:
    offered = list(rules().options(phase(), ALLIED))
    assert all(rules().check(phase(), ALLIED, order) == () for order in offered)
    assert {Bombard(target="E2236", air=2), Interdict(box="AB", naval=2)} <= set(offered)
    assert [] == list(rules().options(evolve(phase(), air=0, naval=0), ALLIED))
    assert [] == list(rules().options(phase(), GERMAN))


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("A pin/A dis1", "A dis1/A pin", "effect"),
        ("E pin", "G pin", "effect"),
        ("A pin/C dis1/E red", "A pin/C dis1/D red", "effect"),
        (">=11", "11-12", "bombardment.rows"),
        ("nebelwerfer", "catapult", "firer"),
    ],
)
def test_a_bombardment_table_that_makes_no_sense_is_refused(old: str, new: str, where: str) -> None:
    """Pins after losses, unknown letters, wrong doubles, a table with an end, and unknown firers."""
    charts = dict(root(data().tables["charts"], "charts.toml").values)
    charts["bombardment"] = _changed(charts["bombardment"], old, new)
    with pytest.raises(DataError, match=where):
        read_charts(root(charts, "charts.toml"))


def _changed(value: object, old: str, new: str) -> object:
    match value:
        case dict():
            return {key: _changed(each, old, new) for key, each in value.items()}
        case list():
            return [_changed(each, old, new) for each in value]
        case _:
            return new if value == old else value
