"""Which of two versions stands by a ruling, and whose rulings count."""

from __future__ import annotations

from pathlib import Path

import pytest
from protocol.tiny import GAME

from pbem.bytes import canon, container
from pbem.bytes.errors import FormatError, VerifyError
from pbem.log import Log, sign_bundle
from pbem.log.entries import Ruling
from pbem.papers import appointment as appointments
from pbem.papers import results
from pbem.papers.authors import check_authors
from pbem.papers.rulings import make_ruling, possibilities

from .court import QUIN, RITA, STANDS, Court, imported, log_of, sit, void
from .table import play, use_tiny

pytestmark = pytest.mark.night


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
    court.ann(
        *("referee", "appoint", "--key", QUIN.public.hex(), "--name", "Quin", "--yes", "--out", paper)
    ).says(0)
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
