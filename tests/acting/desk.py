"""Two homes whose programs act for their players, and the mail between them as files."""

from pathlib import Path

from attrs import frozen
from home.table import Player, Said, decide, sit_down

from pbem.bytes import canon
from pbem.home import games
from pbem.home.identity import unlock
from pbem.home.play import orders as playing
from pbem.log import parse_log

ADDRESSES = {"Ann": "ann@example.org", "Ben": "ben@example.org"}


@frozen
class Desk:
    """Both players and the folder in which their mail lies."""

    ann: Player
    ben: Player
    place: Path

    def box(self, player: Player) -> Path:
        """The Maildir of a player."""
        return self.place / f"{player.name.lower()}-mail"

    def other(self, player: Player) -> Player:
        """Who sits across the table."""
        return self.ben if player is self.ann else self.ann

    def act(self, player: Player, *words: object) -> Said:
        """One round of the player's program, as its own command."""
        return player(
            "watch", self.box(player), "--act", "--once", "--maildir", self.box(self.other(player)), *words
        )

    def settle(self) -> int:
        """Both programs by turns until neither writes any more; how many rounds wrote something."""
        for wrote in range(40):
            before = self.count()
            for player in (self.ann, self.ben):
                self.act(player).says(0)
            if self.count() == before:
                return wrote
        raise AssertionError("two programs answer one another without an end")

    def count(self) -> int:
        """How many mails there are."""
        return sum(len(list((self.box(each) / "new").iterdir())) for each in (self.ann, self.ben))

    def send(self, player: Player) -> None:
        """The player's own turn, by hand."""
        other = self.other(player)
        addresses = ("--to", ADDRESSES[other.name], "--from", ADDRESSES[player.name])
        player("send", "--maildir", self.box(other), *addresses).says(0)

    def mover(self) -> Player | None:
        """Whose pen it is; nobody's when the game is over and all is written."""
        return next((each for each in (self.ann, self.ben) if self.mine(each)), None)

    def mine(self, player: Player) -> bool:
        """Whether a player owes something."""
        return '"mine": true' in player("status", "--json").out

    def lines(self, player: Player) -> list[dict[str, object]]:
        """Every entry of a player's log."""
        log = parse_log(player.folder.log())
        return [canon.decode(line) for bundle in log.bundles for line in bundle.lines]


def begin(place: Path, game: str = "tiny") -> Desk:
    """The game; each knows where the other reads mail, as after a first turn by hand."""
    return with_boxes(*sit_down(place, game))


def with_boxes(ann: Player, ben: Player) -> Desk:
    """A desk for two who have begun a game."""
    desk = Desk(ann, ben, ann.place)
    for player in (ann, ben):
        for part in ("new", "cur", "tmp"):
            (desk.box(player) / part).mkdir(parents=True)
    return desk


def play_out(desk: Desk, turns: int) -> int:
    """The game by two people who only decide, and programs that do the rest; how often a person had to send."""
    sittings = 0
    for _ in range(turns):
        desk.settle()
        mover = desk.mover()
        if mover is None:
            return sittings
        assert decide(mover) or desk.mine(mover)
        while decide(mover):
            pass
        desk.send(mover)
        sittings += 1
    return sittings


def decide_all(player: Player) -> int:
    """What a person decides in one sitting, as the game's own player would; how many orders."""
    home, count = player.home, 0
    identity, folder = unlock(home, ""), games.choose(home)
    with home.lock():
        session = games.open_session(folder, identity)
        while session.is_my_turn:
            if session.owed.kind not in playing.DECISIONS:
                session = session.automatic()
                if session.owed.kind not in playing.DECISIONS:
                    break
                continue
            rules = session.game.rules
            session = session.order(
                rules.advise(session.position.game, session.side, session.vault.secrets, count)
            )
            count += 1
        games.save_session(folder, identity, session)
    return count
