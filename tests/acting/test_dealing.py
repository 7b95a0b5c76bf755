"""The dealer of a challenge: the program that acts for them answers every entrant with the one chain."""

from pathlib import Path

import pytest
from home.table import Player

from pbem.replay.verify import verify

pytestmark = pytest.mark.wider

ENTRANTS = ("Ann", "Cid", "Dee")


def box(place: Path, name: str) -> Path:
    return place / f"{name.lower()}-mail"


@pytest.fixture
def dealer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Player:
    """A dealer whose challenge three people have entered, each having asked for the first roll."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PBEM_HOME", raising=False)
    dealer = Player("Ref", tmp_path)
    for name in ("Ref", *ENTRANTS):
        for part in ("new", "cur", "tmp"):
            (box(tmp_path, name) / part).mkdir(parents=True)
        assert 0 == Player(name, tmp_path)("identity", "new", name, "--no-password").code
    dealer("challenge", "new", "autumn", "pegasus", "--terms", "Open to all.").says(0)
    for name in ENTRANTS:
        who, mail = Player(name, tmp_path), f"{name.lower()}@example.org"
        assert 0 == who("accept", tmp_path / "challenge-autumn.pbem", "--out", tmp_path / "i.pbem").code
        accepted = tmp_path / f"{name}.pbem"
        dealer(
            "accept", tmp_path / "i.pbem", "--out", accepted, "--to", mail, "--from", "ref@example.org"
        ).says(0)
        (tmp_path / "i.pbem").unlink()
        assert 0 == who("accept", accepted).code
        send(who)
    return dealer


def send(who: Player) -> None:
    mail = f"{who.name.lower()}@example.org"
    who("send", "--maildir", box(who.place, "Ref"), "--to", "ref@example.org", "--from", mail).says(0)


def deal(dealer: Player) -> str:
    """One round of the dealer's program; what it says."""
    boxes = [word for name in ENTRANTS for word in ("--maildir", box(dealer.place, name))]
    said = dealer("watch", box(dealer.place, "Ref"), "--act", "--once", *boxes).says(0)
    return said.sentences


def mails(dealer: Player) -> int:
    """How many mails the dealer has sent."""
    return len(list((box(dealer.place, ENTRANTS[0]) / "new").iterdir()))


def test_every_entrant_is_dealt_the_same_dice_and_nobody_twice(dealer: Player) -> None:
    deal(dealer)
    assert len(ENTRANTS) == mails(dealer)
    faces = set()
    for name in ENTRANTS:
        who = Player(name, dealer.place)
        assert 0 == who("import", box(dealer.place, name)).code
        verdict = verify(who.folder.log())
        assert (None, 1, "challenge") == (verdict.fault, verdict.rolls, verdict.dice)
        answer = next(line for line in who.folder.log().splitlines() if b'"k":"rsp"' in line)
        faces.add(answer.split(b',"i"')[0])
    assert 1 == len(faces)
    deal(dealer)
    assert len(ENTRANTS) == mails(dealer)
