"""Two players at a game with a referee: what a ruling does to their homes."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from attrs import frozen
from protocol.tiny import GAME

from pbem.bytes import container
from pbem.crypto.keys import Keypair
from pbem.home import identity as identities
from pbem.home.exchange.invitations import new_game
from pbem.log import Bundle, Clause, Log, parse_log
from pbem.log.entries import Ruling
from pbem.papers.rulings import make_ruling, possibilities

from .table import Player, Said, pbem, play, stream

RITA = Keypair.from_seed(sha256(b"rita").digest())
QUIN = Keypair.from_seed(sha256(b"quin").digest())


@frozen
class Court:
    """Ann and Ben at a game of which Rita is the referee."""

    ann: Player
    ben: Player

    def rule(
        self, log: Log, ruling: Ruling, name: str = "ruling", *before: Bundle, key: Keypair = RITA
    ) -> Path:
        """A ruling as a file, behind turn files that go with it."""
        made = make_ruling(GAME, log, key, ruling)
        place = self.ann.place / f"{name}.pbem"
        place.write_bytes(container.pack(b"".join(each.encode() for each in (*before, made))))
        return place

    def same(self) -> Log:
        """Both homes hold one log."""
        assert self.ann.folder.log() == self.ben.folder.log()
        return log_of(self.ann)

    def to_the_end(self) -> None:
        """The game goes on to its end, both vaults opened, and everybody can verify it."""
        self.same()
        while '"owed_by": ""' not in self.ann("status", "--json").out:
            play(self.ann, self.ben, 1)
        place = self.ann.place / "whole.pbem"
        place.write_bytes(self.same().encode())
        pbem("verify", place).says(0, "verified")


def sit(place: Path, clause: Clause | None) -> Court:
    ann, ben = Player("Ann", place), Player("Ben", place)
    for player in (ann, ben):
        assert player("identity", "new", player.name, "--no-password").code == 0
    offered = new_game(
        ann.home, identities.unlock(ann.home, ""), game="tiny", referee=clause, entropy=stream("court")
    )
    (place / "invitation.pbem").write_bytes(offered.file)
    assert ben("accept", place / "invitation.pbem", "--yes", "--out", place / "acceptance.pbem").code == 0
    assert ann("accept", place / "acceptance.pbem").code == 0
    return Court(ann, ben)


def log_of(player: Player) -> Log:
    return parse_log(player.folder.log())


def void(
    log: Log, to: int, *versions: Bundle, text: str = "The wrong road was taken.", days: int = 0
) -> Ruling:
    can = possibilities(GAME, log, versions)
    assert to in can.to
    return Ruling(how="void", to=to, j=can.j, text=text, days=days)


STANDS = Ruling(how="stands", text="The turn is legal.")
OVER = Ruling(how="over", winner="blue", level="forfeit", text="Ann has been silent for 14 days.")


def imported(player: Player, *files: Path) -> Said:
    return player("import", *files).says(0)


def whose(player: Player) -> str:
    return player("status", "--json").out
