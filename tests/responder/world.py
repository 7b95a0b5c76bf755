"""Two players at the tiny game, a Maildir for each, and the responder of one of them.

Blue (Ben) asks for the draws, in which Ann has nothing to choose: those her responder answers. Under Ann's sealed rolls Ben
chooses a guard first: that is for a person, or for standing orders.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from attrs import define, field
from home.table import Player, decide, sit_down

from pbem.home.responder.interface import Answering, Done, Limits, hands_back
from pbem.home.responder.mail_places import Maildirs
from pbem.home.responder.rounds import once
from pbem.home.responder.setup import responder_identity
from pbem.log import Bundle, parse_log, read_bundles
from pbem.mail.extract import turns_in
from pbem.store.home import Home

START = datetime(2026, 6, 6, 6, 30, tzinfo=UTC)
ADDRESSES = {"Ann": "ann@example.org", "Ben": "ben@example.org"}


@define
class World:
    """Both players, the home of the responder that ``owner`` has, and a clock that the test moves."""

    ann: Player
    ben: Player
    place: Path
    owner: Player
    now: datetime = field(default=START)

    def box(self, player: Player) -> Path:
        """The Maildir of a player."""
        return self.place / f"{player.name.lower()}-mail"

    def other(self, player: Player) -> Player:
        """Who sits across the table."""
        return self.ben if player is self.ann else self.ann

    @property
    def home(self) -> Home:
        """The responder's home."""
        return Home(self.place / "responder")

    @property
    def post(self) -> Maildirs:
        """The responder reads its owner's Maildir, and delivers into both."""
        own = self.box(self.owner)
        return Maildirs(
            address=ADDRESSES[self.owner.name], places=(own,), into=(self.box(self.other(self.owner)), own)
        )

    def respond(self, limits: Limits | None = None, answering: Answering = hands_back) -> Done:
        """One round of the responder."""
        self.now += timedelta(minutes=7)
        home = self.home
        return once(home, responder_identity(home), self.post, self.now, limits=limits, answering=answering)

    def forget(self) -> None:
        """The responder forgets which mails it has seen, and reads them all again."""
        (self.home.path / "responder.json").unlink()

    def send(self, player: Player, *words: str) -> None:
        """The player's turn goes into the other's Maildir, and a copy into his own."""
        other = self.other(player)
        for box in (self.box(other), self.box(player)):
            where = ("--maildir", box, "--to", ADDRESSES[other.name], "--from", ADDRESSES[player.name])
            said = player("send", *where, *words)
            assert said.code == 0, said

    def fetch(self, player: Player) -> str:
        """The player imports his Maildir; what is said."""
        said = player("import", self.box(player))
        assert said.code in (0, 6), said
        return said.sentences

    def mine(self, player: Player) -> bool:
        """Whether the player holds the pen."""
        return '"mine": true' in player("status", "--json").out

    def write(self) -> Player:
        """Who holds the pen decides and sends; who it was."""
        mover = self.ann if self.mine(self.ann) else self.ben
        while decide(mover):
            pass
        self.send(mover)
        return mover

    def till(self, player: Player) -> None:
        """Play until the player holds the pen and has to decide something."""
        for _ in range(12):
            self.respond()
            self.fetch(player)
            if self.mine(player) and "pbem do " in player("orders").out:
                return
            mover = self.ann if self.mine(self.ann) else self.ben
            if mover is not player or "responder" not in player("status").out:
                self.fetch(self.other(self.write()))
        raise AssertionError("it was never so")

    def until_asked(self, *, answering: Answering = hands_back) -> None:
        """Play until the owner's opponent has asked for a roll, and the owner has not read that mail."""
        for _ in range(20):
            mover = self.write()
            if mover is not self.owner and last(mover).entries[-1]["k"] == "req":
                return
            self.fetch(self.other(mover))
            self.respond(answering=answering)
        raise AssertionError("nobody ever asked")

    def answers(self) -> list[Bundle]:
        """The bundles in automatic mails in the opponent's Maildir, each as often as it came."""
        found: list[Bundle] = []
        for file in sorted((self.box(self.other(self.owner)) / "new").iterdir()):
            mail = file.read_bytes()
            if b"Auto-Submitted: auto-replied" in mail:
                found += [each for turn in turns_in(mail) for each in read_bundles(turn.data)]
        return found


def last(player: Player) -> Bundle:
    """The last bundle of a player's log."""
    return parse_log(player.folder.log()).bundles[-1]


def begin(place: Path, *, owner: str = "Ann", may: tuple[str, ...] = ()) -> World:
    """The game, and a responder for its owner: the key goes out with the owner's first turn."""
    ann, ben = sit_down(place)
    world = World(ann, ben, place, ann if owner == "Ann" else ben)
    for player in (ann, ben):
        for part in ("new", "cur", "tmp"):
            (world.box(player) / part).mkdir(parents=True)
    if owner == "Ben":
        world.fetch(world.other(world.write()))
    addresses = ("--from", ADDRESSES[owner], "--to", ADDRESSES[world.other(world.owner).name])
    said = world.owner(
        "responder", "setup", place / "responder", *addresses, *(f"--may={kind}" for kind in may)
    )
    assert said.code == 0, said
    world.fetch(world.other(world.write()))
    return world
