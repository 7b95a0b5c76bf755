"""What a roll of Pegasus Bridge was worth: all that the engine may bring, weighed, comes to nothing on average."""

from fractions import Fraction
from itertools import product

import pytest
from attrs import AttrsInstance

from pbem.port.game import Outcome, Roll, Rolled
from pbem_rules.pegasus.game import Pegasus
from pbem_rules.pegasus.model import State
from tests.pegasus.test_forecast import Orders, orders

pytestmark = pytest.mark.wider

__all__ = ("orders",)

_DEEP = 3
_HARM = {"suppressed": 3, "lost": 10}


@pytest.fixture(scope="module")
def few(orders: Orders) -> list[tuple[State, AttrsInstance, int]]:
    """Orders that take at most three dice, with how many."""
    found = [(state, order, len(table.branches[0].dice)) for state, order, table in orders]
    return [each for each in found if each[2] <= _DEEP]


def rolled(
    rules: Pegasus, state: State, order: AttrsInstance, faces: tuple[int, ...]
) -> list[tuple[State, Outcome]]:
    """Every outcome of an order whose handful shows these faces first, each with the state before its entry."""
    done = rules.apply(state, "british", order)
    found = [(state, each) for each in done.outcomes]
    owed = next(iter(rules.demands(done.state)), None)
    while isinstance(owed, Roll):
        before = done.state
        shown = (*faces, *(1 for _ in range(len(owed.dice) - len(faces))))
        done = rules.apply(before, "british", Rolled(why=owed.why, faces=shown))
        found += [(before, each) for each in done.outcomes]
        owed = next(iter(rules.demands(done.state)), None)
    return found


def lucks(rules: Pegasus, happened: list[tuple[State, Outcome]]) -> list[Fraction]:
    found = (rules.weigh_in(state, each) for state, each in happened)
    return [
        each.worths[each.came] - Fraction(sum(each.worths), len(each.worths))
        for each in found
        if each is not None
    ]


def test_luck_over_all_ways_of_the_dice_comes_to_nothing(rules, few):
    """Every face of every die an order takes, through the port: the lucks add up to exactly 0."""
    weighed = 0
    for state, order, dice in few:
        every = [
            lucks(rules, rolled(rules, state, order, faces)) for faces in product(range(1, 7), repeat=dice)
        ]
        assert 0 == sum((sum(each, Fraction(0)) for each in every), Fraction(0))
        weighed += any(any(each) for each in every)
    assert weighed >= 8


def test_a_shot_is_worth_what_it_does_to_a_target_that_can_suffer_it(rules, few):
    """Points lost and suppression, as the engine tells them after a shot or a grenade, are the worth of its face."""
    compared = 0
    for state, order, _ in few:
        for face in range(1, 7):
            happened = rolled(rules, state, order, (face,))
            shots = [at for at, (_, each) in enumerate(happened) if each.kind in ("fired", "grenade")]
            if len(shots) != 1:
                continue
            before, shot = happened[shots[0]]
            target = before.board.get(shot.units[-1])
            if target is None or target.strength < 4 or target.suppressed or target.kind != "squad":
                continue
            found = rules.weigh_in(before, shot)
            assert _did([each for _, each in happened[shots[0] :]], target.id) == found.worths[found.came]
            compared += 1
    assert compared >= 6


def _did(outcomes: list[Outcome], name: str) -> int:
    points = 0
    for each in outcomes:
        if each.kind in _HARM and each.units == (name,):
            lost = int(each.text.split(" loses ")[1].split()[0]) if each.kind == "lost" else 1
            points += _HARM[each.kind] * lost
    return points


def test_the_automaton_s_dice_count_for_the_witness(rules: Pegasus) -> None:
    """The witness has the Germans' part in a roll, so that their luck is hers and the player's with the other sign."""
    state = rules.setup(rules.scenarios[0], {})
    shot = Outcome(
        kind="fired",
        text="Squad1 at 1Platoon, column 15-20: 5 becomes 4, 1.",
        side="german",
        units=("Squad1", "1Platoon"),
        faces=(5,),
        total=4,
    )
    found = rules.weigh_in(state, shot)
    assert "witness" == found.side
    assert (0, 3, 3, 10, 10, 20) == found.worths
    assert 4 == found.came


def test_a_die_that_is_told_only_when_it_hurts_is_not_weighed(rules: Pegasus) -> None:
    """A leader who is missed leaves no trace, so that a hit alone would always look like bad luck."""
    state = rules.setup(rules.scenarios[0], {})
    hit = Outcome(kind="killed", text="Howard is killed.", units=("Howard",), faces=(6,))
    assert rules.weigh_in(state, hit) is None
