"""The orders that are listed are the legal ones: every one passes, and none that could be written and passes is missing.

Where a list gives only the combinations that matter (artillery none or all, four attackers or fewer in every group), only
those are written here, or the artillery of one unit at a time.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations, product

import pytest
from attrs import AttrsInstance

from pbem.port.game import Choice
from pbem_rules.june6.game import June6
from pbem_rules.june6.model import Combat, State, View
from pbem_rules.june6.rules.air_and_sea.barrage import Barrage
from pbem_rules.june6.rules.air_and_sea.missions import Bombard, Interdict
from pbem_rules.june6.rules.arrivals.entering import HELD_BACK, EnterBy
from pbem_rules.june6.rules.combat import support
from pbem_rules.june6.rules.combat.advance import Advance
from pbem_rules.june6.rules.combat.announcing import Announce
from pbem_rules.june6.rules.combat.attack import Attack
from pbem_rules.june6.rules.combat.counterattack import Counterattack
from pbem_rules.june6.rules.combat.defence import Defend
from pbem_rules.june6.rules.combat.retreat import Retreat
from pbem_rules.june6.rules.combat.suffer import Suffer
from pbem_rules.june6.rules.engineers.bridges import Build, Demolish
from pbem_rules.june6.rules.ground import terrain
from pbem_rules.june6.rules.lookup import activation, units_of
from pbem_rules.june6.rules.markers.activating import Activate
from pbem_rules.june6.rules.markers.reduce import Reduce
from pbem_rules.june6.rules.movement.breaking import BreakDown
from pbem_rules.june6.rules.movement.move import Assign, Move, Strategic
from pbem_rules.june6.rules.movement.rallying import Rally
from pbem_rules.june6.rules.movement.refitting import Refit
from tests.june6.build import rules as built
from tests.june6.random_play import Game
from tests.lists import tried_with

pytestmark = pytest.mark.wider

ORDERS = June6.parts.actions

Found = list[tuple[State, str]]

_EACH = 6
"""Positions looked at for each kind of order."""
_GAMES = (("epsom", 3), ("landings", 11), ("cherbourg", 2), ("campaign", 5))
"""Scenario and seed."""
_ACTIONS = 600
_LOOKED_AT = 0.25
_MARKERS = range(4)


@pytest.fixture(scope="module")
def rules() -> June6:
    return built()


@pytest.fixture(scope="module")
def positions(rules: June6) -> dict[str, Found]:
    """Positions of random games by the kinds of orders that are due in them, each with the side."""
    found: dict[str, Found] = {}
    for game_number, (scenario, seed) in enumerate(_GAMES, 1):
        game, picks = Game.start(rules, scenario, seed), random.Random(seed + 1)
        for _ in range(_ACTIONS):
            if not game.step():
                break
            owed = next(iter(rules.demands(game.state)), None)
            kinds = owed.kinds if isinstance(owed, Choice) else ()
            for kind in kinds:
                rare = kind in ("retreat", "advance", "counterattack", "suffer", "reduce")
                seen = found.setdefault(kind, [])
                if len(seen) < _EACH * game_number and (rare or picks.random() < _LOOKED_AT):
                    seen.append((game.state, owed.side if isinstance(owed, Choice) else ""))
    return found


# --- what could be written down ---------------------------------------------------------------------------------------


def groups(names: Sequence[str], most: int) -> Iterator[tuple[str, ...]]:
    """Every group of up to ``most`` of the names, in their order; also the empty one."""
    return chain.from_iterable(combinations(names, n) for n in range(most + 1))


def own(rules: June6, state: State, side: str) -> tuple[str, ...]:
    return tuple(unit.id for unit in units_of(View(data=rules.data, state=state), side))


def around(rules: June6, where: str) -> tuple[str, ...]:
    """The hexes of the map next to one, sea and all."""
    return rules.data.ground.grid.adjacent.get(where, ())


def ways(rules: June6, where: str) -> Iterator[tuple[str, ...]]:
    """Every path of up to two hexes."""
    yield ()
    for first in around(rules, where):
        yield (first,)
        yield from ((first, second) for second in around(rules, first))


def combat(state: State) -> Combat:
    frame = state.frames[-1]
    assert isinstance(frame, Combat)
    return frame


def attacks(rules: June6, state: State, side: str) -> Iterator[AttrsInstance]:
    near: dict[str, list[str]] = {}
    for name in own(rules, state, side):
        for where in around(rules, state.board[name].where):
            near.setdefault(where, []).append(name)
    for where, names in near.items():
        for group in groups(names, 2):
            if len(names) <= 4 or len(group) < 2:
                yield Attack(target=where, units=group)


def retreats(rules: June6, state: State, _side: str) -> Iterator[AttrsInstance]:
    fight = combat(state)
    for units in groups(fight.defenders, len(fight.defenders)):
        yield from (Retreat(units=units, path=path) for path in ways(rules, fight.target))


def advances(rules: June6, state: State, side: str) -> Iterator[AttrsInstance]:
    fight = combat(state)
    for name in own(rules, state, side):
        if state.board[name].where in (fight.target, *around(rules, fight.target)):
            yield from (
                Advance(unit=name, path=path) for path in ways(rules, state.board[name].where) if path
            )


def counterattacks(rules: June6, state: State, side: str) -> Iterator[AttrsInstance]:
    near = [n for n in own(rules, state, side) if state.board[n].where in around(rules, combat(state).target)]
    yield from (Counterattack(units=units) for units in groups(near, len(near)))


def barrages(rules: June6, state: State, side: str) -> Iterator[AttrsInstance]:
    for name, where in product(own(rules, state, side), state.board.places()):
        yield Barrage(missions=(f"{name}:{where}",))


def bridges(rules: June6, _state: State, _side: str) -> Iterator[tuple[str, str]]:
    for edge in sorted({*rules.data.ground.sides.get(terrain.RIVER, ()), *rules.data.ground.bridges}):
        a, _, b = edge.partition("/")
        yield a, b


def assigned(rules: June6, state: State, side: str) -> Iterator[AttrsInstance]:
    frame = activation(state)
    for name, formation in product(own(rules, state, side), frame.formations if frame else ()):
        yield Assign(unit=name, formation=formation)


def breakdowns(rules: June6, state: State, side: str) -> Iterator[AttrsInstance]:
    for name in own(rules, state, side):
        where = state.board[name].where
        yield from (BreakDown(unit=name, hexes=(to,)) for to in (where, *around(rules, where)))


def entries(rules: June6, state: State, _side: str) -> Iterator[AttrsInstance]:
    """For the formation that is asked about first."""
    listed = next(each for each in rules.options(state, "german") if isinstance(each, EnterBy))
    for letter in (HELD_BACK, *rules.data.ground.entries, "", "AB"):
        yield EnterBy(formation=listed.formation, letter=letter)


def interdictions(rules: June6, _state: State, _side: str) -> Iterator[AttrsInstance]:
    for box, count in product(("supply", *rules.data.charts.boxes, "A"), _MARKERS):
        yield Interdict(box=box, air=count)
        yield Interdict(box=box, naval=count)


def bombardments(rules: June6, state: State, _side: str) -> Iterator[AttrsInstance]:
    for where, count in product(state.board.places(), _MARKERS):
        yield Bombard(target=where, air=count)
        yield Bombard(target=where, naval=count)


def of_each(order: Callable[[str], AttrsInstance]) -> Callable[[June6, State, str], Iterator[AttrsInstance]]:
    """An order for every unit in play, whoever has it."""
    return lambda _rules, state, _side: (order(unit.id) for unit in state.board)


_WRITTEN: dict[str, Callable[[June6, State, str], Iterator[AttrsInstance]]] = {
    "attack": attacks,
    "announce": lambda _rules, s, _side: (Announce(target=where) for where in s.board.places()),
    "retreat": retreats,
    "advance": advances,
    "counterattack": counterattacks,
    "barrage": barrages,
    "demolish": lambda rules, s, side: (Demolish(frm=a, to=b) for a, b in bridges(rules, s, side)),
    "build": lambda rules, s, side: (Build(frm=a, to=b) for a, b in bridges(rules, s, side)),
    "assign": assigned,
    "break-down": breakdowns,
    "enter-by": entries,
    "bombard": bombardments,
    "interdict": interdictions,
    "rally": of_each(lambda name: Rally(unit=name)),
    "refit": of_each(lambda name: Refit(unit=name)),
    "reduce": of_each(lambda name: Reduce(unit=name)),
    "suffer": of_each(lambda name: Suffer(unit=name)),
    "activate": lambda rules, _s, _side: (
        Activate(formation=name) for name in (*rules.data.formations, "loose", "nobody")
    ),
}


# --- the law ----------------------------------------------------------------------------------------------------------


def listed(rules: June6, state: State, side: str, kind: str) -> list[AttrsInstance]:
    return [each for each in rules.options(state, side) if ORDERS.kind(each) == kind]


@tried_with("kind", sorted(_WRITTEN))
def test_what_is_listed_is_what_is_legal(rules: June6, positions: dict[str, Found], kind: str) -> None:
    assert positions[kind]
    for state, side in positions[kind]:
        known = listed(rules, state, side, kind)
        assert [] == [each for each in known if rules.check(state, side, each)]
        written = set(_WRITTEN[kind](rules, state, side))
        legal = {each for each in written if not rules.check(state, side, each)}
        if kind == "announce" and len(legal) == 1:
            continue  # nothing else could be attacked, so there is nothing to announce
        assert legal == {each for each in known if each in written}
        assert kind in ("attack", "break-down") or set(known) <= written


@pytest.mark.parametrize("kind", ["attack", "defend"])
def test_the_support_that_is_listed_is_what_is_legal(
    rules: June6, positions: dict[str, Found], kind: str
) -> None:
    """Each unit's artillery alone, and every number of markers, for the first form of the order."""
    for state, side in positions[kind]:
        known = [each for each in listed(rules, state, side, kind) if isinstance(each, Attack | Defend)]
        if not known:
            continue
        bare = known[0]

        def form(
            artillery: tuple[str, ...] = (), air: int = 0, naval: int = 0, to: Attack | Defend = bare
        ) -> Attack | Defend:
            if isinstance(to, Attack):
                return Attack(target=to.target, units=to.units, artillery=artillery, air=air, naval=naval)
            return Defend(mode=to.mode, artillery=artillery, air=air, naval=naval)

        markers = {form(air=air, naval=naval) for air, naval in product(_MARKERS, _MARKERS)}
        legal = {each for each in markers if not rules.check(state, side, each)}
        assert legal == {each for each in known if each in markers}
        guns = {
            name
            for name in rules.data.units
            if any(not rules.check(state, side, form((f"{name}:{points}",))) for points in (1, 2, 3))
        }
        fired = {each.artillery for each in known if each == form(each.artillery)} - {()}
        assert guns == {support.parse(text)[0] for text in chain.from_iterable(fired)}


def test_wherever_a_short_path_may_lead_is_listed(rules: June6, positions: dict[str, Found]) -> None:
    seen = 0
    for state, side in positions["move"]:
        for kind, order in (("move", Move), ("strategic", Strategic)):
            ends: dict[str, set[str]] = {}
            for each in listed(rules, state, side, kind):
                assert isinstance(each, Move | Strategic)
                ends.setdefault(each.unit, set()).add(each.path[-1])
            for name in [n for n in own(rules, state, side) if ":" not in state.board[n].where][::4]:
                paths = [path for path in ways(rules, state.board[name].where) if path]
                legal = {p[-1] for p in paths if not rules.check(state, side, order(unit=name, path=p))}
                assert set() == legal - ends.get(name, set()) - {state.board[name].where}
                seen += len(legal)
    assert seen


def test_only_kinds_that_are_due_are_listed(rules: June6, positions: dict[str, Found]) -> None:
    for state, side in chain.from_iterable(positions.values()):
        due = {kind for each in rules.demands(state) if isinstance(each, Choice) for kind in each.kinds}
        assert set() == {ORDERS.kind(each) for each in rules.options(state, side)} - due
