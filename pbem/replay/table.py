"""The table between the two seats: rolls under way, commitments, and who holds the pen (``schemas/log.md``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar, cast

from pbem.bytes.canon import tagged_hash
from pbem.bytes.errors import VerifyError
from pbem.bytes.records import field, frozen
from pbem.bytes.values import bare, evolve
from pbem.games import boundary
from pbem.games.registry import Game
from pbem.log.entries import Upgrade
from pbem.port.game import Choice, Conceal, Deal, Demand, Disclose, Mask, Roll, Ruleset
from pbem.replay.history import History
from pbem.replay.labels import Labels

# Four games in five have no shared deck: what its entries are checked with is loaded with the first of them.
if TYPE_CHECKING:
    from pbem.replay.decks import Deck

    Decks: TypeAlias = Mapping[str, Deck]
else:

    class Decks:
        """Stands for the decks where types are looked up: a checkpoint reads them as what they are."""


S = TypeVar("S")

Seat: TypeAlias = str
"""``"A"`` (who invited) or ``"B"`` (who accepted)."""


MAX_REFUSALS = 4
"""How often both seats together may refuse before the game has gone on."""

MAX_REFUSED = 100
"""How often a seat may refuse in a game: each burns a roll, and fills its own share at the other's wish."""

MAX_REASON = 64
"""The length of the code and of the paragraph of a refusal."""


MAX_OFFERS = 3
"""How often a take-back or an upgrade may be offered and declined before the game has gone on."""

MAX_RENEWALS = 30
"""How often a seat may renew its keys in a game."""

MAX_RULINGS = 16
"""How often a referee may rule in a game."""

VOID, STANDS, OVER = "void", "stands", "over"
"""What a referee may rule: it goes back, it goes on, it has ended."""

MAX_NOTE = 500
"""Characters of a note."""

MAX_VERSION = 64
"""The length of the words for a version."""

OFFERED_AT = frozenset({"choice", "conceal", "roll", "disclose", "mask", "deal"})
"""What may be owed to the game where its seat may offer a take-back or an upgrade instead."""


DECISIONS = frozenset({"choice", "conceal", "reply"})
"""What may be owed that its seat has to decide; everything else is written by itself."""


def other(seat: Seat) -> Seat:
    """The seat across the table."""
    return "B" if seat == "A" else "A"


@frozen(kw_only=True)
class Seeds:
    """A seed chain as far as it has been disclosed: ``known`` is ``x[index]``, at first the end that was published."""

    key: bytes
    length: int
    known: bytes
    index: int = 0


@frozen(kw_only=True)
class SeatInfo:
    """What a seat has pinned: its side in the game, and its game key, chain and vault in force.

    ``former_vaults`` are the vaults (32 bytes each) that renewals have put out of force, oldest first.
    """

    side: str
    name: str
    key: bytes
    tip: bytes
    length: int
    vault: bytes
    former_vaults: tuple[bytes, ...] = ()

    @property
    def key_generation(self) -> int:
        """How often the seat has renewed its keys."""
        return len(self.former_vaults)


@frozen(kw_only=True, slots=False)
class Pending:
    """A roll asked for and not yet known. ``x`` is the asker's seed in the open form, ``answer`` the answerer's."""

    j: int
    why: str
    by: Seat
    dice: tuple[tuple[int, int], ...]
    request: bytes  # the hash of the log at the request
    x: bytes = b""
    answer: bytes = b""


@frozen(kw_only=True)
class Commitments:
    """The commitments a seat made under one label, and which have been opened (numbers from 1)."""

    by: Seat
    hashes: tuple[str, ...]
    opened: Mapping[int, str] = field(factory=dict)  # number: the salt that was shown
    label: str = ""  # as it stands in the log, with the number of take-backs before it
    key_generation: int = 0  # how often the seat had renewed its keys: whose vault the salts come from
    place: bytes = b""  # the hash of the log before the seal: it is in the salts


