"""Every modifier of the combat roll, with its paragraph, in the order of the text (12.5, 15, 16.3, 17.3, 18.3).

Signs are those added to the attacker's die.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from pbem.bytes.records import field, frozen
from pbem.port.game import Reason
from pbem.port.messages import Message
from pbem_rules.june6 import words
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, GERMAN, Combat, Position, State, Unit
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.printed.numbers import CombatNumbers
from pbem_rules.june6.rules.combat import support
from pbem_rules.june6.rules.combat.odds import antitank_points, armour_points, beach_strength, odds
from pbem_rules.june6.rules.combat.results import alive
from pbem_rules.june6.rules.ground import terrain, zones_of_control
from pbem_rules.june6.rules.lookup import enemy_of, ratings
from pbem_rules.june6.words import word

ASSAULT, PROBE = "assault", "probe"
STAND, RETREAT = "stand", "retreat"
_COMMONWEALTH = ("british", "canadian")


@frozen(kw_only=True)
class Field(Position):
    """One combat as the modifiers see it: the data, the position, and both sides' units."""

    data: Data = field(repr=False)
    state: State = field(repr=False)
    combat: Combat
    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    strength: int  # of the beach hex itself (9.2)
    cohesion: int

    @classmethod
    def of(cls, at: Position, combat: Combat) -> Field:
        """The field of a combat with the units that are still on the board."""
        strength, cohesion = beach_strength(at, combat.target) if combat.side == GERMAN else (0, 0)
        return cls(
            data=at.data,
            state=at.state,
            combat=combat,
            attackers=alive(at.state, combat.attackers),
            defenders=alive(at.state, combat.defenders),
            strength=strength,
            cohesion=cohesion,
        )

    @property
    def numbers(self) -> CombatNumbers:
        """The modifiers as printed."""
        return self.data.numbers.combat


@BOOK.rule("12.59")
def reasons(at: Position, combat: Combat) -> tuple[Reason, ...]:
    """Every modifier of the combat, in the order of the text; those of zero are left out, the odds never are."""
    on = Field.of(at, combat)
    first = odds(at.data, on.attackers, on.defenders, on.strength)
    return (first, *(reason for reason in _others(on) if reason.value))


def _others(on: Field) -> Iterator[Reason]:
    yield cohesion(on)
    yield several_hexes(on)
    yield probe_against_stand(on)
    yield flak(on)
    yield assault_armour(on)
    yield from disorder(on)
    yield from scattered(on)
    yield ground(on)
    yield from armour(on)
    yield artillery(on)
    yield from markers(on)
    yield river(on)
    yield strongpoint(on)


@BOOK.rule("12.52")
def cohesion(on: Field) -> Reason:
    """The highest attacker's cohesion less the highest defender's; a beach hex has one of its own (9.2)."""
    ours = max((ratings(on.data, unit).cohesion for unit in on.attackers), default=0)
    theirs = max((on.cohesion, *(ratings(on.data, unit).cohesion for unit in on.defenders)))
    cap = on.numbers.cohesion_cap
    return Reason(
        paragraph="12.52",
        text=Message("cohesion {ours} against {theirs}", ours=ours, theirs=theirs),
        value=max(-cap, min(cap, ours - theirs)),
    )


@BOOK.rule("12.53")
def several_hexes(on: Field) -> Reason:
    """+1 from two hexes that do not touch; +2 when the attackers hold or control every hex round the target (N36)."""
    hexes = sorted({unit.where for unit in on.attackers})
    adjacent = on.data.ground.grid.adjacent
    if surrounded(on, frozenset(hexes)):
        return Reason(paragraph="12.53", text=Message("from all round"), value=on.numbers.surrounded)
    apart = any(b not in adjacent[a] for a, b in combinations(hexes, 2))
    return Reason(
        paragraph="12.53", text=Message("from several sides"), value=on.numbers.two_hexes if apart else 0
    )


