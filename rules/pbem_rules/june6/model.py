"""The state of a game of June 6: values only, decides nothing.

Where a unit is: a hex (``E1940``), a landing box (``box:Sword``) or an entry hex letter off the map (``entry:C``). Units
that have not arrived are not on the board; units that are gone are listed in ``State.lost``. Classes that
change often keep a dictionary (:mod:`pbem.bytes.values`).
"""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from pbem.bytes.records import field, frozen
from pbem.bytes.values import changed
from pbem.port.game import Reason
from pbem_rules.june6.printed.data import Data
from pbem_rules.kernel.board import Board
from pbem_rules.shared.play import BoardPlay
from pbem_rules.shared.view import Position as AnyPosition
from pbem_rules.shared.view import View as AnyView

ALLIED, GERMAN = "allied", "german"

# Phases in the order of 3.0; each waits for something, and the sequence module moves on when it has come.
DROP = "drop"  # 10.22, before anything else on 6 June, where drops are rolled
WEATHER = "weather"  # 3.1, with the Allied resource die of 3.21
ALLIED_LOGISTICS = "allied-logistics"  # 3.22
ENTRY_HEXES = "entry-hexes"  # 3.31
BOMBARDMENT = "bombardment"  # 3.32
GERMAN_RESOURCES = "german-resources"  # 3.41
GERMAN_LOGISTICS = "german-logistics"  # 3.42
FULL = "full-efficiency"  # 3.6
BEFORE_LANDINGS = "before-landings"  # 19.31, on 6 June only
REDUCED = "reduced-efficiency"  # 3.7
END = "end"  # 3.8: waits for the surrender tests
OVER = "over"


@frozen(kw_only=True, slots=False)
class Unit:
    """A counter and the markers on it. Ratings are in the data (``Data.unit``)."""

    id: str
    where: str
    reduced: bool = False
    disorder: int = 0
    pinned: bool = False
    scattered: bool = False
    isolated: bool = False
    efficiency: bool = True  # False: carries a Reduced Efficiency marker
    fired: bool = False  # artillery used this turn (16.22)
    moved: bool = False  # moved this turn (6.13a)
    assigned: str = ""  # the division it belongs to for the rest of the turn (6.13a)
    fought: bool = False  # attacked in an activation of this turn (6.13a, N13)
    corps: str = ""  # the corps that a unit of no formation has joined for good (6.14)


@frozen(kw_only=True, slots=False)
class Cup:
    """One side's list of markers this turn: ``left`` are the slots not yet drawn, ``shown`` the markers opened, by slot."""

    side: str
    left: tuple[int, ...] = ()
    shown: tuple[tuple[int, str], ...] = ()
    free: tuple[str, ...] = ()  # markers that cost nothing this turn (7.23, 4.12)
    points: int = 0  # resource points to spend (5.12)
    barred: tuple[str, ...] = ()  # markers that could not be bought when the cup was filled (5.17)
    sealed: bool = False
    due: int = 0  # the slot that its owner must open now, 0: none


@frozen(kw_only=True, slots=False)
class Arrival:
    """A formation (or part of one) due to arrive: Allied in a box, German at a letter; from the schedule."""

    formation: str
    units: tuple[str, ...]
    turn: int
    place: str  # a box name, or the letters it may choose from ("CD")
    letter: str = ""  # the letter chosen (10.35)
    release: int | None = None  # release number, None: enters freely
    markers: int = 2  # free activation markers in its turn of entry (7.23)
    tries: int = 0  # release rolls failed (10.34)
    automatic: bool = False  # enters without a roll (10.34)
    reduced_phase: bool = False  # "RE Phase only" (7.23)


