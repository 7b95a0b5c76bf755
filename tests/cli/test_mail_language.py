"""Mails speak the language of who sends them, or the one chosen for the game; whoever reads on has their own."""

from __future__ import annotations

from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
from home.table import Player, Two, decide, newcomers

ADDRESSES = ("--to", "ben@example.org", "--from", "ann@example.org")
LOST = {"en": "should the attachment be lost", "es": "por si se pierde el adjunto"}


def text(place: Path) -> str:
    """The body of a mail and its subject, as its reader has them."""
    mail = message_from_bytes(place.read_bytes(), policy=default)
    body = mail.get_body(("plain",))
    assert body is not None
    return f"{mail['Subject']}\n{body.get_content()}"


def sent(ann: Player, *more: str) -> str:
    """The draft that ``pbem send`` writes."""
    ann("send", "--eml", "turn.eml", *ADDRESSES, *more).says(0)
    return text(Path("turn.eml"))


@pytest.mark.parametrize("code", ["en", "es"])
def test_a_mail_speaks_the_language_of_who_sends_it(
    table: Two, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = table
    monkeypatch.setenv("PBEM_LANG", code)
    decide(ann)
    said = sent(ann)
    assert LOST[code] in said
    assert ("debe" in said) == (code == "es")
    monkeypatch.setenv("PBEM_LANG", "en" if code == "es" else "es")
    assert "entr" in ben("import", "turn.eml").err  # the same turn, whatever its mail speaks


def test_the_language_chosen_for_a_game_is_kept_for_its_mails(
    table: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = table
    monkeypatch.setenv("PBEM_LANG", "es")
    decide(ann)
    assert LOST["en"] in sent(ann, "--mail-lang", "en")
    assert "Firmado" not in text(Path("turn.eml"))
    assert ann("send", "--eml", "again.eml", *ADDRESSES).code == 0
    assert LOST["en"] in text(Path("again.eml"))
    reminder = ann("send", "--reminder", "--eml", "reminder.eml", *ADDRESSES)
    assert reminder.code == 0, reminder.err
    assert "My last turn is attached again" in text(Path("reminder.eml"))


def test_an_invitation_and_its_answer_are_mails_in_the_language_of_their_senders(
    tiny: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ann, ben = newcomers(tmp_path, "Ann", "Ben")
    monkeypatch.setenv("PBEM_LANG", "es")
    ann("invite", "tiny", "--eml", "invitation.eml", *ADDRESSES).says(0)
    assert "te invita a" in text(Path("invitation.eml"))
    ben("accept", "invitation.eml", "--yes", "--mail-lang", "en", "--eml", "answer.eml", *ADDRESSES).says(0)
    assert "accepts and plays" in text(Path("answer.eml"))
