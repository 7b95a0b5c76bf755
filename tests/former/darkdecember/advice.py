"""The demonstration player of either side: what practice and rehearsals do.

It looks one decision ahead: German units go west by the roads and attack where the chart promises something; Allied units
stand before the places that count, on strong ground, and strike back at good odds. The same position and salt always
give the same order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Protocol

from attrs import AttrsInstance

from pbem.bytes.errors import Violation
from pbem.port.game import Choice, Demand, Secrets
from pbem.port.insight import Forecast
from pbem_rules.darkdecember.model import State
from pbem_rules.darkdecember.rules.combat.attack import Attack
from pbem_rules.darkdecember.rules.combat.lowering import Waive
from pbem_rules.darkdecember.rules.play import Play
from pbem_rules.darkdecember.rules.sequence import Done
from pbem_rules.darkdecember.rules.view import View
from pbem_rules.shared.orders import AnyKind
from tests.former.darkdecember import fight, moves, rear
from tests.former.darkdecember.sense import Sense

_LOOKED_AT = 200
"""So many legal orders of a kind are weighed; what a list has beyond them is like those before."""


class Parts(Protocol):
    """The kinds of orders of the game."""

    @property
    def by_word(self) -> Mapping[str, AnyKind[View, Play]]: ...


class Asked(Protocol):
    """What the player asks of its game: the port, and one kind of order at a time."""

    @property
    def parts(self) -> Parts: ...
    def view(self, state: State, side: str = "") -> View: ...
    def demands(self, state: State) -> tuple[Demand, ...]: ...
    def options(self, state: State, side: str) -> Iterator[AttrsInstance]: ...
    def check(self, state: State, side: str, action: AttrsInstance) -> Sequence[Violation]: ...
    def forecast(self, state: State, side: str, action: AttrsInstance) -> Forecast | None: ...


def advise(game: Asked, state: State, side: str, _secrets: Secrets, salt: int) -> AttrsInstance:
    """An order that is legal and that takes the game on; ``salt`` varies it."""
    due = game.demands(state)[0]
    assert isinstance(due, Choice), "only a choice is advised on"
    sense = Sense(view=game.view(state, side))
    for order in _wanted(game, sense, due, salt):
        if not game.check(state, side, order):
            return order
    return next(game.options(state, side))


def _wanted(game: Asked, sense: Sense, due: Choice, salt: int) -> Iterator[AttrsInstance]:
    """What the side would like, best first; what is not legal is passed over."""
    if "waive" in due.kinds:
        yield Waive()
    if "attack" in due.kinds:
        yield from _attacks(game, sense, salt)
    for word, choose in (*fight.CHOSEN.items(), *rear.CHOSEN.items()):
        if word in due.kinds:
            order = choose(sense, islice(game.parts.by_word[word].listed(sense.view), _LOOKED_AT))
            if order is not None:
                yield order
    if "move" in due.kinds:
        yield from moves.best(sense, salt)
    if "done" in due.kinds:
        yield Done()


def _attacks(game: Asked, sense: Sense, salt: int) -> Iterator[AttrsInstance]:
    """The attacks that promise enough, those that promise most first."""
    state, side, found = sense.view.state, sense.side, []
    for order in game.parts.by_word["attack"].listed(sense.view):
        if isinstance(order, Attack) and fight.crude(sense, order) >= 1:
            promised = fight.promise(game.forecast(state, side, order), side)
            if fight.worthwhile(promised, salt):
                found.append((promised, order))
    yield from (
        order for _, order in sorted(found, key=lambda each: (-each[0], -len(each[1].units), each[1].target))
    )
