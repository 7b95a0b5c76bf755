"""Mails made to hurt, and a server that wants to: each is refused by name, soon, and nothing is written."""

import base64
import io
import itertools
import os
import time
import tracemalloc
import zlib

import pytest

from mail.growth import FOURFOLD, ratio
from mail.servers.hostile import forever, imap, serving, smtp
from mail.test_roundtrip import PLAIN
from pbem.bytes.container import MAGIC, armour, pack
from pbem.bytes.errors import MailError, PbemError
from pbem.mail import imap as ours
from pbem.mail import smtp as out
from pbem.mail import sources
from pbem.mail.compose import compose
from pbem.mail.extract import look, turns_in
from pbem.mail.imap import opened
from pbem.mail.limits import MAX_MAIL
from pbem.mail.parts import MAX_DEPTH, MAX_PARTS
from tests.lists import tried_with

SOON = 20.0  # seconds; none takes two on an idle machine, and none may take minutes on a busy one


def multipart(count: int, body: bytes = b"\r\nx\r\n") -> bytes:
    return b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + (b"--b\r\n" + body) * count + b"--b--\r\n"


def nested(depth: int, inside: bytes) -> bytes:
    for level in range(depth):
        mark = b"b%d" % level
        inside = b"Content-Type: multipart/mixed; boundary=%b\r\n\r\n--%b\r\n%b\r\n--%b--\r\n" % (
            mark, mark, inside, mark,
        )  # fmt: skip
    return inside


def attached(data: bytes) -> bytes:
    head = b"Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    return head + base64.encodebytes(data) + b"\r\n"


def bomb(size: int) -> bytes:
    packer = zlib.compressobj(9)
    block = bytes(1 << 20)
    return MAGIC + b"".join(packer.compress(block) for _ in range(size >> 20)) + packer.flush()


HURTFUL = {
    "ten megabytes": (b"A: b\r\n\r\n" + b"x" * (10 << 20), "mail-too-big"),
    "a hundred thousand parts": (multipart(100_000, b"\r\n"), "mail-parts"),
    "a million line ends": (b"A: b\n\n" + b"\n" * 1_000_000, "mail-too-big"),
    "a thousand levels": (nested(1000, b"x"), "mail-parts"),
    "too deep by one": (nested(MAX_DEPTH + 1, attached(b"x")), "mail-nesting"),
    "too many parts by one": (multipart(MAX_PARTS + 1), "mail-parts"),
    "a header of four megabytes": (
        b"Content-Type: text/plain; " + b'a=";' * 1_000_000 + b"\n\nx",
        "mail-header",
    ),
    "a hundred thousand headers": (b"A: b\n" * 100_000 + b"\nx", "mail-header"),
    "a bomb": (bomb(64 << 20), "too-large"),
    "an attached bomb": (compose(bomb(64 << 20), PLAIN), "too-large"),
    "two megabytes attached": (attached(MAGIC + bytes(2 << 20)), "attachment-too-big"),
    "beginnings alone": (MAGIC * 400_000, "damaged"),
    "beginnings in letters": (b"iVBCRU0xDQoaCnja" * 250_000, "damaged"),
    "dashes": (b"A: b\n\nPBEM" + b"-" * 4_000_000, "no-turn"),
    "open tags": (b"A: b\n\nPBEM" + b"<br" * 1_300_000, "no-turn"),
    "quote marks": (b"A: b\n\nPBEM" + b"\n" + b">|" * 2_000_000, "no-turn"),
    "entities": (b"A: b\n\nPBEM" + b"&#1" * 1_300_000, "no-turn"),
    "openings without end": (b"A: b\n\n" + b"-----BEGIN PBEM TURN-----\n" * 150_000, "armour-truncated"),
    "an opening and blanks": (b"A: b\n\n-----BEGIN" + b" " * 4_000_000 + b"PBEM", "no-turn"),
}


@tried_with("name", HURTFUL)
def test_a_hurtful_mail_is_refused_soon(name):
    """What is beyond the limits is refused under its name within seconds."""
    raw, code = HURTFUL[name]
    start = time.perf_counter()
    with pytest.raises(PbemError) as caught:
        turns_in(raw)
    assert code == caught.value.code
    assert time.perf_counter() - start < SOON


