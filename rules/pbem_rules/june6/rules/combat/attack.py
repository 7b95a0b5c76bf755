"""Attack: units and support against a hex (12.2, 12.3, 13.53, 13.63)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.messages import Message
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import Activation, Combat, Play, Position, Unit, View
from pbem_rules.june6.rules.combat import announcing, support
from pbem_rules.june6.rules.combat.results import alive
from pbem_rules.june6.rules.combat.right import (
    _PARAGRAPH,
    AGAIN,
    ROUT,
    Right,
    across,
    attacker_violations,
    feasible,
    right,
    target_violations,
    targets,
)
from pbem_rules.june6.rules.combat.support import _helps
from pbem_rules.june6.rules.engineers import engineers
from pbem_rules.june6.rules.lookup import enemy_of, holder, on_map
from pbem_rules.shared.orders import Kind, broken

_EVERY_SUBSET = 4
"""With more attackers than this on one hex, only all together and each alone are offered."""


@frozen(kw_only=True)
class Attack:
    """``units`` attack the enemy in ``target`` (12.21), with artillery, and Allied air or naval markers (16, 17.3, 18.3)."""

    target: str
    units: tuple[str, ...]
    artillery: tuple[str, ...] = ()
    air: int = 0
    naval: int = 0


ATTACK = Kind[Attack, View, Play](Attack, early="12.21", exact=True)


@ATTACK.wrong
def no_attack(view: View, order: Attack) -> Iterator[Violation]:
    """Why the attack is not legal, whatever has been announced."""
    data, state, side, target = view.data, view.state, view.side, order.target
    given, names = right(state), tuple(dict.fromkeys(order.units))
    if given is None or given.side != side:
        yield broken("12.21", Message("you may not declare an attack now"), target)
        return
    if given.task is None and given.frame.stage != "combat":
        yield broken("12.21", Message("combat comes when the formation has finished moving"), target)
        return
    yield from _target(view, given, target)
    if not names or len(names) < len(order.units):
        yield broken("12.21", Message("name each attacking unit once"), target)
    for name in names:
        yield from attacker_violations(view, given, name)
        unit = state.board.get(name)
        if unit is not None and on_map(data, unit) and data.unit(name).side == side:
            yield from target_violations(view, given, unit, target)
    if target in data.ground.terrain:
        yield from feasible(view, given, alive(state, names), target)
    yield from _support(view, given, order)


def _target(at: Position, given: Right, target: str) -> Iterator[Violation]:
    if holder(at, target) != enemy_of(given.side) or target not in at.data.ground.terrain:
        yield broken("12.23", Message("no enemy unit is in {target}", target=target), target)
    elif given.task is None and target in given.frame.targets:
        said = Message("{target} has been attacked in this activation (N31)", target=target)
        yield broken("12.23", said, target)


@BOOK.rule("13.53", "13.63")
def _support(at: Position, given: Right, order: Attack) -> Iterator[Violation]:
    if given.task is not None:
        if order.artillery or order.air or order.naval:
            yield broken(_PARAGRAPH[given.task.kind], Message("no support in this attack"), order.target)
    elif order.target in at.data.ground.grid:
        side, target, units = given.side, order.target, alive(at.state, order.units)
        yield from support.check_artillery(at, side, target, units, order.artillery, attacking=True)
        yield from support.check_markers(at, side, target, order.air, order.naval)


@ATTACK.carry_out
def declared(play: Play, order: Attack) -> None:
    """The combat begins: support is used up, the attacker's mode is due."""
    data, state, given = play.data, play.state, right(play.state)
    assert given is not None
    kind = "attack" if given.task is None else _KINDS[given.task.kind]
    n = state.combats + 1
    units, defenders = alive(state, order.units), state.board.stack(order.target)
    froms = tuple(sorted({unit.where for unit in units}))
    combat = Combat(
        n=n,
        side=given.side,
        target=order.target,
        attackers=order.units,
        defenders=tuple(unit.id for unit in defenders),
        artillery=order.artillery,
        air=order.air,
        naval=order.naval,
        support=kind == "attack",
        kind=kind,
        sharers=_sharers(play, order),
        origins=froms,
    )
    play.mark(*order.units, fought=True)
    _marked(play, order)
    support.fire(play, order.artillery)
    for unit in units:
        if across(play, unit, order.target):
            play.state = engineers.take_across(data, play.state, unit, unit.where)
    play.change(combats=n, air=state.air - order.air, naval=state.naval - order.naval)
    play.push(combat)
    text = Message(
        "{units} attacked {defenders} in {target}.",
        units=", ".join(order.units),
        defenders=", ".join(combat.defenders),
        target=order.target,
    )
    play.say("attack", text, "12.21", side=given.side, units=order.units, hexes=(*froms, order.target))


