"""June '44: which dice each roll has (3.1), and what the ground, of one kind or two, costs and gives (3.2, 10.1, 11)."""

from copy import deepcopy
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from pbem.bytes.canon import Json
from pbem.games import registry
from pbem.games.packs.reading import read_pack
from pbem.port.game import Rolled
from pbem_rules.june44.game import June44, create
from pbem_rules.june44.model import ALLIED, Combat, State
from pbem_rules.june44.printed.data import Data, Terrain
from pbem_rules.june44.printed.reading import read
from pbem_rules.june44.rules.cards.effects import strengths
from pbem_rules.june44.rules.combat.attack import Attack
from pbem_rules.june44.rules.combat.strength import counted, terrain
from pbem_rules.june44.rules.movement.costs import step_cost
from pbem_rules.june44.rules.play import View
from pbem_rules.june44.rules.sequence import Done
from tests.june44.test_data import DATA, TABLES
from tests.lists import tried_with
from tests.shared.labels import replaced

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


CHART = DATA.charts.terrain
ORDERS = ("clear + bocage", "bocage + clear", "swamp + bocage", "city + swamp", "swamp + city + clear")


def with_kinds(where: str, kinds: str) -> Data:
    """The printed tables with this terrain in a hex."""
    return read(replaced(TABLES, ("map", "terrain", where), kinds))


def plain_hex() -> tuple[str, str]:
    """A hex of clear ground and a neighbour, with nothing on the hexside and nothing else in it."""
    ground = DATA.ground
    for where, kinds in sorted(ground.terrain.items()):
        busy = (
            where in ground.hills
            or where in ground.cities
            or where in ground.beaches
            or ground.roads.at(where)
        )
        if kinds == ("clear",) and not busy and not ground.rivers.at(where):
            beside = next(to for to in ground.grid.adjacent[where] if to in ground.terrain)
            return where, beside
    raise AssertionError("the map has no such hex")


WHERE, BESIDE = plain_hex()


@pytest.fixture(scope="module")
def later() -> State:
    rules = registry.load("june44").rules
    return evolve(rules.setup("june44", {}), turn=3)


def attacked(later: State, *cards: str, side: str = ALLIED) -> State:
    """The state with an attack on the hex under way, in which these cards have been played."""
    on = Combat(n=1, side=side, origin=BESIDE, target=WHERE, attackers=(), cards=cards)
    return evolve(later, combat=on)


def ground_gives(data: Data, later: State) -> list[tuple[str, int]]:
    """What the ground gives the defender of the combat under way."""
    assert later.combat is not None
    return [(term.text, term.value) for term in terrain(View(data=data, state=later), later.combat)]


@pytest.mark.parametrize("kinds", ORDERS)
def test_the_dearest_kind_is_paid_and_the_best_defends_whatever_comes_first(kinds: str, later: State) -> None:
    data, rows = with_kinds(WHERE, kinds), [CHART[kind] for kind in kinds.split(" + ")]
    assert max(row.move for row in rows) == step_cost(data, BESIDE, WHERE)
    best = max(rows, key=lambda row: row.defence)
    assert [(best.name, best.defence)] == ground_gives(data, attacked(later))


def test_hedgerow_cutters_take_away_the_bocage_and_leave_the_other_kind(later: State) -> None:
    cut = attacked(later, "hedgerow-cutters")
    assert [] == ground_gives(with_kinds(WHERE, "bocage + clear"), cut)
    assert [("Swamp", 2)] == ground_gives(with_kinds(WHERE, "bocage + swamp"), cut)


def test_cards_for_a_kind_of_terrain_see_it_in_either_place(later: State) -> None:
    ambush = next(card for card in DATA.cards.values() if card.effect == "ambush")
    funnies = next(card for card in DATA.cards.values() if card.effect == "funnies")
    for card, kind in ((ambush, "bocage"), (funnies, "city")):
        on = attacked(later, card.id)
        for kinds in (f"{kind} + swamp", f"swamp + {kind}"):
            said = [
                reason.value for reason in strengths(View(data=with_kinds(WHERE, kinds), state=on), card.user)
            ]
            assert [card.value] == said
        assert () == strengths(View(data=with_kinds(WHERE, "swamp + clear"), state=on), card.user)


def test_a_hex_shows_both_kinds_in_words_and_on_the_map() -> None:
    rules = create(replaced(TABLES, ("map", "terrain", WHERE), "city + swamp"))
    shown = rules.show(WHERE)
    assert "City (movement 1, defence +3) and Swamp (movement 3, defence +2)" in shown
    ground = rules.scene(rules.setup("june44", {}), None).ground
    assert ["city"] == [cell.terrain for cell in ground.cells if cell.name == WHERE]
    signs = [spot for spot in ground.spots if spot.style == "plain"]
    assert [("Swamp", f"{WHERE}: City and Swamp")] == [(spot.text, spot.title) for spot in signs]
    plain = create(TABLES).scene(rules.setup("june44", {}), None).ground
    assert [] == [spot for spot in plain.spots if spot.style == "plain"]


def test_an_owner_types_two_kinds_into_a_pack(tmp_path: Path) -> None:
    header = '[pack]\nname = "mine"\ngame = "june44"\nby = "Ann"\nsource = "the map sheet"\n'
    pack = tmp_path / "mine.toml"
    pack.write_text(f'{header}\n[map.terrain]\n{WHERE} = "bocage + swamp"\n', encoding="utf-8")
    game = registry.load("june44", read_pack(pack))
    assert ("bocage", "swamp") == game.rules.data.ground.terrain[WHERE]
    assert [("clear", "bocage + swamp")] == [(each.before, each.after) for each in game.entries]