def test_the_limits_themselves_are_allowed():
    """The deepest nesting and the largest number of parts still give their turn."""
    turn = pack(b"data")
    assert [b"data"] == [found.data for found in turns_in(nested(MAX_DEPTH, attached(turn)))]
    armoured = armour(turn, {}).encode()
    assert [b"data"] == [found.data for found in turns_in(multipart(MAX_PARTS, b"\r\n" + armoured))]


def test_many_bombs_share_one_allowance():
    """Fifty parts that unpack to eight megabytes each do not unpack to four hundred."""
    parts = b"".join(b"--b\r\n" + attached(pack(bytes(8 << 20)[:-n])) for n in range(1, 12))
    start = time.perf_counter()
    survey = look(b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + parts + b"--b--\r\n")
    assert (2, {"too-large"}) == (len(survey.found), {problem.code for problem in survey.problems})
    assert time.perf_counter() - start < SOON


def test_bombs_use_up_the_allowance():
    """What a bomb would unpack to counts as if it had: after two of them nothing more is unpacked."""
    parts = b"".join(b"--b\r\n" + attached(data) for data in (bomb(9 << 20), bomb(10 << 20), pack(b"data")))
    survey = look(b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + parts + b"--b--\r\n")
    assert ((), ["too-large"] * 3) == (survey.found, [problem.code for problem in survey.problems])


@tried_with(
    "name", ["../../etc/passwd", "/etc/passwd", "..\\..\\x.pbem", "a\x00b", "con", "%2e%2e/x", "x" * 5000]
)
def test_a_name_from_the_sender_writes_nothing(tmp_path, monkeypatch, name):
    """Whatever the attachment is called, reading the mail touches no file."""
    monkeypatch.chdir(tmp_path)
    raw = compose(pack(b"data"), PLAIN).replace(b"june6-T03-s0412.pbem", name.encode())
    (tmp_path / "mail.eml").write_bytes(raw)
    (letter,) = sources.read(tmp_path / "mail.eml")
    (found,) = letter.turns()
    assert b"data" == found.data
    assert name not in found.where
    assert ["mail.eml"] == os.listdir(tmp_path)


def test_a_mail_without_a_turn_says_so():
    """The commonest mistake has a clear sentence, and says what to do."""
    with pytest.raises(MailError) as caught:
        turns_in(b"Subject: hello\r\n\r\nSorry, I forgot the file!\r\n")
    assert "no-turn" == caught.value.code
    assert str(caught.value).startswith("There is no turn file in this mail. Ask for it once more")


@pytest.mark.parametrize(
    ("raw", "word"),
    [
        (b"Content-Type: multipart/encrypted; boundary=b\r\n\r\n--b\r\n\r\nx\r\n--b--\r\n", "encrypted"),
        (b'Content-Type: application/ms-tnef; name="winmail.dat"\r\n\r\nx\r\n', "Outlook"),
    ],
)
def test_known_wrappings_are_named(raw, word):
    """An encrypted mail and Outlook's wrapping are told apart from an empty one."""
    with pytest.raises(MailError, match=word):
        turns_in(raw)


def test_outlooks_wrapping_is_looked_into():
    """A turn whole inside other bytes, as in winmail.dat, is cut out."""
    blob = base64.encodebytes(b"\x78\x9f\x3e\x22" + bytes(40) + pack(b"data") + b"trailer" * 20)
    raw = b"Content-Type: application/ms-tnef\r\nContent-Transfer-Encoding: base64\r\n\r\n" + blob
    assert [b"data"] == [found.data for found in turns_in(raw)]


def test_a_forwarded_mail_in_base64_is_looked_into():
    """Some programs encode an attached mail as base64, which the standard forbids."""
    inner = base64.encodebytes(compose(pack(b"data"), PLAIN))
    head = b"Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    assert [b"data"] == [found.data for found in turns_in(head + inner)]


def test_a_letter_that_is_too_large_is_passed_on_with_its_problem():
    """One huge mail in an mbox is named, and those around it are read."""
    small = compose(pack(b"data"), PLAIN)
    box = b"".join(
        b"From x Thu Jan  1 00:00:00 2026\n" + mail + b"\n\n" for mail in (small, b"x" * MAX_MAIL, small)
    )
    letters = list(sources.read("-", stdin=io.BytesIO(box)))
    assert [None, "mail-too-big", None] == [letter.problem and letter.problem.code for letter in letters]
    with pytest.raises(MailError):
        letters[1].turns()
    assert b"data" == letters[2].turns()[0].data