@frozen(kw_only=True, slots=False)
class Activation:
    """A frame: what the active formations have done so far.

    ``stage`` is ``move`` or ``combat``. ``full`` is False in the Reduced Efficiency phase. ``formations`` holds one
    division, or every corps HQ's formation of a nation (7.11b), or loose units (``loose``) in the Reduced phase.
    """

    side: str
    formations: tuple[str, ...]
    full: bool
    stage: str = "move"
    moved: tuple[str, ...] = ()  # units that have moved in this activation
    strategic: tuple[str, ...] = ()
    rallied: tuple[str, ...] = ()
    attacked: tuple[str, ...] = ()  # units that have attacked
    targets: tuple[str, ...] = ()  # hexes attacked
    starters: tuple[str, ...] = ()  # units that began the activation next to an enemy (13.12a, 22.24)
    in_zone: tuple[str, ...] = ()  # units that began it in an enemy zone of control (7.4)
    ashore: tuple[str, ...] = ()  # units able to cross a major river that began it beside one (12.32)
    spent: tuple[tuple[str, int], ...] = ()  # artillery points used in it, by headquarters (16.21)
    announced: tuple[str, ...] = ()  # hexes that the Allied side has said it will attack (14.23)
    helped: tuple[
        tuple[str, str, str], ...
    ] = ()  # units that engineers take over rivers, by whom, for whose staff (20.2)
    charges: tuple[str, ...] = ()  # headquarters, once for each attempt at demolition (20.41)
    building: tuple[str, ...] = ()  # hexsides over which a bridge is being built (20.53)


@frozen(kw_only=True)
class Release:
    """A frame: a German formation's marker has come up and it must be released (10.3). ``stage``: roll, choice, loss."""

    formation: str
    marker: str
    stage: str = "roll"


@frozen(kw_only=True)
class Attrition:
    """A frame above a German activation whose movement is over: attrition by road (8.31).

    ``fight``: the combats follow, not the end of the activation. ``stage``: roll, then loss, with the formations that lose
    a step each still to be taken off in ``losses``.
    """

    formations: tuple[str, ...]
    fight: bool
    stage: str = "roll"
    losses: tuple[str, ...] = ()


@frozen(kw_only=True)
class FreeOperation:
    """A frame: ``side`` names the formation that its Free Operations marker activates (7.24e)."""

    side: str


@frozen(kw_only=True, slots=False)
class CorpsActivation:
    """A frame: a corps and its divisions act one after the other (7.55); ``waiting`` have yet to act.

    ``spent`` are the artillery points that its headquarters has used in it, ``mission`` whether the time for a
    bombardment that costs none is over (16.26b).
    """

    side: str
    corps: str
    waiting: tuple[str, ...] = ()
    spent: tuple[tuple[str, int], ...] = ()
    mission: bool = False


@frozen(kw_only=True, slots=False)
class Task:
    """One thing left to do after a combat roll, in order. ``kind``: suffer, escape, toll, retreat, ambush, advance, again,
    rout, counter, resume.

    ``result`` is what is suffered (``dis1``, ``dis2``, ``red``); ``units`` who may be chosen or who must act;
    ``distance`` the hexes of a retreat or advance; ``must`` whether an advance is obligatory. In an ``escape`` (B, C) the
    chosen unit is spared, or takes ``instead`` (D, E), and ``others`` take ``result``, as do the candidates not chosen.
    """

    kind: str
    side: str
    units: tuple[str, ...] = ()
    result: str = ""
    distance: int = 1
    must: bool = False
    instead: str = ""
    others: tuple[str, ...] = ()


