"""The adviser's plan for an activation that has not come: its orders on the board as it is, as if the marker were drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from attrs import AttrsInstance, define, field

from pbem.bytes.canon import Json
from pbem.bytes.codec import Codec
from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import Secrets, Step
from pbem_rules.june6.model import FULL, Activation, Combat, FreeOperation, Play, State, View
from pbem_rules.june6.plans.doubts import column_of
from pbem_rules.june6.plans.following import shortened
from pbem_rules.june6.plans.markers import AT_REDUCED, FIRST
from pbem_rules.june6.plans.plan import ASK, KINDS, SKIP, members
from pbem_rules.june6.player import combat as fighting
from pbem_rules.june6.player import logistics
from pbem_rules.june6.player.sense import Mind
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.combat import drawn_modes
from pbem_rules.june6.rules.combat.attack import Attack
from pbem_rules.june6.rules.lookup import enemy_of, on_map, ratings, units_of
from pbem_rules.june6.rules.markers import activation
from pbem_rules.june6.rules.markers.activating import Activate, Fight
from pbem_rules.june6.rules.markers.cup import FREE, formations_of
from pbem_rules.june6.rules.movement.move import Move, Strategic
from pbem_rules.june6.rules.turns import Done, GoFirst
from pbem_rules.june6.standing.form import ATTACKS

_MOST = 80
_ENEMY, _LOSSES = 2, 1
_LIKELIER = "2:1"


class Game(Protocol):
    """What drafting needs of the game."""

    @property
    def data(self) -> Data:
        """Everything printed."""

    @property
    def actions(self) -> Codec:
        """The orders."""

    def apply(self, state: State, side: str, action: AttrsInstance) -> Step[State]:
        """What an order does."""

    def check(self, state: State, side: str, action: AttrsInstance) -> Sequence[Violation]:
        """Why an order is not legal."""

    def complete(self, state: State, side: str, action: AttrsInstance) -> AttrsInstance:
        """An order with what was left out."""

    def advise(self, state: State, side: str, secrets: Secrets, salt: int) -> AttrsInstance:
        """What the adviser orders."""


def drafted(game: Game, view: View, marker: str) -> Mapping[str, Json]:
    """The adviser's plan for a marker, under the name ``when``."""
    if marker == FIRST:
        return {"when": marker, "orders": [game.actions.typed(GoFirst(first=True))]}
    draft = _Draft(game=game, side=view.side, state=view.state)
    draft.begin(view, marker)
    draft.go_on()
    full = not marker.startswith(AT_REDUCED)
    return draft.plan(marker, full=full)


