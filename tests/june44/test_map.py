"""June '44's map, true to what is known of single hexes; laws of movement, stacking and supply on it."""

import random
import tomllib
from copy import deepcopy

import pytest

from pbem.port.game import Choice
from pbem_rules.june44.game import June44
from pbem_rules.june44.model import ALLIED, GERMAN, State
from pbem_rules.june44.printed.ground import read_ground
from pbem_rules.june44.rules import supply
from pbem_rules.june44.rules.lookup import enemy_of, on_map
from pbem_rules.june44.rules.movement import move as movement
from pbem_rules.june44.rules.movement.move import Move
from pbem_rules.june44.rules.zones import crosses, front
from pbem_rules.kernel.tables import root
from rules.tools.build_june6_map import read_ground as read_country
from rules.tools.build_june44_map import DATA, build, lint, read_own, render
from tests.june44.random_play import Game
from tests.tools.nets import components

GROUND, COUNTRY = read_own(), read_country()
BOARD = build(GROUND, COUNTRY)
MAP = read_ground(root(tomllib.loads((DATA / "map.toml").read_text(encoding="utf-8")), "map.toml"))


def test_the_ground_builds_the_map_that_is_shipped_byte_for_byte() -> None:
    assert (DATA / "map.toml").read_text(encoding="utf-8") == render(BOARD)


def test_the_map_has_no_faults() -> None:
    assert lint(BOARD) == []


def test_the_lint_sees_a_city_without_a_road_and_a_beach_inland() -> None:
    ground = deepcopy(dict(GROUND))
    ground["cities"] = {"1323": "Nowhere"}
    ground["beaches"] = {"2509": {"name": "Gold", "nation": "cw"}}
    assert ["1323 has no road", "beach 2509 has no sea"] == lint(build(ground, COUNTRY))


def test_a_hex_in_two_lists_of_the_ground_has_two_kinds_of_terrain() -> None:
    kinds = dict(GROUND["terrain"])
    ground = {**GROUND, "terrain": {**kinds, "clear": f"{kinds['clear']} 2604", "bocage": "2604 1819"}}
    found = build(ground, COUNTRY).terrain
    assert ("city + bocage + clear", "swamp + bocage") == (found[26, 4], found[18, 19])
    assert {**BOARD.terrain, (26, 4): found[26, 4], (18, 19): found[18, 19]} == found


@pytest.mark.parametrize(
    ("where", "longitude", "latitude"),
    [
        ("2911", -0.8053, 49.0883),  # Caumont, 2.2
        ("2402", -0.257, 49.231),  # Ranville: one hex of the third British regiment, 13.0
    ],
)
def test_hexes_that_the_rules_print_lie_where_they_lay(where: str, longitude: float, latitude: float) -> None:
    assert where == BOARD.frame.name(BOARD.frame.at(BOARD.frame.plane(longitude, latitude)))


def test_every_city_and_beach_and_entry_is_joined_by_road() -> None:
    on_road = set(MAP.roads.joined)
    wanted = {*MAP.cities, *MAP.beaches, *(where for hexes in MAP.entries.values() for where in hexes)}
    assert wanted <= on_road
    assert 1 == len([each for each in components(MAP.roads) if len(each) > 2])


def test_all_of_the_land_is_one_piece() -> None:
    seen, todo = {"2911"}, ["2911"]
    while todo:
        fresh = [n for n in MAP.grid.adjacent[todo.pop()] if n not in seen]
        seen.update(fresh)
        todo.extend(fresh)
    assert set(MAP.terrain) == seen


Positions = list[tuple[State, str]]


@pytest.fixture(scope="module")
def moving(rules: June44) -> Positions:
    """Positions of two random games in which somebody moves, early and late, with interdiction and cards."""
    found: Positions = []
    for seed in (3, 4):
        game = Game.start(rules, "june44", seed, {"random-cards": True, "artillery-turns": seed == 4})
        while game.step() and len(found) < 20 * (seed - 2):
            owed = game.now.due
            if isinstance(owed, Choice) and "move" in owed.kinds and game.draw.random() < 0.15:
                found.append((game.state, owed.side))
    assert len(found) >= 30
    return found


