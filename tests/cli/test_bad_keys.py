"""A key that is locked, changed or another's: one clear sentence, and nothing lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from home.table import Player, Two

from cli.spoiling import everything


@pytest.fixture
def locked(tiny: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Player:
    """A home whose key has the password ``right``."""
    monkeypatch.setenv("PBEM_PASSWORD", "right")
    ann = Player("Ann", tmp_path)
    assert ann("identity", "new", "Ann").code == 0
    monkeypatch.delenv("PBEM_PASSWORD")
    return ann


def test_a_wrong_password_is_said_in_one_sentence(locked: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_PASSWORD", "wrong")
    locked("invite", "tiny").says(3, "password is wrong")
    assert () == locked.home.invitations()


def test_a_password_comes_from_a_file(locked: Player, tmp_path: Path) -> None:
    (tmp_path / "word").write_text("right\n")
    assert 0 == locked("invite", "tiny", "--stdout", "--password-file", tmp_path / "word").code
    assert 3 == locked("invite", "tiny", "--stdout", "--password-file", tmp_path / "none").code


def test_nobody_to_ask_for_the_password_is_a_sentence_and_no_wait(locked: Player) -> None:
    locked("invite", "tiny").says(2, "PBEM_PASSWORD")


def test_an_empty_password_is_refused_unless_it_is_wanted(
    tiny: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_PASSWORD", "")
    ann = Player("Ann", tmp_path)
    ann("identity", "new", "Ann").says(2, "--no-password")
    assert 0 == ann("identity", "new", "Ann", "--no-password").code
    assert "without a password" in ann("identity", "show").out


def test_a_second_identity_never_replaces_the_first(locked: Player) -> None:
    before = everything(locked)
    assert 6 == locked("identity", "new", "Eve", "--no-password").code
    assert before == everything(locked)


def test_a_card_that_was_changed_does_not_unlock(locked: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_PASSWORD", "right")
    file = locked.path / "identity.json"
    file.write_bytes(file.read_bytes().replace(b'"name":"Ann"', b'"name":"Eve"'))
    assert 3 == locked("invite", "tiny").code


def test_a_home_whose_secrets_are_of_another_identity_is_named(table: Two) -> None:
    ann, ben = table
    (ann.path / "identity.json").write_bytes((ben.path / "identity.json").read_bytes())
    ann("do", "pick", "bold", "calm").says(3, "do not open with the identity of Ben")
