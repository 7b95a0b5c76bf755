"""The orders ``fight`` and ``call-off``: attacks are held against the duty to attack (11.3 to 11.6)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message
from pbem_rules.normandy.battle import Declared
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED
from pbem_rules.normandy.rules import duty, zones
from pbem_rules.normandy.rules.combat import course, guns
from pbem_rules.normandy.rules.combat.attack import ATTACK, Attack
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position, View
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Fight:
    """All attacks of the phase are named: now they are held against the duty to attack, and answered."""


@frozen(kw_only=True)
class CallOff:
    """An attack on a hex, or fire at it, that has been named is not made after all."""

    target: str


FIGHT = Kind[Fight, View, Play](Fight, early="12.1")
CALL_OFF = Kind[CallOff, View, Play](CallOff, early="N92")


# --- the duty --------------------------------------------------------------------------------------------------------


def targets(at: Position) -> frozenset[str]:
    """The hexes that are attacked or fired at in this phase."""
    return frozenset(each.target for each in course.named(at))


@BOOK.rule("11.3", "11.4", "11.10", "N136")
def owing(view: View) -> Iterator[str]:
    """Units with a duty of which no enemy beside them is attacked or fired at: guns or others may do it for them."""
    aimed, side = targets(view), course.attacker(view)
    for unit in view.board:
        own = view.side_of(unit.id) == side and view.on_map(unit.id)
        if own and duty.obliged(view, unit.id):
            facing = set(_facing(view, unit.where))
            if facing and not facing & aimed:
                yield unit.id


def _facing(at: Position, where: str) -> Iterator[str]:
    """Hexes with enemies beside a hex, on this side of the water."""
    for other in at.data.ground.grid.adjacent[where]:
        if at.units_of(course.defender(at), other) and not course.crosses(at, where, other):
            yield other


@BOOK.rule("11.6", "N136")
def able(view: View, name: str) -> bool:
    """Whether a unit could do its duty by itself: attack a hex so that every enemy whose zone reaches it is attacked."""
    aimed, where = targets(view), view.board[name].where
    for target in _facing(view, where):
        alone = Attack(target=target, units=(name,))
        if set(_reaching(view, where)) <= aimed | {target} and not ATTACK.verdict(view, alone):
            return True
    return False


@BOOK.rule("11.5", "1.4", "11.11", "11.12", "11.13")
def _reaching(at: Position, where: str) -> Iterator[str]:
    """The hexes of the enemies who have to be attacked if a unit in this hex attacks."""
    side = course.attacker(at)
    sheltered = where in at.state.trenches or course.strongpoint(at, side, where)
    if at.night or at.state.weather in ("heavy-rain", "storm") or sheltered:
        return
    for other in _facing(at, where):
        names = [name for name in at.units_of(course.defender(at), other) if not guns.is_ship(at, name)]
        if side == ALLIED:
            names = [name for name in names if not at.type_of(name).fixed]
        if where in zones.reached(at, other) and any(zones.exerts(at, name) for name in names):
            yield other


def covered(at: Position, order: Attack) -> bool:
    """Whether every enemy whose zone reaches these attackers would be attacked."""
    return not uncovered(at, order)


def uncovered(at: Position, order: Attack) -> frozenset[str]:
    """The hexes of enemies whose zone reaches these attackers and who would not be attacked."""
    aimed = targets(at) | {order.target}
    return frozenset(one for name in order.units for one in _reaching(at, at.board[name].where)) - aimed


def unanswered(at: Position) -> Iterator[tuple[str, str]]:
    """Attackers and hexes of enemies whose zone reaches them and whom nobody attacks."""
    aimed = targets(at)
    for attack in course.battle(at).attacks:
        for name in attack.units:
            yield from ((name, each) for each in _reaching(at, at.board[name].where) if each not in aimed)


# --- fight -----------------------------------------------------------------------------------------------------------


@FIGHT.wrong
def chain(view: View, _order: Fight) -> Iterator[Violation]:
    for name, where in unanswered(view):
        said = Message("{unit} attacks, so the enemy in {hex} has to be attacked too", unit=name, hex=where)
        yield broken("11.5", said, where)


@FIGHT.wrong
def duty_left(view: View, _order: Fight) -> Iterator[Violation]:
    for name in owing(view):
        if able(view, name):
            said = Message("{unit} stands beside an enemy and has to attack", unit=name)
            yield broken("11.3", said, name)


@FIGHT.legal
def now(_view: View) -> Iterator[Fight]:
    yield Fight()


@CALL_OFF.invalid
def nothing_named(view: View, order: CallOff) -> Iterator[Violation]:
    if order.target not in targets(view):
        yield broken("N92", Message("nothing is named against {hex}", hex=order.target), order.target)


@CALL_OFF.legal
def second_thoughts(view: View) -> Iterator[CallOff]:
    """Those that stand in the way of the fight."""
    if any(unanswered(view)):
        yield from (CallOff(target=where) for where in sorted(targets(view)))


@CALL_OFF.carry_out
def call_off(play: Play, order: CallOff) -> None:
    """Points, aircraft, guns and units are as they were before."""
    battle = course.battle(play)
    for each in [each for each in course.named(play) if each.target == order.target]:
        play.change(points=play.state.points + each.paid)
        if isinstance(each, Declared):
            play.change(air=play.state.air + each.air)
            play.mark(*each.units, attacked=False)
            play.mark(*each.guns, *each.ships, fired=False)
        else:
            play.mark(each.unit, fired=False)
    course.change(
        play,
        attacks=tuple(each for each in battle.attacks if each.target != order.target),
        salvos=tuple(each for each in battle.salvos if each.target != order.target),
    )
    said = Message("What was named against {hex} was called off.", hex=order.target)
    play.say("called-off", said, "N92", side=course.attacker(play), hexes=(order.target,))
