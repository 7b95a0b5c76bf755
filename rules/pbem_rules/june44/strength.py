"""What each side brings to a combat, every term with its paragraph (9.0, 11.1.1, 11.2, 11.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.port.game import Reason
from pbem_rules.june44 import air, events, supply
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.invasion import in_invasion
from pbem_rules.june44.lookup import SEA, at_sea, defence_at, enemy_of, face, fort_at, is_artillery
from pbem_rules.june44.model import ALLIED, GERMAN, Combat, State, Unit
from pbem_rules.june44.movement_costs import HILL, INVASION_TURN, RIVER
from pbem_rules.june44.printed import Data, Terrain
from pbem_rules.june44.zones import crosses, front
from pbem_rules.kernel.modifiers import Modifier, capped

BOCAGE = "bocage"
LIMIT = 7
"""The end columns of the combat results table."""

Terms = tuple[Reason, ...]


def defenders(data: Data, state: State, target: str, side: str) -> tuple[Unit, ...]:
    """The units of ``side`` in a hex: all of them defend (11.0)."""
    return tuple(unit for unit in state.board.stack(target) if data.units[unit.id].side == side)


def total(terms: Terms) -> int:
    """The sum of the values."""
    return sum(term.value for term in terms)


# --- the attacker -------------------------------------------------------------------------------------------------------


@BOOK.rule(
    "11.3",
    text="The attackers' strengths are added up, then artillery, naval and air support and the flanks.",
)
def attack(data: Data, state: State, combat: Combat) -> Terms:
    """Everything that counts for the attacker."""
    found = [
        Reason(paragraph="2.4.3", text=name, value=face(data, state.board[name]).attack)
        for name in combat.attackers
        if name in state.board
    ]
    found.extend(_guns(data, combat.artillery))
    if combat.naval:
        found.append(Reason(paragraph="11.2", text="naval point", value=1))
    found.extend(_air(state, combat))
    found.extend(events.strengths(data, state, combat.side))
    found.extend(flank(data, state, combat.side, combat.target, combat.origin))
    return tuple(found)


@BOOK.rule("11.2.1", text="Artillery within range adds its bracketed strength.")
def _guns(data: Data, name: str) -> Iterator[Reason]:
    if name:
        yield Reason(paragraph="11.2.1", text=name, value=data.units[name].front.attack)


@BOOK.rule(
    "9.0",
    "11.3",
    text="An air unit whose mission succeeds adds one to an Allied attack, unless a fighter stops it.",
)
def _air(state: State, combat: Combat) -> Iterator[Reason]:
    found = air.mission_at(state, combat.target)
    if found is not None and combat.side == ALLIED and found.result:
        good = found.result == air.SUCCESS
        yield Reason(paragraph="9.0", text="air unit" if good else "air unit, aborted", value=int(good))


# --- the defender -------------------------------------------------------------------------------------------------------


@BOOK.rule("11.0", "11.3", text="All units of the hex defend; artillery, flanks and terrain are added.")
def defence(data: Data, state: State, combat: Combat) -> Terms:
    """Everything that counts for the defender."""
    side, found = enemy_of(combat.side), []
    for unit in defenders(data, state, combat.target, side):
        printed = face(data, unit).defence
        found.append(Reason(paragraph="2.4.3", text=unit.id, value=printed))
        if state.turn > INVASION_TURN:
            found.extend(supply.defence(data, state, unit, printed)[1])
    if side == GERMAN:
        found.extend(_works(data, state, combat.target))
    found.extend(_guns(data, combat.defence_artillery))
    found.extend(events.strengths(data, state, side))
    found.extend(flank(data, state, side, combat.origin, combat.target))
    found.extend(terrain(data, state, combat))
    return tuple(found)


@BOOK.rule(
    "11.1",
    "11.1.1",
    "13.0",
    text="Fortifications and beach defences add their strength, or stand alone with it.",
)
def _works(data: Data, state: State, where: str) -> Iterator[Reason]:
    beach, fort = defence_at(state, where), fort_at(data, state, where)
    if beach is not None:
        yield Reason(paragraph="13.0", text=f"beach defence in {where}", value=beach)
    if fort:
        yield Reason(paragraph="11.1.1", text=f"fortification in {where}", value=fort)


@BOOK.rule(
    "11.1",
    "11.1.1",
    text="The terrain of the defending hex; a hill, a strong position, a river between the two are added to it.",
)
@BOOK.rule(
    "13.0",
    "N46",
    text="Against an attack from the sea, and on a beach in the invasion, terrain counts for nothing.",
)
def terrain(data: Data, state: State, combat: Combat) -> Terms:
    """What the ground gives the defender."""
    ground, chart = data.ground, data.charts.terrain
    if combat.origin.startswith(SEA) or (in_invasion(state) and combat.target in ground.beaches):
        return ()
    cut = BOCAGE if events.no_bocage(data, state) else ""
    kinds = [chart[kind] for kind in ground.terrain[combat.target] if kind != cut]
    if combat.target in ground.hills:
        kinds.append(chart[HILL])
    if combat.target in ground.fortlike:
        name = ground.names.get(combat.target, "strong position")
        kinds.append(Terrain(name=name, move=0, defence=ground.fortlike[combat.target], cumulative=True))
    if ground.rivers.has(combat.origin, combat.target):
        kinds.append(chart[RIVER])
    found = ((kind.name, kind.defence) for kind in counted(kinds))
    return tuple(Reason(paragraph="11.1.1", text=name, value=value) for name, value in found if value)


@BOOK.rule(
    "3.2",
    "11.1.1",
    "N68",
    text="What the chart calls cumulative is added; of all other terrain only the best for the defender counts.",
)
def counted(kinds: Sequence[Terrain]) -> tuple[Terrain, ...]:
    """The terrain that counts, of all that a defender has, in its order; of equals the first."""
    best = max((kind for kind in kinds if not kind.cumulative), key=lambda kind: kind.defence, default=None)
    return tuple(kind for kind in kinds if kind.cumulative or kind is best)


# --- flanks -------------------------------------------------------------------------------------------------------------


@BOOK.rule(
    "11.3",
    "N48",
    "N49",
    text="Each further hex with friendly units next to the enemy in the combat, and next to no other enemy, adds one.",
)
def flank(data: Data, state: State, side: str, enemy_hex: str, own_hex: str) -> Terms:
    """The flank support of a side: ``enemy_hex`` holds the enemy units in the combat, ``own_hex`` its own."""
    found = []
    for place in sorted(_beside(data, state, enemy_hex)):
        if place != own_hex and _can_support(data, state, side, place, enemy_hex):
            found.append(Reason(paragraph="11.3", text=f"flank support from {place}", value=1))
    return tuple(found)


@BOOK.rule(
    "11.3",
    "N30",
    text="No flank support over forbidden hexsides; units off a beach support against that beach.",
)
def _beside(data: Data, state: State, where: str) -> tuple[str, ...]:
    """The places from which units are next to a hex or, when it is a place off a beach, to the units there."""
    ground = data.ground
    if where.startswith(SEA):
        beach = where.removeprefix(SEA)
        return (beach,)
    land = tuple(other for other in ground.grid.adjacent.get(where, ()) if crosses(ground, other, where))
    return (*land, f"{SEA}{where}") if where in ground.beaches else land


def _can_support(data: Data, state: State, side: str, place: str, enemy_hex: str) -> bool:
    own = [unit for unit in state.board.stack(place) if data.units[unit.id].side == side]
    if not any(not is_artillery(data, unit) for unit in own):
        return False
    enemy = enemy_of(side)
    held = front(data, state).held[enemy]
    for other in _beside(data, state, place):
        if other == enemy_hex:
            continue
        if other in held or any(
            at_sea(u) and data.units[u.id].side == enemy for u in state.board.stack(other)
        ):
            return False
    return True


# --- the difference -----------------------------------------------------------------------------------------------------


@BOOK.rule("11.3", text="The difference of the two strengths gives the column, from -7 to +7.")
def difference(attacker: Terms, defender: Terms) -> tuple[int, Terms]:
    """The attacker's column, and all terms with the defender's as minuses; beyond the end columns the end counts."""
    terms = (*attacker, *(Reason(paragraph=t.paragraph, text=t.text, value=-t.value) for t in defender))
    listed = tuple(Modifier(paragraph=t.paragraph, reason=t.text, value=t.value) for t in terms)
    kept = capped(listed, low=-LIMIT, high=LIMIT, paragraph="11.3")
    more = tuple(Reason(paragraph=m.paragraph, text=m.reason, value=m.value) for m in kept[len(listed) :])
    found = (*terms, *more)
    return total(found), found