_KINDS = {AGAIN: "second", ROUT: "rout"}


@BOOK.rule("13.0")
def _sharers(at: Position, order: Attack) -> tuple[str, ...]:
    """The firing units next to the target, which share the attacker's result (N44)."""
    around = at.data.ground.grid.adjacent[order.target]
    firers = (support.parse(text)[0] for text in order.artillery)
    return tuple(
        sorted(name for name in firers if at.state.board[name].where in around and name not in order.units)
    )


def _marked(play: Play, order: Attack) -> None:
    """The attack written down where it counts: in the activation, or in the task that gave the right to it."""
    last = play.state.frames[-1]
    if isinstance(last, Activation):
        play.alter(attacked=(*last.attacked, *order.units), targets=(*last.targets, order.target))
    elif isinstance(last, Combat):
        task = last.tasks[0]
        left = evolve(task, units=tuple(name for name in task.units if name not in order.units))
        play.alter(tasks=(left, *last.tasks[1:]))
        _no_longer_announced(play, order.target)


def _no_longer_announced(play: Play, target: str) -> None:
    """An announced hex that is attacked in a breakthrough has been attacked (14.23, N103)."""
    frames = tuple(
        evolve(frame, announced=tuple(where for where in frame.announced if where != target))
        if isinstance(frame, Activation) and target in frame.announced
        else frame
        for frame in play.state.frames
    )
    if frames != play.state.frames:
        play.change(frames=frames)


@ATTACK.wrong
def gives_away(view: View, order: Attack) -> Iterator[Violation]:
    """Why an attack on a hex that was not announced takes the last unit from one that was."""
    due = announcing.promised(view)
    for where, units in due.items() if order.target not in due else ():
        if all(unit.id in order.units for unit in units):
            said = Message("somebody has to be left for the announced attack on {where}", where=where)
            yield broken("14.23", said, where)


def single_attacks(at: Position) -> Iterator[Attack]:
    """Every attack by one unit without support."""
    given = right(at.state)
    if given is None:
        return
    for hex_, units in targets(at, given).items():
        for unit in units:
            yield Attack(target=hex_, units=(unit.id,))


def _groups(units: Sequence[Unit]) -> Iterator[tuple[Unit, ...]]:
    sizes = range(len(units), 0, -1) if len(units) <= _EVERY_SUBSET else (len(units), 1)
    for size in sizes:
        yield from combinations(units, size)


def _supported(view: View, bare: Attack, group: Sequence[Unit]) -> Iterator[Attack]:
    guns = support.sources(view, view.side, bare.target, group, attacking=True)
    for artillery, air, naval in _helps(view, view.side, bare.target, guns):
        order = evolve(bare, artillery=artillery, air=air, naval=naval)
        if not any(no_attack(view, order)):
            yield order


def all_attacks(view: View) -> Iterator[Attack]:
    """Attacks of every useful set of units on every hex, bare and with the support at hand."""
    given = right(view.state)
    if given is None or given.side != view.side or (given.task is None and given.frame.stage != "combat"):
        return
    for hex_, units in targets(view, given).items():
        for group in _groups(units):
            if feasible(view, given, group, hex_):
                continue
            bare = Attack(target=hex_, units=tuple(unit.id for unit in group))
            yield bare
            if given.support:
                yield from _supported(view, bare, group)


@ATTACK.legal
def attacks(view: View) -> Iterator[Attack]:
    """The attacks that matter, in a pinned order."""
    announced = view.state.on_top(Combat) is None
    for order in all_attacks(view):
        if not announced or not any(gives_away(view, order)):
            yield order
