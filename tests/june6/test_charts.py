"""June 6's charts: what the worked combats tell of them stands there, and no better total, die or odds is ever worse."""

import tomllib
from importlib.resources import files
from itertools import pairwise

import pytest

from pbem_rules.kernel.charts import Bands, Odds
from pbem_rules.kernel.tables import Table, root

PAIRS = ("assault_stand", "assault_retreat", "probe_stand", "probe_retreat")
_FILE = (files("pbem_rules.june6") / "data" / "charts.toml").read_text(encoding="utf-8")
CHARTS = root(tomllib.loads(_FILE), "charts.toml")


def severity(result: str, stack: int = 3) -> int:
    """How much a result hurts a stack of that many units, in steps of Disorder; a Reduction counts three."""
    weight = {"dis1": 1, "dis2": 2, "red": 3}
    units = {"A": stack, "B": stack - 1, "C": stack - 1, "D": 1, "E": 1, "F": 1}
    return sum(units[part[0]] * weight[part[2:]] for part in result.split("/") if part)


def column(pair: str) -> Bands[Table]:
    return Bands.parse(CHARTS.table("crt"), "row", "total", lambda row: row.table(pair))


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
