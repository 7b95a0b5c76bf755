"""The responder takes rulings in, and answers nothing that one has made void."""

from __future__ import annotations

from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path

import pytest
from home.table import use_tiny
from protocol.tiny import GAME

from pbem.bytes import container
from pbem.crypto.keys import Keypair
from pbem.log import parse_log
from pbem.log.entries import Ruling
from pbem.mail.maildir import deliver
from pbem.papers import appointment as appointments
from pbem.papers import results
from pbem.papers.rulings import make_ruling, possibilities

from .world import ADDRESSES, World, begin, last

pytestmark = pytest.mark.wider

QUIN = Keypair.from_seed(sha256(b"quin").digest())


def appointed(world: World) -> results.Appointed:
    """Quin, for whom both players have signed."""
    paper = world.place / "appointment.pbem"
    words = ("--key", QUIN.public.hex(), "--name", "Quin", "--yes", "--out", paper)
    assert 0 == world.ann("referee", "appoint", *words).code
    assert 0 == world.ben("referee", "appoint", paper, "--yes", "--out", paper).code
    return appointments.read(container.unpack(paper.read_bytes()))[1]


def post(world: World, ruling: bytes) -> None:
    """A mail of Quin's to both players."""
    mail = EmailMessage()
    mail["From"], mail["To"] = "quin@example.org", ", ".join(ADDRESSES.values())
    mail["Subject"], mail["Message-ID"] = "A ruling", "<ruling@example.org>"
    mail.set_content("Here is what I rule.")
    mail.add_attachment(ruling, maintype="application", subtype="octet-stream", filename="ruling.pbem")
    for player in (world.ann, world.ben):
        deliver(world.box(player), mail.as_bytes(), "quin")


def test_a_responder_takes_a_ruling_in_and_answers_the_roll_behind_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    world = begin(tmp_path)
    world.until_asked()
    log = parse_log(world.ben.folder.log())
    asked = next(entry for entry in last(world.ben).entries if entry["k"] == "req")
    before = int(str(asked["i"])) - 1
    can = possibilities(GAME, log)
    assert before in can.to
    ruling = Ruling(how="void", to=before, j=can.j, text="Ask again.")
    post(world, container.pack(make_ruling(GAME, log, QUIN, ruling, appointed(world)).encode()))
    answered = len(world.answers())
    done = world.respond()
    assert any("a ruling, verified" in line for line in done.lines), done
    assert answered == len(world.answers()), "nothing is owed by Ann any more"
    world.fetch(world.ben)
    world.write()
    again = next(entry for entry in last(world.ben).entries if entry["k"] == "req")
    assert (can.j, f"{asked['why']}~1") == (again["j"], again["why"])
    world.respond()
    assert answered + 1 == len(world.answers())
    assert can.j == world.answers()[-1].entries[0]["j"]


def test_what_a_responder_has_answered_beside_a_ruling_is_given_up_and_nothing_is_answered_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    world = begin(tmp_path)
    world.until_asked()
    log = parse_log(world.ben.folder.log())
    before = int(str(next(e for e in last(world.ben).entries if e["k"] == "req")["i"])) - 1
    ruling = Ruling(how="void", to=before, j=possibilities(GAME, log).j, text="Ask again.")
    made = make_ruling(GAME, log, QUIN, ruling, appointed(world))
    world.respond()
    answered = len(world.answers())
    post(world, container.pack(made.encode()))
    world.respond()
    for player in (world.ann, world.ben):
        assert "ruled: Ask again." in world.fetch(player)
    assert world.ann.folder.log() == world.ben.folder.log()
    world.write()
    world.respond()
    assert answered + 1 == len(world.answers())
    assert "stopped" not in "".join(world.respond().lines).lower()
