"""Every kind of paper as it comes about between two players, who gets it, and what they must be told."""

import shutil
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from attrs import frozen
from home.table import Player, decide, play, put_back

from pbem.bytes import container
from pbem.bytes.errors import VerifyError
from pbem.home.disputes import silence
from pbem.home.games import open_session
from pbem.home.identity import unlock
from pbem.log import parse_log
from pbem.protocol.side_entries import refusal

SIGNED = ("Signed by ", "signed by ", "signed both", "Signed with ")


@frozen
class Arrives:
    """A paper, who gets it, and words that must be in what they are told: what it is, what it means, what comes next.

    ``first``: a verdict on a player says instead of what it is who did what.
    """

    file: Path
    reader: Player
    what: str
    means: str
    next: str
    first: str = ""


def rita(place: Path) -> tuple[Player, str]:
    """A referee and their key."""
    player = Player("Rita", place)
    assert player("identity", "new", "Rita", "--no-password").code == 0
    return player, player("referee", "key").out.strip()


def appointed(ann: Player, ben: Player) -> tuple[Player, Path, Path]:
    """A referee, the appointment that Ann has signed, and the one that both have."""
    referee, key = rita(ann.place)
    half, whole = ann.place / "half.pbem", ann.place / "whole.pbem"
    assert ann("referee", "appoint", "--key", key, "--name", "Rita", "--out", half).code == 0
    assert ben("referee", "appoint", half, "--yes", "--out", whole).code == 0
    return referee, half, whole


def resignation(ann: Player, ben: Player) -> Arrives:
    file = ann.place / "resigned.pbem"
    assert ben("end", "resign", "--yes", "--out", file).code == 0
    return Arrives(
        file, ann, "A resignation: Ben (blue) gives the game up", "is over by it: you win", "pbem end result "
    )


def offer(ann: Player, ben: Player) -> Arrives:
    file = ann.place / "offer.pbem"
    assert ann("end", "agree", "--draw", "--yes", "--out", file).code == 0
    return Arrives(file, ben, "An offer to end the game: a draw", "when you sign it too", "pbem end agree ")


def agreement(ann: Player, ben: Player) -> Arrives:
    file, both = offer(ann, ben).file, ann.place / "agreed.pbem"
    assert ben("end", "agree", file, "--yes", "--out", both).code == 0
    return Arrives(
        both, ann, "An agreed end of the game: a draw", "is over by it: a draw", "pbem end result "
    )


def vaults(ann: Player, ben: Player) -> Arrives:
    both, opened = agreement(ann, ben).file, ann.place / "opened.pbem"
    assert ann("end", "result", both, "--yes", "--out", opened).code == 0
    return Arrives(opened, ben, "An agreed end of the game: a draw", "is over by it", "pbem audit --paper ")


def ruling(ann: Player, ben: Player) -> Arrives:
    referee, _, whole = appointed(ann, ben)
    file = ann.place / "ruling.pbem"
    referee("referee", "rule", whole, "--winner", "red", "--level", "so be it", "--out", file).says(0)
    return Arrives(file, ben, "A referee's ruling: Ann (red) wins: so be it", "is over by it", "")


def countersignature(ann: Player, ben: Player) -> Arrives:
    referee, _, whole = appointed(ann, ben)
    file = ann.place / "seen.pbem"
    assert referee("referee", "sign", whole, ann.folder.path / "log.pbem", "--out", file).code == 0
    return Arrives(file, ben, "A countersignature: Rita", "leads through that turn file", "")


def half(ann: Player, ben: Player) -> Arrives:
    file = appointed(ann, Player("Ben", ben.place))[1]
    shutil.copy(file, ann.place / "to-sign.pbem")
    return Arrives(ann.place / "to-sign.pbem", ann, "The appointment of Rita as referee", "both", "referee")


def whole(ann: Player, ben: Player) -> Arrives:
    referee, _, file = appointed(ann, ben)
    return Arrives(file, referee, "The appointment of Rita", "You are the referee", "pbem referee open LOG ")


def succession(ann: Player, ben: Player) -> Arrives:
    file = ann.place / "new-key.pbem"
    assert ben("seat", "rotate", file).code == 0
    return Arrives(file, ann, "A new identity key of Ben", "You know Ben by the old key", "pbem seat follow ")


def evidence(ann: Player, ben: Player) -> Arrives:
    """Ann put an old copy of her home back; Ben's home writes the evidence, and she gets it."""
    play(ann, ben, 2)
    shutil.copytree(ann.path, ann.place / "copy")
    while decide(ann):
        pass
    one = ann.sent()
    put_back(ann.place / "copy", ann.path)
    for order in ("go 1", "mode hit"):
        assert ann("do", order).code == 0
    other = ann.sent()
    ben("import", one)
    assert ben("import", other).code == 6
    (file,) = ben.home.evidence.glob("evidence-[0-9]*.pbem")
    return Arrives(
        file, ann, "Evidence that you signed two versions of turn file 3", "Only one of them", "pbem dispute settle",
        first="signed two versions of turn file 3; only one can be.",
    )  # fmt: skip


def claim(ann: Player, ben: Player) -> Arrives:
    """Whoever has sent claims after a month that the other owes an answer."""
    play(ann, ben, 3)
    sender, owing = (ann, ben) if '"mine": false' in ann("status", "--json").out else (ben, ann)
    file = ann.place / "june.claim"
    identity = unlock(sender.home, "")
    later = datetime.now(UTC) + timedelta(days=30)
    file.write_bytes(silence.claim(sender.folder, open_session(sender.folder, identity), later))
    return Arrives(file, owing, "A claim: you owe", "the word of", "pbem orders, then pbem send")


def refused(ann: Player, ben: Player) -> tuple[Path, Path]:
    """A legal turn of Ann's, and Ben's refusal of it."""
    play(ann, ben, 2)
    before = open_session(ben.folder, unlock(ben.home, ""))
    while decide(ann):
        pass
    turn = ann.sent()
    bundle = parse_log(ann.folder.log()).bundles[-1]
    order = next(i for i, entry in enumerate(bundle.entries) if entry["k"] == "go")
    fault = VerifyError("illegal", "so it says", entry=bundle.header.first + order)
    no = refusal(before, bundle, fault)
    file = ann.place / "no.pbem"
    file.write_bytes(container.pack(no.encode()))
    return turn, file


def played(ann: Player, ben: Player) -> Arrives:
    while '"owed_by": ""' not in ann("status", "--json").out:
        play(ann, ben, 1)
    file = ann.place / "result.pbem"
    assert ann("end", "result", "--out", file).code == 0
    return Arrives(file, ben, "The result of a game that is over", "says the same", "pbem end result ")


KINDS: tuple[Callable[[Player, Player], Arrives], ...] = (
    *(resignation, offer, agreement, vaults, ruling, countersignature, half, whole, succession),
    *(evidence, claim, played),
)