@frozen(kw_only=True, slots=False)
class Combat:
    """A frame: one combat from its declaration to the last advance.

    ``stage``: mode (attacker's mode to be sealed, or its likelier one named where modes are drawn), roll (to be asked
    for), defend (asked for, the defender's answer due), reveal (mode and die due), after (``tasks`` to be done in order).
    """

    n: int
    side: str  # the attacker
    target: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    artillery: tuple[str, ...] = ()
    air: int = 0
    naval: int = 0
    stage: str = "mode"
    support: bool = True  # False: second attack (13.53), attack after a rout (13.63), counterattack (14.24)
    kind: str = "attack"  # attack, second, rout, counter
    mode: str = ""
    defence: str = ""
    defence_artillery: tuple[str, ...] = ()
    defence_air: int = 0
    defence_naval: int = 0
    reasons: tuple[Reason, ...] = ()
    die: int | None = None
    total: int | None = None
    retreated: tuple[str, ...] = ()  # defenders that retreated
    emptied: tuple[str, ...] = ()  # attackers' hexes that are empty now (13.62)
    advanced: tuple[str, ...] = ()
    ambushed: tuple[str, ...] = ()  # units that take Dis-1 once the advance is over (13.46)
    tasks: tuple[Task, ...] = ()
    sharers: tuple[
        str, ...
    ] = ()  # attacking artillery next to the target, which shares the attacker's results (13.0)
    origins: tuple[str, ...] = ()  # the hexes that the attackers attacked from
    superior: tuple[str, ...] = ()  # lone units of higher cohesion than any enemy: softer results (13.73)
    onward: tuple[str, ...] = ()  # the first unit of a breakthrough and its second hex, held up by 14.12
    lean: str = ""  # the attacker's likelier mode where modes are drawn (12.43)


@frozen(kw_only=True)
class Mission:
    """A bombardment of the hex ``target``: by a unit (16.4), or by air or naval markers (17.22, 18.22)."""

    target: str
    by: str = ""
    air: int = 0
    naval: int = 0


@frozen(kw_only=True, slots=False)
class Bombardment:
    """A frame: missions declared together, resolved one after the other with the dice of one roll.

    ``missions`` are those still to be resolved and ``dice`` their faces; ``tasks`` is what is left of the mission
    resolved last. ``stage``: roll, after. ``resources``: the last die of the roll is the German resource die (3.41).
    """

    side: str
    why: str  # the name of the roll
    missions: tuple[Mission, ...]
    stage: str = "roll"
    dice: tuple[int, ...] = ()
    tasks: tuple[Task, ...] = ()
    resources: bool = False


@frozen(kw_only=True)
class Demolition:
    """A frame: the die for a bridge of which the enemy holds one end (20.44)."""

    side: str
    hq: str
    bridge: str  # the hexside "A/B"
    n: int


Frame: TypeAlias = (
    Activation | Release | FreeOperation | CorpsActivation | Combat | Bombardment | Attrition | Demolition
)
F = TypeVar("F")


