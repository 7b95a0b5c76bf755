"""What lies in the data and not in the code: another sheet, another number, and what `rules show` makes of it."""

from __future__ import annotations

import pytest
from attrs import evolve

from pbem.port.game import Die, Roll, Rolled
from pbem_rules.pegasus.game import Pegasus
from pbem_rules.pegasus.model import DEAD, Unit
from pbem_rules.pegasus.play import Play
from pbem_rules.pegasus.printed.data import Data
from pbem_rules.pegasus.rules import guns, landing
from pbem_rules.pegasus.rules.orders.fire import Fire
from pbem_rules.pegasus.rules.orders.move import Move


def _begun(data: Data) -> Play:
    return Play(data=data, state=landing.first_state(data, "beginner", handful=0, optional=False))


def _landing(data: Data, *faces: int) -> Play:
    play = _begun(data)
    play.pool = [(3, 1), *((6, face) for face in faces)]
    landing.land_all(play)
    return play


def test_a_glider_of_either_group_counts_for_the_landing(rules: Pegasus) -> None:
    """21.1: only a map on which both groups can come down in one area shows it."""
    runs = dict.fromkeys(rules.data.terrain.runs, ("N1", "N2", "N3", "N4", "N5", "N6"))
    data = evolve(rules.data, terrain=evolve(rules.data.terrain, runs=runs))
    north, south = (1, 1, 1, 2, 1, 3, 1), (1, 1, 5, 1, 5, 1, 4, 1)
    landed = [o for o in _landing(data, *north, *south).outcomes if o.kind == "landed"]
    assert [1, 1, 1, 6] == [each.total for each in landed[:4]]
    assert landed[3].text == "Glider 4 crashes in N1."
    apart = [o for o in _landing(rules.data, *north, *south[:3], 2, 1, 3, 1).outcomes if o.kind == "landed"]
    assert [5, 1, 1] == [each.total for each in apart[3:]]


@pytest.mark.parametrize(("hits", "dead"), [(("SH", "1H", "2H"), True), (("1H", "2H"), False)])
def test_what_a_gun_does_to_a_tank_lies_in_the_data(
    rules: Pegasus, hits: tuple[str, ...], dead: bool
) -> None:
    """14.3."""
    data = evolve(rules.data, fire=evolve(rules.data.fire, tank_hits=hits))
    play = _begun(data)
    play.mark("1Platoon", where="AT")
    play.put(Unit(id="Tank01", kind="tank", where="EB"))
    play.pool = [(6, 5)]
    assert "SH" == guns.fire_guns(play, ("1Platoon",), "EB", "Tank01")
    assert dead == (play.unit("Tank01").where == DEAD)


@pytest.mark.parametrize(("plan", "sides"), [("C", 4), ("E", 4), ("F", 3), ("G", 2), ("H", 2)])
def test_the_chit_of_the_charges_is_drawn_among_the_blanks_of_the_plan(
    rules: Pegasus, plan: str, sides: int
) -> None:
    """1.5."""
    units = {"1Sappers": {"at": "W10"}}
    state = rules.place("empty", {"plan": plan, "charges": "hidden", "units": units})
    found = rules.apply(state, "british", Move(unit="1Sappers", path=("WB",))).state
    assert [(Die(sides=sides),)] == [each.dice for each in rules.demands(found) if isinstance(each, Roll)]


@pytest.mark.parametrize(
    "roll",
    [
        Rolled(why="fire/9", faces=(1,)),
        Rolled(why="fire/1", faces=(1, 1)),
        Rolled(why="fire/1", faces=(7,)),
        Rolled(why="fire/1", faces=(0,)),
    ],
)
def test_a_roll_that_is_not_due_or_shows_what_no_die_shows_is_refused(rules: Pegasus, roll: Rolled) -> None:
    units = {"1Platoon": {"at": "C1"}, "German01": {"at": "C2"}}
    state = rules.place("empty", {"phase": "british fire", "units": units})
    due = rules.apply(state, "british", Fire(target="German01", units=("1Platoon",))).state
    assert ["9.1"] == [each.paragraph for each in rules.check(due, "witness", roll)]
    assert () == rules.check(due, "witness", Rolled(why="fire/1", faces=(6,)))
    assert ["9.1"] == [each.paragraph for each in rules.check(state, "witness", roll)]
