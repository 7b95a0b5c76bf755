"""The chances told before an order are those of the engine, counted over all dice of its handful."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import TypeAlias

import pytest
from attrs import AttrsInstance

from pbem.port import insight
from pbem.port.game import Choice, Roll, Rolled
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
