"""A file of an archive is judged as ``pbem verify`` judges it, and what is kept of it is true."""

import json
import time

import pytest
from home.table import pbem, use_tiny

from pbem.archive import judging
from pbem.archive.places import items

from .conftest import PEGASUS

pytestmark = pytest.mark.wider

JUDGE = "0" * 64


def test_every_file_gets_the_verdict_of_verify(small, tmp_path, monkeypatch):
    use_tiny(monkeypatch)
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "home"))
    for name, data in {**small, "pegasus.pbem": PEGASUS.read_bytes()}.items():
        file = tmp_path / name
        file.write_bytes(data)
        said = pbem("verify", "--json", file)
        told = json.loads(said.out)
        found = judging.judged(data, JUDGE)
        fault = told.get("error") or {}
        code = fault.get("code", "") if "paper" not in told else told["code"]
        assert (told["verdict"], code, said.code) == (found.verdict, found.code, found.exit_code), name


def test_what_is_kept_of_a_game_is_what_happened_in_it() -> None:
    found = judging.judged(PEGASUS.read_bytes(), JUDGE)
    assert ("log", "verified", "pegasus", "beginner") == (
        found.kind,
        found.verdict,
        found.game,
        found.scenario,
    )
    assert (490, 246, 13) == (found.entries, found.turn_files, found.turns)
    assert found.winner in (found.a_side, "german")
    assert sum(found.faces_a) > 1000
    assert 6 == len(found.faces_a)
    assert "9.1" not in found.paragraphs or found.paragraphs.count("9.1") > 0
    assert found.opening.startswith("A: move")
    assert 64 == len(found.gid) == len(found.a_key)


def test_a_file_that_takes_too_long_is_given_up_and_named() -> None:
    start = time.monotonic()
    found = judging.judged(PEGASUS.read_bytes(), JUDGE, seconds=0.05)
    assert ("unread", "too-long", 1) == (found.verdict, found.code, found.exit_code)
    assert time.monotonic() - start < 20
    assert "verified" == judging.judged(PEGASUS.read_bytes(), JUDGE).verdict


def test_what_crashes_the_program_is_named_and_not_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: bytes) -> bytes:
        raise RecursionError

    monkeypatch.setattr("pbem.home.viewing.logs.data_in", broken)
    found = judging.judged(b"{", JUDGE)
    assert ("unread", "crash") == (found.verdict, found.code)
    assert "RecursionError" in found.said


def test_the_judge_is_the_program_with_its_rules_and_data(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = judging.judge_id()
    assert ours == judging.judge_id()
    monkeypatch.setattr("pbem.archive.judging.installed_version", lambda: "0.0.0")
    assert ours != judging.judge_id()


def test_everything_in_every_kind_of_place_is_found_once_in_order(archive, small):
    found = {each.name: each for each in items(str(archive))}
    assert {f"deep/er/{name}" for name in small} < set(found)
    assert {"mails.mbox!mail 1", "mails.mbox!mail 3"} < set(found)
    assert "photo.jpg" not in found
    assert list(found) == sorted(found, key=lambda name: name.partition("!")[0])
    assert ["old.tar.gz", "old.zip"] == [each.name for each in found.values() if each.problem]
