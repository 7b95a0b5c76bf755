"""The state of a game of Dark December: values only, decides nothing.

Every unit on the board stands in a hex (``3913``). Units that have not arrived are in ``State.due``; destroyed ones are in
``State.lost``, those gone for good in ``State.gone``.
Zones, reach of supply, odds, integrity, activation and tactical advantage are worked out anew, never stored.
"""

from __future__ import annotations

from pbem.bytes.records import field, frozen
from pbem.port.game import Reason
from pbem_rules.darkdecember.printed.data import GERMAN
from pbem_rules.kernel.board import Board

# The phases of a half, in their order (I8); those in brackets of options or of single turns.
SETUP = "setup"  # the first turn of 16 December: the German places units in the areas of armies (I7.1)
OPENING = "opening"  # withdrawals (3.9), the die of the weather (O5.0)
SUPPLY = "supply"  # computed; enemy units first (1.0); then dice: surrender (O1.0), optional forces (O3.0)
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

# The stages of a combat, in their order; steps that are owed come before anything else.
LOWERING = "lowering"  # the defender may lower levels (4.2)
ROLLING = "rolling"
DEFENCE = "defence"  # the defender's hexes retreat or lose steps (4.3)
PURSUIT = "pursuit"  # attackers advance (4.5)
REPULSE = "repulse"  # the attackers' hexes retreat or lose steps
RIPOSTE = "riposte"  # defenders advance
COUNTERING = "countering"  # the hexes of a counterattack are named
AGAIN = "again"  # an all-out assault may follow (4.1)
ENDED = "ended"

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
    bridging: str = ""  # the hexside it bridges: no combat this game turn (5.2)
    free: bool = False  # restricted, and released for good (3.6)
    reserve: bool = False  # O8.1
    named: bool = False  # a reserve since this half
    entered: int = 0  # the turn in which it came
    spots: int = 0  # a commander's attack options used in this half
    shields: int = 0  # a commander's defence options used in this half


@frozen(kw_only=True, slots=False)
class Due:
    """A unit still to come, on ``turn`` or later.

    ``hexes``: where, if not in its areas: the next road hexes when those were blocked (3.4c), or the one that was chosen
    when it was rebuilt (2.0a), ``reduced`` then.
    """

    unit: str
    turn: int
    hexes: tuple[str, ...] = ()
    reduced: bool = False


@frozen(kw_only=True, slots=False)
class Level:
    """One hex in a combat. Its defence level is the sum of ``reasons``."""

    hex: str
    side: str
    reasons: tuple[Reason, ...] = ()
    units: tuple[str, ...] = ()  # who suffers in it
    effect: int = 0  # of the result, until it is answered: 0 none, 1 a hex or a step, 2 two of them (4.3)
    retreated: int = 0  # hexes that its units went back

    @property
    def level(self) -> int:
        """The terrain defence level."""
        return sum(each.value for each in self.reasons)


@frozen(kw_only=True)
class Debt:
    """Steps that a side has to lose; ``points``: so many defence points instead (4.3g). ``paragraph`` says why."""

    side: str
    paragraph: str
    steps: int = 1
    points: int = 0


@frozen(kw_only=True, slots=False)
class Battle:
    """One combat from its declaration to the last advance. A counterattack takes the place of the combat it answers.

    ``side`` attacks; ``depth`` is 0 for an attack, 1 for a counterattack, one more for each that answers one.
    ``column`` is an index of the table's columns, ``row`` of its rows, -1 before the dice. ``defenders``: all that
    stood in ``targets``.
    """

    side: str
    attackers: tuple[str, ...]
    targets: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: int  # strengths
    defence: int
    column: int
    below: bool = False  # odds below 1:3
    levels: tuple[Level, ...] = ()
    reasons: tuple[Reason, ...] = ()  # modifiers of the dice
    stage: str = LOWERING
    asker: str = ""  # who asks for the roll: the side that has chosen last
    depth: int = 0
    superior: bool = False  # attackers' armour loses steps first (4.7)
    row: int = -1
    debts: tuple[Debt, ...] = ()
    paid: bool = False  # the step of a split result (4.3)
    advanced: tuple[str, ...] = ()
    again: int = 0  # all-out assaults made
    touched: bool = False  # somebody lost a step or retreated
    shielded: bool = False  # a commander's defence option has been spent on it (O9.1)


@frozen(kw_only=True, slots=False)
class State:
    """Everything both players know."""

    scenario: str
    options: tuple[tuple[str, str], ...] = ()
    turn: int = 1
    half: str = GERMAN  # whose player turn it is
    phase: str = SETUP
    open: bool = False  # somebody had something to do as the phase began: it goes on until they are done
    board: Board[Unit] = field(factory=lambda: Board.of(()))
    due: tuple[Due, ...] = ()
    lost: tuple[str, ...] = ()  # destroyed; may be rebuilt
    gone: tuple[str, ...] = ()  # withdrawn, exited or kept out, for good
    allied_losses: int = 0  # units destroyed so far, those rebuilt included (3.6)
    points: tuple[int, int, int, int] = (
        0,
        0,
        0,
        0,
    )  # Allied infantry, motorized; German infantry, motorized (2.0)
    blown: tuple[str, ...] = ()
    built: tuple[str, ...] = ()  # bridges where none is printed, or where one was blown
    markers: int = 0  # German bridge markers on the map (5.2)
    marked: tuple[str, ...] = ()  # the hexsides of those built in this game
    fresh: tuple[tuple[str, str], ...] = ()  # hexsides of bridges that nobody may use yet, and who built them
    forts: tuple[tuple[str, str], ...] = ()  # hex and owner
    exits: tuple[
        tuple[str, int], ...
    ] = ()  # exit hexes used by German units, with attack points in supply (3.5)
    debts: tuple[tuple[str, int], ...] = ()  # by edge, Allied attack points still to be kept out
    tries: tuple[tuple[str, str], ...] = ()  # bridges that somebody tries to blow in this half, and who
    diced: int = 0  # of these tries, those whose dice have fallen
    blowing: bool = False  # the dice of these tries are due
    dropping: str = ""  # where von der Heydte comes down once the die has fallen
    infiltrating: tuple[str, ...] = ()  # the way of 150 Panzer Brigade once the die has fallen
    # Dice of the beginning that were thrown in this half, and whether its exploitation has begun.
    thrown: tuple[str, ...] = ()
    released: bool = False  # a restricted US unit has been released in this half (3.6)
    displaced: tuple[tuple[str, ...], ...] = ()  # commanders with the hexes of equally near friends (O9.4)
    fuel: int = -1  # divisions still to be stopped by fuel; -1 before the die
    picked: bool = False  # the Allied side has chosen
    spared: str = ""  # O9.5
    cleared: int = 0  # the first clear turn of variable weather (O5.0)
    infiltrations: int = 0
    calls: tuple[int, int] = (0, 0)  # optional units that may still be called, Allied and German
    duties: tuple[
        str, ...
    ] = ()  # hexes that attackers left to others, still to be attacked in this phase (4.1)
    waived: str = ""  # the side that answers no attack of this half
    battle: Battle | None = None  # the one under way, or the last
    combats: int = 0  # rolled for so far in the game; numbers the rolls
    rolls: int = 0  # of dice that are no combat; numbers them
