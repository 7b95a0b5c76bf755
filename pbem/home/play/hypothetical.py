"""The position as it would be if some units stood elsewhere: what may be asked for before anybody moves.

The units move by legal orders of the game, and the side ends its movement by orders that name nothing (``fight``,
``done``) until the order that was asked about may be given. Nothing is written, no secret is used and no die is thrown:
where one would be, the game cannot say.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence

import attrs
from attrs import AttrsInstance

from pbem.bytes.errors import UsageError
from pbem.games import boundary
from pbem.home.games import Seen
from pbem.home.play import order_lines
from pbem.home.play import orders as playing
from pbem.home.play.orders import Fault, RefusedOrdersError
from pbem.home.play.wording import OrderReader
from pbem.port.game import Choice, Ruleset

_MOST_ENDINGS = 4


def moved(view: Seen, text: str, place: str) -> tuple[object, tuple[str, ...]]:
    """The state with every unit that an order names moved to ``place``, and the kinds of orders that are due in it.

    Raises RefusedOrdersError for a move that breaks a rule, UsageError ``not-from-there``.
    """
    rules, state, side = view.game.rules, view.position.game, view.side
    reader = playing.order_reader(view)
    kind = reader.words.kind(reader.kinds, shlex.split(text)[0])
    for unit in _named(reader, text):
        if _cell_of(rules, state, side, unit) in reader.called(place, "place"):
            continue
        state = _move(rules, state, side, unit, sorted(reader.called(place, "place")))
    for _ in range(_MOST_ENDINGS):
        kinds = _due(rules, state, side)
        if kind in kinds:
            return state, kinds
        state = _ended(rules, state, side, kinds)
    raise _no_way(kind)


def _named(reader: OrderReader, text: str) -> tuple[str, ...]:
    """The units of the side's own in a line."""
    own = {
        counter.name
        for pile in reader.scene.piles
        for counter in pile.counters
        if counter.side == reader.side
    }
    words = [item for word in shlex.split(reader.line(text).text)[1:] for item in word.split(",")]
    found = tuple(word for word in (each.partition("=")[2] or each for each in words) if word in own)
    if not found:
        raise UsageError.of("not-from-there", "The order names no unit of yours that could stand elsewhere.")
    return found


def _cell_of(rules: Ruleset[object], state: object, side: str, unit: str) -> str:
    piles = rules.scene(state, side).piles
    return next((pile.cell for pile in piles for counter in pile.counters if counter.name == unit), "")


def _move(rules: Ruleset[object], state: object, side: str, unit: str, places: Sequence[str]) -> object:
    if not rules.actions.knows("move") or "move" not in _due(rules, state, side):
        raise UsageError.of(
            "not-from-there", "Units do not move now: without --from the odds are as they stand."
        )
    for action in rules.options(state, side):  # a way of several hexes is found among the legal moves
        path = getattr(action, "path", ())
        its = rules.actions.kind(action) == "move" and getattr(action, "unit", "") == unit
        if its and path and path[-1] in places:
            return rules.apply(state, side, rules.complete(state, side, action)).state
    text = shlex.join(("move", unit, places[0]))
    action = boundary.complete(rules, state, side, rules.actions.parse(text))
    if violations := boundary.check(rules, state, side, action):
        raise RefusedOrdersError((Fault(line=1, text=order_lines.said(rules, text), violations=violations),))
    return rules.apply(state, side, action).state


def _due(rules: Ruleset[object], state: object, side: str) -> tuple[str, ...]:
    first = next(iter(rules.demands(state)), None)
    return first.kinds if isinstance(first, Choice) and first.side == side else ()


def _ended(rules: Ruleset[object], state: object, side: str, kinds: tuple[str, ...]) -> object:
    """The state after the one order that names nothing and may be given."""
    for kind in kinds:
        cls = rules.actions.cls(kind)
        if not attrs.fields(cls):
            action: AttrsInstance = cls()
            if not boundary.check(rules, state, side, action):
                return rules.apply(state, side, action).state
    raise _no_way("it")


def _no_way(kind: str) -> UsageError:
    return UsageError.of(
        "not-from-there",
        "Dice or a decision of somebody else come between the move and {kind}: nobody can say yet.",
        kind=kind,
        hint="Move, and ask again.",
    )
