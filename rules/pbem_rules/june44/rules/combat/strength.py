"""What each side brings to a combat, every term with its paragraph (9.0, 11.1.1, 11.2, 11.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.port.game import Reason
from pbem.port.messages import Message
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import ALLIED, GERMAN, Combat, Unit
from pbem_rules.june44.printed.data import Data, Terrain
from pbem_rules.june44.rules import air, supply
from pbem_rules.june44.rules.cards import effects
from pbem_rules.june44.rules.lookup import SEA, at_sea, defence_at, enemy_of, face, fort_at, is_artillery, off
from pbem_rules.june44.rules.movement.costs import HILL, INVASION_TURN, RIVER
from pbem_rules.june44.rules.play import Position
from pbem_rules.june44.rules.zones import crosses, front

BOCAGE = "bocage"
LIMIT = 7
"""The end columns of the combat results table."""

Terms = tuple[Reason, ...]


def defenders(at: Position, target: str, side: str) -> tuple[Unit, ...]:
    """The units of ``side`` in a hex: all of them defend (11.0)."""
    return at.units_in(target, side)


def total(terms: Terms) -> int:
    """The sum of the values."""
    return sum(term.value for term in terms)


# --- the attacker -------------------------------------------------------------------------------------------------------


@BOOK.rule("11.3")
def attack(at: Position, on: Combat) -> Terms:
    """Everything that counts for the attacker."""
    found = [
        Reason(paragraph="2.4.3", text=name, value=face(at.data, at.board[name]).attack)
        for name in on.attackers
        if name in at.board
    ]
    found.extend(_guns(at.data, on.artillery))
    if on.naval:
        found.append(Reason(paragraph="11.2", text=Message("naval point"), value=1))
    found.extend(_air(at, on))
    found.extend(effects.strengths(at, on.side))
    found.extend(flank(at, on.side, on.target, on.origin))
    return tuple(found)


@BOOK.rule("11.2.1")
def _guns(data: Data, name: str) -> Iterator[Reason]:
    if name:
        yield Reason(paragraph="11.2.1", text=name, value=data.units[name].front.attack)


@BOOK.rule("9.0", "11.3")
def _air(at: Position, on: Combat) -> Iterator[Reason]:
    found = air.mission_at(at, on.target)
    if found is not None and on.side == ALLIED and found.result:
        good = found.result == air.SUCCESS
        text = Message("air unit") if good else Message("air unit, aborted")
        yield Reason(paragraph="9.0", text=text, value=int(good))


# --- the defender -------------------------------------------------------------------------------------------------------


@BOOK.rule("11.0", "11.3")
def defence(at: Position, on: Combat) -> Terms:
    """Everything that counts for the defender."""
    side, found = enemy_of(on.side), []
    for unit in defenders(at, on.target, side):
        printed = face(at.data, unit).defence
        found.append(Reason(paragraph="2.4.3", text=unit.id, value=printed))
        if at.state.turn > INVASION_TURN:
            found.extend(supply.defence(at, unit, printed))
    if side == GERMAN:
        found.extend(_works(at, on.target))
    found.extend(_guns(at.data, on.defence_artillery))
    found.extend(effects.strengths(at, side))
    found.extend(flank(at, side, on.origin, on.target))
    found.extend(terrain(at, on))
    return tuple(found)


@BOOK.rule("11.1", "11.1.1", "13.0")
def _works(at: Position, where: str) -> Iterator[Reason]:
    beach, fort = defence_at(at, where), fort_at(at, where)
    if beach is not None:
        yield Reason(paragraph="13.0", text=Message("beach defence in {hex}", hex=where), value=beach)
    if fort:
        yield Reason(paragraph="11.1.1", text=Message("fortification in {hex}", hex=where), value=fort)


@BOOK.rule("11.1", "11.1.1")
@BOOK.rule("13.0", "N46", "N94")
def terrain(at: Position, on: Combat) -> Terms:
    """What the ground gives the defender."""
    ground, chart = at.data.ground, at.data.charts.terrain
    if on.origin.startswith(SEA):
        return ()
    cut = BOCAGE if effects.no_bocage(at) else ""
    kinds = [chart[kind] for kind in ground.terrain[on.target] if kind != cut]
    if on.target in ground.hills:
        kinds.append(chart[HILL])
    if on.target in ground.fortlike:
        name = ground.names.get(on.target, Message("strong position"))
        kinds.append(Terrain(name=name, move=0, defence=ground.fortlike[on.target], cumulative=True))
    if ground.rivers.has(on.origin, on.target):
        kinds.append(chart[RIVER])
    return tuple(
        Reason(paragraph="11.1.1", text=kind.name, value=kind.defence)
        for kind in counted(kinds)
        if kind.defence
    )


@BOOK.rule("3.2", "11.1.1", "N68")
def counted(kinds: Sequence[Terrain]) -> tuple[Terrain, ...]:
    """The terrain that counts, of all that a defender has, in its order; of equals the first."""
    best = max((kind for kind in kinds if not kind.cumulative), key=lambda kind: kind.defence, default=None)
    return tuple(kind for kind in kinds if kind.cumulative or kind is best)


# --- flanks -------------------------------------------------------------------------------------------------------------


@BOOK.rule("11.3", "N48", "N49")
def flank(at: Position, side: str, enemy_hex: str, own_hex: str) -> Terms:
    """The flank support of a side: ``enemy_hex`` holds the enemy units in the combat, ``own_hex`` its own."""
    return tuple(
        Reason(paragraph="11.3", text=Message("flank support from {hex}", hex=place), value=1)
        for place in sorted(_beside(at, enemy_hex))
        if place != own_hex and _can_support(at, side, place, enemy_hex)
    )


@BOOK.rule("11.3", "N30")
def _beside(at: Position, where: str) -> tuple[str, ...]:
    """The places from which units are next to a hex or, when it is a place off a beach, to the units there."""
    ground = at.data.ground
    if where.startswith(SEA):
        return (where.removeprefix(SEA),)
    land = tuple(other for other in ground.grid.adjacent.get(where, ()) if crosses(ground, other, where))
    return (*land, off(where)) if where in ground.beaches else land


def _can_support(at: Position, side: str, place: str, enemy_hex: str) -> bool:
    if all(is_artillery(at.data, unit) for unit in at.units_in(place, side)):
        return False
    enemy = enemy_of(side)
    held = front(at).held[enemy]
    return not any(
        other in held or any(map(at_sea, at.units_in(other, enemy)))
        for other in _beside(at, place)
        if other != enemy_hex
    )


# --- the difference -----------------------------------------------------------------------------------------------------


@BOOK.rule("11.3")
def difference(attacker: Terms, defender: Terms) -> tuple[int, Terms]:
    """The attacker's column, and all terms with the defender's as minuses; beyond the end columns the end counts."""
    terms = (*attacker, *(Reason(paragraph=t.paragraph, text=t.text, value=-t.value) for t in defender))
    whole = total(terms)
    column = min(max(whole, -LIMIT), LIMIT)
    if column != whole:
        said = Message("{n:+d} counts as {column:+d}", n=whole, column=column)
        terms = (*terms, Reason(paragraph="11.3", text=said, value=column - whole))
    return column, terms
