"""How the player of The Battle for Normandy fights: attacks, guns alone, duties done cheaply, and what it answers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from pbem.port.game import Choice, Secrets
from pbem.port.player import Advice
from pbem.port.standing import Line
from pbem_rules.normandy.model import ALLIED, State
from pbem_rules.normandy.player.front import Front
from pbem_rules.normandy.rules import duty
from pbem_rules.normandy.rules.combat import alone, course, fight, guns
from pbem_rules.normandy.rules.combat.advances import ADVANCE, Advance
from pbem_rules.normandy.rules.combat.alone import FIRE, Fire
from pbem_rules.normandy.rules.combat.attack import Attack
from pbem_rules.normandy.rules.combat.fight import CallOff
from pbem_rules.normandy.standing import STANDING
from pbem_rules.shared.player import attacks
from pbem_rules.shared.player.game import strength
from pbem_rules.shared.player.guard import bares
from pbem_rules.shared.player.order_choice import LISTED, Decision

Situation = Decision[State, Front]

_SALVOS = 12
_SPARE = 20
"""With so many points of supply or fewer, Allied guns do not fire alone."""


def desk(case: Situation) -> Iterator[Advice]:
    """Good attacks, guns alone, the fight; then what takes a duty from somebody: guns at an enemy beside them (11.4), the
    best attack there; at last what is called off so that all others may fight."""
    yield from attacks.desk(case)
    view, owed, shots = case.field.view, case.field.owed, _shots(case)
    fires = view.side != ALLIED or view.state.points > _SPARE
    if fires and len(view.state.battle.salvos) < _SALVOS:
        yield from (Advice(order=shot) for shot in shots[:1])
    yield Advice(order=fight.Fight())
    yield from (Advice(order=shot) for shot in shots if shot.target in owed)
    for said in attacks.forced(case):
        if isinstance(said.order, Attack) and said.order.target in owed:
            yield said
    left = {name for name, _ in fight.unanswered(view)}
    named = (each for each in view.state.battle.attacks if left & {*each.units})
    yield from (Advice(order=CallOff(target=each.target)) for each in named)


def _shots(case: Situation) -> list[Fire]:
    """Guns alone, those first that hit most for their chance."""
    view = case.field.view

    def worth(order: Fire) -> tuple[int, int, str, int, str]:
        units = view.units_of(view.enemy(view.side), order.target)
        number = sum(each.value for each in alone.number(view, order.unit, order.target, len(units)))
        there = sum(strength(case.field.theirs.get(order.target, ())))
        return -number, -there, order.target, guns.worth(view, order.unit), order.unit

    found = {order: worth(order) for order in islice(FIRE.listed(view), LISTED) if isinstance(order, Fire)}
    return sorted((order for order in found if found[order][0] < 0), key=lambda order: found[order])


# --- what is answered ---------------------------------------------------------------------------------------------------


def sheet(case: Situation) -> Iterator[Advice]:
    """What plain lines of orders in advance answer: the cheapest steps, ways back not away from the places that count."""
    choices = {
        "support": Line(when="support", choose={"guns": 3, "ships": 1, "air": 2, "points": 3, "keep": 4}),
        "fire-back": Line(when="fire-back", choose={"by": "always"}),
        "lose": Line(when="lose", choose={"by": "weakest"}),
        "retreat": Line(when="retreat", choose={"by": "safest", "toward": [*case.field.aims]}),
    }
    due = Choice(side=case.side, kinds=case.due, why="", paragraph="12.1")
    for kind in case.due:
        if kind in choices:
            said = STANDING.chosen(case.field.view, choices[kind], Secrets(), due)
            if said.action is not None:
                yield Advice(order=said.action)


def advance(case: Situation) -> Iterator[Advice]:
    """Into places that count and on the way to them; a place that is held is not left empty."""
    front, board = case.field, case.field.view.board
    target = course.current(front.view).target
    if target in front.aims or front.pressing or not duty.bound(front.view, front.side, target):
        for order in ADVANCE.listed(front.view):
            names = order.units if isinstance(order, Advance) else ()
            if not any(bares(front, board[name].where, names, target) for name in names):
                yield Advice(order=order)
