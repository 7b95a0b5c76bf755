"""The state: what both players know, and nothing that can be worked out. Every field that is mostly the same has a default.

Zones, lines of supply, stacks, duties and spotters are derived from it; the rules keep none of them.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.bytes.records import field, frozen
from pbem_rules.kernel.board import Board
from pbem_rules.normandy.battle import Battle, Sky
from pbem_rules.normandy.tasks import Sailing, Shot, Span

ALLIED, GERMAN = "allied", "german"


@frozen(kw_only=True, slots=False)
class Piece:
    """A counter on the map or in a box; one that is lost is not on the board.

    ``lost``: steps lost. ``moved``: it has moved in this phase; artillery and ships: it lies on its Moved side until
    it is ready again (8.2, 13.4).
    ``fired``: guns and ships that have fired since they were last ready. ``attacked``: it has made its attack of the turn;
    ``hit``: it has been attacked. ``strategic``: it bears the marker (9.18). ``still``: it may not move this turn (17.8).
    ``dug``: turns that engineers have dug; all that a trench takes if they
    have given it up in this turn. ``spent``: sixths of points used in this phase.
    """

    id: str
    where: str
    lost: int = 0
    moved: bool = False
    fired: bool = False
    attacked: bool = False
    hit: bool = False
    strategic: bool = False
    still: bool = False
    dug: int = 0
    spent: int = 0


@frozen(kw_only=True)
class Track:
    """Points and what becomes of them. ``steps``: lost and not yet turned into a replacement point (7.6).

    ``armour_steps``: the same of those that bring a point of armour (7.7).
    """

    infantry: int = 0
    armour: int = 0
    rem: int = 0
    steps: int = 0
    armour_steps: int = 0


@frozen(kw_only=True, slots=False)
class State:
    """Everything that both players know.

    ``day`` (``06-08``) and ``part`` (0 night, 1 AM, 2 PM). ``supply``: ``traced``, or ``given`` to everybody, as on 6 June
    (4.6). ``points``: combat supply. ``air``, ``flak``: points left; ``interdiction``: cost by map, in sixths. ``tracks``:
    replacements by nation, ``cotentin`` apart when it is cut off (18.7). ``away``: lost headquarters and the turn in
    which they
    may come back. ``gone``: units lost. ``assigned``: what a headquarters feeds besides its own. ``trucks``: by
    headquarters, those in
    the box under ``box``. ``blown``, ``built``: bridges besides those printed. ``trenches``: hexes. ``destroyed``:
    strongpoints.
    ``escaped``: hexes out of which a company has gone (1.3); ``thrown``: hexes in which a retreat of this turn has thrown
    two armies together, ``mixed``: those of earlier turns (2.5); ``due``: formations that may come; ``arrived``: beach
    hexes in which somebody came ashore.
    ``mulberries``: progress by beach. ``beachheads``: hexes. ``port``: points left of Cherbourg, ``falling``:
    demolition is on.
    ``attacks`` and ``rolls`` number what is asked for. ``stage``: inside a phase: empty while orders are given, roll,
    over. ``removed``: units taken off without being lost. ``port_score``: points by the port (18.15). ``held``:
    places of the scenario that the Allied side holds. ``settled``: what was assigned, embarked, shifted, broken
    down, joined or given a truck in this phase, and is not ordered so again. ``kept``: replacement points that lie with
    a lost headquarters, and by track those of this night that nobody used (6.3). ``port_taken``: the Allied side held
    the port of Cherbourg at the end of the last turn (18.14).
    """

    scenario: str
    options: Mapping[str, str] = field(factory=dict)
    day: str
    part: int = 0
    phase: str
    board: Board[Piece] = field(factory=lambda: Board.of(()))
    weather: str = "clear"
    supply: str = "traced"
    points: int = 0
    air: int = 0
    recon: int = 0
    flak: int = 0
    interdiction: Mapping[str, int] = field(factory=dict)
    tracks: Mapping[str, Track] = field(factory=dict)
    away: Mapping[str, str] = field(factory=dict)
    gone: tuple[str, ...] = ()
    assigned: Mapping[str, tuple[str, ...]] = field(factory=dict)
    trucks: Mapping[str, int] = field(factory=dict)
    blown: tuple[str, ...] = ()
    built: tuple[str, ...] = ()
    trenches: tuple[str, ...] = ()
    destroyed: tuple[str, ...] = ()
    escaped: tuple[str, ...] = ()
    mixed: tuple[str, ...] = ()
    due: tuple[str, ...] = ()
    arrived: tuple[str, ...] = ()
    mulberries: Mapping[str, int] = field(factory=dict)
    beachheads: tuple[str, ...] = ()
    port: int = 9
    falling: bool = False
    carpets: int = 0
    carpet: tuple[str, ...] = ()
    fleet: bool = True
    withdrawal: Mapping[str, int] = field(factory=dict)
    battle: Battle = field(factory=Battle)
    sky: Sky = field(factory=Sky)
    stage: str = ""
    shots: tuple[Shot, ...] = ()
    spans: tuple[Span, ...] = ()
    sailing: Sailing | None = None
    removed: tuple[str, ...] = ()
    port_score: int = 0
    held: tuple[str, ...] = ()
    attacks: int = 0
    rolls: int = 0
    wave: int = 0
    over: bool = False
    settled: tuple[str, ...] = ()
    thrown: tuple[str, ...] = ()
    kept: Mapping[str, Track] = field(factory=dict)
    port_taken: bool = False
