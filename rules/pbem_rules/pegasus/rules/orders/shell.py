"""The order ``shell``: the anti-tank gun in British hands."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.insight import Forecast
from pbem.port.messages import Message
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, GERMAN, Unit
from pbem_rules.pegasus.play import Play, View
from pbem_rules.pegasus.rules import odds
from pbem_rules.pegasus.rules.germans.retreat import first_shot
from pbem_rules.pegasus.rules.guns import (
    fire_guns,
    has_fired,
    has_shown_itself,
    in_sight,
    near_enough,
    worth_a_shell,
)
from pbem_rules.pegasus.rules.orders.units import able, inside, own
from pbem_rules.pegasus.rules.small_arms import attacked
from pbem_rules.shared.orders import broken
from pbem_rules.shared.straight import StraightKind


@frozen(kw_only=True)
class Shell:
    """``unit`` fires the anti-tank gun that it has taken, at a tank, or at the Germans in the area ``target``."""

    unit: str
    target: str


SHELL = StraightKind[Shell, View, Play](Shell)


@SHELL.invalid
def no_such_unit(view: View, order: Shell) -> Iterator[Violation]:
    return own(view, order.unit)


@SHELL.wrong
@BOOK.rule("14.2", "N44")
def no_gun(view: View, order: Shell) -> Iterator[Violation]:
    """A unit of its own at a gun that has not fired."""
    unit, at_gun = view.board[order.unit], view.data.terrain.at_gun
    yield from able(unit)
    if unit.where != at_gun or at_gun not in view.state.guns:
        yield broken("14.2", Message("{unit} does not stand at the gun.", unit=order.unit), order.unit)
    elif at_gun in view.state.guns_used:
        yield broken("14.2", Message("the gun has fired."), at_gun)
    elif unit.fired:
        said = Message("{unit} has fired its small arms at full strength.", unit=order.unit)
        yield broken("14.2", said, order.unit)


@SHELL.wrong
def no_target(view: View, order: Shell) -> Iterator[Violation]:
    """A tank, or an area where the gun hurts Germans; out of a bunker, too far, out of sight."""
    unit, shot_at = view.board[order.unit], aims(view, order.target)
    if not shot_at:
        message = Message(
            "{target!r} is neither a tank nor an area where the gun hurts Germans.", target=order.target
        )
        yield broken("14.3", message, order.target)
        return
    yield from inside(unit, shot_at[0].where)
    yield from out_of_sight(view, unit, shot_at)


@BOOK.rule("14.3")
def aims(view: View, target: str) -> list[Unit]:
    """The units that a shot is meant for; none when it can hurt nobody."""
    unit, areas = view.board.get(target), view.data.terrain.areas
    if unit is not None:
        return [unit] if unit.kind == "tank" and unit.where in areas else []
    return view.at(target, GERMAN) if target in areas and worth_a_shell(view, target) else []


@BOOK.rule("13.3", "13.4")
def out_of_sight(view: View, unit: Unit, shot_at: list[Unit]) -> Iterator[Violation]:
    """Further than the next area: within five, in sight, and at somebody who has fired in this turn or the last."""
    where = shot_at[0].where
    if view.in_reach(unit, where):
        return
    if not near_enough(view, unit.where, where):
        yield broken("13.3", Message("{unit} is too far from {target}.", unit=unit.id, target=where), where)
    elif not any(has_fired(view, each) for each in shot_at):
        yield broken("13.3", Message("nobody in {where} has fired.", where=where), where)
    if not in_sight(view, unit.where, where):
        yield broken("13.4", Message("{where} is not in sight.", where=where), where)


@SHELL.legal
def shots(view: View) -> Iterator[Shell]:
    crews = [unit.id for unit in view.on_map(BRITISH) if unit.strength and not unit.suppressed]
    germans = view.on_map(GERMAN)
    tanks = [unit.id for unit in germans if unit.kind == "tank"]
    for target in (*tanks, *sorted({unit.where for unit in germans})):
        yield from (Shell(unit=name, target=target) for name in crews)


@SHELL.forecast
def chances(view: View, order: Shell) -> Forecast | None:
    return odds.chances(
        view, SHELL, order, Message("{unit} at {target}", unit=order.unit, target=order.target), order.target
    )


@SHELL.carry_out
def shell(play: Play, order: Shell) -> None:
    """At a tank, or at everybody in the area that is the target."""
    tank, state = play.board.get(order.target), play.state
    where = tank.where if tank else order.target
    play.mark(order.unit, crew=True)
    has_shown_itself(play, (order.unit,), where, tank=tank is not None)
    used = tuple(sorted({*state.guns_used, play.unit(order.unit).where}))
    play.change(anti_tank_shots=state.anti_tank_shots + 1, guns_used=used)
    for unit in [tank] if tank else play.at(where, GERMAN):
        attacked(play, unit)
    fire_guns(play, (order.unit,), where, tank.id if tank else "")
    if tank:
        first_shot(play, tank)