def surrounded(on: Field, hexes: frozenset[str]) -> bool:
    """Whether attackers in ``hexes`` hold or alone control every hex that the defenders could enter (12.53b).

    Only the zones of units that attack count, not of those that stand in their hexes (N36).
    """
    data, state, target, side = on.data, on.state, on.combat.target, on.combat.side
    around = data.ground.grid.adjacent[target]
    enemy = enemy_of(side)
    sources = frozenset(unit.where for unit in on.attackers if data.unit(unit.id).combat)
    if any(data.unit(name).side == enemy for other in around for name in state.board.at(other)):
        return False
    ways = [
        other
        for other in around
        if other in hexes or any(not terrain.can_enter(on, u, target, other) for u in on.defenders)
    ]
    return bool(ways) and all(
        other in hexes or zones_of_control.undisputed(on, other, side, apart_from=target, sources=sources)
        for other in ways
    )


@BOOK.rule("12.54")
def probe_against_stand(on: Field) -> Reason:
    """-3 when the attacker probes and the defender stands."""
    both = on.combat.mode == PROBE and on.combat.defence == STAND
    return Reason(
        paragraph="12.54",
        text=Message("probe against stand"),
        value=on.numbers.probe_against_stand if both else 0,
    )


@BOOK.rule("12.55", "N256")
def flak(on: Field) -> Reason:
    """-1 for each Flak unit in the target hex when Allied armour attacks."""
    count = sum(on.data.unit(unit.id).type == "flak" for unit in on.defenders)
    with_armour = on.combat.side == ALLIED and any(ratings(on.data, unit).armour for unit in on.attackers)
    return Reason(
        paragraph="12.55",
        text=Message("Flak units: {count}", count=count),
        value=count * on.numbers.flak_each if with_armour else 0,
    )


@BOOK.rule("12.56")
def assault_armour(on: Field) -> Reason:
    """+1 when a Commonwealth attack includes a unit with the mark of the 79th."""
    marked = any(
        "79th" in on.data.unit(unit.id).marks and on.data.unit(unit.id).nation in _COMMONWEALTH
        for unit in on.attackers
    )
    return Reason(
        paragraph="12.56", text=Message("79th Armoured Division"), value=on.numbers.mark_79th if marked else 0
    )


@BOOK.rule("12.57", "13.12")
def disorder(on: Field) -> Iterator[Reason]:
    """-1 for disordered attackers, +1 for disordered defenders; both may apply."""
    if any(unit.disorder for unit in on.attackers):
        yield Reason(
            paragraph="12.57", text=Message("attacker in Disorder"), value=on.numbers.disorder_attacker
        )
    if any(unit.disorder for unit in on.defenders):
        yield Reason(
            paragraph="12.57", text=Message("defender in Disorder"), value=on.numbers.disorder_defender
        )


@BOOK.rule("12.58")
def scattered(on: Field) -> Iterator[Reason]:
    """-3 for scattered attackers, +3 for scattered defenders."""
    if any(unit.scattered for unit in on.attackers):
        yield Reason(
            paragraph="12.58", text=Message("attacker scattered"), value=on.numbers.scattered_attacker
        )
    if any(unit.scattered for unit in on.defenders):
        yield Reason(
            paragraph="12.58", text=Message("defender scattered"), value=on.numbers.scattered_defender
        )


@BOOK.rule("14.24")
@BOOK.rule("14.25")
def ground(on: Field) -> Reason:
    """The terrain of the target hex (12.59a); none in a counterattack."""
    if on.combat.kind == "counter":
        return Reason(paragraph="14.24", text=Message("terrain disregarded"), value=0)
    kind = on.data.charts.terrain[on.data.ground.terrain[on.combat.target]]
    return Reason(
        paragraph="12.59", text=Message("terrain: {kind}", kind=word(kind.name.lower())), value=kind.defence
    )


