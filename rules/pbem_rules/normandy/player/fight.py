"""How the player of The Battle for Normandy names its attacks: what each promises by the table, its duties done cheaply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice

from pbem.port.player import Advice
from pbem_rules.normandy.model import ALLIED, State
from pbem_rules.normandy.player.front import Front
from pbem_rules.normandy.rules.combat import alone, fight, guns
from pbem_rules.normandy.rules.combat.alone import FIRE, Fire
from pbem_rules.normandy.rules.combat.attack import Attack
from pbem_rules.normandy.rules.combat.fight import CallOff
from pbem_rules.normandy.rules.combat.results import TOKEN
from pbem_rules.shared.player import reasons
from pbem_rules.shared.player.game import FAR, Fight, Piece, strength
from pbem_rules.shared.player.order_choice import LISTED, Decision
from pbem_rules.shared.player.sectors import TAKE, assigned

Situation = Decision[State, Front]

_BAR = Fraction(1, 2)
_EXCHANGE = Fraction(11, 10)
"""What an own point of strength counts beside one of the enemy's."""
_BACK = Fraction(1)
_GROUND, _WAY, _AIM = Fraction(1, 2), Fraction(2), Fraction(3, 2)
_LAST = 3
"""In so many turns at the end places count double."""
_SCARCE = 25
_POINT = Fraction(1, 8)
_SALVOS = 12
_SPARE = 20
"""With so many points of supply or fewer, Allied guns do not fire alone."""


def desk(case: Situation) -> Iterator[Advice]:
    """Good attacks, guns alone, the fight; then what duty asks for, cheaply."""
    found = weighed(case)
    bar = _BAR + Fraction(case.salt % 3, 5)
    good = [each for worth, each in found if worth >= bar]
    yield from (_advice(case, each) for each in good if _covered(case, each))
    for each in good:
        yield from _opened(case, each)
    salvos = _salvos(case)
    if len(case.field.view.state.battle.salvos) < _SALVOS and _may_fire(case):
        for shot in salvos[:1]:
            yield Advice(order=shot)
    yield Advice(order=fight.Fight())
    yield from _duties(case, salvos, [each for _, each in found])
    yield from (Advice(order=CallOff(target=at)) for at in _in_the_way(case))


def _advice(case: Situation, each: Fight) -> Advice:
    places = [case.field.name(at) for at in each.targets]
    return Advice(order=each.order, reason=reasons.attack(places, each.forecast))


def weighed(case: Situation) -> list[tuple[Fraction, Fight]]:
    """The attacks there are with what they promise, the best first."""
    own = {piece.id: piece for stack in case.field.mine.values() for piece in stack}
    found = [(promise(case, each, own), each) for each in islice(case.field.fights(), LISTED)]
    return sorted(found, key=lambda each: (-each[0], -len(each[1].units), each[1].targets, each[1].units))


def promise(case: Situation, each: Fight, own: dict[str, Piece]) -> Fraction:
    """The strength that the enemy loses on the average, and ground, less what the attack costs."""
    (target,) = each.targets
    ours = [own[name] for name in each.units if name in own]
    theirs = case.field.theirs.get(target, ())
    if each.forecast is None:
        return Fraction(0)
    ground = _ground(case, ours, target)
    price = _price(case, each)
    if not each.forecast.branches:
        return sum(strength(theirs)) + ground - price
    branch = each.forecast.branches[0]
    total = sum(
        (each.ways * _result(each.code, ours, theirs, ground) for each in branch.chances), Fraction(0)
    )
    return total / branch.of - price


def _result(said: str, ours: Sequence[Piece], theirs: Sequence[Piece], ground: Fraction) -> Fraction:
    """What a result of the table is worth."""
    if said == "DE":
        return Fraction(sum(strength(theirs))) + ground
    if said == "EX":
        return _step(theirs) - _EXCHANGE * _step(ours)
    match = TOKEN.fullmatch(said)
    assert match is not None, said
    side, steps, back = match.groups()
    number = int(steps or 0)
    if side == "D":
        return min(number, _steps(theirs)) * _step(theirs) + (ground if back else 0)
    return -_EXCHANGE * min(number, _steps(ours)) * _step(ours) - (_BACK if back else 0)


