"""Which mails a program may answer by itself."""

from __future__ import annotations

import pytest

from pbem.home.responder.answerable_mail import no_answer
from tests.lists import tried_with

PERSON = b"From: Ben <ben@example.org>\nTo: ann@example.org\nReturn-Path: <ben@example.org>\nSubject: my turn"
SILENT = {
    b"Auto-Submitted: auto-replied": "a program sent it",
    b"auto-submitted: Auto-Generated; x=1": "a program sent it",
    b"List-Id: <games.example.org>": "a mailing list",
    b"List-Unsubscribe: <mailto:x@example.org>": "a mailing list",
    b"Precedence: bulk": "bulk mail",
    b"PRECEDENCE:  Junk ": "bulk mail",
    b"Precedence: list": "bulk mail",
}


def test_a_mail_from_a_person_may_be_answered() -> None:
    assert "" == no_answer(PERSON, ours="ann@example.org")
    assert "" == no_answer(PERSON + b"\nAuto-Submitted: no", ours="ann@example.org")
    assert "" == no_answer(b"", ours="ann@example.org")


@tried_with("field", SILENT)
def test_a_program_may_answer_a_program_that_brings_a_new_turn_and_a_list_never(field: bytes) -> None:
    said = no_answer(field + b"\n" + PERSON, ours="ann@example.org", new=True)
    assert ("" if b"ubmitted" in field else SILENT[field]) in said
    assert (said == "") is (b"ubmitted" in field)


@tried_with("field", SILENT)
def test_a_mail_of_a_program_or_a_list_may_not(field: bytes) -> None:
    assert SILENT[field] in no_answer(field + b"\n" + PERSON, ours="ann@example.org")
    assert SILENT[field] in no_answer(PERSON + b"\n" + field, ours="ann@example.org")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b"Return-Path: <ben@example.org>", b"Return-Path: <>", "empty return path"),
        (b"Ben <ben@example.org>", b"Ann <ANN@example.org>", "our own address"),
        (b"Ben <ben@example.org>", b"<MAILER-DAEMON@example.org>", "a program's address"),
        (b"Ben <ben@example.org>", b"No-Reply@example.org", "a program's address"),
        (b"<ben@example.org>\nSubject", b"<owner-games@example.org>\nSubject", "a program's address"),
    ],
)
def test_senders_whom_no_program_answers(old: bytes, new: bytes, why: str) -> None:
    head = PERSON.replace(old, new)
    assert head != PERSON
    assert why in no_answer(head, ours="ann@example.org")
