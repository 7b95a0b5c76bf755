"""A turn comes out of a mail as it went in, whatever happened on the way, or is refused by name."""

from datetime import UTC, datetime, timedelta, timezone
from email import message_from_bytes, policy
from random import Random

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from mail import mangle
from pbem.bytes.container import MAGIC, pack
from pbem.bytes.errors import MailError, UsageError
from pbem.mail.compose import Envelope, compose, file_name, message_id, spoken, turn_digest
from pbem.mail.extract import look, turns_in
from tests.lists import tried_with
from tests.sampling import ALL, part_by_turns

pytestmark = pytest.mark.wider

SOME = settings(max_examples=100 if ALL else 40)
WORDS = st.text(alphabet=st.characters(codec="utf-8"), max_size=200)
ENVELOPES = st.builds(
    Envelope, game=st.sampled_from(["june6", "pegasus"]), gid=st.just("ab" * 32), turn=st.none() | st.integers(1, 30),
    first=st.just(120), last=st.integers(120, 20000), head=st.binary(min_size=32, max_size=32).map(bytes.hex),
    sender=st.just("ana@example.org"), recipient=st.just("bela@example.org"), sender_name=WORDS,
    date=st.datetimes(timezones=st.just(UTC)), summary=WORDS,
    body=WORDS | st.just("From here on\n.\n>From there\n" + "x" * 2000), thread=st.just("") | st.just("cd" * 32),
    answers=st.just("") | st.just("ef" * 32), draft=st.booleans(), automatic=st.booleans(),
)  # fmt: skip
# A page has no plain text for the next change, and the library of the tests does not read an unknown charset.
CHAINABLE = [
    mangle.from_stuffed,
    *(
        change
        for change in mangle.WRITTEN
        if change not in (mangle.html_only, mangle.html_blocks, mangle.lying_charset)
    ),
]
PLAIN = Envelope(
    game="june6", gid="ab" * 32, turn=3, first=120, last=412, head="4f2a91c077de" + "0" * 52,
    sender="ana@example.org", recipient="bela@example.org",
    date=datetime(2026, 6, 6, 5, 30, tzinfo=timezone(timedelta(hours=2))),
    summary="82nd takes Sainte-M\u00e8re; your move", body="Moves\n  505/82: W3522 \u2192 W3523\n", thread="cd" * 32,
    answers="ef" * 32,
)  # fmt: skip


@SOME
@given(st.binary(max_size=3000), ENVELOPES)
def test_extract_undoes_compose(data, envelope):
    """Any bytes in any envelope come back, once, with nothing to complain about."""
    survey = look(compose(pack(data), envelope))
    assert ([data], ()) == ([found.data for found in survey.found], survey.problems)


@pytest.mark.parametrize("change", [*mangle.ATTACHED, *mangle.WRITTEN], ids=lambda change: change.__name__)
@settings(max_examples=100 if ALL else 8)
@given(st.binary(max_size=700) | st.just(bytes(range(256)) * 9))
def test_manglings_do_no_harm(change, data):
    """After any of these changes the turn is found, and its bytes are the same."""
    assert [data] == [found.data for found in turns_in(change(compose(pack(data), PLAIN)))]


LARGE = {*part_by_turns(mangle.WRAPPED, 4)}


@tried_with("name", mangle.WRAPPED)
def test_a_turn_is_found_in_wrappings_that_no_mail_speaks_of(name):
    """Small turns are stored in a zip as they are, large ones are not."""
    for size in (3, 200_000) if name in LARGE else (3,):
        data = b'{"by":"A","k":"hdr"}\n' + Random(size).randbytes(size)
        mail = mangle.WRAPPED[name](compose(pack(data), PLAIN))
        assert [data] == [found.data for found in turns_in(mail)], size


@SOME
@given(
    st.binary(max_size=300),
    st.lists(st.sampled_from(CHAINABLE), max_size=4),
)
def test_manglings_may_follow_one_another(data, changes):
    """Several changes in a row give the same turn, or a named refusal: never another turn, never another error."""
    mail = mangle.no_attachment(compose(pack(data), PLAIN))
    for change in changes:
        mail = change(mail)
    survey = look(mail)
    if survey.found:
        assert [data] == [found.data for found in survey.found]
    codes = {problem.code for problem in survey.problems}
    assert codes <= {"armour-truncated", "armour-checksum", "armour-body"}


