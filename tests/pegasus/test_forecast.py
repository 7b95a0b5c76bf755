"""The chances told before an order are those of the engine, counted over all its dice; and what a roll was worth."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import TypeAlias

import pytest
from attrs import AttrsInstance

from pbem.port import insight
from pbem.port.game import Choice, Outcome, Roll, Rolled
from pbem.port.insight import Forecast
from pbem_rules.pegasus.game import Pegasus
from pbem_rules.pegasus.model import State
from pbem_rules.pegasus.play import View
from pbem_rules.pegasus.player.fire import KINDS
from pbem_rules.pegasus.rules.odds import can_hurt, told
from pbem_rules.pegasus.rules.orders.fire import Fire
from tests.pegasus.random_play import Game

pytestmark = pytest.mark.wider

Orders: TypeAlias = list[tuple[State, AttrsInstance, Forecast]]

_SEEDS = 3
_EACH = 4
_DEEP = 4
"""So many dice are counted out in full: 1,296 rolls."""


@pytest.fixture(scope="module")
def orders(rules: Pegasus) -> Orders:
    """Orders with a table out of random games, a few of each kind."""
    found: Orders = []
    seen: Counter[str] = Counter()
    for seed in range(_SEEDS):
        game = Game.start(rules, rules.scenarios[seed % len(rules.scenarios)], seed)
        for _ in range(400):
            if isinstance(game.now.due, Choice):
                for each in rules.options(game.state, "british"):
                    kind = rules.actions.kind(each)
                    if kind != "done" and seen[kind] < _EACH and game.draw.random() < 0.2:
                        table = insight.forecast(rules, game.state, "british", each)
                        if table is not None and len(table.branches[0].dice) <= _DEEP:
                            seen[kind] += 1
                            found.append((game.state, each, table))
            if not game.step():
                break
    assert {"fire", "grenade", "move", "clear"} <= set(seen)
    return found


def played(rules: Pegasus, state: State, order: AttrsInstance, faces: tuple[int, ...]) -> tuple[str, ...]:
    """What the engine says of an order when its handful shows these faces first, and ones after them."""
    done = rules.apply(state, "british", order)
    owed = next(iter(rules.demands(done.state)), None)
    while isinstance(owed, Roll):
        sides = owed.dice[0].sides
        mine = [face for face in faces if face <= sides][: len(owed.dice)]
        assert 6 == sides
        shown = (*mine, *(1 for _ in range(len(owed.dice) - len(mine))))
        done = rules.apply(done.state, "british", Rolled(why=owed.why, faces=shown))
        owed = next(iter(rules.demands(done.state)), None)
    return told(done.outcomes)


def test_every_way_of_the_dice_counted_out_through_the_port_gives_the_table(rules, orders):
    """All rolls of as many dice as an order can take, through check and apply, counted: the same chances."""
    counted = 0
    for state, order, table in orders:
        (branch,) = table.branches
        if any(die.sides != 6 for die in branch.dice):
            continue
        assert branch.of == sum(chance.ways for chance in branch.chances)
        count: Counter[str] = Counter()
        for faces in product(range(1, 7), repeat=len(branch.dice)):
            count[" ".join(played(rules, state, order, faces)) or "No effect."] += 1
        total = sum(count.values())
        assert {text: Fraction(n, total) for text, n in count.items()} == {
            chance.text: Fraction(chance.ways, branch.of) for chance in branch.chances
        }
        counted += 1
    assert counted >= 12


def test_what_can_hurt_is_what_hurts_in_a_line_of_the_table(rules: Pegasus, orders: Orders) -> None:
    """With all dice alike, a few throws in place of all: the same answer, for orders that can and that cannot."""
    singles: Orders = []
    for scenario in rules.scenarios:
        game = Game.start(rules, scenario, 5)
        while len(singles) < 300 and game.step():
            if isinstance(game.now.due, Choice):
                fires = (each for each in rules.options(game.state, "british") if isinstance(each, Fire))
                few = [each for each in fires if len(each.units) == 1 and not each.guns]
                tables = [(each, insight.forecast(rules, game.state, "british", each)) for each in few]
                singles += [(game.state, each, table) for each, table in tables if table is not None]
    found: Counter[bool] = Counter()
    for state, order, table in (*orders, *singles):
        if (kind := KINDS.get(type(order))) is not None:
            view = View(data=rules.data, state=state, side="british")
            harm = any(chance.signs for branch in table.branches for chance in branch.chances)
            assert harm == can_hurt(view, kind, order)
            found[harm] += 1
    assert found[True] > 5
    assert found[False]


def test_the_modifiers_in_the_table_are_those_of_the_shot(rules: Pegasus, orders: Orders) -> None:
    """A shot has its modifiers with their paragraphs before the die is thrown."""
    for state, order, table in orders:
        (branch,) = table.branches
        if rules.actions.kind(order) not in ("fire", "grenade", "piat"):
            continue
        done = rules.apply(state, "british", order)
        owed = next(iter(rules.demands(done.state)))
        rolled = rules.apply(done.state, "british", Rolled(why=owed.why, faces=(3,) * len(owed.dice)))
        shot = next(each for each in rolled.outcomes if each.faces)
        assert shot.reasons == branch.reasons
        assert 3 + branch.modifier == shot.total


_FEW = 3
_HARM = {"suppressed": 3, "lost": 10}


@pytest.fixture(scope="module")
def few(orders: Orders) -> list[tuple[State, AttrsInstance, int]]:
    """Orders that take at most three dice, with how many."""
    found = [(state, order, len(table.branches[0].dice)) for state, order, table in orders]
    return [each for each in found if each[2] <= _FEW]


def rolled(rules, state, order, faces):
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