@frozen(kw_only=True, slots=False)
class State:
    """Everything both players know. ``frames`` is a stack: the last frame is what happens now."""

    scenario: str
    options: tuple[tuple[str, str], ...] = ()
    turn: int = 1
    phase: str = WEATHER
    weather: str = "clear"
    storm_before: bool = False  # last turn was a Storm (4.12d)
    initiative: str = ALLIED
    dice: tuple[int, ...] = ()  # this turn's German, Allied and resource die (3.1, 3.21)
    ties: int = 0  # Allied re-rolls so far (4.21)
    board: Board[Unit] = field(factory=lambda: Board.of(()))
    lost: tuple[str, ...] = ()  # eliminated units, in order
    arrivals: tuple[Arrival, ...] = ()  # still to come
    air: int = 0
    naval: int = 0
    allied_cup: Cup = Cup(side=ALLIED)
    german_cup: Cup = Cup(side=GERMAN)
    kept: int = 0  # Free Operations markers the German keeps aside (4.23b)
    asked: bool = False  # he has been asked since the last activation
    first_played: bool = False  # the initiative marker has been played (3.61)
    baton: str = ALLIED  # who finished the last activation and asks for the next draw
    activations: tuple[tuple[str, int], ...] = ()  # times each formation was activated this turn (7.24e)
    finished: tuple[str, ...] = ()  # formations that need no further activation this turn (full or reduced)
    reduced_order: tuple[str, ...] = ()  # sides still to act in 3.7, the first is acting
    draws: int = 0  # draws so far in the game; numbers the rolls
    combats: int = 0  # combats so far in the game; numbers modes and rolls
    beaches: tuple[str, ...] = ()  # beach hexes with an intrinsic defence (9.2)
    beaches_lost: tuple[str, ...] = ()  # where it is gone for ever (9.2)
    held: tuple[tuple[str, str], ...] = ()  # who last held each objective, strongpoint and Cherbourg hex
    destroyed: tuple[str, ...] = ()  # printed strongpoints destroyed (19.43)
    cherbourg_lost: bool = False  # an Allied unit has held one of its hexes (5.22)
    frames: tuple[Frame, ...] = ()
    refits: tuple[str, ...] = ()  # nations that have restored a reduced unit this turn (21.33)
    # lost headquarters of divisions and the turn in which they come back (6.17)
    returns: tuple[tuple[str, int], ...] = ()
    returned: tuple[str, ...] = ()  # headquarters that have come back (6.17)
    german_corps_activation: bool = False  # the German has had his Corps Activation (7.54)
    blown: tuple[str, ...] = ()  # hexsides "A/B" whose printed bridge is down (20.45), in order
    pontoons: tuple[str, ...] = ()  # hexsides with a pontoon bridge (20.52), in order
    bridging: tuple[str, ...] = ()  # headquarters that have used their bridge action this turn (20.13)
    demolitions: int = 0  # demolition rolls so far in the game; numbers the rolls
    fixed: int = 0  # digits of the published list used so far in a teaching game
    delays: tuple[str, ...] = ()  # hexes with a German Delay Point (19.1), in hex order
    missions: tuple[Mission, ...] = ()  # bombardments declared in this turn's phase, until it is over (3.32)
    bombarded: bool = False  # the Allied side has declared all its missions of the turn
    air_interdiction: tuple[tuple[str, int], ...] = ()  # air markers by box: supply, AB ... (17.23, 17.24)
    naval_interdiction: int = 0  # naval markers in the box of entry A (18.23)
    german_die: int | None = None  # the German resource die, rolled with the missions of the phase (3.41)
    barrages: int = 0  # bombardments by active units so far in the game; numbers the rolls

    def on_top(self, kind: type[F]) -> F | None:
        """What is under way with nothing above it, when it is of a kind."""
        frame = self.frames[-1] if self.frames else None
        return frame if isinstance(frame, kind) else None

    def current(self, kind: type[F]) -> F:
        """The same where it is known to be under way. Raises TypeError when it is not."""
        frame = self.on_top(kind)
        if frame is None:
            raise TypeError(f"no {kind.__name__} is under way")
        return frame


class Position(AnyPosition[State, Data]):
    """What the rules ask of: a position that is looked at, or one that is being changed."""


@frozen(kw_only=True, slots=False)
class View(AnyView[State, Data], Position):
    """A position as checks and lists see it."""


class Play(BoardPlay[State, Data, Unit], Position):
    """A position as an order or a roll changes it; what is under way lies on its stack of frames."""

    def push(self, frame: Frame) -> None:
        """Something begins, above what is under way."""
        self.change(frames=(*self.state.frames, frame))

    def top(self, frame: Frame) -> None:
        """What is under way goes on so."""
        self.change(frames=(*self.state.frames[:-1], frame))

    def pop(self) -> None:
        """It is over; what lies under it goes on."""
        self.change(frames=self.state.frames[:-1])

    def alter(self, **fields: object) -> None:
        """What is under way goes on with other fields."""
        self.top(changed(self.state.frames[-1], **fields))

    def fill(self, cup: Cup) -> None:
        """A side's cup is as this one."""
        self.change(**{"allied_cup" if cup.side == ALLIED else "german_cup": cup})

    @property
    def combat(self) -> Combat:
        """The combat under way. Raises TypeError when there is none."""
        return self.state.current(Combat)

    @property
    def activation(self) -> Activation | None:
        """The activation that goes on now, with nothing above it."""
        return self.state.on_top(Activation)
