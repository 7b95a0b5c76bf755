"""Which dice each roll of June '44 has (3.1), and what the ground gives a defender (3.2, 11)."""

from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.bytes.canon import Json
from pbem.games import registry
from pbem.port.game import Rolled
from pbem_rules.june44.game import June44
from pbem_rules.june44.model import ALLIED, Combat, State
from pbem_rules.june44.printed.data import Data, Terrain
from pbem_rules.june44.printed.reading import read
from pbem_rules.june44.rules.combat.attack import Attack
from pbem_rules.june44.rules.combat.strength import counted, terrain
from pbem_rules.june44.rules.play import View
from pbem_rules.june44.rules.sequence import Done
from tests.june44.test_data import DATA, TABLES
from tests.lists import tried_with

RULES = registry.load("june44").rules
assert isinstance(RULES, June44)
GAME: June44 = RULES


def _at(phase: str, **more: Json) -> State:
    return GAME.place("empty", {"phase": phase, "deck": True, **more})


def _fight(**more: Json) -> State:
    units: dict[str, Json] = {"3 Br": "2305", "716": "2405"}
    state = _at("allied-combat", supply=1, owners={"2008": "allied"}, units=units, **more)
    return GAME.apply(state, "allied", Attack(target="2405", units=("3 Br",))).state


def _left_over() -> State:
    state = _at("allied-combat", missions={"2113": "", "2210": ""}, air_drawn=[1, 0])
    return GAME.apply(state, "allied", Done()).state


ROLLS: dict[str, tuple[State, tuple[int, ...]]] = {
    "drop": (GAME.place("june44", {"phase": "drop", "done": []}), (6, 5, 4, 3, 2, 10)),
    "weather": (_at("weather", weather=""), (10,)),
    "supply": (_at("supply"), (10,)),
    "replacements of one's own": (_at("supply", options={"own-replacements": True}), (10, 10, 10)),
    "combat": (_fight(), (10, 10)),
    "combat with one die": (_fight(options={"one-die": True}), (10,)),
    "combat under an air unit": (_fight(missions={"2405": ""}), (10, 10, 5)),
    "air units left over": (_left_over(), (4, 3)),
    "a card of 24": (_at("cards", deck=False, options={"random-cards": True}), (24,)),
}


@tried_with("what", sorted(ROLLS))
def test_a_roll_has_its_dice_and_takes_their_faces_only(what: str) -> None:
    state, sides = ROLLS[what]
    owed = GAME.demands(state)[0]
    assert sides == tuple(die.sides for die in owed.dice)

    def wrong(*faces: int) -> bool:
        return bool(GAME.check(state, owed.side, Rolled(why=owed.why, faces=faces)))

    ones = (1,) * len(sides)
    assert not wrong(*ones)
    assert not wrong(*sides)
    assert all((wrong(), wrong(*ones, 1), wrong(0, *ones[1:]), wrong(*sides[:-1], sides[-1] + 1)))


KINDS = st.builds(
    Terrain, name=st.text(max_size=3), move=st.just(1), defence=st.integers(-3, 5), cumulative=st.booleans()
)
HILLS = sorted(where for where in DATA.ground.hills if DATA.ground.terrain[where] == ("clear",))


@given(st.lists(KINDS, max_size=6))
def test_all_that_is_cumulative_counts_and_the_best_of_the_rest(kinds: list[Terrain]) -> None:
    found = counted(kinds)
    added = [kind.defence for kind in kinds if kind.cumulative]
    alone = [kind.defence for kind in kinds if not kind.cumulative]
    assert sum(added) + max(alone, default=0) == sum(kind.defence for kind in found)
    assert len(added) + bool(alone) == len(found)


@pytest.fixture(scope="module")
def state() -> State:
    rules = registry.load("june44").rules
    return rules.setup("june44", {})


def given_by(data: Data, state: State, where: str) -> list[int]:
    """The terms of an attack over no river."""
    origin = next(each for each in sorted(data.ground.terrain) if not data.ground.rivers.has(each, where))
    on = Combat(n=1, side=ALLIED, origin=origin, target=where, attackers=())
    return [term.value for term in terrain(View(data=data, state=state), on)]


def changed(hill: dict[str, Json], clear: dict[str, Json]) -> Data:
    """The printed tables with other values for a hill and for clear ground."""
    tables = deepcopy(TABLES)
    chart = tables["charts"]["terrain"]
    chart["hill"].update(hill)
    chart["clear"].update(clear)
    return read(tables)


def test_a_hill_is_added_to_the_terrain_of_its_hex_as_the_chart_says(state: State) -> None:
    data = changed({"defence": 1}, {"defence": 3})
    assert [] != HILLS
    for where in HILLS:
        assert [3, 1] == given_by(data, state, where)


def test_a_hill_that_a_chart_does_not_call_cumulative_counts_where_it_is_the_better_one(state: State) -> None:
    better = changed({"defence": 2, "cumulative": False}, {"defence": 1})
    worse = changed({"defence": 1, "cumulative": False}, {"defence": 3})
    for where in HILLS:
        assert ([2], [3]) == (given_by(better, state, where), given_by(worse, state, where))