@frozen(kw_only=True)
class Offer:
    """What seat ``by`` has offered: a take-back to the position after entry ``to``, or an ``upgrade``."""

    by: Seat
    to: int = -1
    upgrade: Upgrade | None = None


@frozen(kw_only=True)
class Ended:
    """How a ruling has ended the game: the winning side ("": nobody), and in words."""

    winner: str
    level: str


@frozen(kw_only=True, slots=False)
class Table:
    """The protocol's public state. ``seeds`` is the chain of each seat."""

    gid: bytes
    seats: Mapping[Seat, SeatInfo]
    seeds: Mapping[Seat, Seeds]
    next_roll: int = 1
    asked: Labels[int] = field(
        factory=Labels, metadata={"derived": True}
    )  # the number of the roll of each label so far
    pending: Pending | None = None
    seals: Labels[Commitments] = field(factory=Labels)
    rolls: int = 0
    draws: int = 0
    opened: int = 0
    audited: tuple[Seat, ...] = ()
    challenge: bool = False  # seat B deals the dice and plays nothing
    refusals: int = 0  # since the last entry of play
    refused: Mapping[Seat, int] = field(factory=dict)  # entries that refuse, by seat, in the whole game
    decks: Decks = field(factory=dict)
    offer: Offer | None = None
    offers: int = (
        0  # take-backs and upgrades offered since one was agreed to, or since the last entry of play
    )
    take_backs: int = 0  # take-backs agreed to
    withdrawn_seals: Mapping[str, Commitments] = field(
        factory=dict
    )  # by label: void or shut again by a take-back, and audited all the same
    keys: frozenset[str] = frozenset()  # the ids of all public keys that stand in the log so far
    used_chains_and_vaults: frozenset[bytes] = (
        frozenset()
    )  # every chain's end and every vault that stands in the log so far
    renewed: bool = False  # keys were renewed since the last entry of play
    last: Seat = "B"  # who wrote the last entry of play
    rules: str = ""  # the digest of the ruleset in force (64 hex digits), as the log names it
    data: str = ""  # and of its data
    upgrades: int = 0  # agreed to
    referee: str = ""  # the name of the referee in force, as far as the log says it
    rulings: int = 0
    ended: Ended | None = None  # by a ruling

    @property
    def commitments(self) -> Mapping[str, Commitments]:
        """Every commitment of the log by its label, with every salt that was ever shown, taken back or not."""
        every = dict(self.withdrawn_seals)
        for made in self.seals.values():
            shown = every[made.label].opened if made.label in every else {}
            every[made.label] = evolve(made, opened={**shown, **made.opened})
        return every

    @property
    def shut(self) -> dict[str, Commitments]:
        """The commitments that stand, of which one at least was not opened: none lies in the log alone."""
        return {at: made for at, made in self.seals.here.items() if len(made.opened) < len(made.hashes)}

    def label(self, name: str) -> str:
        """What the game calls ``name``, as it stands in the log: a take-back makes new labels for what comes after it."""
        return f"{name}~{self.take_backs}" if self.take_backs else name

    def seat_of(self, side: str) -> Seat:
        """The seat that plays a side."""
        return "A" if self.seats["A"].side == side else "B"


@frozen(kw_only=True, slots=False)
class Position(Generic[S]):
    """A game's state and its table after ``count`` entries, and ``ruling``: the version of the game that judges it.

    Everything that is asked about a position is asked of its own :attr:`rules`; those of another position may be older
    or newer.
    """

    game: S
    table: Table
    count: int = 0
    started: bool = False
    past: History[Position[S]] = field(
        factory=History, eq=False, repr=False
    )  # before each entry that stands; bare
    ruling: Game = field(eq=False, repr=False)

    @property
    def rules(self) -> Ruleset[S]:
        """The rules in force: they judge the next entry, and only they can read the state."""
        return cast("Ruleset[S]", self.ruling.rules)

    def history(self) -> History[Position[S]]:
        """The positions before it and itself, as those after it hold them: none holds a past of its own.

        Nor what the rules have worked out for its state: few are ever looked at again.
        """
        return self.past.gone_on(evolve(self, game=bare(self.game), past=History()))

    def after(self, count: int) -> Position[S] | None:
        """The position of this history after the first ``count`` entries, or the last that stands before them."""
        for back, found in enumerate(reversed(self.past), 1):
            if found.count <= count:
                return evolve(found, past=self.past.first(len(self.past) - back))
        return None