@define(kw_only=True)
class _Draft:
    """A plan as it grows, on a board of its own."""

    game: Game
    side: str
    state: State
    orders: list[AttrsInstance] = field(factory=list)
    attacks: list[dict[str, Json]] = field(factory=list)

    @property
    def view(self) -> View:
        """Its board as rules look at it."""
        return View(data=self.game.data, state=self.state, side=self.side)

    def begin(self, view: View, marker: str) -> None:
        """As if the marker had come up; nothing when it wakes nobody."""
        play = Play(data=view.data, state=evolve(view.state, frames=()))
        if marker.startswith(AT_REDUCED):
            named = (marker.removeprefix(AT_REDUCED),)
            play.mark(*members(view, named), efficiency=False)
            activation.begin(play, self.side, named, full=False)
        else:
            if play.state.phase != FULL:
                self._next_turn(play)
            fit = activation.awake(play, self.side, self._woken(play, marker))
            if fit:
                activation.begin(play, self.side, fit, full=True)
        self.state = play.state

    def _next_turn(self, play: Play) -> None:
        """The markers of this turn are off: those of the next may come up."""
        play.mark(*(unit.id for unit in units_of(play, self.side)), efficiency=True, moved=False, assigned="")
        play.change(activations=(), finished=(), reduced_order=())

    def _woken(self, play: Play, marker: str) -> tuple[str, ...]:
        if marker != FREE:
            return formations_of(play.data, marker)
        state = evolve(play.state, frames=(FreeOperation(side=self.side),))
        found = logistics.free_operation(Mind.of(play.data, state, self.side, 0))
        chosen = next(iter(found), None)
        if chosen is None:
            return ()
        self.orders.append(Activate(formation=chosen.formation))
        return (chosen.formation,)

    def go_on(self) -> None:
        """What the adviser orders, one order after the other, to the end of the activation."""
        for _ in range(_MOST):
            frame = self.state.on_top(Activation)
            if frame is None or frame.side != self.side:
                return
            order = self.game.advise(self.state, self.side, Secrets(), 0)
            if isinstance(order, Done):
                return
            if isinstance(order, Fight):
                self.orders.append(order)
                self.state = evolve(
                    self.state, frames=(*self.state.frames[:-1], evolve(frame, stage="combat"))
                )
                continue
            if isinstance(order, Attack):
                self._attack(order)
            elif isinstance(order, KINDS):
                self.orders.append(self._short(order))
                self._do(order)
            else:  # no plan can give it: what comes after it is planned all the same
                self._do(order)

    def _do(self, order: AttrsInstance) -> None:
        """On its own board, where no die falls: what an order leads to besides is left out."""
        state = self.game.apply(self.state, self.side, order).state
        count = next((n for n, each in enumerate(state.frames) if isinstance(each, Activation)), -1) + 1
        self.state = evolve(state, frames=state.frames[:count])

    def _short(self, order: AttrsInstance) -> AttrsInstance:
        """A move by where it ends, if that is enough: the way there may be another one when it comes to it."""
        if not isinstance(order, Move | Strategic):
            return order
        short = shortened(order)
        whole = self.game.complete(self.state, self.side, short)
        return order if self.game.check(self.state, self.side, whole) else short

    def _attack(self, order: Attack) -> None:
        view = self.view
        odds = column_of(view, order.target, order.units)
        fit = [view.state.board[name] for name in order.units if not view.data.unit(name).hq]
        first = max(fit, key=lambda unit: (ratings(view.data, unit).cs, unit.id), default=None)
        row: dict[str, Json] = {"target": order.target, "units": list(order.units)}
        if order.artillery:
            row["artillery"] = list(order.artillery)
        row.update({word: count for word, count in (("air", order.air), ("naval", order.naval)) if count})
        declared = self.game.apply(self.state, self.side, order).state
        row["mode"] = _likelier(Mind.of(view.data, declared, self.side, 0))
        if not drawn_modes.on(view):
            row["mix"] = _LIKELIER
        row["odds"] = odds
        if first is not None:
            row["advance"] = [first.id]
        self.attacks.append(row)
        self._do(order)

    def plan(self, marker: str, *, full: bool) -> dict[str, Json]:
        """The plan as a table; where nothing much can go wrong, what has become illegal is left out."""
        if not self.attacks and self.orders and isinstance(self.orders[-1], Fight):
            del self.orders[-1]
        lines: list[Json] = [self.game.actions.typed(each) for each in self.orders]
        easy = not full or (not self.attacks and self._far_off())
        ask: dict[str, Json] = {"enemy": _ENEMY, "losses": _LOSSES, "retreat": True}
        rows: list[Json] = [*self.attacks]
        found: dict[str, Json] = {"when": marker, "orders": lines}
        if rows:
            found[ATTACKS] = rows
        return {**found, "ask": ask, "otherwise": SKIP if easy else ASK}

    def _far_off(self) -> bool:
        """Whether every move ends outside the distance at which an enemy hands a plan back."""
        view = self.view
        foes = [unit.where for unit in units_of(view, enemy_of(self.side)) if on_map(view.data, unit)]
        ends = [each.path[-1] for each in self.orders if isinstance(each, Move | Strategic)]
        grid = view.data.ground.grid
        return all(grid.distance(end, foe) > _ENEMY for end in ends for foe in foes)


def _likelier(mind: Mind) -> str:
    """The mode that the adviser is likelier to take in the combat that has just been declared."""
    return fighting.lean(mind, mind.state.current(Combat)).mode
