"""June 6's data: published numbers stand as published, the rest is plausible and labelled."""

from __future__ import annotations

from itertools import chain, pairwise

import pytest

from pbem_rules.june6.printed.reading import read
from pbem_rules.kernel.charts import Bands, Odds, die_table
from pbem_rules.kernel.tables import PROVENANCES, Table
from tests.lists import tried_with

from .printed_data import (
    ARRIVALS,
    CHARTS,
    FILES,
    FORCES,
    FORMATIONS,
    LANDINGS,
    MAP,
    PAIRS,
    SCENARIOS,
    SCHEDULE,
    TERRAIN,
    UNITS,
    number,
    side_of,
    standing,
    tables,
)

_FILES = (CHARTS, FORCES, SCHEDULE, SCENARIOS, MAP)
DATA = read({file.at.removesuffix(".toml: "): dict(file.values) for file in _FILES})

# ---------------------------------------------------------------- labels


@pytest.mark.parametrize("file", [CHARTS, FORCES, SCHEDULE, SCENARIOS], ids=FILES)
def test_every_label_is_known_and_has_a_source(file: Table) -> None:
    labelled = [
        (at, t) for at, t in tables(dict(file.values), file.at) if isinstance(t.get("provenance"), str)
    ]
    assert labelled
    for at, table in labelled:
        assert table["provenance"] in PROVENANCES, at
        assert table.get("source") or file in (SCHEDULE,), at
    assert all(each.source for each in DATA.sources.labels.cited.values())


def test_every_hex_and_rating_is_counted_and_nothing_that_is_drawn_for_looks() -> None:
    assert len(TERRAIN) == sum(DATA.sources.labels.counts("map.terrain").values())
    for name, row in UNITS.items():
        back = row.values.get("back", {})
        assert isinstance(back, dict)
        assert set(back) == set(DATA.sources.labels.below(f"units.units.{name}.back")), name
    for besides in ("map.sea", "map.labels", "map.streams", "units.calibration", "charts.crt.anchor"):
        assert not DATA.sources.labels.below(besides)
    assert len(DATA.sources.labels.cited) == sum(DATA.sources.counts.values())


def test_every_unit_formation_and_arrival_names_a_listed_source() -> None:
    known = set(FORCES.table("sources").keys())
    for name, row in chain(UNITS.items(), FORMATIONS.items()):
        assert row.text("source") in known, name
    for arrival in chain(*ARRIVALS.values()):
        assert arrival.text("source") in set(SCHEDULE.table("sources").keys()), arrival.at


def test_the_landings_do_not_pass_for_a_printed_scenario() -> None:
    assert LANDINGS.text("provenance") == "reconstructed"
    assert "Not a printed scenario" in LANDINGS.text("note")
    assert LANDINGS.table("victory").text("provenance") == "reconstructed"


# ---------------------------------------------------------------- published numbers


def test_strongpoints_only_defend_and_there_are_six_detachments() -> None:
    assert all(UNITS[n].flag("defence_only") for n in UNITS if n.startswith("SP "))
    assert 6 == sum(n.startswith("Det ") for n in UNITS)  # 19.35


def test_weather_covers_the_die() -> None:
    weather = CHARTS.table("weather")
    die_table(
        weather,
        "die",
        "roll",
        lambda row: row.one_of("state", weather.table("states").keys()),
        faces=range(10),
    )


# ---------------------------------------------------------------- charts


def severity(result: str, stack: int = 3) -> int:
    """How much a result hurts a stack of that many units, in steps of Disorder; a Reduction counts three."""
    weight = {"dis1": 1, "dis2": 2, "red": 3}
    units = {"A": stack, "B": stack - 1, "C": stack - 1, "D": 1, "E": 1, "F": 1}
    return sum(units[part[0]] * weight[part[2:]] for part in result.split("/") if part)


def column(pair: str) -> Bands[Table]:
    return Bands.parse(CHARTS.table("crt"), "row", "total", lambda row: row.table(pair))


def test_the_rows_of_every_table_of_totals_cover_every_total_once() -> None:
    for chart in ("bombardment", "attrition"):
        assert Bands.parse(CHARTS.table(chart), "rows", "total", lambda row: row.at).covers(-20, 30)
    assert all(column(pair).covers(-20, 30) for pair in PAIRS)


@pytest.mark.parametrize("pair", PAIRS)
def test_the_results_of_a_pair_grow_with_the_total_and_say_what_can_be(pair: str) -> None:
    """Worse for the defender, better for the attacker; a double joins B with D or C with E; rout and advance are apart."""
    cells = {total: column(pair)[total] for total in range(-5, 18)}
    order, rout = ("", "option", "must"), CHARTS.table("crt").integer("rout_at_most")
    for low, high in pairwise(cells.values()):
        assert severity(low.text("attacker")) >= severity(high.text("attacker"))
        assert severity(low.text("defender")) <= severity(high.text("defender"))
        assert low.integer("retreat", 0) <= high.integer("retreat", 0)
        assert order.index(low.text("advance", "")) <= order.index(high.text("advance", ""))
    for total, cell in cells.items():
        for who in ("attacker", "defender"):
            letters = [part[0] for part in cell.text(who).split("/") if part]
            assert letters in ([], ["A"], ["B", "D"], ["C", "E"], *[[c] for c in "BCDEF"])
        assert (pair.endswith("_stand") and total <= rout) == cell.flag("rout", default=False)
        assert not cell.text("advance", "") or cell.integer("retreat", 0) > 0
        assert not cell.flag("breakthrough", default=False) or cell.text("advance") == "must"