def _steps(pieces: Sequence[Piece]) -> int:
    return sum(each.steps for each in pieces)


def _step(pieces: Sequence[Piece]) -> Fraction:
    """The strength that is lost with a step: a side takes it from its weakest unit."""
    return min((Fraction(each.attack + each.defence, each.steps) for each in pieces), default=Fraction(0))


def _ground(case: Situation, ours: Sequence[Piece], target: str) -> Fraction:
    """What the hex is worth: on the way of those who attack, and most where points are to be had."""
    known, total = case.field, _GROUND
    for piece in ours:
        sector = assigned(known).get(piece.group or piece.id)
        if sector is not None and sector.task == TAKE:
            way = known.ways(sector.goal)
            if way.get(target, FAR) < way.get(piece.where, FAR):
                total += _WAY
                break
    aim = known.aims.get(target)
    if aim is not None:
        total += _AIM * aim.worth * (2 if known.turns_left < _LAST else 1)
    left = [known.aims[at].worth for at in {each.where for each in ours} if at in known.aims]
    return total if known.pressing or aim is not None else total - sum(left)


def _price(case: Situation, each: Fight) -> Fraction:
    view = case.field.view
    if view.side != ALLIED:
        return Fraction(0)
    order = each.order
    shots = len(getattr(order, "guns", ())) + len(getattr(order, "ships", ())) + getattr(order, "air", 0)
    return _POINT * shots * (2 if view.state.points < _SCARCE else 1)


def _covered(case: Situation, each: Fight) -> bool:
    return not _uncovered(case, each)


def _uncovered(case: Situation, each: Fight) -> frozenset[str]:
    """The hexes with enemies whose zone reaches those who attack, and whom nobody attacks yet."""
    return fight.uncovered(case.field.view, each.order) if isinstance(each.order, Attack) else frozenset()


# --- guns alone ---------------------------------------------------------------------------------------------------------


def _may_fire(case: Situation) -> bool:
    view = case.field.view
    return view.side != ALLIED or view.state.points > _SPARE


def _salvos(case: Situation) -> list[Fire]:
    """Guns alone, those first that hit most for their chance."""
    view = case.field.view
    found = []
    for order in islice(FIRE.listed(view), LISTED):
        if isinstance(order, Fire):
            crowd = [*view.units_of(view.enemy(view.side), order.target)]
            number = sum(each.value for each in alone.number(view, order.unit, order.target, len(crowd)))
            if number > 0:
                worth = strength(case.field.theirs.get(order.target, ()))
                found.append((-number, -sum(worth), order.target, guns.worth(view, order.unit), order))
    return [each[-1] for each in sorted(found, key=lambda each: (*each[:4], each[-1].unit))]


def _opened(case: Situation, each: Fight) -> Iterator[Advice]:
    """Fire at the others about a good attack, so that it may be made."""
    missing = set(_uncovered(case, each))
    if not missing:
        return
    shots = {order.target: order for order in FIRE.listed(case.field.view) if isinstance(order, Fire)}
    if missing <= {*shots} and not {shots[at].unit for at in missing} & {*getattr(each.order, "guns", ())}:
        yield Advice(order=shots[min(missing)])


def _duties(case: Situation, salvos: Sequence[Fire], found: Sequence[Fight]) -> Iterator[Advice]:
    """What takes a duty from somebody: guns at an enemy beside them (11.4), the best attack there, at last their own."""
    view, beside = case.field.view, case.field.grid.adjacent
    owing = {name: view.board[name].where for name in fight.owing(view) if fight.able(view, name)}
    faced = {at for where in owing.values() for at in beside[where] if at in case.field.theirs}
    yield from (Advice(order=order) for order in salvos if order.target in faced)
    yield from (_advice(case, each) for each in found if faced & {*each.targets} and _covered(case, each))
    for name, where in owing.items():
        alone = [Attack(target=at, units=(name,)) for at in sorted(beside[where]) if at in faced]
        yield from (Advice(order=order) for order in alone if fight.covered(view, order))


def _in_the_way(case: Situation) -> list[str]:
    """Attacks that would need others: what is called off must not be named again, or nobody gets on."""
    view = case.field.view
    alone = {name for name, _ in fight.unanswered(view)}
    return [each.target for each in view.state.battle.attacks if alone & {*each.units}]
