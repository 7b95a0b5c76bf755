"""What lies in the data and not in the code, the tables as printed, and laws of random play."""

import random

import pytest
from attrs import evolve

from pbem.port.game import Die, Roll, Rolled
from pbem_rules.pegasus.game import Pegasus
from pbem_rules.pegasus.model import DEAD, State, Unit
from pbem_rules.pegasus.play import Play
from pbem_rules.pegasus.printed.data import Data
from pbem_rules.pegasus.rules import guns, landing
from pbem_rules.pegasus.rules.orders.fire import Fire
from pbem_rules.pegasus.rules.orders.move import Move
from tests.pegasus.random_play import Game


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
def test_what_a_gun_does_to_a_tank_lies_in_the_data(rules, hits, dead):
    """14.3."""
    data = evolve(rules.data, fire=evolve(rules.data.fire, tank_hits=hits))
    play = _begun(data)
    play.mark("1Platoon", where="AT")
    play.put(Unit(id="Tank01", kind="tank", where="EB"))
    play.pool = [(6, 5)]
    assert "SH" == guns.fire_guns(play, ("1Platoon",), "EB", "Tank01")
    assert dead == (play.unit("Tank01").where == DEAD)


@pytest.mark.parametrize(("plan", "sides"), [("C", 4), ("E", 4), ("F", 3), ("G", 2), ("H", 2)])
def test_the_chit_of_the_charges_is_drawn_among_the_blanks_of_the_plan(rules, plan, sides):
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


def test_the_lost_column_is_labelled_and_lies_between_its_neighbours(rules: Pegasus) -> None:
    rows = rules.data.fire.rows
    order = ["", "S", "SH", "1", "1H", "2", "2H", "3"]
    low, lost, high = ([order.index(each) for each in rows[name]] for name in ("1-4", "5-8", "9-10"))
    assert "reconstructed" == rules.data.cited["lost_column"][0]
    assert "inferred" == rules.data.cited["first_column"][0]
    assert all(a <= b <= c for a, b, c in zip(low, lost, high, strict=True))


def test_a_strength_finds_its_column(rules: Pegasus) -> None:
    found = [rules.data.fire.column(strength) for strength in (1, 4, 5, 8, 9, 11, 15, 21, 60)]
    assert ["1-4", "1-4", "5-8", "5-8", "9-10", "11-14", "15-20", "21+", "21+"] == found


def test_odds_are_rounded_for_the_german(rules: Pegasus) -> None:
    told = {(1, 9): 0, (1, 2): 0, (3, 4): 0, (4, 4): 1, (5, 4): 1, (6, 4): 2, (7, 4): 2, (8, 4): 3}
    told |= {(12, 4): 4, (16, 4): 5, (9, 1): 5, (5, 0): 5}
    assert told == {forces: rules.data.melee.odds(*forces) for forces in told}


def test_the_handful_changes_how_often_dice_are_asked_for_and_nothing_else(rules: Pegasus) -> None:
    """Dice are used in the order rolled, so one at a time or many, the first phase comes out the same."""
    found = []
    for handful in (1, 60):
        game, faces = Game.start(rules, "beginner", 1, {"handful": handful}), random.Random("faces")
        game.state = rules.apply(game.state, "british", _rolled(game.state, rules, [2])).state
        while isinstance(rules.demands(game.state)[0], Roll):
            count = len(rules.demands(game.state)[0].dice)
            game.state = rules.apply(
                game.state,
                "british",
                _rolled(game.state, rules, [faces.randrange(1, 7) for _ in range(count)]),
            ).state
        found.append(dict(game.state.board.pieces))
    assert found[0] == found[1]


def _rolled(state: State, rules: Pegasus, faces: list[int]) -> Rolled:
    owed = rules.demands(state)[0]
    return Rolled(why=owed.why, faces=tuple(faces))


def test_dice_that_are_left_over_are_gone_before_the_next_choice(rules: Pegasus) -> None:
    game = Game.start(rules, "advanced", "left over")
    while game.step():
        if not game.state.need:
            assert () == game.state.pool
