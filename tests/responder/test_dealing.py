"""The referee of a challenge: their home answers every entrant by itself, and no second program gets the chain."""

from __future__ import annotations

from pathlib import Path

import pytest
from home.table import Player, pbem

from pbem.replay.verify import verify

pytestmark = pytest.mark.wider

ENTRANTS = ("Ann", "Cid")


def box(place: Path, name: str) -> Path:
    return place / f"{name.lower()}-mail"


@pytest.fixture
def ref(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Player:
    """A referee whose challenge two people have entered, each having asked for the first roll."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PBEM_HOME", raising=False)
    ref = Player("Ref", tmp_path)
    for name in ("Ref", *ENTRANTS):
        for part in ("new", "cur", "tmp"):
            (box(tmp_path, name) / part).mkdir(parents=True)
        assert 0 == Player(name, tmp_path)("identity", "new", name, "--no-password").code
    said = ref("challenge", "new", "autumn", "pegasus", "--terms", "Open to all.")
    assert 0 == said.code, said
    for name in ENTRANTS:
        who, mail = Player(name, tmp_path), f"{name.lower()}@example.org"
        assert 0 == who("enter", tmp_path / "challenge-autumn.pbem", "--out", tmp_path / "i.pbem").code
        accepted = tmp_path / f"{name}.pbem"
        said = ref("join", tmp_path / "i.pbem", "--out", accepted, "--to", mail, "--from", "ref@example.org")
        assert 0 == said.code, said
        (tmp_path / "i.pbem").unlink()
        assert 0 == who("start", accepted).code
        sent = who("send", "--maildir", box(tmp_path, "Ref"), "--to", "ref@example.org", "--from", mail)
        assert 0 == sent.code, sent
    return ref


def deal(ref: Player) -> str:
    boxes = [word for name in ENTRANTS for word in ("--maildir", box(ref.place, name))]
    said = ref("responder", "--once", "--from", box(ref.place, "Ref"), *boxes)
    assert 0 == said.code, said
    return said.err


def test_one_round_answers_every_entrant_and_the_next_answers_nobody_twice(ref: Player) -> None:
    said = deal(ref)
    assert 2 == said.count("answered roll 1 (draw/plan/1)"), said
    for name in ENTRANTS:
        who = Player(name, ref.place)
        assert 0 == who("import", box(ref.place, name)).code
        verdict = verify(who.folder.log())
        assert (None, 1) == (verdict.fault, verdict.rolls)
    assert "Nothing to answer." in deal(ref)


def test_the_referee_gets_no_responder_and_is_told_what_answers(ref: Player) -> None:
    name = min(each.name for each in (ref.path / "games").iterdir())
    said = ref("--game", name, "responder", "setup", ref.place / "robot")
    assert 2 == said.code
    assert "no second program may hold it" in said.err
    assert "pbem responder (or --once), without setup" in said.err
    assert not (ref.place / "robot").exists()


def test_status_tells_of_every_entrant(ref: Player) -> None:
    deal(ref)
    said = ref("responder", "status").out
    assert 2 == said.count("The dice of a challenge")
    for name in ENTRANTS:
        assert f"against {name}" in said
    assert 2 == said.count("answered roll 1")
    assert 0 == pbem("--home", ref.path, "status").code


def test_an_acceptance_that_names_a_responder_is_not_written_for_a_challenge(ref: Player) -> None:
    dee = Player("Dee", ref.place)
    assert 0 == dee("identity", "new", "Dee", "--no-password").code
    invited = dee("enter", ref.place / "challenge-autumn.pbem", "--out", ref.place / "d.pbem")
    assert 0 == invited.code, invited
    said = ref("join", ref.place / "d.pbem", "--responder", "--out", ref.place / "no.pbem")
    assert (2, True) == (said.code, "no second program may hold it" in said.err), said
    assert not (ref.place / "no.pbem").exists()
    assert 0 == ref("join", ref.place / "d.pbem", "--out", ref.place / "yes.pbem").code