def test_every_legal_path_ends_where_some_option_ends(rules: June44, moving: Positions) -> None:
    """Random walks that the check allows lead only to hexes among the unit's options."""
    chance, legal = random.Random(5), 0
    grid = rules.data.ground.grid
    for state, side in moving:
        units = [unit for unit in state.board if rules.data.unit(unit.id).side == side and not unit.moved]
        for unit in chance.sample(units, min(6, len(units))):
            offered = {order.path[-1] for order in movement.unit_moves(rules.view(state), unit)}
            mover = movement.Mover.of(rules.view(state), unit)
            for _ in range(12):
                firsts = movement.firsts(mover)
                if not firsts:
                    break
                path = [chance.choice(firsts)]
                while chance.random() < 0.7 and len(path) < 6:
                    path.append(chance.choice(grid.adjacent[path[-1]]))
                if not rules.check(state, side, Move(unit=unit.id, path=tuple(path))):
                    legal += 1
                    assert path[-1] in offered or path[-1] == unit.where
    assert legal >= 100


def brute(rules: June44, state: State, side: str, start: str) -> bool:
    """Whether a line runs from a hex to a source, walked outwards with the words of 7.2 and nothing remembered."""
    data, at, enemy = rules.data, front(rules.view(state)), enemy_of(side)
    seen, todo, sources = {start}, [start], supply.sources(rules.view(state), side)
    while todo:
        here = todo.pop()
        if here in sources:
            return True
        for there in data.ground.grid.adjacent[here]:
            if there in seen or there not in data.ground.terrain or not crosses(data.ground, here, there):
                continue
            shut = there in at.zone[enemy] and there not in at.stands[side]
            if there not in at.held[enemy] and not shut:
                seen.add(there)
                todo.append(there)
    return False


def test_a_unit_is_in_supply_exactly_when_a_line_can_be_walked(rules: June44, moving: Positions) -> None:
    """The flood from the sources and the walk from the unit agree, for both sides."""
    without = 0
    for state, _ in moving:
        for unit in state.board:
            if on_map(unit):
                side = rules.data.unit(unit.id).side
                found = supply.supplied(rules.view(state), unit)
                assert brute(rules, state, side, unit.where) == found
                without += not found
    assert without > 0


def test_zones_are_those_of_neighbours_that_are_no_artillery(rules: June44, moving: Positions) -> None:
    """A hex is in a zone exactly when a fortification or a unit other than artillery stands next to it, within reach."""
    data = rules.data
    for state, _ in moving[::8]:
        at = front(rules.view(state))
        for where in data.ground.terrain:
            for side in (ALLIED, GERMAN):
                near = [n for n in data.ground.grid.adjacent[where] if crosses(data.ground, n, where)]
                mine = any(
                    data.unit(unit.id).side == side and data.unit(unit.id).type != "artillery"
                    for n in near
                    for unit in state.board.stack(n)
                )
                works = side == GERMAN and any(n in at.works for n in near)
                assert (mine or works) == (where in at.zone[side])


@pytest.mark.parametrize(
    ("division", "gone", "lost"),
    [
        (False, "505 507 508", ()), (True, "505 507", ()), (True, "505 507 508", ("505",)),
        (None, "505", ("505",)), (None, "505 507 508 82", ("505", "82")),
    ],
)  # fmt: skip
def test_regiments_that_have_combined_are_not_lost(rules: June44, division, gone, lost) -> None:
    units = {} if division is None else {"82": {"at": "1920", "reduced": division}}
    state = rules.place("empty", {"phase": "combine", "units": units, "gone": gone.split()})
    assert lost == tuple(name for each in rules.furniture(state, None).lost for name in each.units)
