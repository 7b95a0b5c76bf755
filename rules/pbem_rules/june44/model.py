"""The state of a game of June '44: values only, decides nothing.

Where a unit is: a hex (``2107``), off a beach (``sea:2107``) or waiting to enter (``entry:NAME``, ``entry:south``). Units
that have not arrived are not on the board; destroyed ones are in ``State.lost``, those out for good in ``State.gone``.
"""

from __future__ import annotations

from pbem.bytes.records import field, frozen
from pbem.port.game import Reason
from pbem_rules.kernel.board import Board

ALLIED, GERMAN = "allied", "german"

# The invasion turn (13.0) ...
BEACHES = "beaches"  # the German seals the strengths of the beaches
INVASION_NAVAL = "invasion-naval"  # 16.4 only: naval support is placed before the defences are turned over
DROP = "drop"  # parachute regiments
REVEAL = "reveal"  # beach defences are opened
ROUND_1, ROUND_2 = "round-1", "round-2"
STEP_ASHORE = "step-ashore"  # the Allied side may move every unit one hex
# ... and every other turn.
WEATHER = "weather"
WEATHER_CARDS = "weather-cards"
SUPPLY = "supply"
ALLIED_REPLACEMENTS, GERMAN_REPLACEMENTS = "allied-replacements", "german-replacements"
REINFORCEMENTS = "reinforcements"
CARDS = "cards"
AIR = "air"
FIGHTERS = "fighters"
COMBINE = "combine"
ALLIED_MOVE, ALLIED_COMBAT = "allied-move", "allied-combat"
GERMAN_MOVE, GERMAN_COMBAT = "german-move", "german-combat"
END = "end"
OVER = "over"


@frozen(kw_only=True, slots=False)
class Unit:
    """A counter on the board. ``landed``: the turn in which it came ashore (it has spent its movement)."""

    id: str
    where: str
    reduced: bool = False
    moved: bool = False  # has moved this phase
    attacked: bool = False  # has attacked this phase
    fired: bool = False  # artillery used this player turn (11.2.1), or moved or fired this turn (16.5)
    landed: int = 0
    began: str = ""  # where its last move began, for More Cautious (12.1)


@frozen(kw_only=True, slots=False)
class Due:
    """A unit still to come, on ``turn`` or later, at ``place`` (see :class:`printed.Arrival`); ``delayed``: by a Crisis."""

    unit: str
    turn: int
    place: str
    delayed: bool = False


@frozen(kw_only=True, slots=False)
class Defence:
    """A beach defence counter: slot ``n`` of the sealed strengths; ``strength`` None while hidden, 0 when destroyed."""

    hex: str
    n: int
    strength: int | None = None


@frozen(kw_only=True, slots=False)
class Mission:
    """An air unit on a hex. ``result``: "" while unknown, success | abort; ``contested`` by a German fighter."""

    hex: str
    result: str = ""
    contested: str = ""  # "", unknown, success, abort
    used: bool = False  # turned over for a combat and taken off


@frozen(kw_only=True, slots=False)
class Held:
    """A card in a hand: its slot in the deck, and the turn in which it was drawn. Only its owner knows the card."""

    slot: int
    turn: int


@frozen(kw_only=True, slots=False)
class Pending:
    """A card laid on the table as ``card``, for ``then``: its owner must show it (play, discard).

    With cards drawn at random (16.1) it lies open, and ``choose`` asks its user for the target it needs.
    """

    side: str
    slot: int
    card: str
    then: str
    target: str = ""


@frozen(kw_only=True, slots=False)
class Combat:
    """One combat from its declaration to the advance. ``stage``: answer, defend, roll, losses, advance."""

    n: int
    side: str  # the attacker
    origin: str
    target: str
    attackers: tuple[str, ...]
    stage: str = "defend"
    artillery: str = ""
    defence_artillery: str = ""
    naval: bool = False
    reasons: tuple[Reason, ...] = ()
    cards: tuple[str, ...] = ()  # ids of combat cards played in it
    asker: str = ""  # who asks for the roll: the side that acted last, so that no mail goes for the asking
    answered: tuple[str, ...] = ()  # sides that have played a card in it, or passed
    losses: int = 0  # steps that the side ``loser`` still has to take off
    loser: str = ""
    hits: tuple[int, ...] = ()  # steps on the defender, on the attacker


@frozen(kw_only=True, slots=False)
class State:
    """Everything both players know."""

    scenario: str
    options: tuple[tuple[str, str], ...] = ()
    turn: int = 1
    phase: str = BEACHES
    board: Board[Unit] = field(factory=lambda: Board.of(()))
    lost: tuple[str, ...] = ()  # destroyed, in order; may come back as replacements
    gone: tuple[str, ...] = ()  # out for good
    due: tuple[Due, ...] = ()
    arrived: tuple[Due, ...] = ()  # German reinforcements of this turn, in the order of the schedule
    weather: str = ""
    rolled: str = ""  # the weather as rolled, before cards
    fixed_weather: bool = False  # Major Storm: no card changes it
    naval: int = 0
    supply: int = 0
    replacements: tuple[int, int] = (0, 0)  # points still to be used, Allied and German
    defences: tuple[Defence, ...] = ()
    forts_lost: tuple[str, ...] = ()
    owners: tuple[tuple[str, str], ...] = ()  # who entered each city or beach last
    penalties: tuple[str, ...] = ()  # beaches entered by Germans (15.1)
    mulberries: tuple[str, ...] = ()
    air: int = 0  # air units still to be placed this turn
    air_drawn: tuple[int, int] = (0, 0)  # successes and aborts turned over this turn
    missions: tuple[Mission, ...] = ()
    naval_plans: tuple[str, ...] = ()  # 16.4: hexes with a naval marker
    fighters: bool = False  # the German has his two
    hands: tuple[tuple[Held, ...], tuple[Held, ...]] = ((), ())  # Allied, German
    deck: bool = False  # it has been shuffled
    undrawn: tuple[int, ...] = ()  # slots of the deck not yet dealt
    masking: tuple[str, ...] = ()  # sides that still have to shuffle
    mixing: tuple[int, ...] = ()  # the slots being shuffled, none: the new deck
    discards: tuple[int, ...] = ()  # slots
    removed: tuple[int, ...] = ()  # slots of cards out of the game
    pending: Pending | None = None
    played: tuple[str, ...] = ()  # sides that have played their card of this phase
    effects: tuple[tuple[str, int], ...] = ()  # events in force, and the turn up to which
    done: tuple[str, ...] = ()  # sides that have finished the phase
    combat: Combat | None = None
    combats: int = 0
    attacked: tuple[str, ...] = ()  # hexes attacked this phase
    rolls: int = 0  # rolls for air units so far in the game; numbers them
