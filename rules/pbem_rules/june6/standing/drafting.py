"""The adviser's lines for an activation that has not come: its orders on the board as it is, as if the marker were drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pbem.bytes.canon import Json
from pbem.bytes.codec import Codec
from pbem.bytes.errors import Violation
from pbem.bytes.records import AttrsInstance, define, field
from pbem.bytes.values import evolve
from pbem.port.game import Secrets, Step
from pbem.port.standing import ASK, SKIP, Line
from pbem_rules.june6.model import FULL, Activation, FreeOperation, Play, State, View
from pbem_rules.june6.player import combat as fighting
from pbem_rules.june6.player import logistics
from pbem_rules.june6.player.assessment import Mind
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.combat import drawn_modes
from pbem_rules.june6.rules.combat.attack import Attack
from pbem_rules.june6.rules.lookup import enemy_of, on_map, ratings, units_of
from pbem_rules.june6.rules.markers import activation
from pbem_rules.june6.rules.markers.activating import Activate, Fight
from pbem_rules.june6.rules.markers.cup import FREE, formations_of
from pbem_rules.june6.rules.movement.move import Assign, Move, Strategic
from pbem_rules.june6.rules.movement.rallying import Rally
from pbem_rules.june6.rules.movement.refitting import Refit
from pbem_rules.june6.rules.turns import Done, GoFirst
from pbem_rules.june6.standing.occasions import AT_REDUCED, FIRST, members
from pbem_rules.june6.standing.strength import column_of
from pbem_rules.june6.standing.words import ENEMY

_MOST = 80
_KINDS = (Assign, Move, Strategic, Rally, Refit, Activate)
_OTHER = {"assault": "probe", "probe": "assault"}


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


def drafted(game: Game, view: View, when: str) -> Sequence[Line]:
    """The adviser's lines for an occasion: one for its movement, one for each attack, one that ends it."""
    if when == FIRST:
        return (Line(when=when, do=(game.actions.typed(GoFirst(first=True)),)),)
    draft = _Draft(game=game, side=view.side, state=view.state)
    draft.begin(view, when)
    draft.go_on()
    return draft.lines(when, full=not when.startswith(AT_REDUCED))


@define(kw_only=True)
class _Draft:
    """Lines as they grow, on a board of their own."""

    game: Game
    side: str
    state: State
    orders: list[AttrsInstance] = field(factory=list)
    attacks: list[Line] = field(factory=list)

    @property
    def view(self) -> View:
        """Its board as rules look at it."""
        return View(data=self.game.data, state=self.state, side=self.side)

    def begin(self, view: View, marker: str) -> None:
        """As if the marker had come up; nothing when it wakes nobody."""
        play = Play(data=view.data, state=evolve(view.state, frames=()))
        if marker.startswith(AT_REDUCED):
            named = (marker.removeprefix(AT_REDUCED),)
            self.orders.append(Activate(formation=named[0]))
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
        found = logistics.activate(Mind(data=play.data, state=state, side=self.side, salt=0))
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
                fighting_now = evolve(frame, stage="combat")
                self.state = evolve(self.state, frames=(*self.state.frames[:-1], fighting_now))
            elif isinstance(order, Attack):
                self._attack(order)
            else:  # what no line can give is done all the same: what comes after it is prepared
                if isinstance(order, _KINDS):
                    self.orders.append(self._short(order))
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
        short = evolve(order, path=order.path[-1:])
        whole = self.game.complete(self.state, self.side, short)
        return order if self.game.check(self.state, self.side, whole) else short

    def _attack(self, order: Attack) -> None:
        view = self.view
        odds = column_of(view, order.target, order.units)
        fit = [view.state.board[name] for name in order.units if not view.data.unit(name).hq]
        first = max(fit, key=lambda unit: (ratings(view.data, unit).cs, unit.id), default=None)
        declared = self.game.apply(self.state, self.side, order).state
        mind = Mind(data=view.data, state=declared, side=self.side, salt=0)
        mode = next(fighting.lean(mind)).mode  # the one that the adviser is likelier to take
        mixed = mode if drawn_modes.on(view) else f"mix 2:1 {mode} {_OTHER[mode]}"
        choose: dict[str, Json] = {"by": mixed}
        if first is not None:
            choose["advance"] = [first.id]
        typed = self.game.actions.typed(order)
        self.attacks.append(Line(when="", do=(typed,), choose=choose, ask={"below": odds}))
        self._do(order)

    def lines(self, when: str, *, full: bool) -> Sequence[Line]:
        """What was ordered; where nothing much can go wrong, what has become illegal is left out."""
        easy = not full or (not self.attacks and self._far_off())
        typed = [self.game.actions.typed(each) for each in self.orders]
        otherwise = SKIP if easy else ASK
        if not self.attacks:
            return (Line(when=when, do=(*typed, "done"), otherwise=otherwise),)
        return (
            Line(when=when, do=(*typed, "fight"), otherwise=otherwise),
            *(evolve(each, when=when, otherwise=otherwise) for each in self.attacks),
            Line(when=when, do=("done",), otherwise=otherwise),
        )

    def _far_off(self) -> bool:
        """Whether every move ends outside the distance at which an enemy hands it back."""
        view = self.view
        foes = [unit.where for unit in units_of(view, enemy_of(self.side)) if on_map(view.data, unit)]
        ends = [each.path[-1] for each in self.orders if isinstance(each, Move | Strategic)]
        grid = view.data.ground.grid
        return all(grid.distance(end, foe) > ENEMY for end in ends for foe in foes)