def state_digest(position: Position[S]) -> str:
    """The digest that a bundle's header pins, of ``{"game": state, "i": entries so far, "j": next roll}``.

    From the first agreed upgrade on ``data``, the digest of the data in force, stands there too: the header names the
    ruleset, and with both nobody can show a step of the game under another version than it was played.

    Raises GameFault for a state that cannot be written.
    """
    table = position.table
    data = b'"data":"%s",' % table.data.encode() if table.upgrades else b""
    counts = b',"i":%d,"j":%d}' % (position.count, table.next_roll)
    return tagged_hash(
        "state", b"{" + data + b'"game":' + boundary.write(position.rules, position.game) + counts
    ).hex()


@frozen(kw_only=True)
class NextStep:
    """What has to be written next, and by whom.

    ``kind``: start, choice, conceal, roll, answer (a seed for a roll), disclose, open, audit, mask, deal, reply (to a
    take-back or an upgrade, the ``offer``); "" when all is done.
    """

    seat: Seat
    kind: str
    demand: Demand | None = None
    others: tuple[Demand, ...] = ()
    offer: Offer | None = None


def expect(due: NextStep, *whats: str) -> None:
    """Raises VerifyError ``not-now``, with the last word as its sentence, unless one of the others is what is owed."""
    *allowed, message = whats
    if due.kind not in allowed:
        raise VerifyError.of("not-now", "{message} What is owed is: {what}.", message=message, what=due.kind)


def owed(position: Position[S]) -> NextStep:
    """Who holds the pen and for what. The pen is never with both."""
    table = position.table
    if not position.started:
        return NextStep(seat="A", kind="start")
    if table.offer is not None:
        return NextStep(seat=other(table.offer.by), kind="reply", offer=table.offer)
    demands = () if table.ended is not None else boundary.demands(position.rules, position.game)
    first = demands[0] if demands else None
    pending = table.pending
    if pending is not None:
        return _owed_under_roll(table, pending, first, demands)
    match first:
        case None:
            # The seat that wrote the end opens nothing before the other side has signed behind it.
            waiting = [seat for seat in (other(table.last), table.last) if seat not in table.audited]
            return NextStep(seat=waiting[0], kind="audit") if waiting else NextStep(seat="A", kind="")
        case Choice():
            what = "choice"
        case Conceal():
            what = "conceal"
        case Roll():
            what = "roll"
        case Disclose():
            what = "disclose"
        case Mask():
            what = "mask"
        case Deal():
            what = "deal"
    return NextStep(seat=table.seat_of(first.side), kind=what, demand=first, others=demands[1:])


def _owed_under_roll(
    table: Table, pending: Pending, first: Demand | None, demands: tuple[Demand, ...]
) -> NextStep:
    """While a roll is under way: the answerer's choices and cards, his seed, then what the asker must open, and his seed."""
    answerer = other(pending.by)
    if not pending.answer:
        if first is not None and table.seat_of(first.side) == answerer:
            what = "choice" if isinstance(first, Choice) else ""
            if isinstance(first, Disclose) and first.at in table.decks:
                what = "disclose"
            if what:
                return NextStep(seat=answerer, kind=what, demand=first, others=demands[1:])
        return NextStep(seat=answerer, kind="answer")
    if (
        isinstance(first, Disclose)
        and first.at not in table.decks
        and table.seat_of(first.side) == pending.by
    ):
        return NextStep(seat=pending.by, kind="disclose", demand=first, others=demands[1:])
    return NextStep(seat=pending.by, kind="open")
