"""What differs from what a plan assumed, a sentence each. What has become better does not count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from attrs import AttrsInstance, frozen

from pbem.port.messages import Message, counted
from pbem_rules.june6.model import ALLIED, Activation, Unit, View
from pbem_rules.june6.plans.plan import ASK, HOLD, Plan, members
from pbem_rules.june6.rules.combat.odds import attack_strength, beach_strength, column, defence_strength
from pbem_rules.june6.rules.combat.results import alive
from pbem_rules.june6.rules.lookup import activation, enemy_of, on_map, side_of, units_of
from pbem_rules.june6.rules.movement.move import Move, Strategic
from pbem_rules.june6.rules.movement.rallying import Rally
from pbem_rules.june6.standing.form import ATTACKS, odds_of, steps
from pbem_rules.shared.standing_sheet import Sheet

_NEXT_TO = 1
_FAR = 999


@frozen(kw_only=True)
class Doubts:
    """A plan held against two positions: the one on which it was made, and the one of now."""

    then: View
    now: View
    plan: Plan

    @property
    def formations(self) -> tuple[str, ...]:
        """The formations that act, or would."""
        frame = activation(self.now.state)
        own = frame is not None and frame.side == self.now.side
        return frame.formations if own and frame is not None else (self.plan.formation,)

    def of_all(self, orders: Iterable[AttrsInstance], rows: Iterable[Sheet]) -> tuple[str, ...]:
        """Every doubt of what is left of a plan, each once."""
        orders, rows = tuple(orders), tuple(rows)
        places = {*self._stood(members(self.then, self.formations)), *map(_end, orders)}
        found = [
            *self.near(places),
            *(doubt for order in orders for doubt in self._of_units(order)),
            *(doubt for row in rows for doubt in self.of_attack(row)),
        ]
        return tuple(dict.fromkeys(found))

    def before(self) -> tuple[str, ...]:
        """Why the plan would be handed back if its marker came up now."""
        if self.plan.otherwise == HOLD:
            return ()
        rest = self.of_all(self.plan.orders, self.plan.attacks) if self.plan.otherwise == ASK else ()
        return (*self.cost(), *rest)

    def of_order(self, order: AttrsInstance) -> Iterator[str]:
        """The doubts of one order: its unit, and the enemies where it stands and where it goes."""
        yield from self._of_units(order)
        if isinstance(order, Move | Strategic):
            yield from self.near({*self._stood((order.unit,)), _end(order)})

    def of_attack(self, row: Sheet) -> Iterator[str]:
        """The doubts of one attack: who attacks, who defends, the odds. A target that has been left does not count."""
        target, names = row.word(ATTACKS, "target"), row.names(ATTACKS, "units")
        for name in names:
            yield from self.of_unit(name)
        for name in self._defenders(self.now, target):
            if name not in self._defenders(self.then, target):
                yield Message("{unit} has come to {hex}", unit=name, hex=target)
        said, now = row.word(ATTACKS, "odds"), column_of(self.now, target, names)
        if said and self._defenders(self.now, target) and Fraction(*odds_of(now)) < Fraction(*odds_of(said)):
            yield Message("the attack on {hex} is at {now} now, below {said}", hex=target, now=now, said=said)

    def _defenders(self, view: View, where: str) -> tuple[str, ...]:
        enemy = enemy_of(view.side)
        return tuple(
            unit.id for unit in view.state.board.stack(where) if side_of(view.data, unit.id) == enemy
        )

    def cost(self) -> Iterator[str]:
        """Whether the formations have lost more steps than the plan allows since it was made."""
        names = members(self.then, self.formations)
        lost = steps(self.then, names) - steps(self.now, names)
        if lost > self.plan.losses:
            yield counted(lost, "it has cost {n} step", "it has cost {n} steps")

    # --- enemies --------------------------------------------------------------------------------------------------------

    def near(self, places: Iterable[str]) -> Iterator[str]:
        """Every enemy that has come so near to some places as the plan minds, or next to one of them."""
        limit, hexes = self.plan.enemy, tuple(each for each in places if ":" not in each and each)
        if not limit:
            return
        for unit in units_of(self.now, enemy_of(self.now.side)):
            if not on_map(self.now.data, unit):
                continue
            far, where = self._far(unit.where, hexes)
            before = self._before(unit.id, hexes)
            if far <= limit and (before > limit or far <= _NEXT_TO < before):
                yield _close(unit.id, far, where)

    def _before(self, name: str, hexes: Iterable[str]) -> int:
        """How far an enemy was when the plan was made."""
        was = self.then.state.board.get(name)
        return self._far(was.where, hexes)[0] if was is not None and on_map(self.then.data, was) else _FAR

    def _far(self, where: str, hexes: Iterable[str]) -> tuple[int, str]:
        grid = self.now.data.ground.grid
        return min(((grid.distance(where, each), each) for each in hexes), default=(_FAR, ""))

    def _stood(self, names: Iterable[str]) -> Iterator[str]:
        board = self.then.state.board
        return (board[name].where for name in names if name in board)

    # --- own units ------------------------------------------------------------------------------------------------------

    def _of_units(self, order: AttrsInstance) -> Iterator[str]:
        name = getattr(order, "unit", "")
        if not name:
            return
        yield from self.of_unit(name, mends=isinstance(order, Rally))

    def of_unit(self, name: str, *, mends: bool = False) -> Iterator[str]:
        """Whether a unit was hurt since, or stands where neither the plan's author saw it nor its own order leads it."""
        was, unit = self.then.state.board.get(name), self.now.state.board.get(name)
        if unit is None:
            yield Message("{unit} is gone", unit=name)
            return
        if was is None:
            return
        if not mends and _hurt(was, unit):
            yield Message("{unit} was hurt", unit=name)
        ends = {_end(order) for order in self.plan.orders if getattr(order, "unit", "") == name}
        if unit.where not in (was.where, *ends) and not self._by_itself(name):
            yield Message("{unit} stands in {hex} now", unit=name, hex=unit.where)

    def _by_itself(self, name: str) -> bool:
        """Whether a unit has moved in the activation that goes on: then its owner has seen to it."""
        frame = activation(self.now.state)
        return isinstance(frame, Activation) and name in (*frame.moved, *frame.strategic)


def _end(order: AttrsInstance) -> str:
    return order.path[-1] if isinstance(order, Move | Strategic) and order.path else ""


def _close(name: str, far: int, where: str) -> Message:
    if not far:
        return Message("{unit} stands in {hex}", unit=name, hex=where)
    return counted(
        far,
        "{unit} has come within {n} hex of {hex}",
        "{unit} has come within {n} hexes of {hex}",
        unit=name,
        hex=where,
    )


def _hurt(was: Unit, unit: Unit) -> bool:
    marks = ("reduced", "pinned", "scattered", "isolated", "disorder")
    return any(getattr(unit, mark) > getattr(was, mark) for mark in marks)


def column_of(view: View, target: str, names: Iterable[str]) -> str:
    """The odds of an attack as the chart names them, terrain apart (12.51)."""
    attack = attack_strength(view.data, alive(view.state, tuple(names)))
    enemy = enemy_of(view.side)
    stack = (unit for unit in view.state.board.stack(target) if side_of(view.data, unit.id) == enemy)
    beach = beach_strength(view, target)[0] if view.side != ALLIED else 0
    high, low, _ = column(view.data, attack, defence_strength(view.data, tuple(stack)) + beach)
    return f"{high}:{low}"