class Endless(io.RawIOBase):
    """An mbox of one mail that goes on for 200 MB."""

    def __init__(self):
        self.left = 200 << 20

    def readable(self):
        return True

    def readinto(self, buffer):
        size = min(len(buffer), self.left)
        start = b"From x Thu Jan  1 00:00:00 2026\n" if self.left == 200 << 20 else b""
        buffer[:size] = (start + b"x" * size)[:size]
        self.left -= size
        return size


def test_a_huge_mail_is_not_held_in_memory():
    """Reading past a mail of 200 MB takes no more memory than the largest mail that is allowed, a few times over."""
    tracemalloc.start()
    try:
        (letter,) = sources.read("-", stdin=io.BufferedReader(Endless()))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert letter.problem is not None
    assert peak < 4 * MAX_MAIL


ENOUGH = 8 * 1024 * 1024
"""No question is worth more bytes than the largest mail, and what waits in the kernel."""
LINES = 4 * 1024 * 1024


def read_all(box):
    box.select("INBOX")
    return [item.uid for item in box.read(box.uids())]


def fetched(**answers):
    with serving(imap(**answers)) as (server, where):
        try:
            with opened(where, "word") as box:
                return read_all(box), server.sent
        except MailError as error:
            return error.code, server.sent


SHORT = b"* 1 EXISTS\r\n" * 100
FLOODS = {
    "numbers": {"search": forever(b"* SEARCH 1 2 3\r\n" * 100)},
    "one number a line": {"search": (b"* SEARCH %d\r\n" % n for n in itertools.count(1))},
    "empty searches": {"search": forever(b"* SEARCH\r\n" * 100)},
    "lines nobody asked for": {"search": forever(SHORT)},
    "a line without end": {"search": forever(b"* SEARCH" + b" 1" * 1000)},
    "greetings": {"greeting": forever(b"* OK ready\r\n" * 100), "capability": forever(SHORT)},
    "a greeting without end": {"greeting": forever(b"* OK " + b"x" * 1000)},
    "capabilities": {"capability": forever(b"* CAPABILITY IMAP4rev1\r\n" * 100)},
    "lines at login": {"login": forever(SHORT)},
    "lines at select": {"select": forever(SHORT), "examine": forever(SHORT)},
    "bracketed codes": {"examine": forever(b"* OK [UIDVALIDITY 7] x\r\n" * 100)},
    "sizes": {"search": (b"* SEARCH 1\r\n",), "fetch": forever(b"* 1 FETCH (UID 1 RFC822.SIZE 9)\r\n" * 100)},
    "a literal of four gigabytes": {
        "search": (b"* SEARCH 1\r\n",),
        "fetch": itertools.chain((b"* 1 FETCH (UID 1 RFC822.SIZE {4000000000}\r\n",), forever(b"x" * 1000)),
    },
    "a literal of a negative size": {"search": (b"* SEARCH {-5}\r\n", *[SHORT] * 50)},
    "literals of nothing": {"search": itertools.chain((b"* SEARCH {0}\r\n",), forever(b" {0}\r\n" * 100))},
    "farewells": {"logout": forever(SHORT)},
}


@tried_with("name", FLOODS)
def test_an_answer_without_end_is_left(name):
    """A bound on bytes and lines, whatever the question: what the server got rid of is counted, not the time."""
    found, sent = fetched(**FLOODS[name])
    assert found == ([] if name == "farewells" else "imap" if name != "lines at login" else "imap-login")
    assert sent < LINES


def test_a_mail_larger_than_it_was_announced_is_left():
    body = b"* 1 FETCH (UID 1 BODY[] {%d}\r\n" % (MAX_MAIL + 100_000)
    asked = itertools.count()

    def answer(line):
        if line is not None and b"BODY.PEEK" in line:
            next(asked)
            yield body
            yield from forever(b"x" * 1000)
        yield from imap(search=(b"* SEARCH 1\r\n",), fetch=(b"* 1 FETCH (UID 1 RFC822.SIZE 9)\r\n",))(line)

    with serving(answer) as (server, where), pytest.raises(MailError), opened(where, "word") as box:
        read_all(box)
    assert 1 == next(asked)
    assert server.sent < ENOUGH