def compare(on: Field, attacker: int, defender: int, what: str) -> int:
    """Superiority seen by the attacker: 2 for at least double (or two against none), else 1, or less than 0."""
    more, less = max(attacker, defender), min(attacker, defender)
    if more == less:
        return 0
    printed = on.numbers
    double = more >= 2 * less if less else more >= printed.double_against_none
    if what == "armour":
        value = printed.armour_double if double else printed.armour_more
    else:
        value = printed.artillery_double if double else printed.artillery_more
    return value if attacker > defender else -value


@BOOK.rule("15.12")
@BOOK.rule("15.13")
@BOOK.rule("15.2")
def armour(on: Field) -> Iterator[Reason]:
    """The armour comparison, what antitank points take from it, and the cap of the terrain, as three reasons."""
    ours, theirs = armour_points(on.data, on.attackers), armour_points(on.data, on.defenders)
    value = compare(on, ours, theirs, "armour")
    yield Reason(
        paragraph="15.12", text=Message("armour {ours} to {theirs}", ours=ours, theirs=theirs), value=value
    )
    guns = antitank_points(on.data, on.defenders)
    if value > 0 and guns:
        lowered = max(0, compare(on, ours, theirs + guns, "armour"))
        yield Reason(
            paragraph="15.13", text=Message("antitank points: {guns}", guns=guns), value=lowered - value
        )
        value = lowered
    kind = on.data.charts.terrain[on.data.ground.terrain[on.combat.target]]
    if kind.armour_cap is not None and abs(value) > kind.armour_cap:
        capped = kind.armour_cap if value > 0 else -kind.armour_cap
        yield Reason(
            paragraph="15.2",
            text=Message("{kind}: armour {capped:+d} at most", kind=word(kind.name.lower()), capped=capped),
            value=capped - value,
        )


@BOOK.rule("16.31", "16.32", "12.14")
def artillery(on: Field) -> Reason:
    """The artillery comparison; a printed strongpoint halves the points of the attack (19.41, N50)."""
    ours = support.total_points(on.combat.artillery)
    theirs = support.total_points(on.combat.defence_artillery)
    if in_strongpoint(on):
        ours //= 2
    return Reason(
        paragraph="16.32",
        text=Message("artillery {ours} to {theirs}", ours=ours, theirs=theirs),
        value=compare(on, ours, theirs, "artillery"),
    )


def markers(on: Field) -> Iterator[Reason]:
    """+1 for each marker that supports an Allied attack, -1 for each that supports an Allied defence."""
    combat = on.combat
    for paragraph, kind, value in (
        ("17.31", "air", combat.air - combat.defence_air),
        ("18.31", "naval", combat.naval - combat.defence_naval),
    ):
        yield Reason(
            paragraph=paragraph,
            text=Message("{word} markers: {n}", word=words.word(kind), n=abs(value)),
            value=value,
        )


@BOOK.rule("20.33")
def river(on: Field) -> Reason:
    """-3 for the whole attack when any unit attacks across the river (N37)."""
    wet = any(terrain.unbridged_river(on, unit.where, on.combat.target) for unit in on.attackers)
    return Reason(
        paragraph="20.33", text=Message("across a major river"), value=on.numbers.river_crossing if wet else 0
    )


def in_strongpoint(on: Field) -> bool:
    """Whether German units defend a printed strongpoint that still stands (19.41, 19.43)."""
    target = on.combat.target
    standing = target in on.data.ground.strongpoints and target not in on.state.destroyed
    return standing and any(on.data.unit(unit.id).side == GERMAN for unit in on.defenders)


@BOOK.rule("19.41")
def strongpoint(on: Field) -> Reason:
    """-1 against Germans in a printed strongpoint."""
    value = on.numbers.strongpoint_hex if in_strongpoint(on) else 0
    return Reason(paragraph="19.41", text=Message("strongpoint"), value=value)


def total(found: Sequence[Reason]) -> int:
    """The sum of the modifiers."""
    return sum(reason.value for reason in found)