@SOME
@given(st.binary(min_size=1, max_size=400), st.data())
def test_damage_is_never_taken_for_a_turn(data, draw):
    """One letter of armour changed: no other turn comes out, and the reason is named."""
    text = mangle.text_of(compose(pack(data), PLAIN))
    start = text.index("\n\n", text.index("BEGIN PBEM")) + 2
    end = text.index("\n=", start)
    at = draw.draw(st.integers(start, end - 1).filter(lambda index: text[index] not in "\n="))
    other = "A" if text[at] != "A" else "B"
    survey = look((text[:at] + other + text[at + 1 :]).encode())
    assert {data} >= {found.data for found in survey.found}
    assert survey.found or survey.problems[0].code in {"armour-checksum", "armour-body"}


def test_the_text_saves_a_damaged_attachment():
    """When the attachment is damaged the armour is taken, and the damage is told beside it."""
    mail = compose(pack(b"turn" * 100), PLAIN)
    head, start, tail = mail.rpartition(b"iVBCRU0xDQoaCnja")
    survey = look(head + start + b"AAAA" + tail)
    assert [b"turn" * 100] == [found.data for found in survey.found]
    assert "the text of part 1" == survey.found[0].where
    assert ["damaged"] == [problem.code for problem in survey.problems]


def test_the_same_input_gives_the_same_bytes():
    turn = pack(b"turn")
    assert compose(turn, PLAIN) == compose(turn, PLAIN)
    assert compose(turn, PLAIN) != compose(pack(b"other"), PLAIN)


def test_the_mail_is_rfc_5322():
    """CRLF everywhere, no line over 998 bytes, ASCII only, and a mail reader sees the headers we meant."""
    mail = compose(pack(bytes(range(256)) * 40), PLAIN)
    assert b"\n" not in mail.replace(b"\r\n", b"")
    assert 998 >= max(len(line) for line in mail.split(b"\r\n"))
    assert mail.isascii()
    parsed = message_from_bytes(mail, policy=policy.default)
    assert [] == parsed.defects
    assert "[pbem june6 T03 s0412] 82nd takes Sainte-M\u00e8re; your move" == parsed["Subject"]
    assert mail.startswith(b"Subject: [pbem june6 T03 s0412] ")
    assert "Sat, 06 Jun 2026 05:30:00 +0200" == parsed["Date"]
    assert message_id("ef" * 32) == parsed["In-Reply-To"]
    assert f"{message_id('cd' * 32)} {message_id('ef' * 32)}" == parsed["References"]
    assert message_id(turn_digest(pack(bytes(range(256)) * 40))) == parsed["Message-ID"]
    (attachment,) = parsed.iter_attachments()
    assert ("june6-T03-s0412.pbem", "application/octet-stream") == (
        attachment.get_filename(),
        attachment.get_content_type(),
    )
    assert spoken(PLAIN.head) == "4f2a 91c0 77de"
    assert "4f2a 91c0 77de" in mangle.text_of(mail)


@SOME
@given(WORDS, WORDS, WORDS)
def test_no_text_of_a_player_becomes_a_header(summary, name, body):
    evil = "\r\nBcc: eve@example.org\r\n\r\n"
    envelope = evolve(PLAIN, summary=summary + evil, sender_name=name + evil, body=evil + body)
    parsed = message_from_bytes(compose(pack(b""), envelope), policy=policy.default)
    plain = message_from_bytes(compose(pack(b""), PLAIN), policy=policy.default)
    assert plain.keys() == parsed.keys()
    assert "bela@example.org" == parsed["To"]


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("sender", "ana", "bad-address"),
        ("recipient", "a@b.c\r\nBcc: d@e.f", "bad-address"),
        ("game", "../../etc", "bad-game"),
        ("gid", "nonsense", "bad-id"),
        ("answers", "<x@y>", "bad-id"),
        ("date", PLAIN.date.replace(tzinfo=None), "bad-date"),
    ],
)
def test_an_envelope_that_makes_no_mail_is_refused(field, value, code):
    """What would spoil the mail is refused when it is written, by name."""
    with pytest.raises(UsageError) as caught:
        compose(pack(b""), evolve(PLAIN, **{field: value}))
    assert code == caught.value.code


def test_a_turn_no_reader_takes_is_not_sent():
    """The writer keeps the limits of the reader; the largest turn it sends is read."""
    with pytest.raises(MailError) as caught:
        compose(b"x" * (1024 * 1024 + 1), PLAIN)
    assert "attachment-too-big" == caught.value.code
    data = Random(6).randbytes(1024 * 1024 - 1024)
    assert [data] == [found.data for found in turns_in(compose(pack(data), PLAIN))]


@SOME
@given(ENVELOPES)
def test_file_names_are_plain(envelope):
    """The name of the attachment is ours: lower-case game, turn, step."""
    assert set(file_name(envelope)) <= set("abcdefghijklmnopqrstuvwxyz0123456789-.Ts")


def test_magic_is_what_counts():
    assert [b"data"] == [found.data for found in turns_in(pack(b"data"))]
    assert pack(b"").startswith(MAGIC)