@pytest.mark.parametrize("where", ["greeting", "search", "logout"])
def test_one_byte_now_and_then_ends_with_the_clock_of_the_connection(where):
    """No wait is longer than allowed, and still it never ends: only a clock for the whole connection helps."""
    drip = itertools.chain((b"* ",), forever(b"x"))
    with serving(imap(**{where: drip}), pause=0.05) as (_, server):
        if where == "logout":
            with opened(server, "word", seconds=2.0) as box:
                assert [] == read_all(box)
            return
        with pytest.raises(MailError) as caught, opened(server, "word", seconds=1.0) as box:
            read_all(box)
    assert "imap" == caught.value.code


def test_an_ordinary_mailbox_is_read():
    many = b" ".join(b"%d" % n for n in range(1, 60_001))

    def answer(line):
        words = line.split() if line is not None else []
        if b"FETCH" in words:
            for uid in words[3].split(b","):
                if b"(BODY.PEEK[])" in words:
                    yield b"* %b FETCH (UID %b BODY[] {12}\r\nSubject: x\r\n)\r\n" % (uid, uid)
                else:
                    yield b"* %b FETCH (RFC822.SIZE 12 FLAGS (\\Seen) UID %b)\r\n* 9 EXISTS\r\n" % (uid, uid)
            yield words[0] + b" OK done\r\n"
            return
        yield from imap(search=(b"* SEARCH " + many + b"\r\n",), examine=(b"* OK [UIDVALIDITY 7] x\r\n",))(
            line
        )

    with serving(answer) as (_, where), opened(where, "word") as box:
        assert 7 == box.select("INBOX")
        uids = box.uids()
        assert 60_000 == len(uids)
        assert [(uid, b"Subject: x\r\n") for uid in uids[:250]] == [
            (item.uid, item.data) for item in box.read(uids[:250])
        ]


CRAFTED = {
    "numbers": b"UID 1 ", "sizes": b"RFC822.SIZE 1 ", "names": b"UID ", "brackets": b"((UID",
    "both": b"UID RFC822.SIZE ", "digits": b"UID 1111111111111111 ",
}  # fmt: skip


@pytest.mark.parametrize("unit", CRAFTED.values(), ids=CRAFTED)
def test_a_crafted_line_costs_as_much_as_it_is_long(unit):
    assert ratio(ours._size, lambda size: b"* 1 FETCH (" + unit * (size // len(unit)), 200_000) < FOURFOLD


@tried_with(
    ("line", "found"),
    [
        (b"3 (UID 17 RFC822.SIZE 4096)", (17, 4096)),
        (b"3 (RFC822.SIZE 4096 UID 17)", (17, 4096)),
        (b"3 (uid 17 rfc822.size 4096 FLAGS (\\Seen))", (17, 4096)),
        (b"3 (UID 17)", None),
        (b"3 (RFC822.SIZE 17)", None),
        (b"3 (UID x RFC822.SIZE 9)", None),
        (b"3 (UID 1 UID 2 RFC822.SIZE 9)", (1, 9)),
        (b"", None),
    ],
)
def test_number_and_size_are_read_from_an_answer(line, found):
    assert found == ours._size(line)


REPLIES = {
    "greetings": {"greeting": forever(b"220-welcome\r\n" * 100)},
    "a greeting without end": {"greeting": forever(b"220-" + b"x" * 1000)},
    "what it can do": {"ehlo": forever(b"250-AUTH PLAIN LOGIN\r\n" * 100)},
    "empty lines": {"ehlo": forever(b"250-\r\n" * 100)},
    "words at login": {"auth": forever(b"535-no\r\n" * 100)},
    "farewells": {"quit": forever(b"221-bye\r\n" * 100)},
}


@pytest.mark.parametrize("name", REPLIES)
def test_a_reply_without_end_is_left(name):
    with serving(smtp(**REPLIES[name])) as (server, where):
        if name == "farewells":
            out.check(where, "word")
        else:
            with pytest.raises(MailError) as caught:
                out.check(where, "word")
            assert caught.value.code in ("smtp-connect", "smtp-login")
            assert len(caught.value.message) < 600
    assert server.sent < 1024 * 1024


@pytest.mark.parametrize("where", ["greeting", "ehlo"])
def test_a_reply_that_drips_ends_with_the_clock_of_the_connection(where):
    drip = itertools.chain((b"250-",), forever(b"x"))
    with serving(smtp(**{where: drip}), pause=0.05) as (_, server), pytest.raises(MailError) as caught:
        out.check(server, "word", seconds=1.0)
    assert caught.value.code in ("smtp-connect", "smtp-login")
