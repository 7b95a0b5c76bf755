"""A plan carried out: the next order of it, or why it is handed back. Pure: what has been done is read off the position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from attrs import AttrsInstance, frozen

from pbem.bytes.codec import Codec
from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import Choice, Demand, Secrets
from pbem.port.messages import Message, Series
from pbem.port.plans import Planned
from pbem_rules.june6.model import Activation, Combat, FreeOperation, View
from pbem_rules.june6.plans.doubts import Doubts
from pbem_rules.june6.plans.plan import HOLD, SKIP, Plan, members
from pbem_rules.june6.rules.combat import advance
from pbem_rules.june6.rules.combat.attack import Attack
from pbem_rules.june6.rules.combat.modifiers import ASSAULT, PROBE
from pbem_rules.june6.rules.combat.right import AGAIN
from pbem_rules.june6.rules.lookup import activation, enemy_of, holder
from pbem_rules.june6.rules.markers.activating import Activate, Fight
from pbem_rules.june6.rules.movement.move import Assign, Move, Strategic
from pbem_rules.june6.rules.movement.rallying import Rally
from pbem_rules.june6.rules.movement.refitting import Refit
from pbem_rules.june6.rules.turns import Done, GoFirst
from pbem_rules.june6.standing.answers import in_mode
from pbem_rules.june6.standing.attacks import after, declared
from pbem_rules.june6.standing.form import ASK, ATTACKS, odds_of
from pbem_rules.shared.standing_sheet import Found, Sheet

Whole = Callable[[AttrsInstance], AttrsInstance]
Wrong = Callable[[AttrsInstance], Sequence[Violation]]
_SILENT = ""
_MOST_REASONS = 3
_OTHER = {ASSAULT: PROBE, PROBE: ASSAULT}
_MIXED = Message("the mode is mixed, and only your own home can do that")


def shortened(order: AttrsInstance) -> AttrsInstance:
    """A move by where it ends: so it is typed, and told."""
    return evolve(order, path=order.path[-1:]) if isinstance(order, Move | Strategic) else order


@frozen(kw_only=True)
class Follower:
    """What a plan is followed with: its doubts, and what the game says of an order: whole, and what is wrong with it."""

    doubts: Doubts
    codec: Codec
    whole: Whole
    wrong: Wrong
    secrets: Secrets

    @property
    def plan(self) -> Plan:
        """The plan."""
        return self.doubts.plan

    @property
    def now(self) -> View:
        """The position."""
        return self.doubts.now

    def answer(self, demand: Demand) -> Planned:
        """What the plan says to what is owed."""
        found = self._found(demand)
        if isinstance(found, str):
            left = self._still_legal() if found else 0
            return Planned(action=None, reason=found, legal=left)
        broken = self.wrong(found)
        if broken:
            return Planned(action=None, reason=self._not_allowed(found, broken), legal=self._still_legal())
        return Planned(action=found)

    def _found(self, demand: Demand) -> Found:
        state, side = self.now.state, self.now.side
        if demand.side != side:
            return _SILENT
        if (combat := state.on_top(Combat)) is not None:
            return self._in_combat(combat, demand)
        if (frame := state.on_top(Activation)) is not None and frame.side == side:
            return self._in_activation(frame)
        return self._beginning(demand)

    # --- before it -------------------------------------------------------------------------------------------------------

    def _beginning(self, demand: Demand) -> Found:
        """Whom Free Operations activate, who acts next at reduced efficiency, who goes first there."""
        kinds = demand.kinds if isinstance(demand, Choice) else ()
        if "go-first" in kinds:
            return next((each for each in self.plan.orders if isinstance(each, GoFirst)), _SILENT)
        if "activate" not in kinds or not self.plan.formation:
            return _SILENT
        if self.now.state.on_top(FreeOperation) is None and not self.plan.when.endswith(
            f":{self.plan.formation}"
        ):
            return _SILENT
        if doubts := self._asks():
            return doubts
        return Activate(formation=self.plan.formation)

    # --- while it goes on ------------------------------------------------------------------------------------------------

    def _in_activation(self, frame: Activation) -> Found:
        if doubts := self._asks():
            return doubts
        if self.plan.otherwise == HOLD and self._all_doubts():
            return self._hold(frame)
        if frame.stage == "move":
            return self._moving(frame)
        for row in self._attacks():
            attack = self._supported(row)
            if not self._left_out(attack, self.doubts.of_attack(row)):
                if self.plan.otherwise == HOLD and self.wrong(attack):
                    return self._hold(frame)
                return attack
        return self._first(self._orders(fought=True)) or Done()

    def _moving(self, frame: Activation) -> Found:
        found = self._first(self._orders(fought=False))
        if found:
            return found
        fights = any(isinstance(order, Fight) for order in self.plan.orders)
        return Fight() if fights or any(self._attacks()) else Done()

    def _first(self, orders: Iterable[AttrsInstance]) -> Found:
        """The first order that is not left out; "" when there is none."""
        for order in map(self.whole, orders):
            if self._left_out(order, self.doubts.of_order(order)):
                continue
            if self.plan.otherwise == HOLD and self.wrong(order):
                frame = self.now.state.current(Activation)
                return self._hold(frame)
            return order
        return _SILENT

    def _left_out(self, order: AttrsInstance, doubts: Iterator[str]) -> bool:
        """Whether an order is passed over: what is doubtful or not legal, where the plan says so."""
        return self.plan.otherwise == SKIP and (next(doubts, None) is not None or bool(self.wrong(order)))

    def _hold(self, frame: Activation) -> Found:
        """Who may rally does, and it is over."""
        for name in members(self.now, frame.formations):
            rally = Rally(unit=name)
            if self.now.state.board[name].disorder and not self.wrong(rally):
                return rally
        return Done()

    def _supported(self, row: Sheet) -> Attack:
        """The attack of a row, with as many of its air and naval markers as are left."""
        order, state = declared(row), self.now.state
        return evolve(order, air=min(order.air, state.air), naval=min(order.naval, state.naval))

    # --- what is left of it ----------------------------------------------------------------------------------------------

    def _orders(self, *, fought: bool) -> list[AttrsInstance]:
        """The orders that are still to be given: those before the fighting, or those after it."""
        orders = list(self.plan.orders)
        cut = next((n for n, each in enumerate(orders) if isinstance(each, Fight)), len(orders))
        chosen = orders[cut + 1 :] if fought else orders[:cut]
        return [each for each in chosen if not self._behind(each)]

    def _behind(self, order: AttrsInstance) -> bool:
        """Whether an order has been carried out, or there is nothing left to do for it."""
        frame, board = activation(self.now.state), self.now.state.board
        if isinstance(order, Activate | GoFirst):
            return True
        if frame is None or frame.side != self.now.side:
            return False
        if isinstance(order, Move | Strategic):
            return order.unit in (*frame.moved, *frame.strategic)
        unit = board.get(order.unit) if isinstance(order, Assign | Rally | Refit) else None
        if unit is None:
            return False
        if isinstance(order, Assign):
            return unit.assigned == order.formation
        if isinstance(order, Refit):
            return not unit.reduced
        return unit.id in frame.rallied or not unit.disorder

    def _attacks(self) -> list[Sheet]:
        """The attacks that are still to be made; one whose target has been left is moot."""
        frame = activation(self.now.state)
        made = frame.targets if frame is not None and frame.side == self.now.side else ()
        enemy = enemy_of(self.now.side)
        rows = ((row.word(ATTACKS, "target"), row) for row in self.plan.attacks)
        return [row for target, row in rows if target not in made and holder(self.now, target) == enemy]

    # --- handing back ----------------------------------------------------------------------------------------------------

    def _all_doubts(self) -> tuple[str, ...]:
        orders = (*self._orders(fought=False), *self._orders(fought=True))
        if (
            self.now.state.on_top(Activation) is not None
            and self.now.state.current(Activation).stage != "move"
        ):
            orders = tuple(self._orders(fought=True))
        return (*self.doubts.cost(), *self.doubts.of_all(orders, self._attacks()))

    def _asks(self) -> str:
        """Why the whole plan is handed back, whatever is next in it; one that holds never is."""
        if self.plan.otherwise == HOLD:
            return ""
        found = self._all_doubts() if self.plan.otherwise == ASK else tuple(self.doubts.cost())
        return Series(found[:_MOST_REASONS], "; ") if found else ""

    def _not_allowed(self, order: AttrsInstance, broken: Sequence[Violation]) -> Message:
        return Message(
            "{order} is not allowed: {message} [{paragraph}]",
            order=self.codec.typed(shortened(order)),
            message=broken[0].message,
            paragraph=broken[0].paragraph,
        )

    def _still_legal(self) -> int:
        """How many of the orders that are left could be given now."""
        left = (*map(self.whole, self._orders(fought=False)), *map(self._supported, self._attacks()))
        return sum(not self.wrong(order) for order in left)

    # --- its combats -----------------------------------------------------------------------------------------------------

    def _in_combat(self, combat: Combat, demand: Demand) -> Found:
        """The mode, who advances, no second attack; losses and the like are the sheet's affair."""
        frame = activation(self.now.state)
        if (
            combat.side != self.now.side
            or combat.kind != "attack"
            or frame is None
            or frame.side != combat.side
        ):
            return _SILENT
        kinds = demand.kinds if isinstance(demand, Choice) else ()
        if self.plan.retreat and "retreat" in kinds and self.plan.otherwise != HOLD:
            return Message("the attack on {hex} has ended in a retreat", hex=combat.target)
        row = next(
            (each for each in self.plan.attacks if each.word(ATTACKS, "target") == combat.target), None
        )
        if row is None:
            return _SILENT
        if combat.stage == "mode":
            return in_mode(self.now, self._mode(row)) if self._mixes(row) else _MIXED
        if not combat.tasks or combat.tasks[0].kind not in (AGAIN, advance.KIND):
            return _SILENT
        if combat.tasks[0].side != self.now.side:
            return _SILENT
        cost = tuple(self.doubts.cost())
        if cost and self.plan.otherwise != HOLD:
            return Series(cost, "; ")
        return self._advanced(row, combat)

    def _mixes(self, row: Sheet) -> bool:
        return not row.word(ATTACKS, "mix") or bool(self.secrets.mix)

    def _mode(self, row: Sheet) -> str:
        """The mode of a row; so often as it says the other one (12.43), by bytes that nobody else has."""
        mode, mix = row.word(ATTACKS, "mode", ASK), row.word(ATTACKS, "mix")
        if not mix or mode not in _OTHER:
            return mode
        likelier, other = odds_of(mix)
        drawn = int.from_bytes(self.secrets.mix, "big") % (likelier + other)
        return _OTHER[mode] if drawn >= likelier else mode

    def _advanced(self, row: Sheet, combat: Combat) -> Found:
        """Those who are named; where somebody must and they cannot, the first who can."""
        found = after(self.now, row, combat)
        task = combat.tasks[0]
        if isinstance(found, Message) and advance.compelled(self.now, combat, task):
            fit = (
                each
                for each in advance.options(self.now, combat, task)
                if not self.now.data.unit(each.unit).hq
            )
            return next(fit, found)
        return found
