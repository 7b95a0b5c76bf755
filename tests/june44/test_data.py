"""June '44's numbers: what the rules print is there as printed; of data that are replaced in one process nothing stays."""

import gc
import tomllib

from pbem.bytes.canon import Json
from pbem.bytes.values import evolve
from pbem.games import registry
from pbem_rules.june44.model import GERMAN, State
from pbem_rules.june44.picture.ground import chart
from pbem_rules.june44.player.front import ways
from pbem_rules.june44.printed.data import Data
from pbem_rules.june44.printed.reading import read
from pbem_rules.june44.rules import supply
from pbem_rules.june44.rules.play import View
from pbem_rules.kernel.board import Board
from rules.tools.build_june44_map import DATA as FOLDER

TABLES: dict[str, Json] = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml"))
}
DATA = read(TABLES)
CAMPAIGN = DATA.scenarios["june44"]


def test_a_better_column_or_die_never_does_less() -> None:
    chart = DATA.charts.combat
    assert all(list(row) == sorted(row) for row in chart.values())
    assert all(a <= b for n in range(-7, 7) for a, b in zip(chart[n], chart[n + 1], strict=True))


_EDGES = ("3010", "3020", "3015")


def empty() -> State:
    """Nobody on the map: a line of supply is that of the map alone."""
    first = registry.load("june44").rules.setup("june44", {})
    return evolve(first, turn=2, board=Board.of(()), defences=())


def _with_one_edge_hex(where: str) -> Data:
    """The printed data, with a south edge of one hex and no east edge."""
    return evolve(DATA, ground=evolve(DATA.ground, edges={"south": (where,)}))


def _sources(data: Data, state: State) -> list[str]:
    """The hexes of the south edge out of which the Germans are in supply."""
    found = supply.reach(View(data=data, state=state), GERMAN)
    return [where for where, away in found.items() if not away and where > "3000"]


def test_data_that_take_the_place_in_memory_of_others_get_lines_of_their_own() -> None:
    """When data are gone others may lie where they lay: what was kept by place alone would be theirs."""
    first, places, again = empty(), set[int](), 0
    for where in (*_EDGES, *_EDGES):
        packs = [_with_one_edge_hex(where) for _ in range(100)]
        again += sum(id(data) in places for data in packs)
        places |= {id(data) for data in packs}
        for n, data in enumerate(packs):
            assert [where] == _sources(data, evolve(first, rolls=n % 2))
        del packs, data
        gc.collect()
    assert again, "nothing has come to lie where something else lay: this tries nothing"


def test_other_data_have_ways_and_a_map_of_their_own() -> None:
    known = chart(DATA), ways(DATA, "3010")
    terrain = {**DATA.ground.terrain, "3011": ("swamp",)}
    data = evolve(DATA, ground=evolve(DATA.ground, terrain=terrain, roads=DATA.ground.rivers))
    assert ways(data, "3010") != known[1]
    assert chart(data).ground.cells != known[0].ground.cells
    assert known == (chart(DATA), ways(DATA, "3010"))
