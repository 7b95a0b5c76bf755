"""Two players at a game of the product, and a turn file in which one of them signs whatever they like."""

from pathlib import Path

from attrs import evolve, frozen

from pbem.bytes import canon, container
from pbem.dev import demo
from pbem.home import games, identity
from pbem.home.games import save_session
from pbem.log import Bundle
from pbem.port.game import Choice
from pbem.protocol.session import Session
from tests.home.table import Player
from tests.protocol.forging import Entry, signed_by


@frozen
class Cheat:
    """A turn file and who signed it; the other gets it. ``log`` is the file of the whole game with that turn in it."""

    mover: Player
    other: Player
    bundle: Bundle
    file: Path
    log: Path


def seated(place: Path, game: str, scenario: str) -> tuple[Player, Player]:
    """Ann and Ben with a game that has begun."""
    ann, ben = Player("Ann", place), Player("Ben", place)
    for player in (ann, ben):
        if not player.path.exists():
            assert player("identity", "new", player.name, "--no-password").code == 0
    invitation, acceptance = (place / f"{each}-{game}-{scenario}.pbem" for each in ("i", "a"))
    assert ann("invite", game, "--scenario", scenario, "--out", invitation).code == 0
    assert ben("accept", invitation, "--out", acceptance).code == 0
    assert ann("accept", acceptance).code == 0
    return ann, ben


def signed(ann: Player, ben: Player, wrong: Entry, game: str = "", *, after: int = 0) -> Cheat:
    """The first decision of a game behind so many turn files, answered with ``wrong`` by whoever owes one of its kind, past
    their own program.
    """
    while True:
        for mover, other in ((ann, ben), (ben, ann)):
            folder = games.choose(mover.home, game)
            session = games.open_session(folder, identity.unlock(mover.home, "")).automatic()
            if not session.is_my_turn and not session.draft:
                continue
            due = session.owed.demand
            if (
                session.is_my_turn
                and session.end.bundles >= after
                and isinstance(due, Choice)
                and wrong["k"] in due.kinds
            ):
                return _cheat(mover, other, session, wrong)
            if session.is_my_turn:
                session = demo.decide(session, 1)
            save_session(folder, identity.unlock(mover.home, ""), session)
            words = ("--game", game) if game else ()
            said = other("import", mover.sent(*words))
            assert said.code == 0, said


def _cheat(mover: Player, other: Player, session: Session, wrong: Entry) -> Cheat:
    entries = [
        {name: value for name, value in canon.decode(line).items() if name != "i"} for line in session.draft
    ]
    bundle = signed_by(session, session.vault.keypair, [*entries, wrong])
    place = mover.place
    file, log = (
        place / f"bad-{bundle.header.gid.hex()[:8]}.pbem",
        place / f"log-{bundle.header.gid.hex()[:8]}.pbem",
    )
    file.write_bytes(container.pack(bundle.encode()))
    log.write_bytes(container.pack(evolve(session.log, bundles=(*session.log.bundles, bundle)).encode()))
    return Cheat(mover, other, bundle, file, log)
