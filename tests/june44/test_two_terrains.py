"""A hex of two kinds of terrain: the dearer to enter, the better to defend (3.2, 10.1, 11.1.1), typed, drawn and shown."""

from pathlib import Path

import pytest
from attrs import evolve

from pbem.games import registry
from pbem.games.packs.reading import read_pack
from pbem_rules.june44.game import create
from pbem_rules.june44.model import ALLIED, Combat, State
from pbem_rules.june44.printed.data import Data
from pbem_rules.june44.printed.reading import read
from pbem_rules.june44.rules.cards.effects import strengths
from pbem_rules.june44.rules.combat.strength import terrain
from pbem_rules.june44.rules.movement.costs import step_cost
from pbem_rules.june44.rules.play import View
from tests.june44.test_data import DATA, TABLES
from tests.shared.labels import replaced

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
def state() -> State:
    rules = registry.load("june44").rules
    return evolve(rules.setup("june44", {}), turn=3)


def attacked(state: State, *cards: str, side: str = ALLIED) -> State:
    """The state with an attack on the hex under way, in which these cards have been played."""
    on = Combat(n=1, side=side, origin=BESIDE, target=WHERE, attackers=(), cards=cards)
    return evolve(state, combat=on)


def given_by(data: Data, state: State) -> list[tuple[str, int]]:
    """What the ground gives the defender of the combat under way."""
    assert state.combat is not None
    return [(term.text, term.value) for term in terrain(View(data=data, state=state), state.combat)]


@pytest.mark.parametrize("kinds", ORDERS)
def test_the_dearest_kind_is_paid_and_the_best_defends_whatever_comes_first(kinds: str, state: State) -> None:
    data, rows = with_kinds(WHERE, kinds), [CHART[kind] for kind in kinds.split(" + ")]
    assert max(row.move for row in rows) == step_cost(data, BESIDE, WHERE)
    best = max(rows, key=lambda row: row.defence)
    assert [(best.name, best.defence)] == given_by(data, attacked(state))


def test_hedgerow_cutters_take_away_the_bocage_and_leave_the_other_kind(state: State) -> None:
    cut = attacked(state, "hedgerow-cutters")
    assert [] == given_by(with_kinds(WHERE, "bocage + clear"), cut)
    assert [("Swamp", 2)] == given_by(with_kinds(WHERE, "bocage + swamp"), cut)


def test_cards_for_a_kind_of_terrain_see_it_in_either_place(state: State) -> None:
    ambush = next(card for card in DATA.cards.values() if card.effect == "ambush")
    funnies = next(card for card in DATA.cards.values() if card.effect == "funnies")
    for card, kind in ((ambush, "bocage"), (funnies, "city")):
        on = attacked(state, card.id)
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
