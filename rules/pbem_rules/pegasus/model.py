"""The state of a game: units, markers, what has been drawn, the phase, and dice that wait to be used."""

from __future__ import annotations

from pbem.bytes.records import field, frozen
from pbem_rules.kernel.board import Board

BRITISH = "british"
GERMAN = "german"
WITNESS = "witness"
"""The second seat: it owes nothing but its part in every roll. The Germans play themselves."""

ITEMS = frozenset({"piat", "gammon"})
OFF = ""
"""Where a unit is that has not come yet, or has left."""
DEAD = "dead"
QUEUE = "queue:"
"""Before the name of an entry, where a unit stands in line."""


@frozen(kw_only=True, slots=False)
class Unit:
    """A counter. ``where``: an area, "" (not here yet, or gone), ``queue:LePort`` (in line at an entry), ``dead``.

    ``kind`` is one of the printed kinds; ``strength`` what is left of it. ``with_``: the bearer of a PIAT or a bomb.
    ``force``: the reinforcement that a German came with ("" garrison and set-up). ``free``: it may open fire.
    """

    id: str
    kind: str
    where: str = OFF
    strength: int = 0
    suppressed: bool = False
    wounded: bool = False
    jolted: bool = False  # a wounded leader who has been diced for after moving this turn (15.3)
    spent: int = 0
    grenades: int = 0
    prisoners: int = 0
    bearer: str = ""
    shots: int = 0
    in_bunker: bool = False
    fired: bool = False
    crew: bool = False  # has fired the anti-tank gun this turn (14.2)
    fired_turn: int = 0
    since: int = 0  # the turn in which it came into its area
    force: str = ""
    free: bool = True
    slow: bool = False  # woken this turn: no opportunity fire (24.2)
    immobile: bool = False
    inbound: bool = False  # a tank that came in at Ranville and has not been at the crossroads (N45)
    retreating: bool = False
    fast: bool = False
    out: bool = False  # has left the map
    duel_turn: int = 0  # when it last fired at a tank or at who stands at the anti-tank gun (13.3)
    gunner: bool = False  # has fired a machine gun this turn, and no small arms with it (11.2)


@frozen(kw_only=True, slots=False)
class Task:
    """What is being carried out: an order (its kind and fields), or a phase. It waits for dice."""

    kind: str
    unit: str = ""
    target: str = ""
    units: tuple[str, ...] = ()
    guns: tuple[str, ...] = ()
    path: tuple[str, ...] = ()


@frozen(kw_only=True, slots=False)
class State:
    """Everything that is known. Dice that are missing or not yet used: :class:`pbem_rules.shared.straight.Waiting`.

    ``chits``: areas with a chit face down. ``charges``: "" | hidden | blank | connected | removed. ``entered``: which
    side came last into an area. ``hit``: who has been a target of small arms in this phase; ``guns_used``: the areas whose
    gun has fired in it.
    """

    scenario: str
    turn: int = 1
    phase: str = "landing"
    plan: str = ""
    board: Board[Unit] = field(factory=lambda: Board.of(()))
    chits: tuple[str, ...] = ()
    squads_left: int = 0
    decoys_left: int = 0
    charges: str = ""
    attempted: bool = False
    alarm: bool = False  # a British unit has fired, assaulted or thrown
    pillbox_hit: bool = False
    pegasus: str = "intact"
    cleared: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    guns: tuple[str, ...] = ()
    rubble: tuple[str, ...] = ()
    ready: tuple[str, ...] = ()
    wrecks: tuple[str, ...] = ()
    car_wrecks: tuple[str, ...] = ()
    engaged: tuple[str, ...] = ()
    entered: tuple[tuple[str, str], ...] = ()
    ends_done: tuple[str, ...] = ()
    british_force: str = ""
    german_force: int = 0
    platoons_left: int = 0
    tanks_left: int = 0
    tanks_coming: tuple[str, ...] = ()
    tanks_killed: int = 0
    anti_tank_shots: int = 0
    hit: tuple[str, ...] = ()
    guns_used: tuple[str, ...] = ()
    schmidt_taken: bool = False
    optional: bool = False
    handful: int = 0
    rolls: int = 0
    pool: tuple[tuple[int, int], ...] = ()
    task: Task | None = None
    need: str = ""
    need_sides: int = 0
    over: bool = False
    numbers: int = 0  # German platoons and tanks named so far
    given: tuple[str, ...] = ()  # PIATs and bombs that have changed hands in this phase
