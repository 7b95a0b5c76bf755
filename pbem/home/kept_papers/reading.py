"""What a paper is and what it means for its reader: one reading, for every way in which a paper can arrive.

The verdict (:mod:`pbem.home.papers.verdict`) says what a paper proves to anybody. The reading is for one home: what the
paper is, who has signed it and who still must, what it means for the game here, and the one command that comes next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.bytes.canon import Json
from pbem.bytes.errors import PbemError
from pbem.bytes.records import evolve, field, frozen
from pbem.games import boundary
from pbem.home import identity, names, seat_holders
from pbem.home.games import begun, look
from pbem.home.kept_papers import verdict_text
from pbem.log import Bundle, Log, parse_log
from pbem.papers.paper import SUCCESSION, Finding, who
from pbem.port.game import Result
from pbem.port.messages import Message, Series
from pbem.store.game import GameFolder
from pbem.store.home import Home
from pbem.view.markup import clean

NOTHING = "-"
"""No step comes next."""


@frozen(kw_only=True)
class Here:
    """The reader: their game, if it is in this home, their seat in it, and their public key (b"" without an identity)."""

    home: Home
    folder: GameFolder | None = None
    log: Log | None = None
    seat: str = ""
    key: bytes = b""
    held: Mapping[str, str] = field(factory=dict)
    """Who has a seat in the place of the player of its first mail, by the seat."""

    def at(self, n: int) -> Here:
        """The reader of what is said of a game here after so many turn files: by then a seat may have changed hands."""
        if self.folder is None or self.log is None:
            return self
        held = sorted(seat_holders.of(self.folder, self.log), key=lambda each: each[2])
        return evolve(self, held={by: name for by, name, since in held if since <= n})

    def mine(self, seat: str) -> bool:
        """Whether a seat of the game is the reader's."""
        return self.folder is not None and seat == self.seat

    def name(self, log: Log, seat: str) -> str:
        """A player of a game: ``you``, or by name and side."""
        return Message("you") if self.mine(seat) else clean(who(log, seat, self.held.get(seat, "")), 100)

    def names(self, log: Log, seats: Iterable[str]) -> str:
        """Several of them: ``Ben (blue) and you``."""
        return Series((self.name(log, each) for each in seats), Message(" and "))

    @property
    def label(self) -> str:
        """The game here as sentences name it."""
        return Message("your game {name}", name=self.folder.name[:8]) if self.folder is not None else ""

    def command(self, typed: str) -> str:
        """A command for the game here, which is named where there are others in the home."""
        if self.folder is None or len(begun(self.home)) < 2:
            return typed
        return f"{typed} --game {names.name_of(self.folder)}"

    def ended(self) -> Result | None:
        """How the game here has ended by the rules; None when it goes on, or cannot be looked at."""
        if self.folder is None:
            return None
        try:
            view = look(self.folder)
            return boundary.result(view.game.rules, view.base.game) if not view.owed.kind else None
        except PbemError:
            return None


def reader_of(home: Home, log: Log) -> Here:
    """Who reads papers about a game in this home."""
    gid = log.gid.hex()
    folder = next((each for each in begun(home) if each.facts().get("gid") == gid), None)
    if folder is None:
        return Here(home=home, key=key_of(home))
    mine = log_of(folder)
    if mine is None:
        return Here(home=home, key=key_of(home))
    return Here(
        home=home, folder=folder, log=mine, seat=str(folder.facts().get("seat", "")), key=key_of(home)
    )


def log_of(folder: GameFolder) -> Log | None:
    """The log of a game as it is stored; None when it is damaged."""
    try:
        return parse_log(folder.log())
    except PbemError:
        return None


def key_of(home: Home) -> bytes:
    """The public identity key of a home; b"" without one."""
    try:
        return identity.card(home).public
    except PbemError:
        return b""


@frozen(kw_only=True)
class Reading:
    """A paper as somebody reads it: ``what`` it is, ``signed`` by whom and whom it lacks, what it ``means`` in the game
    here, and what is ``next``: one command, or a few words.

    ``over`` says how the game is over by it, "" when it is not. ``finding`` is the verdict; ``bundles`` are the turn files
    of the game that it brings; ``here`` says that the game is in this home, ``holds`` that the paper may be kept with it.
    """

    kind: str
    what: str
    signed: str = ""
    means: tuple[str, ...] = ()
    next: str = ""
    finding: Finding
    gid: str = ""
    here: bool = False
    holds: bool = True
    over: str = ""
    bundles: tuple[Bundle, ...] = field(default=(), repr=False)

    def saying(self, step: str, *means: str) -> Reading:
        """The reading with what comes next, and what the paper means."""
        return evolve(self, means=means, next=step)

    @property
    def step(self) -> str:
        """The command that comes next, or a few words; "" where nothing is to be done."""
        return "" if self.next == NOTHING else self.next

    @property
    def then(self) -> tuple[str, ...]:
        """That step as a sentence, where there is one."""
        return (Message("Next: {next}", next=self.step),) if self.step else ()

    @property
    def lines(self) -> tuple[str, ...]:
        """What it is, who has signed it and what it means, a sentence each."""
        return tuple(each for each in (self.what, self.signed, *self.means) if each)

    @property
    def told(self) -> tuple[str, ...]:
        """The verdict for this reader: one that speaks of a player, or of keys that were given up, says it all itself; else
        what it is and who has signed it."""
        excused = self.finding.proved and self.finding.code
        if not self.signed or self.finding.about or excused:
            return self.finding.lines
        codes = self.finding.lines if self.finding.paper == SUCCESSION else self.finding.lines[1:]
        return (self.what, self.signed, *codes)

    @property
    def exit_code(self) -> int:
        """The code with which a command leaves to which this paper came: what waits for somebody is no failure."""
        waits = self.finding.verdict in ("unsigned", "early", "lapsed", "undecided")
        return 0 if waits else self.finding.exit_code

    def json(self, file: str) -> dict[str, Json]:
        """The object of ``pbem verify --json``."""
        return {
            **self.finding.json(file),
            "kind": self.kind,
            "what": self.what,
            "signed": self.signed,
            "means": list(self.means),
            "next": self.step,
        }


def of_paper(here: Here, log: Log, finding: Finding, kind: str, what: str, signed: str = "") -> Reading:
    """The reading of a paper about a game, before anything is said of what it means."""
    gid, known = log.gid.hex(), here.folder is not None
    return Reading(kind=kind, what=what, signed=signed, finding=finding, gid=gid, here=known)


def signed(here: Here, log: Log, have: Sequence[str], need: Sequence[str]) -> str:
    """Who of two players has signed, and who still has to."""
    lacking = [each for each in need if each not in have]
    by = Message("Signed by {names}", names=here.names(log, have)) if have else Message("Signed by nobody")
    if lacking:
        names = here.names(log, lacking)
        if len(lacking) > 1 or here.mine(lacking[0]):
            return Message("{by}; {names} have not signed it yet.", by=by, names=names)
        return Message("{by}; {names} has not signed it yet.", by=by, names=names)
    return Message("{by}, as it has to be.", by=by)


def general(here: Here, read: Reading, ref: str) -> Reading:
    """A reading with what the verdict says to anybody, where it says nothing yet for the game of this home."""
    said = [*verdict_text.after(read.finding, ref)]
    steps = [step for each in said if (step := verdict_text.step_of(each))]
    means = tuple(each for each in said if not verdict_text.step_of(each))
    if not read.here and read.gid and here.folder is None:
        means = (*means, Message("The game is not in this home."))
    return evolve(read, means=read.means or means, next=read.next or (steps[0] if steps else NOTHING))