@pytest.mark.parametrize("anchor", CHARTS.table("crt").rows("anchor"), ids=["total 14", "total 0"])
def test_the_table_holds_what_the_worked_combats_tell_of_it(anchor: Table) -> None:
    cell = column(anchor.text("pair"))[anchor.integer("total")]
    assert anchor.text("attacker") == cell.text("attacker")
    assert cell.text("defender") in anchor.texts("defender")
    assert anchor.flag("retreats") == (cell.integer("retreat", 0) > 0)
    assert anchor.text("advance", "") == cell.text("advance", "")
    for flag in ("breakthrough", "rout"):
        assert anchor.flag(flag, default=False) == cell.flag(flag, default=False)


def test_the_worked_combats_add_up_with_these_charts() -> None:
    odds = Odds.parse(CHARTS.table("odds"), "columns", "odds", lambda row: row.integer("drm"))
    combat = CHARTS.table("combat")
    bocage, cap = CHARTS.table("terrain").table("bocage").integer("defence"), combat.integer("cohesion_cap")
    plus = combat.integer("disorder_defender") + combat.integer("two_hexes") + combat.integer("armour_more")
    first = odds.nearest(8, 6).value + 2 + combat.integer("artillery_double") + plus + cap + bocage
    second = odds.nearest(9, 2).value + bocage - combat.integer("artillery_more") - cap - 1
    totals = [14, 0]
    assert totals == [5 + first, 5 + second]


def test_odds_modifiers_rise_with_the_odds_and_mirror_about_one_to_one() -> None:
    columns = Odds.parse(CHARTS.table("odds"), "columns", "odds", lambda row: row.integer("drm")).columns
    values = [c.value for c in columns]
    assert sorted(values) == values
    assert [-v for v in reversed(values)] == values


def test_no_side_can_ever_buy_all_its_markers() -> None:
    base = {r.integer("turn"): r for r in CHARTS.table("resources").table("base").rows("turns")}
    most = {"allied": 9, "german": 9 + 4}  # the highest die, and the Storm bonus
    for side, more in most.items():
        groups = [g for _, g in FORCES.table("marker_groups").tables() if g.text("side") == side]
        corps = sum(group.integer("markers") for group in groups)
        for turn in range(2, 14):
            there = {a.text("formation") for a in ARRIVALS[side] if a.integer("turn") < turn}
            there |= {UNITS[n].text("formation") for n in standing() if side_of(n) == side} - {""}
            divisions = sum(FORMATIONS[f].integer("markers") for f in there if f)
            assert base[turn].integer(side) + more < divisions + corps, (side, turn)


# ---------------------------------------------------------------- forces


def test_every_back_follows_from_its_front() -> None:
    for name, row in UNITS.items():
        if "back" not in row:
            continue
        back = row.table("back")
        front = {key: number(row, key) for key in ("cs", "cohesion", "ma", "armour", "at", "artillery")}
        expected = (-(-front["cs"] // 2), front["cohesion"] - 1, front["ma"], -(-front["armour"] // 2))
        found = (back.integer("cs"), back.integer("cohesion"), back.integer("ma"), back.integer("armour", 0))
        assert expected == found, name
        assert (front["at"] // 2, front["artillery"] // 2) == (
            back.integer("at", 0),
            back.integer("artillery", 0),
        )


STRENGTH = {"battalion": (1, 2), "regiment": (1, 6), "brigade": (1, 7), "hq": (1, 1)}
COHESION = {
    "parachute": (6, 7), "glider": (6, 6), "ranger": (7, 7), "commando": (7, 7), "strongpoint": (3, 3),
}  # fmt: skip


@tried_with("name", sorted(UNITS))
def test_ratings_keep_the_calibration(name: str) -> None:
    row = UNITS[name]
    low, high = STRENGTH[row.text("size")]
    assert low <= number(row, "cs") <= high
    low, high = COHESION.get(row.text("type"), (2, 7))
    assert low <= number(row, "cohesion") <= high
    assert (" Ost/" in name) <= (number(row, "cohesion") == 2)
    assert number(row, "armour") <= (2 if row.text("size") == "battalion" else 3)
    assert number(row, "armour") == 0 or row.text("type") in ("armour", "reconnaissance", "antitank")
    assert number(row, "artillery") <= (5 if FORMATIONS.get(row.text("formation")) else 0)


def test_movement_goes_with_the_way_of_moving() -> None:
    spans = {"leg": (3, 5), "bicycle": (4, 4), "motor": (6, 8)}
    for name, row in UNITS.items():
        low, high = spans[row.text("move", "leg")]
        if name != "634/VIII":  # published, and doubtful: a motorised unit of 3
            assert low <= number(row, "ma") <= high, name


def test_every_formation_has_its_headquarters_and_divisions_their_two_markers() -> None:
    for name, row in FORMATIONS.items():
        assert name == UNITS[row.text("hq")].text("formation")
        assert UNITS[row.text("hq")].text("type") == "hq"
        assert (2 if row.text("kind") == "division" else 0) == row.integer("markers")
        if corps := row.text("corps", ""):
            found = (FORMATIONS[corps].text("side"), FORMATIONS[corps].text("kind"))
            assert (row.text("side"), "corps") == found
