"""Which of two versions stands by a ruling, and whose rulings count."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from protocol.tiny import GAME

from pbem.bytes import canon, container
from pbem.bytes.errors import FormatError, VerifyError
from pbem.home import identity as identities
from pbem.home.games import open_session, save_session
from pbem.log import Log, read_bundles, sign_bundle
from pbem.log.entries import Ruling
from pbem.papers import appointment as appointments
from pbem.papers import results
from pbem.papers.authors import check_authors
from pbem.papers.rulings import make_ruling, possibilities
from pbem.protocol.side_entries import refusal

from .court import QUIN, RITA, STANDS, Court, imported, log_of, play_alone, sit, void
from .table import decide, play, put_back, use_tiny

pytestmark = pytest.mark.night


# --- two versions, refusals -------------------------------------------------------------------------------------------


def test_of_two_versions_the_one_that_the_ruling_continues_stands(court: Court) -> None:
    ann, ben = court.ann, court.ben
    play(ann, ben, 2)
    shutil.copytree(ann.path, ann.place / "copy")
    one = play_alone(ann)
    put_back(ann.place / "copy", ann.path)
    for order in ("go 1", "mode hit"):
        assert ann("do", order).code == 0
    two = ann.sent()
    imported(ben, one)
    assert ben("import", two).code == 6
    assert decide(ben)
    assert ben("settle", "--take", "1").code == 0
    ben.sent()  # Ben has answered the first version, and cannot leave it by himself
    chosen = read_bundles(container.unpack(two.read_bytes()))
    log = log_of(ann)
    assert chosen[-1].hash() == log.bundles[-1].hash()
    can = possibilities(GAME, log)
    assert can.j
    file = court.rule(log, void(log, log.bundles[1].header.last), "ruling", *chosen)
    for player in (ann, ben):
        player("import", file)
        assert "pbem settle" not in player("status").out
    court.to_the_end()


def test_a_refused_turn_stands_when_the_referee_says_so(court: Court) -> None:
    ann, ben = court.ann, court.ben
    play(ann, ben, 2)
    turn = play_alone(ann)
    bundle = read_bundles(container.unpack(turn.read_bytes()))[-1]
    identity = identities.unlock(ben.home, "")
    session = open_session(ben.folder, identity)
    refused = refusal(session, bundle, VerifyError("illegal", "not so", entry=bundle.header.first))
    save_session(ben.folder, identity, session.receive(refused))
    (place := ann.place / "refusal.pbem").write_bytes(container.pack(refused.encode()))
    assert 6 == ann("import", place).code
    file = court.rule(log_of(ann), STANDS, "ruling", bundle)
    for player in (ann, ben):
        imported(player, file)
        assert "pbem settle" not in player("status").out
    court.to_the_end()


# --- who may rule -----------------------------------------------------------------------------------------------------


def test_a_stranger_rules_nothing(court: Court) -> None:
    play(court.ann, court.ben, 2)
    made = make_ruling(GAME, log_of(court.ann), RITA, STANDS)
    header = made.header
    forged = sign_bundle(
        QUIN,
        by="R",
        gid=header.gid,
        n=header.n,
        prev=header.prev,
        lines=made.lines,
        rules=header.rules * 4,
        state=header.state,
    )
    (place := court.ann.place / "forged.pbem").write_bytes(container.pack(forged.encode()))
    before = court.ben.folder.log()
    said = court.ben("import", place)
    assert (3, True) == (said.code, "wrong-key" in said.sentences), said
    assert (before, (), ()) == (court.ben.folder.log(), court.ben.folder.refused(), court.ben.folder.parked())
    court.to_the_end()


def test_a_referee_who_signs_two_rulings_is_named_and_the_second_joins_nothing(court: Court) -> None:
    play(court.ann, court.ben, 3)
    log = log_of(court.ann)
    one, two = court.rule(log, STANDS), court.rule(log, void(log, 3), "second")
    imported(court.ben, one)
    before = court.ben.folder.log()
    said = court.ben("import", two)
    assert (6, True) == (said.code, "The referee has signed two rulings" in said.sentences), said
    assert before == court.ben.folder.log()
    assert {"two-rulings"} == {each.code for each in court.ben.folder.refused()}
    imported(court.ann, one)
    court.to_the_end()


def test_who_was_appointed_on_paper_brings_the_appointment_onto_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    court = sit(tmp_path, None)
    play(court.ann, court.ben, 3)
    log = log_of(court.ann)
    with pytest.raises(VerifyError) as caught:
        make_ruling(GAME, log, QUIN, STANDS)
    assert "no-referee" == caught.value.code
    paper = tmp_path / "appointment.pbem"
    said = court.ann(
        *("referee", "appoint", "--key", QUIN.public.hex(), "--name", "Quin", "--yes", "--out", paper)
    )
    assert 0 == said.code, said
    assert 0 == court.ben("referee", "appoint", paper, "--yes", "--out", paper).code
    _, appointed = appointments.read(container.unpack(paper.read_bytes()))
    made = make_ruling(GAME, log, QUIN, void(log, 3), appointed)
    (place := tmp_path / "ruling.pbem").write_bytes(container.pack(made.encode()))
    for player in (court.ann, court.ben):
        said = imported(player, place)
        assert (
            "Quin (referee) ruled: The wrong road was taken. The game goes on from entry 3." in said.sentences
        )
    again = court.rule(court.same(), STANDS, "again", key=QUIN)
    for player in (court.ann, court.ben):
        imported(player, again)
    court.to_the_end()


def test_a_ruling_on_paper_binds_by_the_clause_of_the_invitation_alone(court: Court) -> None:
    play(court.ann, court.ben, 2)
    outcome = results.Outcome(how=results.RULED, winner="red", level="by the clause")
    made = results.write(log_of(court.ann), outcome)
    unsigned = results.finding(results.read(made.encode()))
    signed = results.finding(results.read(made.signed(RITA).encode()))
    assert (False, True) == (unsigned.proved, signed.proved)
    with pytest.raises(VerifyError):
        results.finding(results.read(made.signed(QUIN).encode()))


def test_no_paper_is_taken_in_with_a_referees_turn_file_in_it(court: Court) -> None:
    play(court.ann, court.ben, 3)
    log = log_of(court.ann)
    made = results.write(log, results.Outcome(how=results.RULED, winner="red", level="by the clause")).signed(
        RITA
    )
    keys = {name: QUIN.public.hex() for name in ("key", "tip", "vault")}
    line = canon.encode({"i": 0, "k": "renew", "n": 1024, **keys})
    false = sign_bundle(
        RITA, by="R", gid=log.gid, n=1, prev=log.gid, lines=[line], rules=log.invite.rules, state="00" * 32
    )
    with pytest.raises(FormatError) as caught:
        results.read(made.encode() + false.encode())
    assert "bad-paper" == caught.value.code
    ruling = make_ruling(GAME, log, RITA, STANDS)
    with pytest.raises(VerifyError) as needs:
        check_authors(log, [*log.bundles, ruling])
    assert "needs-log" == needs.value.code


def test_what_can_be_ruled_lies_beyond_every_roll_that_any_version_names(court: Court) -> None:
    play(court.ann, court.ben, 5)
    log = log_of(court.ann)
    short = Log(invite=log.invite, accept=log.accept, bundles=log.bundles[:2])
    alone, knowing = possibilities(GAME, short), possibilities(GAME, short, log.bundles[2:])
    asked = [int(str(e["j"])) for each in log.bundles for e in each.entries if e["k"] == "req"]
    assert (2, max(asked) + 1) == (alone.j, knowing.j)
    assert 101 == alone.most
    for to in alone.to:
        make_ruling(GAME, short, RITA, Ruling(how="void", to=to, j=knowing.j, text="x"))
