"""The state of a game of Dark December: values only, decides nothing.

Where a unit is: a hex (``3913``), or waiting to enter (``entry:A``, ``entry:west`` for one that was rebuilt). Units that
have not arrived are not on the board; destroyed ones are in ``State.lost``, those gone for good in ``State.gone``.
Zones, reach of supply, odds, integrity, activation and tactical advantage are worked out anew, never stored.
"""

from __future__ import annotations

from attrs import field, frozen

from pbem.port.game import Reason
from pbem_rules.darkdecember.printed import GERMAN
from pbem_rules.kernel.board import Board

# The phases of a half, in their order (I8); those in brackets of options or of single turns.
SETUP = "setup"  # the first turn of 16 December: the German places units in the areas of armies (I7.1)
OPENING = "opening"  # dice before anything else: weather (O5.0), surrender (O1.0), optional forces (O3.0)
SUPPLY = "supply"  # computed; enemy units first (1.0)
FUEL = "fuel"  # German half from 20 December: a die, then both choose (1.1)
REPLACEMENT = "replacement"
DROP = "drop"  # 17 December AM (S2.0)
COLUMNS = "columns"  # strategic movement is entered and left, reserves are named (3.2, O8.1)
MOVE = "move"
REACTION = "reaction"  # the other side's reserves (O8.3)
COMBAT = "combat"
EXPLOITATION = "exploitation"  # own reserves (O8.2)
WORKS = "works"  # demolition, bridges finished, fortifications (5.0)
OVER = "over"

# What a combat waits for.
LOWERING = "lowering"  # the defender may lower levels
ROLLING = "rolling"
BRACKETS = "brackets"  # losses in brackets, of an exchange or below 1:3
RESPONSES = "responses"  # hexes that must retreat or lose steps, the defender's first
COUNTERING = "countering"  # the hexes of a counterattack are named
ADVANCES = "advances"
AGAIN = "again"  # an all-out assault may follow

SUPPLIED, OUT, ISOLATED = "", "out", "isolated"


@frozen(kw_only=True, slots=False)
class Unit:
    """A counter on the board, or a commander. What happened to it in a half is cleared when the next begins."""

    id: str
    where: str
    reduced: bool = False
    column: bool = False  # in strategic movement
    supply: str = SUPPLIED  # as determined at the beginning of the half (1.0)
    dry: bool = False  # out of supply for lack of fuel until the next German half (1.1)
    spent: int = 0  # thirtieths of movement points used in this phase
    began: str = ""  # where it stood when the phase began, if it has moved
    columned: bool = False  # was in strategic movement at some time in this phase (3.1)
    attacked: bool = False  # has attacked in this phase (4.0)
    defended: bool = False  # has defended in this phase, bystanders of a counterattack excepted
    countered: bool = False  # has counterattacked, and attacks no more in this phase (4.3)
    retreated: bool = False  # retreated in this phase: adds no strength when attacked again (4.4)
    woken: int = 0  # the turn of 16 December in which it was last attacked (S1.2)
    bridging: str = ""  # the hexside it bridges: no combat this turn (5.2)
    free: bool = False  # restricted, and released for good (3.6)
    reserve: bool = False  # O8.1
    entered: int = 0  # the turn in which it came
    spots: int = 0  # a commander's attack options used in this half
    shields: int = 0  # a commander's defence options used in this half


@frozen(kw_only=True, slots=False)
class Due:
    """A unit still to come, on ``turn`` or later, in one of its areas; ``barred``: entry hexes it found blocked (3.4)."""

    unit: str
    turn: int
    barred: tuple[str, ...] = ()


@frozen(kw_only=True, slots=False)
class Level:
    """The defence level of one hex in a combat, with what it is made of; ``done``: its owner has responded."""

    hex: str
    side: str
    level: int
    reasons: tuple[Reason, ...] = ()
    units: tuple[str, ...] = ()  # who stood there when the dice were rolled
    called: int = 0  # hexes of retreat that the result called for
    left: bool = False  # nobody is there any more
    done: bool = False


@frozen(kw_only=True, slots=False)
class Battle:
    """One combat from its declaration to the last advance. A counterattack lies on top of the battle it answers.

    ``side`` attacks; ``depth`` is 0 for an attack, 1 for a counterattack, 2 for one against that. ``column`` is an index of
    the table's columns. ``owed``: steps that ``ower`` has to name before anything else.
    """

    n: int
    side: str
    attackers: tuple[str, ...]
    targets: tuple[str, ...]
    defenders: tuple[str, ...]
    levels: tuple[Level, ...] = ()
    stage: str = LOWERING
    column: int = 0
    below: bool = False  # odds below 1:3
    depth: int = 0
    superiority: bool = False  # attackers' armour pays first (4.7)
    reasons: tuple[Reason, ...] = ()  # modifiers of the dice
    defender: int = 0  # assault levels of the result
    attacker: int = 0
    owed: int = 0
    ower: str = ""
    points: int = 0  # defence points that an exchange has cost the defender (4.3)
    price: bool = False  # a step must be paid before the attacker advances
    again: int = 0  # all-out assaults made
    touched: bool = False  # somebody lost a step or retreated


@frozen(kw_only=True, slots=False)
class State:
    """Everything both players know."""

    scenario: str
    options: tuple[tuple[str, str], ...] = ()
    turn: int = 1
    half: str = GERMAN  # whose player turn it is
    phase: str = SETUP
    board: Board[Unit] = field(factory=lambda: Board.of(()))
    due: tuple[Due, ...] = ()
    lost: tuple[str, ...] = ()  # destroyed; may be rebuilt
    gone: tuple[str, ...] = ()  # withdrawn, exited or kept out, for good
    rebuilt: tuple[str, ...] = ()  # to come on this turn
    allied_losses: int = 0  # units destroyed so far, those rebuilt included (3.6)
    freed: bool = False  # British and French units are released (3.6)
    points: tuple[int, int, int, int] = (
        0,
        0,
        0,
        0,
    )  # Allied infantry, motorized; German infantry, motorized (2.0)
    blown: tuple[str, ...] = ()
    built: tuple[str, ...] = ()  # bridges where none is printed, or where one was blown
    markers: int = 0  # German bridge markers on the map (5.2)
    forts: tuple[tuple[str, str], ...] = ()  # hex and owner
    exits: tuple[
        tuple[str, int], ...
    ] = ()  # exit hexes used by German units, with attack points in supply (3.5)
    debts: tuple[tuple[str, int], ...] = ()  # by edge, Allied attack points still to be kept out
    tried: tuple[str, ...] = ()  # bridges that somebody has tried to blow in this half
    fuel: int = -1  # divisions still to be stopped by fuel; -1 before the die
    picked: bool = False  # the Allied side has chosen
    spared: str = ""  # O9.5
    cleared: int = 0  # the first clear turn of variable weather (O5.0)
    infiltrations: int = 0
    optional_on: bool = False  # O3.0: the condition has been met once, CCR/5 has come
    calls: tuple[int, int] = (0, 0)  # optional units that may still be called, Allied and German
    waived: str = ""  # the side that answers no attack of this half
    battles: tuple[Battle, ...] = ()  # the one under way, counterattacks on top
    combats: int = 0  # so far in the game; numbers the rolls
    rolls: int = 0  # of dice that are no combat; numbers them
    winner: str = ""
